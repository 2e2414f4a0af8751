"""What the lights show: still, flashing, breathing, running round or inviting, in percent."""

# Viper's pointer types are names only to its compiler.
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false, reportArgumentType=false

import micropython
from micropython import const

from unoflash.rules.masks import count_of, nth_seat
from unoflash.rules.ticks import Alarm

FULL = const(100)  # percent of the set brightness
DIM = const(10)

_STILL = const(0)
_FLASH = const(1)
_BREATHE = const(2)
_RUN = const(3)
_INVITE = const(4)

_FLASH_US = const(250_000)  # half a period of 2 Hz (O1, L1)
ALERT_US = const(1_500_000)  # E1: three blinks
_STEP_US = const(20_000)  # of breathing and inviting (scenario traces: every 20 ms)
_SLACK_US = const(2_000)  # a poll of whole ms then never ends before the step is due
_BREATHS = const(50)  # steps in a period of 1 Hz (P1)
_RUN_US = const(60_000)  # how long the run stays on a seat (C5)
_SWELL_BITS = const(4)
_SWELL = const(16)  # 2^4 steps from one seat that is invited to the next
_INVITED = const(20)  # its brightest, percent
_BLINK_US = const(150_000)  # SLAP's blinks, on and off


@micropython.viper
def _paint(levels: ptr8, number: int, on: int, moving: int, dim: int, level: int):
    """`on` are FULL, `moving` at `level`, `dim` at DIM, all others dark."""
    light = 0
    while light < number:
        if on & 1:
            levels[light] = FULL
        elif moving & 1:
            levels[light] = level
        elif dim & 1:
            levels[light] = DIM
        else:
            levels[light] = 0
        on >>= 1
        moving >>= 1
        dim >>= 1
        light += 1


@micropython.viper
def _paint_wave(levels: ptr8, free: int, phase: int, phases: int):
    """A wave that is `phase` steps past the first of `free`; it reaches two lights at a time."""
    light = 0
    while free:
        if free & 1:
            steps = phase
            if steps < 0:
                steps += phases
            if steps > _SWELL:
                steps = 2 * _SWELL - steps
            levels[light] = (steps * _INVITED) >> _SWELL_BITS if steps > 0 else 0
            phase -= _SWELL
        free >>= 1
        light += 1


class Lights:
    """The seats' lights from 0, then SLAP's, in `levels`; as bits of masks in the calls.

    The levels wait for `paint` while `stale`: however much changes in a step, it is drawn once.
    """

    def __init__(self, number):
        self.levels = bytearray(number)
        self.changed = False  # whoever shows the levels may clear it
        self.stale = False
        self.alarm = Alarm()
        self.blink_alarm = Alarm()
        self._number = number
        self._effect = _STILL
        self._moving = 0
        self._on = 0
        self._dim = 0
        self._phase = 0
        self._phases = 1
        self._period_us = 0
        self._blinks = 0  # changes of SLAP's light that are still to come

    @micropython.native
    def still(self, on, dim=0):
        """`on` fully lit, `dim` faintly, all others dark."""
        self._effect = _STILL
        self._moving = 0
        self._on = on
        self._dim = dim
        self.stale = True
        self.alarm.on = False

    @micropython.native
    def flash(self, flashing, now_us, half_period_us=_FLASH_US):
        """`flashing` go on and off, on first; all others dark."""
        self._start(_FLASH, flashing, 2, half_period_us)
        self._show(0, 0)
        self.alarm.set_after(now_us, half_period_us)

    def alert(self, now_us):
        """All lights blink: something went wrong; three times in ALERT_US."""
        self.flash((1 << self._number) - 1, now_us)

    def is_flashing(self):
        return self._effect == _FLASH

    @micropython.native
    def fewer(self, moving):
        """Those that no longer move go dark; the others keep their rhythm."""
        self._moving = moving
        self._show(self._on, self._dim)

    @micropython.native
    def breathe(self, breathing, dim, now_us):
        """`breathing` rise and fall at 1 Hz, `dim` glow faintly, all others dark."""
        self._start(_BREATHE, breathing, _BREATHS, _STEP_US)
        self._show(0, dim)
        self.alarm.set_after(now_us, _STEP_US)

    @micropython.native
    def run_round(self, lights, now_us, period_us=_RUN_US):
        """One of `lights` after the other is lit, clockwise."""
        self._start(_RUN, lights, count_of(lights), period_us)
        self._show(0, 0)
        self.alarm.set_after(now_us, period_us)

    @micropython.native
    def invite(self, on, free, now_us):
        """`on` fully lit; a faint wave runs over `free` (J3)."""
        self._start(_INVITE, free, _SWELL * count_of(free), _STEP_US)
        self._show(on, 0)
        if free:
            self.alarm.set_after(now_us, _STEP_US)
        else:
            self.alarm.clear()

    def blink(self, times, now_us):
        """SLAP's light goes on and off `times`, whatever else is shown."""
        self._blinks = 2 * times - 1
        self.blink_alarm.set_after(now_us, _BLINK_US)
        self._show(self._on, self._dim)

    def end_blink(self):
        """Another state begins: SLAP's light is its own again."""
        if self.blink_alarm.on:
            self._blinks = 0
            self.blink_alarm.on = False
            self.stale = True

    def blink_due(self, now_us):
        """The blink alarm's moment has come."""
        if not self.blink_alarm.is_due(now_us):
            return  # another state, or another blink, has begun just now
        self._blinks -= 1
        if self._blinks > 0:
            self.blink_alarm.set_after(now_us, _BLINK_US)
        else:
            self.blink_alarm.clear()
        self._show(self._on, self._dim)

    @micropython.native
    def step(self, now_us):
        """Move on to what should be seen at `now_us`."""
        alarm = self.alarm
        moved = False
        while alarm.is_due(now_us):
            self._phase = (self._phase + 1) % self._phases
            alarm.set_after(alarm.at_us, self._period_us)
            moved = True
        if moved:
            self._show(self._on, self._dim)

    @micropython.native
    def _start(self, effect, moving, phases, period_us):
        self._effect = effect
        self._moving = moving
        self._phase = 0
        self._phases = phases
        self._period_us = period_us
        # What glides by small steps need not wake the chip at the very microsecond.
        self.alarm.slack_us = _SLACK_US if period_us == _STEP_US else 0

    @micropython.native
    def _show(self, on, dim):
        self.stale = True
        self._on = on
        self._dim = dim

    @micropython.native
    def paint(self):
        """Bring `levels` up to date."""
        self.stale = False
        self.changed = True
        levels = self.levels
        moving = self._moving
        effect = self._effect
        level = FULL
        if effect == _RUN:
            moving = 1 << nth_seat(moving, self._phase)
        elif effect == _FLASH:
            level = 0 if self._phase else FULL
        elif effect == _BREATHE:
            level = self._breath()
        _paint(levels, self._number, self._on, moving, self._dim, level)
        if effect == _INVITE:
            _paint_wave(levels, moving, self._phase, self._phases)
        if self._blinks & 1:
            levels[self._number - 1] = FULL

    def _breath(self):
        """From full down to a quarter and back."""
        phase = self._phase
        fall = phase if phase < _BREATHS // 2 else _BREATHS - phase
        return FULL - fall * 3
