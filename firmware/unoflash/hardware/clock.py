"""The chip's clocks: its system clock, and those that tell time.

The latter wrap at 2^30 (see `unoflash.rules.ticks`).
"""

import time

import machine
from micropython import const

# The clock for which the unit's figures are given. On the emulated chip, which has no flash to wait
# for, a slower one holds them too, with less and less in hand; in ms, worst of 260 (`unosim bench
# --mhz`), and amid a burst of 1 KiB of junk over USB:
#
#     MHz                              125     115     110     105   allowed
#     contact to light and tone       1.62    1.82    1.92    2.04      2
#     the same amid a burst           4.45    4.81    5.03    5.26      5
#
# 115 MHz would leave a real chip nothing for its flash, and save 4 % of the battery's current.
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
