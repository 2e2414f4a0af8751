"""Times on the chip's microsecond clock, which wraps at 2^30 (17.9 minutes).

Every sum here stays within ±2^30: a small integer on the chip has 31 bits, and a larger
one would allocate. Two times can be compared while they are less than half the wrap
(8.9 minutes) apart; whoever may wait longer forgets its moment in time (see `Gate`).
"""

from micropython import const

_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)
_FORGET_US = const(1_000_000)


def after(at_us, us):
    """The moment `us` (0 … 2^29) microseconds after `at_us`."""
    return (at_us - (_MASK - us) - 1) & _MASK


def diff(a_us, b_us):
    """How many microseconds `a_us` lies after `b_us`; negative if before."""
    return (((a_us - b_us) & _MASK) ^ _HALF) - _HALF


class Alarm:
    """One moment to be called at, or none."""

    def __init__(self):
        self.on = False
        self.at_us = 0

    def set(self, at_us):
        self.at_us = at_us
        self.on = True

    def clear(self):
        self.on = False

    def is_due(self, now_us):
        return self.on and diff(now_us, self.at_us) >= 0

    def sooner(self, wait_us, now_us):
        """The shorter of `wait_us` and what is left until the alarm (0 once it is due)."""
        if self.on:
            left_us = diff(self.at_us, now_us)
            if left_us < wait_us:
                return left_us if left_us > 0 else 0
        return wait_us


class Gate:
    """Lets a press pass only if its contact closed after a given moment (T6, O2).

    The moment is forgotten a second later, so that a turn may last for hours without an
    old time being compared across the wrap.
    """

    def __init__(self):
        self._on = False
        self._until_us = 0

    def close(self, until_us):
        self._until_us = until_us
        self._on = True

    def left(self, now_us):
        """Microseconds for which it stays closed; 0 when it is open."""
        if not self._on:
            return 0
        left_us = diff(self._until_us, now_us)
        return left_us if left_us > 0 else 0

    def passes(self, at_us):
        return not self._on or diff(at_us, self._until_us) > 0

    def forget(self, now_us):
        """To be called every few seconds at least."""
        if self._on and diff(now_us, self._until_us) > _FORGET_US:
            self._on = False
