"""What people's hands do to the unit: its contacts and its Speed Switch.

    hands = Hands(board, backend, recorder, "medium")
    hands.switched_on(0)
    hands.contacts.move(1_000_000, "p1", True)
    hands.flush(1_000_000)

Whatever is done goes to the backend and into the trace.
"""

from unosim.contacts import Contacts
from unosim.recorder import Recorder

_SPEED_CONTACTS = {  # closed to ground: slow's, fast's
    "slow": (True, False),
    "medium": (False, False),
    "fast": (False, True),
    "broken": (True, True),
}


class Hands:
    """Before the first power-on nobody knows yet which moment will be called 0: what is done
    until `switched_on` is kept, and then told as of negative times.
    """

    def __init__(self, board, backend, recorder: Recorder, speed: str):
        self.contacts = Contacts(board.contacts, self._contact)
        self.flush = self.contacts.flush
        self._board = board
        self._backend = backend
        self._recorder = recorder
        self._speed = speed
        self._before: list[tuple] | None = []
        for gpio, level in self._speed_levels():
            if level == 0:
                backend.set_input(0, gpio, level)

    def switched_on(self, at_ns: int) -> None:
        """Power comes on for the first time: that moment is 0 from now on."""
        before, self._before = self._before or [], None
        self.contacts.shift(-at_ns)
        for before_ns, *what in before:
            self._input(before_ns - at_ns, *what)

    def move_speed(self, at_ns: int, position: str) -> None:
        """Moves the Speed Switch; where it stands already, nothing happens."""
        if position != self._speed:
            self._speed = position
            self._input(at_ns, self._speed_levels(), "speed", {"speed": position})

    def _speed_levels(self) -> list[tuple[int, int]]:
        slow, fast = _SPEED_CONTACTS[self._speed]
        return [(self._board.speed_slow, 1 - slow), (self._board.speed_fast, 1 - fast)]

    def _contact(self, at_ns: int, name: str, closed: bool) -> None:
        level = self._board.closed_level if closed else 1 - self._board.closed_level
        event = "press" if closed else "release"
        self._input(at_ns, [(self._board.contacts[name], level)], event, {"button": name})

    def _input(self, at_ns: int, levels: list[tuple[int, int]], event: str, values: dict) -> None:
        if self._before is not None:
            self._before.append((at_ns, levels, event, values))
            return
        for gpio, level in levels:
            self._backend.set_input(max(at_ns, self._backend.now_ns), gpio, level)
        self._recorder.input(at_ns, event, **values)
