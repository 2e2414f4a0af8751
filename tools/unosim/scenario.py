"""The scenario language: text in, steps out; whatever is wrong is named as FILE:LINE: reason.

    scenario = read("game.scenario")
    scenario.check_board("pico6", 6)

Reading checks every line before anything is played. What only the running unit can tell (a
group is empty, a contact is closed already) the player finds.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from unosim import steps
from unosim.line import Line, LineError
from unosim.steps import Step
from unosim.verbs import VERBS

HEADERS = ("board", "settings", "seed")  # `speed` and `supply` are verbs as well
HIGHEST_SEED = (1 << 63) - 1
DEMO = Path(__file__).with_name("demo.scenario")  # a game that shows what there is

# `repeat` and `end` do nothing by themselves.
_WITHOUT_POWER = ("press", "bounce", "speed", "supply", "battery", "repeat", "end")
_AT_POWER_ON = {"speed": ("slow", "medium", "fast"), "supply": steps.SUPPLIES}


class ScenarioError(Exception):
    """A scenario that cannot be played; as text `FILE:LINE: reason`."""

    def __init__(self, path: str, line: int | None, reason: str):
        place = path if line is None else f"{path}:{line}"
        super().__init__(f"{place}: {reason}")


@dataclass
class Scenario:
    """What a file says: its header (None where it is silent) and its steps.

    `settings` is the text of the device's `settings.json`, `source` the lines of the file.
    `walk` follows the `repeat` and `end` in `steps`.
    """

    path: str
    board: str | None = None
    board_line: int | None = None
    settings: str | None = None
    seed: int | None = None
    speed: str = "medium"
    supply: str = "battery"
    steps: list[Step] = field(default_factory=list)
    source: list[str] = field(default_factory=list)

    def walk(self) -> Iterator[Step]:
        """The steps in the order they are played, `repeat` and `end` resolved.

        Time that passes before a `repeat` (once) or an `end` (each round) comes as a `wait`.
        """
        place = 0
        left: list[int] = []  # rounds still to come, of each repeat around this place
        while place < len(self.steps):
            step = self.steps[place]
            if not isinstance(step, steps.Repeat | steps.End):
                yield step
            elif step.after_ns:
                yield steps.Wait(step.line, 0, step.after_ns)
            if isinstance(step, steps.Repeat):
                left.append(step.times - 1)
            elif isinstance(step, steps.End):
                if left[-1]:
                    left[-1] -= 1
                    place = step.begin
                else:
                    left.pop()
            place += 1

    def begins_without_power(self) -> bool:
        """Whether a `power on` switches the unit on, not the first step, whatever it is.

        So it is where only `press`, `bounce`, `speed`, `supply` and `battery` stand before it.
        """
        for step in self.steps:
            if isinstance(step, steps.Power) and step.on:
                return True
            if step.verb not in _WITHOUT_POWER:
                return False
        return False

    def check_board(self, name: str, seats: int) -> None:
        """Raises ScenarioError where a step names a seat that the board lacks."""
        for step in self.steps:
            for button in steps.buttons_of(step):
                if button in steps.SEATS and steps.seat_number(button) > seats:
                    allowed = f"p1 … p{seats}, slap, play"
                    raise ScenarioError(
                        self.path, step.line, f"{button}: board {name} has {allowed}"
                    )


def read(path: str) -> Scenario:
    """The scenario in that file; ScenarioError where there is none."""
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise ScenarioError(path, None, f"cannot be read: {reason}") from None
    return parse(data, path)


def parse(data: bytes, path: str = "scenario") -> Scenario:
    """The scenario that the bytes of a file say; ScenarioError where they make none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ScenarioError(path, line, "not UTF-8") from None
    # Not splitlines(): it also ends lines where an editor does not.
    scenario = Scenario(path, source=text.split("\n"))
    open_repeats: list[int] = []
    for number, raw in enumerate(scenario.source, 1):
        line = Line(number, raw.removesuffix("\r"))
        try:
            if line.words:
                _take(scenario, line, open_repeats)
        except LineError as error:
            raise ScenarioError(path, number, str(error)) from None
    if open_repeats:
        raise ScenarioError(path, scenario.steps[open_repeats[-1]].line, "repeat without end")
    return scenario


def _take(scenario: Scenario, line: Line, open_repeats: list[int]) -> None:
    after_ns = line.delay_ns()
    verb = line.word("a verb")
    if verb in HEADERS:
        if scenario.steps:
            raise LineError(f"{verb} belongs before the first step")
        if line.delayed:
            raise LineError(f"{verb} is a header line: no time passes before it")
        _HEADER[verb](scenario, line)
    elif not scenario.steps and not line.delayed and line.peek() in _AT_POWER_ON.get(verb, ()):
        # A step before the first step. The impossible `speed broken` is one wherever it stands.
        setattr(scenario, verb, line.word(verb))
    elif verb == "repeat":
        open_repeats.append(len(scenario.steps))
        times = line.whole("how often", 1)
        scenario.steps.append(steps.Repeat(line.number, after_ns, times))
    elif verb == "end":
        _close(scenario, line, after_ns, open_repeats)
    elif verb in VERBS:
        scenario.steps.append(VERBS[verb](line, after_ns))
    else:
        known = ", ".join(sorted((*HEADERS, *VERBS, "repeat", "end")))
        raise LineError(f"unknown verb {line.shown(verb)}; known: {known}")
    line.finish()


def _close(scenario: Scenario, line: Line, after_ns: int, open_repeats: list[int]) -> None:
    if not open_repeats:
        raise LineError("end without repeat")
    begin = open_repeats.pop()
    if begin == len(scenario.steps) - 1:
        raise LineError("nothing stands between repeat and end")
    scenario.steps.append(steps.End(line.number, after_ns, begin))


def _board(scenario: Scenario, line: Line) -> None:
    _once(scenario.board, "board")
    scenario.board = line.word("a board's name")
    scenario.board_line = line.number


def _seed(scenario: Scenario, line: Line) -> None:
    _once(scenario.seed, "seed")
    scenario.seed = line.whole("a seed", 0, HIGHEST_SEED)


def _settings(scenario: Scenario, line: Line) -> None:
    _once(scenario.settings, "settings")
    scenario.settings = line.rest("the text of settings.json")


def _once(value: object, name: str) -> None:
    if value is not None:
        raise LineError(f"a second {name} line")


_HEADER = {"board": _board, "seed": _seed, "settings": _settings}
