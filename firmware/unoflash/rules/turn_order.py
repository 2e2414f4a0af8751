"""Who plays next (C1–C4).

A draw is made when the unit begins to choose and used up only when its light goes on: what
was drawn before a pause is drawn again after it.
"""

import micropython
from micropython import const

from unoflash.rules.masks import count_of, nth_seat

_POOL = const(16)  # bytes


class Entropy:
    """A small pool of random bytes, filled by the hardware between the steps.

    `used` bytes at its front are spent; whoever fills it overwrites those and calls
    `filled`, so that the order of the bytes is the order in which they were got.
    """

    SIZE = _POOL

    def __init__(self):
        self.pool = bytearray(self.SIZE)
        self.used = self.SIZE  # empty until filled
        self._next = self.SIZE

    def filled(self, fresh):
        """Take `fresh` (as many bytes as are `used`) in behind those that are left."""
        left = self.SIZE - self.used
        for i in range(left):
            self.pool[i] = self.pool[self.used + i]
        for i in range(self.used):
            self.pool[left + i] = fresh[i]
        self.used = self._next = 0

    @micropython.native
    def below(self, count):
        """A number from 0 to count - 1 (at most 8), each as likely as any other."""
        fair = 256 - 256 % count
        pool = self.pool
        i = self.used
        while i < _POOL - 1 and pool[i] >= fair:
            i += 1
        self._next = i + 1
        # Sixteen bytes in a row that must be thrown away do not happen: 4 in 256 at worst.
        return pool[i] % count if i < _POOL else 0

    @micropython.native
    def commit(self):
        """What was drawn last is used up."""
        self.used = self._next if self._next < _POOL else _POOL


class RandomOrder:
    """C2: uniform among all, each draw independent of those before."""

    has_direction = False  # whether `flip` means something; only then there is `clockwise`

    def __init__(self, seats, entropy):
        self._entropy = entropy

    def reset(self):
        """A new game begins: nobody has joined."""

    def joined(self, seat):
        """`seat` joined."""

    def left(self, seat):
        """`seat` left."""

    def flip(self, seats):
        """Turn the direction of play; `seats` are all at the table."""

    @micropython.native
    def draw(self, seats):
        """Draw one of `seats`, a mask that is not empty."""
        return nth_seat(seats, self._entropy.below(count_of(seats)))

    @micropython.native
    def commit(self, seat):
        """The light of the drawn `seat` goes on."""
        self._entropy.commit()


class BagOrder(RandomOrder):
    """C3: everybody once, in random order, before anybody again."""

    def __init__(self, seats, entropy):
        super().__init__(seats, entropy)
        self._bag = 0

    def reset(self):
        self._bag = 0

    def joined(self, seat):
        self._bag |= 1 << seat

    def left(self, seat):
        self._bag &= ~(1 << seat)

    @micropython.native
    def draw(self, seats):
        if not self._bag & seats:
            self._bag |= seats  # who is stuck stays in it
        return super().draw(self._bag & seats)

    @micropython.native
    def commit(self, seat):
        super().commit(seat)
        self._bag &= ~(1 << seat)


class ClockwiseOrder(RandomOrder):
    """C4: seat by seat, as with a classic deck; `flip` stands for a Reverse card.

    The first turn falls to the seat after the one that joined first, the dealer.
    """

    has_direction = True

    def __init__(self, seats, entropy):
        super().__init__(seats, entropy)
        self._seats = seats
        self._arrivals = bytearray(seats)  # in the order in which they joined
        self.reset()

    def reset(self):
        self.clockwise = True
        self._arrived = 0  # of `_arrivals`
        self._from = -1
        self._again = -1  # who goes again after a flip with two at the table

    def joined(self, seat):
        arrivals = self._arrivals
        others = 0
        for i in range(self._arrived):
            if arrivals[i] != seat:
                arrivals[others] = arrivals[i]
                others += 1
        arrivals[others] = seat
        self._arrived = others + 1

    def flip(self, seats):
        """With two `seats` joined the last player goes again."""
        self.clockwise = not self.clockwise
        if count_of(seats) == 2:
            self._again = self._from

    @micropython.native
    def draw(self, seats):
        if self._again >= 0 and seats & 1 << self._again:
            return self._again
        seat = self._from if self._from >= 0 else self._dealer(seats)
        while True:
            seat = (seat + (1 if self.clockwise else -1)) % self._seats
            if seats & 1 << seat:
                return seat

    @micropython.native
    def commit(self, seat):
        self._from = seat
        self._again = -1

    def _dealer(self, seats):
        for i in range(self._arrived):
            if seats & 1 << self._arrivals[i]:
                return self._arrivals[i]
        return 0


ORDERS = {"random": RandomOrder, "bag": BagOrder, "clockwise": ClockwiseOrder}
