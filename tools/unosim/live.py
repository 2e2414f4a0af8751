"""Shows a run while it happens: a picture in a terminal, plain lines where output is piped.

    live = picture_or_lines(board, "host", scenario, recorder)
    with live:
        Player(scenario, board, backend, recorder, pace=live).run()

In a terminal a second of the unit takes a second, or what the factor `pace` makes of it; piped
lines come as fast as they can.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable

from rich.console import Console
from rich.live import Live

from unosim import log, steps
from unosim.expectations import HALF
from unosim.picture import HEIGHT, WIDTH, Picture, Scene
from unosim.player import Pace
from unosim.recorder import Recorder
from unosim.scenario import Scenario
from unosim.steps import NS_PER_MS

FRAME_NS = 33 * NS_PER_MS  # 30 pictures a second
_NS_PER_S = 1_000 * NS_PER_MS
STEADY_NS = 100 * NS_PER_MS  # lights that change sooner are no line of their own


def picture_or_lines(
    board,
    backend: str,
    scenario: Scenario,
    recorder: Recorder,
    *,
    pace: float | None = None,
    console: Console | None = None,
) -> "Shown":
    """The picture where it fits, else lines; `pace` 2 is twice as fast as the real unit."""
    console = console or Console(highlight=False)
    if console.is_terminal and console.width >= WIDTH and console.height > HEIGHT:
        return LivePicture(board, backend, scenario, recorder, console, pace or 1.0)
    if pace is None and console.is_terminal:
        pace = 1.0
    return PlainLines(scenario, recorder, pace)


class Shown(Pace, ABC):
    """What both have: the scene, kept up to date, and the pace."""

    def __init__(self, scenario: Scenario, recorder: Recorder, pace: float | None):
        self.scene = Scene(speed=scenario.speed)
        self._scenario = scenario
        self._recorder = recorder
        self.pace = pace
        self.clock: Callable[[], int] = time.monotonic_ns
        self.sleep: Callable[[float], None] = time.sleep
        self._ahead_ns: int | None = None
        recorder.on_record = self._record
        recorder.on_event = self._event

    def __exit__(self, *_) -> None:
        self._show()

    def limit(self, now_ns: int, until_ns: int) -> int:
        """Waits for the wall clock, shows, and lets the unit run up to the next picture."""
        self.scene.now_ns = now_ns
        if self.pace is None:
            self._show()
            return until_ns
        wall_ns = self.clock()
        unit_ns = int(now_ns / self.pace)
        if self._ahead_ns is None or unit_ns - wall_ns < self._ahead_ns - _NS_PER_S:
            self._ahead_ns = unit_ns - wall_ns  # the start; or the backend is slower than time
        early_ns = unit_ns - wall_ns - self._ahead_ns
        self._show()
        if early_ns > 0:
            self.sleep(early_ns / _NS_PER_S)
        return min(until_ns, now_ns + max(1, int(FRAME_NS * self.pace)))

    def step(self, step: steps.Step) -> None:
        """The present line of the scenario, and the comment above it as a caption."""
        source = self._scenario.source
        self.scene.step = f"{self._scenario.path}:{step.line}: {source[step.line - 1].strip()}"
        for line in reversed(source[: step.line]):
            if line.lstrip().startswith("#"):
                self.scene.caption = line.strip().lstrip("# ")
                return

    def _record(self, record: dict) -> None:
        scene, event = self.scene, record["event"]
        if event == "press":
            scene.pressed.add(record["button"])
        elif event == "release":
            scene.pressed.discard(record["button"])
        elif event == "power":
            scene.power = record["on"]
        elif event == "speed":
            scene.speed = record["speed"]
        elif event == "light":
            scene.lights[record["light"]] = record["level"]
        elif event == "tone":
            scene.tone_hz = record["hz"]
        scene.view = self._recorder.view
        text = _told(record)
        if text:
            self._tell(record["t"], text)

    def _event(self, event: log.Event, at_ns: int) -> None:
        if event.kind in ("ready", "text") and event.text and self._recorder.view.state is None:
            self._tell(at_ns // steps.NS_PER_US, event.text)

    @abstractmethod
    def _tell(self, t: int, text: str) -> None:
        """That happened `t` microseconds after the first power-on."""

    @abstractmethod
    def _show(self) -> None:
        """The scene as it is by now, where it is time to."""


class LivePicture(Shown):
    """The picture, drawn anew up to 30 times a second; the last one stays."""

    def __init__(self, board, backend, scenario, recorder, console: Console, pace: float):
        super().__init__(scenario, recorder, pace)
        self._picture = Picture(board, backend)
        self._live = Live(console=console, auto_refresh=False)
        self._shown_ns = 0

    def __enter__(self):
        self._live.start()
        return self

    def __exit__(self, *_) -> None:
        self._draw()
        self._live.stop()

    def _show(self) -> None:
        if self.clock() - self._shown_ns >= FRAME_NS:
            self._draw()

    def _draw(self) -> None:
        self._shown_ns = self.clock()
        self._live.update(self._picture.draw(self.scene), refresh=True)

    def _tell(self, t: int, text: str) -> None:
        self.scene.happened.append(f"{t / 1e6:7.2f} {text}")
        del self.scene.happened[:-20]


class PlainLines(Shown):
    """A line for each thing that happens; lights once they rest, and sound, each once a state."""

    def __init__(
        self,
        scenario: Scenario,
        recorder: Recorder,
        pace: float | None,
        write: Callable[[str], None] = print,
    ):
        super().__init__(scenario, recorder, pace)
        self._write = write
        self._lit: tuple[str, ...] = ()
        self._lit_since = 0
        self._last_told: tuple[str, ...] = ()
        self._told_lit: set[tuple[str, ...]] = set()
        self._told_sound = False

    def step(self, step: steps.Step) -> None:
        before = self.scene.caption
        super().step(step)
        if self.scene.caption != before:
            self._write(f"# {self.scene.caption}")

    def _show(self) -> None:
        self._tell_lights(self.scene.now_ns // steps.NS_PER_US)

    def _record(self, record: dict) -> None:
        event, t = record["event"], record["t"]
        if event == "light":
            self._tell_lights(t)
        super()._record(record)
        if event == "state":
            self._told_lit = set()
            self._told_sound = False
        elif event == "light":
            lit = tuple(name for name, level in self.scene.lights.items() if level >= HALF)
            if lit != self._lit:
                self._lit, self._lit_since = lit, t
        elif event == "tone" and record["hz"] and not self._told_sound:
            self._told_sound = True
            self._tell(t, f"sound {record['hz']} Hz")

    def _tell_lights(self, t: int) -> None:
        steady = (t - self._lit_since) * steps.NS_PER_US >= STEADY_NS
        if steady and self._lit != self._last_told and self._lit not in self._told_lit:
            self._told_lit.add(self._lit)
            self._last_told = self._lit
            self._tell(self._lit_since, "lights " + (" ".join(sorted(self._lit)) or "off"))

    def _tell(self, t: int, text: str) -> None:
        self._write(f"{t / 1e6:10.3f}  {text}")


def _told(record: dict) -> str:
    """What a line says of the record; nothing of lights and silence."""
    event = record["event"]
    if event == "press":
        return f"{record['button']} pressed"
    if event == "power":
        return f"power {'on' if record['on'] else 'off'}"
    if event == "speed":
        return f"speed {record['speed']}"
    if event == "state":
        return " ".join(["state", record["state"], *steps.names(record["players"])])
    if event == "joined":
        return "joined " + (" ".join(steps.names(record["players"])) or "nobody")
    if event == "slap":
        return "slap " + " ".join(steps.names(record["players"]))
    if event in ("setting", "stuck", "fault"):
        return f"{event} {record['text']}"
    return ""
