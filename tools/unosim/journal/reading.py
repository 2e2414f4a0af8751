"""Journal files as figures (N1–N3): what each seat did in each session, and what went wrong.

    journal = read(["journal.old.txt", "journal.txt"])
    journal.total["p1"].turns

Whatever the files hold is no error: lines that are no whole record are counted.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from unosim import firmware_rules

_records = firmware_rules.load("records")
_MOST = ("turns", "timeouts", "total_ms", "longest_ms", "races", "lost")
_SEATS = tuple(f"p{seat}" for seat in range(1, 9))


@dataclass
class Figures:
    """Of one seat: as the firmware's records have them; `best_ms` is None without a slap."""

    turns: int = 0
    timeouts: int = 0
    total_ms: int = 0
    longest_ms: int = 0
    races: int = 0
    lost: int = 0
    best_ms: int | None = None

    @property
    def mean_ms(self) -> float | None:
        """Of a turn, the one that was going on when the record was written included."""
        return self.total_ms / self.turns if self.turns else None

    def update(self, later: "Figures") -> None:
        """More of the same session: figures only grow, so the order of records does not matter."""
        for name in _MOST:
            setattr(self, name, max(getattr(self, name), getattr(later, name)))
        self._best(later)

    def add(self, other: "Figures") -> None:
        """Another session."""
        longest_ms = max(self.longest_ms, other.longest_ms)
        for name in _MOST:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest_ms = longest_ms
        self._best(other)

    def _best(self, other: "Figures") -> None:
        slaps_ms = [ms for ms in (self.best_ms, other.best_ms) if ms is not None]
        self.best_ms = min(slaps_ms, default=None)


@dataclass
class Session:
    """From a power-on to the next."""

    seats: dict[str, Figures] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@dataclass
class Journal:
    sessions: dict[int, Session] = field(default_factory=dict)
    records: int = 0
    broken: int = 0  # lines that are no whole record

    @property
    def total(self) -> dict[str, Figures]:
        """By seat, over all sessions; seats in order."""
        sums: dict[str, Figures] = {}
        for name in _SEATS:
            played = [s.seats[name] for s in self.sessions.values() if name in s.seats]
            if played:
                sums[name] = Figures()
                for figures in played:
                    sums[name].add(figures)
        return sums


def read(paths: Iterable[str]) -> Journal:
    """One journal of one or more files, in any order. OSError if one cannot be read."""
    journal = Journal()
    for path in paths:
        with open(path, "rb") as file:
            for line in file.read().split(b"\n"):
                if line:
                    _take(journal, line)
    journal.sessions = dict(sorted(journal.sessions.items()))
    return journal


def _take(journal: Journal, line: bytes) -> None:
    record = _records.decode(line)
    try:
        number = record["session"]
        if type(number) is not int:
            raise TypeError
        fault = record.get("fault")
        seats = {} if fault is not None else _seats(record["figures"])
    except (TypeError, KeyError, ValueError, AttributeError):  # None, or nothing that we wrote
        journal.broken += 1
        return
    journal.records += 1
    session = journal.sessions.setdefault(number, Session())
    if fault is not None:
        session.faults.append(str(fault))
    for name, figures in seats.items():
        session.seats.setdefault(name, Figures()).update(figures)


def _seats(values: dict) -> dict[str, Figures]:
    seats = {}
    for name, numbers in values.items():
        if name not in _SEATS or any(type(number) is not int for number in numbers):
            raise ValueError
        figures = dict(zip(_records.FIGURES, numbers, strict=True))
        if figures["best_ms"] < 0:
            figures["best_ms"] = None
        seats[name] = Figures(**figures)
    return seats
