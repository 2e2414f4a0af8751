"""The lights, all on one chain of WS2812: a single data wire, sent by a PIO state machine.

MicroPython's own way, `neopixel`, sends with interrupts off: 0.3 ms in which no pass is made.
Here a frame is a few words in a FIFO, and the CPU goes on. Of nine lights it is 224 bits, seven
words of the eight that a joined FIFO holds, so that no frame ever waits for the CPU in its midst,
where the chain would take the pause for its end. The second PIO does it: the contacts' capture
keeps the first one, its 32 instructions, DMA and interrupt to itself.

The chain wants 280 us of silence between frames. The program keeps them and then interrupts; what
has changed meanwhile goes out from there. So a light shows 0.5 ms after it was asked for, 1 ms
where another frame had just begun.
"""

import time
from array import array

import micropython
import rp2
import uctypes
from machine import Pin, disable_irq, enable_irq
from micropython import const

from unoflash.hardware.light_program import FREQUENCY_HZ, lights

MOST = const(9)  # lights: eight seats and SLAP
_STATE_MACHINE = const(4)  # the first of PIO1
_LIGHT_BITS = const(24)
_COUNT_BITS = const(8)  # in front of a frame
_PATIENCE = const(20)
_NAP_US = const(100)

# A light at full, of 255: green, red, blue, in the order of the wire. A warm white, at which a
# WS2812 (12 mA each colour) draws 23 mA. One for all, as people know their light by its place.
_GREEN = const(170)
_RED = const(255)
_BLUE = const(70)


class LightChain:
    """`number` lights (1 … 9) on the chain at `gpio`, in the order of the levels; dark at first.

    `brightness` in percent is their full. Nothing is allocated once it is made.
    """

    def __init__(self, gpio, number, brightness):
        if not 1 <= number <= MOST:
            raise ValueError("light chain: %d lights; 1 to %d" % (number, MOST))
        bits = _LIGHT_BITS * number
        self._words = array("I", [0] * ((_COUNT_BITS + bits + 31) // 32))
        # The frame's first byte is the first word's highest: place n of the frame is byte n ^ 3.
        size = 4 * len(self._words)
        self._bytes = uctypes.bytearray_at(uctypes.addressof(self._words), size)
        self._bytes[3] = bits - 1
        self._brightness = brightness
        self._shown = bytearray(number)
        self._pin = Pin(gpio, Pin.OUT, value=0)
        self._sm = rp2.StateMachine(
            _STATE_MACHINE, lights, freq=FREQUENCY_HZ, sideset_base=self._pin
        )
        self._put = self._sm.put  # saved once: a bound method allocates
        self._rests = True  # no frame is on its way
        self._stale = False  # what is on its way is not what is to be shown
        self._handler = self._on_rest
        self._sm.irq(self._handler, hard=True)
        self._sm.active(1)
        self._send()  # the chips kept their colours, if only this one was reset

    @micropython.native
    def show(self, levels):
        """Show `levels`, a bytearray of percentages of the full brightness."""
        self._stale = False  # a frame that is half made must not go out
        shown = self._shown
        data = self._bytes
        for light in range(len(shown)):
            level = levels[light]
            if level != shown[light]:
                shown[light] = level
                # Rounded up: what glows faintly is not dark.
                level = (level * self._brightness * 255 + 9_999) // 10_000
                place = 3 * light + 1
                data[place ^ 3] = (level * _GREEN + 254) // 255
                data[(place + 1) ^ 3] = (level * _RED + 254) // 255
                data[(place + 2) ^ 3] = (level * _BLUE + 254) // 255
        self._send()

    @micropython.native
    def _send(self):
        # First stale, then the look: while a frame is on its way the interrupt may come between.
        self._stale = True
        if self._rests:
            self._rests = False
            self._stale = False
            state = disable_irq()  # the second word has 29 us to come after the first
            self._put(self._words)
            enable_irq(state)

    def _on_rest(self, state_machine):
        """Hard interrupt: the frame is shown; what has changed meanwhile follows."""
        if self._stale:
            self._stale = False
            self._put(self._words)
        else:
            self._rests = True

    def off(self):
        """All dark, and the pin a plain low output. A Ctrl-C in the midst of it: call it again."""
        if self._sm.active():
            self._stale = False
            self._await_rest()
            for place in range(1, 3 * len(self._shown) + 1):
                self._bytes[place ^ 3] = 0
            self._rests = True  # by now, even if a Ctrl-C kept a frame back that was noted as sent
            self._send()
            self._await_rest()
            self._sm.active(0)
        self._pin.init(Pin.OUT, value=0)

    def _await_rest(self):
        for _ in range(_PATIENCE):
            if self._rests:
                return
            time.sleep_us(_NAP_US)
