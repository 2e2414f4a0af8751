"""What the unit's own reports say of it: a View, and how each event changes it.

A View never changes: whoever kept one knows what was known then.
"""

from dataclasses import dataclass, replace

from unosim.log import Event
from unosim.steps import NS_PER_US

FAULTS = ("stuck", "fault", "setting")
_KEEPS_TURN = ("paused", "asleep")  # states that come back to where they were


@dataclass(frozen=True)
class View:
    """The unit as reported since the latest power-on; `state` is None before the first report.

    `players`: whom the state concerns; `chosen`: the player of the present or last turn, None
    after a reset; `losers`: as the last race named them; `faults`: how many `stuck`, `fault`
    and `setting` events. A running turn with a limit ends at `turn_end_ns`; one that pauses
    keeps `turn_left_ns`. `journal`: each seat's figures, in the order they were told;
    `volume`: None before the first report.
    """

    state: str | None = None
    players: tuple[int, ...] = ()
    joined: tuple[int, ...] = ()
    chosen: int | None = None
    losers: tuple[int, ...] = ()
    faults: int = 0
    turn_end_ns: int | None = None
    turn_left_ns: int | None = None
    journal: tuple[Event, ...] = ()
    volume: str | None = None

    def after(self, event: Event, at_ns: int) -> "View":
        """The view once the unit has reported the event as of `at_ns`."""
        view = self
        if event.kind == "state":
            view = self._in_state(event, at_ns)
        elif event.kind == "joined":
            view = replace(self, joined=event.players)
        elif event.kind == "journal":
            others = [told for told in self.journal if told.players != event.players]
            view = replace(self, journal=(*others, event))
        elif event.kind == "volume":
            view = replace(self, volume=event.text)
        elif event.kind in FAULTS:
            view = replace(self, faults=self.faults + 1)
        if view.state == "joining" and not view.joined and view.chosen is not None:
            view = replace(view, chosen=None)  # a reset
        return view

    def turn_left(self, at_ns: int) -> int | None:
        """Nanoseconds that the turn has left; None where none is running or no limit runs."""
        if self.turn_end_ns is not None:
            return self.turn_end_ns - at_ns
        return self.turn_left_ns

    def figure(self, player: int, key: str) -> int | None:
        """That figure of the seat's journal; nothing told yet is 0, but a best slap is None."""
        figures = {}
        for told in self.journal:
            if told.players == (player,):
                figures = dict(told.figures)
        return figures.get(key, None if key == "best_ms" else 0)

    def _in_state(self, event: Event, at_ns: int) -> "View":
        chosen, losers, end_ns, left_ns = self.chosen, self.losers, None, None
        if event.state == "turn":
            chosen = event.players[0] if event.players else None
            if event.limit_us is not None:
                end_ns = at_ns + event.limit_us * NS_PER_US
        elif event.state in _KEEPS_TURN:
            left_ns = self.turn_left(at_ns)
        elif event.state == "slap_lost" and self.state not in ("slap_lost", *_KEEPS_TURN):
            losers = event.players
        return replace(
            self,
            state=event.state,
            players=event.players,
            chosen=chosen,
            losers=losers,
            turn_end_ns=end_ns,
            turn_left_ns=left_ns,
        )
