"""The contacts of the buttons: every edge with its time, in true order, whatever the loop does.

Chosen, of two ways that were measured side by side on the emulated chip (nine contacts, seven
closing one after another): a PIO state machine samples all contacts each microsecond, and DMA
carries each change with its time into a ring in RAM. Nobody needs to be quick. The other way, a
hard interrupt on each pin that stamps `ticks_us`:

                                        interrupts              PIO and DMA
    neighbours in true order,
      1 / 5 / 20 / 50 us apart          0 / 17 / 50 / 100 %     100 % at each
    30 presses, interrupts masked
      20 ms at a time                   3 to 5 seen             all seen, in order
    20 kHz chatter for 200 ms           loop starves 222 ms     loop goes on, nothing lost
    press to light, worst of 300        192 us                  218 us

Its price: a state machine, 14 of 32 PIO instructions, a DMA channel, 8 KiB of RAM, contacts on
neighbouring GPIOs. What the program promises, in each word of the ring: the contacts' levels in
the top bits, below them the low bits of a count that falls by one each microsecond. With ten
contacts these wrap after 4.2 s, so that `drain` must be called every 2 s at least. The system
clock must allow for 10 MHz exactly, as `clock.SYSTEM_HZ` does.
"""

import io
import time

import micropython
import rp2
import uctypes
from machine import Pin, freq, mem32
from micropython import const

from unoflash.hardware.contact_program import FREQUENCY_HZ, contact_program
from unoflash.hardware.sift import WORDS, Sift
from unoflash.rules.edges import Edges

_STATE_MACHINE = const(0)
_PIO0_RX0 = const(4)  # DMA request "PIO0's RX FIFO 0 has a word"
_PIO0_IRQ = const(0x50200030)  # flags; writing a 1 clears
_PIO0_INTE = const(0x5020012C)  # which flags interrupt
_SM0_FLAG = const(1)
_SM0_INTERRUPT = const(0x100)
_WORD = const(2)  # DMA transfer size: 2^2 bytes
_RING_BITS = const(12)  # 2^12 bytes: 1024 words, 25 ms of 40 000 edges/s
_TRANSFERS = const(0x3FFFFFFF)  # most that fit a small int; 7 hours of 40 000 edges/s
_SPARE = const(0x100000)  # starts anew when fewer are left
_MARGIN = const(64)  # words that may come while `drain` looks
_PATIENCE_US = const(1000)
_TICKS = const(0x3FFFFFFF)
_POLL = const(3)  # stream ioctl requests and flags, from MicroPython's py/stream.h
_POLL_READ = const(1)
_EINVAL = const(22)

_ticks_us = time.ticks_us


def _woken(state_machine):
    """Hard interrupt: its coming has ended the wait. No more of them until the next poll."""
    mem32[_PIO0_INTE] = 0


