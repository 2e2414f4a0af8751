"""Times on the chip's microsecond clock, which wraps at 2^30 (17.9 minutes).

Every sum here stays within ±2^30: a small integer on the chip has 31 bits, and a larger
one would allocate. Two times can be compared while they are less than half the wrap
(8.9 minutes) apart; whoever may wait longer forgets its moment in time (see `Gate`).
"""

import micropython
from micropython import const

_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)
_FORGET_US = const(1_000_000)
_LAP_US = const(240_000_000)  # well below half the wrap


@micropython.native
def after(at_us, us):
    """The moment `us` (0 … 2^29) microseconds after `at_us`."""
    return (at_us - (_MASK - us) - 1) & _MASK


@micropython.native
def diff(a_us, b_us):
    """How many microseconds `a_us` lies after `b_us`; negative if before."""
    return (((a_us - b_us) & _MASK) ^ _HALF) - _HALF


class Alarm:
    """One moment to be called at, or none: `at_us` while it is `on`.

    By `slack_us` it may be late, where that saves power.
    """

    def __init__(self):
        self.on = False
        self.at_us = 0
        self.slack_us = 0

    @micropython.native
    def set(self, at_us):
        self.at_us = at_us
        self.on = True

    @micropython.native
    def set_after(self, from_us, us):
        """The moment `us` (0 … 2^29) microseconds after `from_us`."""
        self.at_us = (from_us - (_MASK - us) - 1) & _MASK
        self.on = True

    @micropython.native
    def clear(self):
        self.on = False

    @micropython.native
    def is_due(self, now_us):
        return self.on and diff(now_us, self.at_us) >= 0


class Alarms:
    """Several alarms, looked at together: it is done in every step and must be quick."""

    def __init__(self, *alarms):
        self._alarms = alarms
        self.due = 0  # those that had come at the last look, as a mask in the order given
        self.wait_us = 0  # until the first of those that had not, `longest_us` at most
        self.moved = True  # one was set or cleared, or was due already: whoever did it says so
        self._first_us = 0  # when it is worth while to look again, …
        self._slack_us = 0  # … and by how much that may be late

    @micropython.native
    def glance(self, now_us, longest_us):
        """As `look`, which it spares where nothing can have come due."""
        left_us = (((self._first_us - now_us) & _MASK) ^ _HALF) - _HALF
        if self.moved or left_us <= 0:
            self.look(now_us, longest_us)
        else:
            self.due = 0
            self.wait_us = left_us + self._slack_us

    @micropython.native
    def look(self, now_us, longest_us):
        first_us = wait_us = longest_us
        due = 0
        bit = 1
        for alarm in self._alarms:
            if alarm.on:
                left_us = (((alarm.at_us - now_us) & _MASK) ^ _HALF) - _HALF
                if left_us <= 0:
                    due |= bit
                else:
                    if left_us < first_us:
                        first_us = left_us
                    left_us += alarm.slack_us
                    if left_us < wait_us:
                        wait_us = left_us
            bit <<= 1
        self.due = due
        self.wait_us = wait_us
        self.moved = due != 0
        self._first_us = after(now_us, first_us)
        self._slack_us = wait_us - first_us

    @micropython.native
    def look_again(self, now_us, longest_us):
        """As `look`, once those that were due have been acted on.

        What was set for this very moment is waited for by a microsecond: the next step has it.
        """
        acted_on = self.due
        self.look(now_us, longest_us)
        if self.due & ~acted_on:
            self.wait_us = 1


class Gate:
    """Lets a press pass only if its contact closed after a given moment (T6, O2).

    Its alarm makes it forget the moment a second later, so that a turn may last for hours
    without an old time being compared across the wrap.
    """

    def __init__(self):
        self.alarm = Alarm()
        self._until_us = 0

    @micropython.native
    def close(self, until_us):
        self._until_us = until_us
        self.alarm.at_us = after(until_us, _FORGET_US)
        self.alarm.on = True

    def left(self, now_us):
        """Microseconds for which it stays closed; 0 when it is open."""
        if not self.alarm.on:
            return 0
        return max(0, diff(self._until_us, now_us))

    @micropython.native
    def passes(self, at_us):
        return not self.alarm.on or diff(at_us, self._until_us) > 0

    def due(self, now_us):
        """Its alarm's moment had come; it may have been closed anew since."""
        if self.alarm.is_due(now_us):
            self.alarm.clear()


class Stopwatch:
    """Measures how long something takes, for hours if need be, in whole milliseconds."""

    def __init__(self):
        self.alarm = Alarm()
        self._ms = 0
        self._from_us = 0

    @micropython.native
    def reset(self):
        self._ms = 0
        self.alarm.on = False

    @micropython.native
    def go(self, now_us):
        """Begin, or go on, to measure."""
        self._from_us = now_us
        self.alarm.set_after(now_us, _LAP_US)

    def due(self):
        """Its alarm's moment has come: a lap is over."""
        self._ms += _LAP_US // 1000
        self.go(self.alarm.at_us)

    @micropython.native
    def halt(self, now_us):
        """Measure no further; how much it was so far."""
        if self.alarm.on:
            self._ms += (diff(now_us, self._from_us) + 500) // 1000
            self.alarm.on = False
        return self._ms


class Countdown:
    """An alarm for times of up to days."""

    def __init__(self):
        self.alarm = Alarm()
        self._left_ms = 0

    @micropython.native
    def start(self, now_us, ms):
        self._left_ms = ms
        self._next_lap(now_us)

    def due(self):
        """Its alarm's moment has come; whether all the time has passed."""
        if not self._left_ms:
            self.alarm.clear()
            return True
        self._next_lap(self.alarm.at_us)
        return False

    @micropython.native
    def _next_lap(self, from_us):
        lap_ms = min(self._left_ms, _LAP_US // 1000)
        self._left_ms -= lap_ms
        self.alarm.set_after(from_us, lap_ms * 1000)
