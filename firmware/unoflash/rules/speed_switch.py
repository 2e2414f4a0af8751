"""The Speed Switch: which limit holds (B5)."""

import micropython
from micropython import const

from unoflash.rules.ticks import Alarm

SLOW = const(0)
MEDIUM = const(1)
FAST = const(2)
BROKEN = const(3)  # a reading that the wiring cannot mean

_SETTLE_US = const(50_000)


class SpeedSwitch:
    """Settles what the contacts of the switch read; a broken reading counts as MEDIUM."""

    def __init__(self):
        self.position = MEDIUM
        self.broken = False  # rises when a broken reading has settled
        self.reading = -1  # the last one, settled or not
        self.alarm = Alarm()

    def start(self, reading):
        """The first reading at power-on counts at once."""
        self.reading = reading
        self._settled()

    @micropython.native
    def step(self, reading, now_us):
        """Take in the present reading; True when it has just settled on another position."""
        if reading != self.reading:
            self.reading = reading
            self.alarm.set_after(now_us, _SETTLE_US)
        elif self.alarm.is_due(now_us):
            self.alarm.clear()
            return self._settled()
        return False

    def _settled(self):
        broken = self.reading == BROKEN
        position = MEDIUM if broken else self.reading
        changed = broken != self.broken or position != self.position
        self.broken = broken
        self.position = position
        return changed
