"""The reset gesture: Play/Pause and SLAP, both held for three seconds (X1, X2)."""

import micropython
from micropython import const

from unoflash.rules.ticks import Alarm

_RESET_US = const(3_000_000)  # X1


class ResetGesture:
    """Watches `both` of `buttons`, a mask, from the later press on; its alarm says when to ask."""

    def __init__(self, buttons, both):
        self.alarm = Alarm()
        self._buttons = buttons
        self._both = both

    @micropython.native
    def pressed(self, at_us):
        """One of the two was pressed."""
        both = self._both
        if self._buttons.held & both == both:
            self.alarm.set_after(at_us, _RESET_US)

    def fired(self, now_us):
        """Whether both have been held all the time. While one of them is open for a moment it is
        not said yet (B2)."""
        if not self.alarm.is_due(now_us):
            return False  # one of them was pressed anew just now
        both = self._both
        if self._buttons.held & both != both:
            self.alarm.clear()
            return False
        if self._buttons.closed & both != both:
            return False
        self.alarm.clear()
        return True
