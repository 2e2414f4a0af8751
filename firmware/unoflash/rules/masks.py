"""Seats and buttons as bits of a mask: p1 is bit 0."""

import micropython


@micropython.viper
def nth_seat(seats: int, n: int) -> int:
    """The n-th (from 0) of the seats in a mask, clockwise from p1."""
    seat = 0
    while True:
        if seats & 1:
            if n == 0:
                return seat
            n -= 1
        seats >>= 1
        seat += 1


@micropython.viper
def count_of(seats: int) -> int:
    """How many seats are in a mask."""
    count = 0
    while seats:
        seats &= seats - 1
        count += 1
    return count
