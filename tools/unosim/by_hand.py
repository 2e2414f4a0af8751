"""A scenario that people make up while they play, and its text.

    scenario = ByHand(next_step, board="pico8", seed=7)
    script = Script(scenario, write=file.write)
    Player(scenario, board, backend, recorder, pace).run()      # next_step() -> a step, or None

Played so and played again from its text, the same steps go through the same Player at the same
times: what the unit did, it does again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from unosim import steps
from unosim.scenario import Scenario


@dataclass
class Script:
    """The text of the steps so far. Time that passes is gathered into the next step's `+MS`.

    `write` gets each line as soon as it is known.
    """

    scenario: Scenario
    write: Callable[[str], object] = lambda line: None
    lines: list[tuple[int, str]] = field(default_factory=list)  # at how many ns, text
    at_ns: int = 0
    _since_ns: int = 0

    def __post_init__(self) -> None:
        for line in _header(self.scenario):
            self._put(line)

    def add(self, step: steps.Step) -> None:
        """What is done next."""
        self.at_ns += step.after_ns
        if isinstance(step, steps.Wait):
            self.at_ns += step.for_ns
        else:
            self._put(self._timed(_words(step)))
            self._since_ns = self.at_ns

    def end(self) -> None:
        """Time passes up to here, and then no more."""
        self._put(self._timed("wait 0"))
        self._since_ns = self.at_ns

    def text(self, last_ns: int | None = None) -> str:
        """All of it, up to now; with `last_ns` a comment marks where so much is left.

        What was before cannot be left out: from it the unit came to where it was then.
        """
        mark_ns = 0 if last_ns is None else max(0, self.at_ns - last_ns)
        marked, text = mark_ns == 0, []
        for at_ns, line in self.lines:
            if not marked and at_ns >= mark_ns:
                text.append(f"# From here on: the last {steps.ms_text(self.at_ns - at_ns)} ms.")
                marked = True
            text.append(line)
        text.append(self._timed("wait 0"))
        return "".join(line + "\n" for line in text)

    def _timed(self, words: str) -> str:
        after_ns = self.at_ns - self._since_ns
        return f"+{steps.ms_text(after_ns)} {words}" if after_ns else words

    def _put(self, line: str) -> None:
        self.lines.append((self.at_ns, line))
        self.write(line + "\n")


class ByHand(Scenario):
    """A scenario without a file; `next_step` answers None when it is over.

    `script` takes down what is played.
    """

    def __init__(self, next_step: Callable[[], steps.Step | None], **header):
        super().__init__("by hand", **header)
        self.script = Script(self)
        self.next_step = next_step

    def walk(self) -> Iterator[steps.Step]:
        while (step := self.next_step()) is not None:
            self.script.add(step)
            yield step


def one_line(settings: str) -> str:
    """The settings as the header of a scenario can hold them: a line, to the unit the same."""
    return " ".join(line.strip() for line in settings.split("\n")).strip()


def _header(scenario: Scenario) -> Iterator[str]:
    if scenario.board is not None:
        comment = "# --board " if scenario.board.split() != [scenario.board] else "board "
        yield comment + scenario.board
    if scenario.settings is not None:
        yield f"settings {scenario.settings}"
    if scenario.seed is not None:
        yield f"seed {scenario.seed}"
    yield f"speed {scenario.speed}"
    yield f"supply {scenario.supply}"


def _words(step: steps.Step) -> str:
    if isinstance(step, steps.Press | steps.Release):
        return f"{step.verb} {' '.join(step.buttons)}"
    if isinstance(step, steps.Speed):
        return f"speed {step.position}"
    if isinstance(step, steps.Power):
        return f"power {'on' if step.on else 'off'}"
    if isinstance(step, steps.Supply):
        return f"supply {step.kind}"
    if isinstance(step, steps.Battery):
        return f"battery {step.millivolts / 1000:g}"
    raise TypeError(f"{step.verb} is not done by hand")
