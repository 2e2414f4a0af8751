"""The chip's clocks: its system clock, and those that tell time.

The latter wrap at 2^30 (see `unoflash.rules.ticks`).
"""

import time

import machine
from micropython import const

SYSTEM_HZ = const(125_000_000)

ticks_us = time.ticks_us
ticks_ms = time.ticks_ms
sleep_us = time.sleep_us


def set_system_clock():
    """Run at SYSTEM_HZ, whatever the MicroPython on the board starts with (200 MHz, some).

    What divides the clock, PWM and PIO, must be set up afterwards. After lightsleep the clock is
    MicroPython's own again.
    """
    if machine.freq() != SYSTEM_HZ:
        machine.freq(SYSTEM_HZ)


def minutes_passed(since_ms, minutes):
    """Whether so many minutes have passed since `ticks_ms` read `since_ms`."""
    return time.ticks_diff(time.ticks_ms(), since_ms) >= minutes * 60_000
