"""Groups of buttons, as they stand by the states in the trace."""

from collections.abc import Iterable

from unosim.steps import GROUPS, names
from unosim.view import View


class EmptyGroup(Exception):
    """Nobody is in the group that this names."""


def members(group: str, view: View, seats: int) -> list[str]:
    """The buttons in the group, by seat; none is no error here.

    `chosen`: the player of the present or last turn. `flashing`: whose press the unit waits
    for in `timed_out` or `slap_lost`. `joined`. `others`: joined, not chosen. `unslapped`:
    opponents in a race who have not slapped yet. `free`: seats nobody has joined.
    """
    return names(sorted(_players(group, view, seats)))


def resolve(words: Iterable[str], view: View, seats: int) -> list[str]:
    """Buttons for buttons and groups, in the order given; EmptyGroup where one is empty."""
    found = []
    for word in words:
        if word not in GROUPS:
            found.append(word)
            continue
        buttons = members(word, view, seats)
        if not buttons:
            raise EmptyGroup(word)
        found.extend(buttons)
    return found


def _players(group: str, view: View, seats: int) -> Iterable[int]:
    if group == "chosen":
        return () if view.chosen is None else (view.chosen,)
    if group == "flashing":
        return view.players if view.state in ("timed_out", "slap_lost") else ()
    if group == "joined":
        return view.joined
    if group == "others":
        return (player for player in view.joined if player != view.chosen)
    if group == "unslapped":
        return view.players if view.state == "slap_race" else ()
    return (player for player in range(1, seats + 1) if player not in view.joined)
