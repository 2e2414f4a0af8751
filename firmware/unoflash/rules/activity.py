"""What people did lately: since when nobody did anything (A1), who holds a button (B4).

A press is only noted while lights and sounds are waited for; `settle` draws the conclusions.
"""

from array import array

import micropython
from micropython import const

from unoflash.rules.holds import Holds
from unoflash.rules.ticks import Countdown

_STUCK_US = const(30_000_000)  # B4


class Activity:
    """Watches `number` `buttons`; nobody does anything for `sleep_ms` before it is idle."""

    def __init__(self, buttons, number, sleep_ms):
        self.stuck = Holds(buttons, number)
        self.idle = Countdown()
        self.changed = False  # by a press, or another state, since `settle`
        self._sleep_ms = sleep_ms
        self._pressed = 0
        self._pressed_us = array("i", [0] * number)

    def start(self, now_us, closed):
        """Power is on; `closed`, a mask, are held already."""
        self.idle.start(now_us, self._sleep_ms)
        for button in range(len(self._pressed_us)):
            if closed & 1 << button:
                self.stuck.begin(button, now_us, _STUCK_US)

    @micropython.native
    def note(self, button, at_us):
        """A press was acted on."""
        self.changed = True
        self._pressed |= 1 << button
        self._pressed_us[button] = at_us

    @micropython.native
    def settle(self, now_us):
        """Count from what has been noted."""
        self.changed = False
        self.idle.start(now_us, self._sleep_ms)
        pressed = self._pressed
        self._pressed = 0
        button = 0
        while pressed:
            if pressed & 1:
                self.stuck.begin(button, self._pressed_us[button], _STUCK_US)
            pressed >>= 1
            button += 1
