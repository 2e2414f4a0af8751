"""What the lights show: still, flashing, breathing or running round, as percentages."""

import micropython
from micropython import const

from unoflash.rules.masks import count_of, nth_seat
from unoflash.rules.ticks import Alarm, after

FULL = const(100)  # percent of the set brightness
DIM = const(10)

_STILL = const(0)
_FLASH = const(1)
_BREATHE = const(2)
_RUN = const(3)

_FLASH_US = const(250_000)  # half a period of 2 Hz (O1, L1)
_STEP_US = const(20_000)  # breathing steps (scenario traces: every 20 ms)
_BREATHS = const(50)  # steps in a period of 1 Hz (P1)
_RUN_US = const(60_000)  # how long the run stays on a seat (C5)


class Lights:
    """The seats' lights from 0, then SLAP's, in `levels`; as bits of masks in the calls."""

    def __init__(self, number):
        self.levels = bytearray(number)
        self.changed = False  # whoever shows the levels may clear it
        self.alarm = Alarm()
        self._number = number
        self._effect = _STILL
        self._moving = 0
        self._on = 0
        self._dim = 0
        self._phase = 0
        self._phases = 1
        self._period_us = 0

    @micropython.native
    def still(self, on, dim=0):
        """`on` fully lit, `dim` faintly, all others dark."""
        self._start(_STILL, 0, on, dim, 1, 0)
        self.alarm.clear()

    @micropython.native
    def flash(self, flashing, now_us):
        """`flashing` go on and off at 2 Hz, on first; all others dark."""
        self._start(_FLASH, flashing, 0, 0, 2, _FLASH_US)
        self.alarm.set(after(now_us, _FLASH_US))

    @micropython.native
    def fewer(self, moving):
        """Those that no longer move go dark; the others keep their rhythm."""
        self._moving = moving
        self._show()

    @micropython.native
    def breathe(self, breathing, dim, now_us):
        """`breathing` rise and fall at 1 Hz, `dim` glow faintly, all others dark."""
        self._start(_BREATHE, breathing, 0, dim, _BREATHS, _STEP_US)
        self.alarm.set(after(now_us, _STEP_US))

    @micropython.native
    def run_round(self, seats, now_us):
        """One of `seats` after the other is lit, clockwise."""
        self._start(_RUN, seats, 0, 0, count_of(seats), _RUN_US)
        self.alarm.set(after(now_us, _RUN_US))

    @micropython.native
    def step(self, now_us):
        """Move on to what should be seen at `now_us`."""
        alarm = self.alarm
        moved = False
        while alarm.is_due(now_us):
            self._phase = (self._phase + 1) % self._phases
            alarm.set(after(alarm.at_us, self._period_us))
            moved = True
        if moved:
            self._show()

    @micropython.native
    def _start(self, effect, moving, on, dim, phases, period_us):
        self._effect = effect
        self._moving = moving
        self._on = on
        self._dim = dim
        self._phase = 0
        self._phases = phases
        self._period_us = period_us
        self._show()

    @micropython.native
    def _show(self):
        self.changed = True
        levels = self.levels
        moving = self._moving
        level = FULL
        if self._effect == _RUN:
            moving = 1 << nth_seat(moving, self._phase)
        elif self._effect == _FLASH:
            level = 0 if self._phase else FULL
        elif self._effect == _BREATHE:
            level = self._breath()
        on = self._on
        dim = self._dim
        for light in range(self._number):
            if on & 1:
                levels[light] = FULL
            elif moving & 1:
                levels[light] = level
            else:
                levels[light] = DIM if dim & 1 else 0
            on >>= 1
            moving >>= 1
            dim >>= 1

    def _breath(self):
        """From full down to a quarter and back."""
        phase = self._phase
        fall = phase if phase < _BREATHS // 2 else _BREATHS - phase
        return FULL - fall * 3
