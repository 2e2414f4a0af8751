"""The chip's clocks; they wrap at 2^30 (see `unoflash.rules.ticks`)."""

import time

ticks_us = time.ticks_us
ticks_ms = time.ticks_ms
sleep_us = time.sleep_us


def minutes_passed(since_ms, minutes):
    """Whether so many minutes have passed since `ticks_ms` read `since_ms`."""
    return time.ticks_diff(time.ticks_ms(), since_ms) >= minutes * 60_000
