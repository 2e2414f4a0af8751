"""The fake `time`: the chip's ticks, wrapping at 2^30, and its sleeps. There is no wall clock."""

import costs
from world import TICKS_PERIOD_US, WORLD

_HALF = TICKS_PERIOD_US // 2
_MASK = TICKS_PERIOD_US - 1


def ticks_us():
    WORLD.spend(costs.TICKS_NS)
    return WORLD.ticks_us() & _MASK


def ticks_ms():
    WORLD.spend(costs.TICKS_NS)
    return WORLD.ticks_us() // 1000 & _MASK


def ticks_diff(end, start):
    """end - start, -2^29 … 2^29 - 1. Both must be ticks; the chip takes anything."""
    _check(end)
    _check(start)
    return (end - start + _HALF & _MASK) - _HALF


def ticks_add(ticks, delta):
    """`delta` less than 2^29 either way, or OverflowError."""
    _check(ticks)
    if not -_HALF < delta < _HALF:
        raise OverflowError("ticks interval overflow")
    return ticks + delta & _MASK


def sleep(seconds):
    sleep_ms(int(1000 * seconds))


def sleep_ms(ms):
    """Ends at the first look at `ticks_ms` that is `ms` later, as the chip's does."""
    WORLD.spend(costs.SLEEP_NS)
    if ms >= 0:
        _wait_ms(ms)


def sleep_us(us):
    """Exact: the chip's last part is a busy wait."""
    WORLD.spend(costs.SLEEP_NS)
    end_ns = WORLD.now_ns + us * 1000
    if us > 1000:
        _wait_ms(us // 1000)
    if end_ns > WORLD.now_ns:
        WORLD.spend(end_ns - WORLD.now_ns)


def _wait_ms(ms):
    start_ms = WORLD.ticks_us() // 1000
    elapsed_ms = 0
    while True:
        WORLD.sleep(WORLD.now_ns + (ms - elapsed_ms) * 1_000_000)
        elapsed_ms = WORLD.ticks_us() // 1000 - start_ms
        if elapsed_ms >= ms:
            return


def _check(ticks):
    if not isinstance(ticks, int):
        raise TypeError("ticks %r; a whole number" % (ticks,))
    if not 0 <= ticks <= _MASK:
        raise ValueError("ticks %d; 0 to 2^30 - 1, as ticks_us and ticks_add give them" % ticks)
