"""The USB serial port: the log goes out when somebody collects it, what comes in is thrown away.

A write that has to wait would stop the unit: for up to 500 ms while a terminal is open and not
read, and for ever once the cable is pulled from an open one (MicroPython 1.25 counts on POLLOUT,
which then says "ready"). Two of the chip's registers tell what POLLOUT does not: the frame
number, which a host that is awake moves on each millisecond, and whether the last packet was
collected. Only if both say so, one packet is written; that never waits, and 64 bytes of it
cost no more than two single ones. The frame number comes again after 2.048 s: only where two
looks in a row find it unmoved there is no host.
"""

import select
import sys

import micropython
from machine import mem16, mem32
from micropython import const

from unoflash.hardware.clock import sleep_us, ticks_us
from unoflash.rules.ticks import diff

_SOF_RD = const(0x50110048)  # the number of the present frame, 11 bits
_EP2_IN = const(0x50100090)  # buffer control of the port's endpoint (tinyusb's 0x82)
_AVAILABLE = const(0x400)  # a packet waits for the host
_FRAME_US = const(1_100)  # in this time the frame number changes at least once
_UNREAD_US = const(20_000)  # how soon an open but unread terminal is looked at again
_PACKET = const(64)
_PATIENCE = const(64)  # tries at the end: the log's ring is 32 packets
_DISCARD = const(4)  # incoming bytes a pass: 0.1 ms each


class UsbPort:
    """The port of the REPL; `source` is what a poller can wait on for incoming bytes."""

    def __init__(self):
        self.source = sys.stdin
        self._frame = -1
        self._unmoved = False  # at the last look
        self._looked_us = 0
        self._packet = bytearray(_PACKET)
        self._byte = bytearray(1)
        has_more = select.poll()
        has_more.register(sys.stdin, select.POLLIN)
        # Saved once: a bound method allocates.
        self._has_more = has_more.ipoll
        self._write = sys.stdout.buffer.write
        self._read = sys.stdin.buffer.readinto

    @micropython.native
    def write_from(self, ring):
        """Write a packet of what `ring` holds, if a host collects it.

        Answers in how many microseconds to come again; -1 when that has time.
        """
        if not ring.any():
            return -1
        now_us = ticks_us()  # not the pass's: some ms earlier, the same frame would show up twice
        since_us = diff(now_us, self._looked_us)
        if 0 <= since_us < _FRAME_US:
            return _FRAME_US - since_us
        self._looked_us = now_us
        frame = mem32[_SOF_RD]
        if frame == self._frame:
            if self._unmoved:
                return -1  # no host, or one that sleeps
            self._unmoved = True
            return _FRAME_US
        self._unmoved = False
        self._frame = frame
        if mem16[_EP2_IN] & _AVAILABLE:
            return _UNREAD_US
        self._write(self._packet, 0, ring.readinto(self._packet))
        return _FRAME_US

    def write_all(self, ring):
        """Write what `ring` holds, as the program ends; waits for a host that collects it."""
        for _ in range(_PATIENCE):
            hurry_us = self.write_from(ring)
            if hurry_us < 0:
                return
            sleep_us(hurry_us)

    @micropython.native
    def discard(self):
        """Throw incoming bytes away, so that a full buffer never keeps Ctrl-C out (E3)."""
        for _ in range(_DISCARD):
            for _ in self._has_more(0):
                break
            else:
                return
            self._read(self._byte)