class Contacts(io.IOBase):
    """`number` (4 … 10) contacts from `first_gpio` on, closed at `closed_level` (0 or 1).

    Readable, for `select.poll`, while edges wait. Nothing is allocated once it is made.

        contacts = Contacts(board.FIRST_CONTACT, board.SEATS + 2, board.CONTACT_CLOSED)
        more = contacts.drain(edges)
    """

    def __init__(self, first_gpio, number, closed_level):
        if not 4 <= number <= 10:
            raise ValueError("contacts: number is %d; 4 to 10" % number)
        if closed_level not in (0, 1):
            raise ValueError("contacts: closed_level is %r; 0 or 1" % (closed_level,))
        if freq() * 256 % FREQUENCY_HZ:
            raise ValueError(
                "contacts: no 10 MHz from a clock of %d Hz; n x 5 MHz will do" % freq()
            )
        pull = Pin.PULL_DOWN if closed_level else Pin.PULL_UP
        for gpio in range(first_gpio, first_gpio + number):
            Pin(gpio, Pin.IN, pull)
        self._first_gpio = first_gpio
        self._program = contact_program(number)
        # DMA wants the ring aligned to its size.
        size = 4 * WORDS
        self._raw = bytearray(2 * size - 4)
        self._base = (uctypes.addressof(self._raw) + size - 1) & ~(size - 1)
        self._sift = Sift(uctypes.bytearray_at(self._base, size), number, closed_level)
        self._sm = rp2.StateMachine(_STATE_MACHINE)
        self._dma = rp2.DMA()
        self._left = 0  # what the DMA's count was when all read so far had been written
        self._zero_us = 0  # when the samples' count was 0
        time.sleep_ms(1)  # the pulls are weak: let long wires follow
        self.start()
        first = Edges()
        self.drain(first)
        self.closed_at_start = self._sift.closed()

    def start(self):
        """Begin to capture, also after `stop`: what has changed meanwhile makes edges."""
        self.stop()
        self._sm.init(self._program, freq=FREQUENCY_HZ, in_base=Pin(self._first_gpio))
        self._dma.config(
            read=self._sm,
            write=self._base,
            count=_TRANSFERS,
            ctrl=self._dma.pack_ctrl(
                size=_WORD,
                inc_read=False,
                ring_sel=True,
                ring_size=_RING_BITS,
                treq_sel=_PIO0_RX0,
            ),
            trigger=True,
        )
        self._left = _TRANSFERS
        self._sift.jump(0)
        self._sm.irq(_woken, hard=True)
        mem32[_PIO0_INTE] = 0  # not before a poll
        self._sm.active(1)
        # A little late, so that an edge is never seen later than at its own time (see `drain`).
        self._zero_us = _ticks_us()
        while self._dma.count == _TRANSFERS:
            if (_ticks_us() - self._zero_us) & _TICKS > _PATIENCE_US:
                raise OSError("contacts: no sample from the PIO")

    def stop(self):
        """Capture no more, until `start`; there is nothing to drain or to wait for meanwhile."""
        self._sm.active(0)
        mem32[_PIO0_INTE] = 0
        self._dma.active(0)

    @micropython.native
    def ioctl(self, request, argument):
        """For `select.poll`: while nothing waits, lets one interrupt through to end the wait."""
        if request != _POLL:
            return -_EINVAL
        if self._dma.count == self._left:
            mem32[_PIO0_IRQ] = _SM0_FLAG  # that of an edge read long ago must not use it up
            mem32[_PIO0_INTE] = _SM0_INTERRUPT
            if self._dma.count == self._left:
                return 0
        return _POLL_READ

    @micropython.native
    def has_news(self):
        """Whether edges wait to be drained."""
        return self._dma.count != self._left

    @micropython.native
    def drain(self, edges):
        """Fill `edges`; True if more is waiting because they are full.

        All that happened by `edges.until_us` is then known, and what comes later has later times.
        """
        edges.until_us = _ticks_us()
        left = self._dma.count
        if left == self._left and not self._sift.busy:
            edges.count = 0
            return False
        if self._left - left > WORDS - _MARGIN or left < _SPARE:
            return self._skip(edges)
        return self._read(edges)

    @micropython.native
    def _read(self, edges):
        sift = self._sift
        tail = sift.tail
        edges.until_us = _ticks_us()  # the edge that woke us is 100 us old by now
        head = (self._dma.write - self._base) >> 2
        sift.read(edges, head, (edges.until_us - self._zero_us) & _TICKS)
        if self._left - self._dma.count > WORDS:  # overwritten while they were read
            sift.undo()
            return self._skip(edges)
        self._left -= (sift.tail - tail) & (WORDS - 1)
        return sift.tail != head

    def _skip(self, edges):
        """Edges are lost, or the DMA's count is nearly used up: go on with the newest word."""
        edges.lost += 1
        if self._dma.count < _SPARE:
            self.start()
        edges.until_us = _ticks_us()
        newest = ((self._dma.write - self._base) >> 2) - 1 & (WORDS - 1)
        made = _TRANSFERS - self._dma.count  # may count words made after the newest
        self._sift.jump(newest)
        self._left = _TRANSFERS - made + 1 + (made - 1 - newest & (WORDS - 1))
        return self._read(edges)
