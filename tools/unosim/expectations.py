"""Judges what `expect` says, as of the moment at which its step stood.

`lit`, `dark`, `flashing`, `tone`, `silent` and `heard` look at the outputs alone.
"""

from collections.abc import Callable
from dataclasses import dataclass

from unosim import steps
from unosim.groups import EmptyGroup, resolve
from unosim.recorder import RECENT_NS, Recorder
from unosim.steps import Expect, names
from unosim.view import View

HALF = 0.5  # a light at this level or above is lit


@dataclass(frozen=True)
class Unmet:
    """What was expected, and what there was instead."""

    expected: str
    got: str


@dataclass(frozen=True)
class Moment:
    """A moment of a run, for which `known` was the latest view."""

    at_ns: int
    known: View
    recorder: Recorder
    seats: int

    @property
    def view(self) -> View:
        """What the reports say of this moment, late ones included."""
        return self.recorder.views.known_at(self.at_ns, self.known)

    def level(self, light: str) -> float:
        return self.recorder.lights[light].at(self.at_ns)

    def tone(self) -> int:
        return self.recorder.tone.at(self.at_ns)

    def times_on_off(self, light: str) -> tuple[int, int]:
        """How often the light was seen going on, and going off, in the last 1.5 s."""
        levels = self.recorder.lights[light].within(self.at_ns - RECENT_NS, self.at_ns)
        lit = [level >= HALF for level in levels]
        turns = [after for before, after in zip(lit, lit[1:], strict=False) if before != after]
        return turns.count(True), turns.count(False)


def judge(expect: Expect, moment: Moment) -> Unmet | None:
    """None where the expectation holds."""
    try:
        return _JUDGES[expect.what](expect.args, moment)
    except EmptyGroup as group:
        return Unmet(f"somebody in {group}", "nobody")


def _state(args: tuple, moment: Moment) -> Unmet | None:
    if moment.view.state in args:
        return None
    return Unmet(f"state {' or '.join(args)}", shown(moment.view))


def _joined(args: tuple, moment: Moment) -> Unmet | None:
    expected = set(resolve(args, moment.view, moment.seats))
    return _players("joined", expected, names(moment.view.joined))


def _losers(args: tuple, moment: Moment) -> Unmet | None:
    losers = names(moment.view.losers)
    if isinstance(args[0], int):
        if len(losers) == args[0]:
            return None
        return Unmet(f"losers {args[0]}", _listed(losers, f"{len(losers)}: "))
    return _players("losers", set(resolve(args, moment.view, moment.seats)), losers)


def _lit(args: tuple, moment: Moment) -> Unmet | None:
    return _levels("lit", args, moment, lambda level: level >= HALF)


def _dark(args: tuple, moment: Moment) -> Unmet | None:
    return _levels("dark", args, moment, lambda level: level < HALF)


def _flashing(args: tuple, moment: Moment) -> Unmet | None:
    lights = resolve(args, moment.view, moment.seats)
    seen = {light: moment.times_on_off(light) for light in lights}
    if all(min(times) >= 2 for times in seen.values()):
        return None
    got = ", ".join(f"{light} {on}x on, {off}x off" for light, (on, off) in seen.items())
    return Unmet(f"flashing {' '.join(lights)}", f"{got} in 1.5 s")


def _tone(args: tuple, moment: Moment) -> Unmet | None:
    return None if moment.tone() else Unmet("tone", "silence")


def _silent(args: tuple, moment: Moment) -> Unmet | None:
    return Unmet("silence", f"a tone of {moment.tone()} Hz") if moment.tone() else None


def _heard(args: tuple, moment: Moment) -> Unmet | None:
    tones = moment.recorder.tone.within(moment.at_ns - RECENT_NS, moment.at_ns)
    return None if any(tones) else Unmet("a tone heard in the last 1.5 s", "silence")


def _turn_left(args: tuple, moment: Moment) -> Unmet | None:
    from_ns, to_ns = args
    left_ns = moment.view.turn_left(moment.at_ns)
    if left_ns is not None and from_ns <= left_ns <= to_ns:
        return None
    got = "no running limit in " + shown(moment.view)
    if left_ns is not None:
        got = f"{steps.ms_text(left_ns)} ms"
    return Unmet(f"turn_left {steps.ms_text(from_ns)} … {steps.ms_text(to_ns)} ms", got)


def _asleep(args: tuple, moment: Moment) -> Unmet | None:
    lit = [light for light in moment.recorder.lights if moment.level(light) >= HALF]
    got = []
    if moment.view.state != "asleep":
        got.append("state " + shown(moment.view))
    if lit:
        got.append(" ".join(lit) + " lit")
    if moment.tone():
        got.append(f"a tone of {moment.tone()} Hz")
    return Unmet("asleep, dark and silent", ", ".join(got)) if got else None


def _faults(args: tuple, moment: Moment) -> Unmet | None:
    faults = moment.view.faults
    return None if faults == args[0] else Unmet(f"faults {args[0]}", str(faults))


def _journal(args: tuple, moment: Moment) -> Unmet | None:
    word, key, expected = args
    for seat in resolve([word], moment.view, moment.seats):
        figure = moment.view.figure(steps.seat_number(seat), key)
        if figure != expected:
            got = "none" if figure is None else str(figure)
            return Unmet(f"journal {seat} {key} {expected}", got)
    return None


def _volume(args: tuple, moment: Moment) -> Unmet | None:
    volume = moment.view.volume
    return None if volume == args[0] else Unmet(f"volume {args[0]}", volume or "none reported")


def _levels(word: str, args: tuple, moment: Moment, holds: Callable[[float], bool]) -> Unmet | None:
    lights = resolve(args, moment.view, moment.seats)
    wrong = [light for light in lights if not holds(moment.level(light))]
    if not wrong:
        return None
    got = ", ".join(f"{light} at {moment.level(light)}" for light in wrong)
    return Unmet(f"{word} {' '.join(lights)}", got)


def _players(word: str, expected: set[str], got: list[str]) -> Unmet | None:
    if expected == set(got):
        return None
    return Unmet(_listed(sorted(expected), f"{word} "), _listed(got))


def _listed(players: list[str], before: str = "") -> str:
    return before + (" ".join(players) or "nobody")


def shown(view: View) -> str:
    """The state and whom it concerns."""
    if view.state is None:
        return "no state reported"
    return " ".join([view.state, *names(view.players)])


_JUDGES: dict[str, Callable[[tuple, Moment], Unmet | None]] = {
    "state": _state,
    "joined": _joined,
    "lit": _lit,
    "dark": _dark,
    "flashing": _flashing,
    "losers": _losers,
    "tone": _tone,
    "silent": _silent,
    "heard": _heard,
    "turn_left": _turn_left,
    "asleep": _asleep,
    "faults": _faults,
    "journal": _journal,
    "volume": _volume,
}
