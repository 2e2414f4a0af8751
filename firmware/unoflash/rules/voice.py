"""What is heard: one tune at a time, note by note, in `hz` (0: silence)."""

import micropython
from micropython import const

from unoflash.rules.ticks import Alarm

# What 0 to 20 semitones make of 1000 Hz (equal temperament).
# fmt: off
_RAISED = (
    1000, 1059, 1122, 1189, 1260, 1335, 1414, 1498, 1587, 1682, 1782, 1888,
    2000, 2119, 2245, 2378, 2520, 2670, 2828, 2997, 3175,
)
# fmt: on

FOREVER = const(0)  # as the number of times a tune is played


class Voice:
    """Plays tunes as `rtttl.parse` makes them: frequency in Hz and duration in ms, in turn."""

    def __init__(self):
        self.hz = 0
        self.alarm = Alarm()
        self._tune = ()
        self._note = 0
        self._times = 1
        self._raise = 0
        self._next = [None, None]  # tunes that follow

    def play_next(self, tune, now_us):
        """Play `tune` once, after what sounds now; two can wait for their turn."""
        if not self.alarm.on:
            self.play(tune, now_us)
        elif self._next[0] is None:
            self._next[0] = tune
        else:
            self._next[1] = tune

    @micropython.native
    def play(self, tune, now_us, times=1, semitones=0):
        """Begin `tune`, in place of what sounds, and play it `times` over, or FOREVER.

        `semitones` raises it, 0 … 20. Tunes that wait for their turn still follow.
        """
        self._tune = tune
        self._note = 0
        self._times = times
        self._raise = semitones
        self._sound(now_us)

    def silence(self):
        self.hz = 0
        self._next[0] = self._next[1] = None
        self.alarm.clear()

    def skip(self, now_us):
        """End the tune that sounds; those that wait for their turn follow."""
        if self.alarm.on:
            self._end(now_us)

    @micropython.native
    def step(self, now_us):
        """Move on to what should be heard at `now_us`."""
        alarm = self.alarm
        while alarm.is_due(now_us):
            self._note += 2
            if self._note >= len(self._tune):
                self._note = 0
                if self._times == 1:
                    self._end(alarm.at_us)
                    return
                if self._times:
                    self._times -= 1
            self._sound(alarm.at_us)

    def _end(self, at_us):
        following = self._next[0]
        if following is None:
            self.silence()
        else:
            self._next[0] = self._next[1]
            self._next[1] = None
            self.play(following, at_us)

    @micropython.native
    def _sound(self, from_us):
        hz = self._tune[self._note]
        self.hz = hz * _RAISED[self._raise] // 1000
        self.alarm.set_after(from_us, self._tune[self._note + 1] * 1000)
