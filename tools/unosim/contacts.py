"""The contacts of the unit as people move them: exact edges, chatter included.

    contacts = Contacts(("p1", "slap"), emit)
    contacts.bounce(3, 400_000)
    contacts.move(1_000_000, "p1", True)
    contacts.flush(2_000_000)       # emit(1_000_000, "p1", True), emit(1_400_000, "p1", False) …

Bounces: the edge at t is followed by reversals at t + US, t + 2 US … t + N US, each of which
lasts half of US.
"""

from collections.abc import Callable, Iterable

Edge = tuple[int, int, str, bool]  # at_ns, running number, contact, closed


class Contacts:
    """Keeps the edges to come and hands each to `emit(at_ns, name, closed)` when it is due.

    Edges come in order of time, at the same time in the order they were asked for. A new
    move replaces what chatter of that contact would still have come at or after it; an edge
    to the level that the contact has already is none. `resting` tells where a contact is,
    chatter aside, once all has been played.
    """

    def __init__(self, names: Iterable[str], emit: Callable[[int, str, bool], None]):
        self.resting = dict.fromkeys(names, False)
        self.next_ns: int | None = None  # when the next edge is due
        self._level = dict(self.resting)
        self._pending: list[Edge] = []
        self._number = 0
        self._count = 0
        self._every_ns = 0
        self._emit = emit

    def bounce(self, count: int, every_ns: int) -> None:
        """Every later move chatters so; a count of 0: none does."""
        self._count, self._every_ns = count, every_ns

    def move(self, at_ns: int, name: str, closed: bool) -> None:
        """Closes or opens the contact."""
        self._pending = [edge for edge in self._pending if edge[2] != name or edge[0] < at_ns]
        self.resting[name] = closed
        self._add(at_ns, name, closed)
        for i in range(1, self._count + 1):
            back_ns = at_ns + i * self._every_ns
            self._add(back_ns, name, not closed)
            self._add(back_ns + self._every_ns // 2, name, closed)
        self._sort()

    def glitch(self, at_ns: int, name: str, for_ns: int) -> None:
        """One pulse: a closure of an open contact, an opening of a closed one."""
        resting = self.resting[name]
        self._add(at_ns, name, not resting)
        self._add(at_ns + for_ns, name, resting)
        self._sort()

    def flush(self, until_ns: int) -> None:
        """Emits the edges up to then, that moment included."""
        while self.next_ns is not None and self.next_ns <= until_ns:
            at_ns, _, name, closed = self._pending.pop()
            self.next_ns = self._pending[-1][0] if self._pending else None
            if self._level[name] != closed:
                self._level[name] = closed
                self._emit(at_ns, name, closed)

    def shift(self, by_ns: int) -> None:
        """Moves the edges to come by that much: another moment is called 0."""
        self._pending = [
            (at_ns + by_ns, number, name, closed) for at_ns, number, name, closed in self._pending
        ]
        self._sort()

    def _add(self, at_ns: int, name: str, closed: bool) -> None:
        self._pending.append((at_ns, self._number, name, closed))
        self._number += 1

    def _sort(self) -> None:
        self._pending.sort(reverse=True)
        self.next_ns = self._pending[-1][0] if self._pending else None
