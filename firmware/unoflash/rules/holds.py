"""Buttons that are held for a time: one second to leave (J2), thirty to be stuck (B4)."""

from array import array

import micropython

from unoflash.rules.ticks import Alarm, after, diff


class Holds:
    """Watches pressed buttons; its alarm is the earliest moment at which one fires.

    A hold fires only while its contact is closed (B2): one that is open just then fires when it
    closes again, unless it stays open long enough to be let go.
    """

    def __init__(self, buttons, number):
        self.alarm = Alarm()
        self._buttons = buttons
        self._number = number
        self._pending = 0
        self._at_us = array("i", [0] * number)

    @micropython.native
    def begin(self, button, at_us, us):
        """`button` was pressed at `at_us`: it fires `us` later if it is held until then."""
        self._at_us[button] = at_us = after(at_us, us)
        self._pending |= 1 << button
        alarm = self.alarm
        if not alarm.on or diff(at_us, alarm.at_us) < 0:
            alarm.set(at_us)

    @micropython.native
    def cancel(self, buttons):
        """None of the mask `buttons` fires."""
        if self._pending & buttons:
            self._pending &= ~buttons
            self._set_alarm()

    def fired(self, now_us):
        """Those that have just been held long enough, as a mask."""
        fired = 0
        self._pending &= self._buttons.down()
        firing = self._pending & self._buttons.closed
        for button in range(self._number):
            if firing & 1 << button and diff(now_us, self._at_us[button]) >= 0:
                fired |= 1 << button
        self._pending &= ~fired
        self._set_alarm()
        return fired

    @micropython.native
    def _set_alarm(self):
        alarm = self.alarm
        alarm.clear()
        for button in range(self._number):
            if self._pending & 1 << button:
                at_us = self._at_us[button]
                if not alarm.on or diff(at_us, alarm.at_us) < 0:
                    alarm.set(at_us)
