"""What the unit remembers of each seat (N1): plain figures, since power-on."""

from array import array


class Journal:
    """Figures by seat. `changed` and `unwritten` are masks of seats whose figures have changed:
    the log clears the one, whoever writes the file clears the other.

    `best_ms` is -1 until there is a slap to measure.
    """

    def __init__(self, seats):
        self.seats = seats
        self.changed = 0
        self.unwritten = 0
        self.turns = array("i", [0] * seats)  # begun
        self.timeouts = array("i", [0] * seats)
        self.total_ms = array("i", [0] * seats)  # of all turns, without pauses
        self.longest_ms = array("i", [0] * seats)
        self.races = array("i", [0] * seats)  # run as an opponent
        self.lost = array("i", [0] * seats)
        self.best_ms = array("i", [-1] * seats)
        self._slap_ms = array("i", [-1] * seats)  # in the present race

    def turn_began(self, seat):
        self.turns[seat] += 1
        self._touch(1 << seat)

    def turn_ended(self, seat, ms, timed_out):
        self.total_ms[seat] += ms
        self.longest_ms[seat] = max(self.longest_ms[seat], ms)
        if timed_out:
            self.timeouts[seat] += 1
        self._touch(1 << seat)

    def race_began(self):
        """A race that did not end, because of a reset, is forgotten here."""
        for seat in range(self.seats):
            self._slap_ms[seat] = -1

    def slapped(self, seat, ms):
        self._slap_ms[seat] = ms

    def race_ended(self, opponents, losers):
        """`opponents` ran (a mask), `losers` lost."""
        for seat in range(self.seats):
            if opponents & 1 << seat:
                self.races[seat] += 1
                ms = self._slap_ms[seat]
                if ms >= 0 and (self.best_ms[seat] < 0 or ms < self.best_ms[seat]):
                    self.best_ms[seat] = ms
            if losers & 1 << seat:
                self.lost[seat] += 1
        self._touch(opponents)

    def _touch(self, seats):
        self.changed |= seats
        self.unwritten |= seats
