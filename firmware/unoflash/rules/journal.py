"""What the unit remembers of each seat (N1): plain figures, since power-on."""

from array import array

import micropython

from unoflash.rules.report import FIGURES


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
        self._ran = 0  # opponents in a race that has ended, as a mask, …
        self._losers = 0  # … and who of them lost
        self._slapped = 0  # in the present race, as a mask …
        self._slap_ms = array("i", [0] * seats)  # … after so many ms

    @micropython.native
    def turn_began(self, seat):
        self.turns[seat] += 1
        self.changed |= 1 << seat
        self.unwritten |= 1 << seat

    @micropython.native
    def turn_ended(self, seat, ms, timed_out):
        self.total_ms[seat] += ms
        if ms > self.longest_ms[seat]:
            self.longest_ms[seat] = ms
        if timed_out:
            self.timeouts[seat] += 1
        self.changed |= 1 << seat
        self.unwritten |= 1 << seat

    def race_began(self):
        """A race that did not end, because of a reset, is forgotten here."""
        self._slapped = 0

    @micropython.native
    def slapped(self, seat, ms):
        self._slapped |= 1 << seat
        self._slap_ms[seat] = ms

    @micropython.native
    def race_ended(self, opponents, losers):
        """`opponents` ran (a mask), `losers` lost."""
        self._ran = opponents
        self._losers = losers
        self.changed |= opponents
        self.unwritten |= opponents

    @micropython.native
    def settle(self):
        """Count the race that has ended: nobody waits for that."""
        for seat in range(self.seats):
            if self._ran & 1 << seat:
                self.races[seat] += 1
                ms = self._slap_ms[seat]
                best_ms = self.best_ms[seat]
                if self._slapped & 1 << seat and (best_ms < 0 or ms < best_ms):
                    self.best_ms[seat] = ms
                if self._losers & 1 << seat:
                    self.lost[seat] += 1
        self._ran = 0

    def report_to(self, report, now_us):
        """Have the figures logged that have changed."""
        if self._ran:
            self.settle()
        changed = self.changed
        self.changed = 0
        for seat in range(self.seats):
            if changed & 1 << seat:
                report.add(FIGURES, now_us, seat)
