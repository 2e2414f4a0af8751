"""Listens to a backend: makes the trace, and remembers the last seconds for expectations."""

import json
from collections import deque
from collections.abc import Callable
from typing import Any

from unosim import log
from unosim.slow_pwm import Blinks
from unosim.steps import NS_PER_MS, NS_PER_US
from unosim.trace import INPUT, OUTPUT, REPORT, Trace
from unosim.view import View

RECENT_NS = 1_500 * NS_PER_MS  # how far back `flashing` and `heard` look
# How late a line about a moment may arrive: on the emulated chip the start, or a race of eight
# and its journal, take tens of milliseconds to leave.
LATE_NS = 100 * NS_PER_MS
_KEPT_NS = RECENT_NS + 2 * LATE_NS


class History:
    """How one value changed, over the last seconds; `value` is the present one."""

    def __init__(self, value: Any):
        self.value = value
        self._changes: deque[tuple[int, Any]] = deque([(0, value)])

    def set(self, at_ns: int, value: Any) -> bool:
        """Records a value; False where it is the one that was."""
        if value == self.value:
            return False
        self.value = value
        changes = self._changes
        while len(changes) > 1 and changes[1][0] < at_ns - _KEPT_NS:
            changes.popleft()
        changes.append((at_ns, value))
        return True

    def at(self, at_ns: int) -> Any:
        """The value at that moment, a change in it included."""
        for since_ns, value in reversed(self._changes):
            if since_ns <= at_ns:
                return value
        return self._changes[0][1]

    def known_at(self, at_ns: int, known: Any) -> Any:
        """The value at that moment, when `known` was what had been heard of by then.

        What came in later counts only if it is of an earlier microsecond: what is of the same
        one may be an answer to what was done at that very moment.
        """
        for since_ns, value in reversed(self._changes):
            if value is known or since_ns // NS_PER_US < at_ns // NS_PER_US:
                return value
        return known

    def within(self, from_ns: int, to_ns: int) -> list[Any]:
        """The value at `from_ns` and each that followed up to `to_ns`."""
        values = [self.at(from_ns)]
        values += [value for at_ns, value in self._changes if from_ns < at_ns <= to_ns]
        return values


class Recorder:
    """The observer of a backend, and the ear for what is done to the unit.

    Outputs become `light` (level 1.0: full at the set brightness) and `tone` (whole Hz, 0 for
    silence) as they change; lines become events as of the chip's own time, by
    `ticks_to_ns`. `on_record` hears every record as it comes, `on_event` every line, `on_output`
    every pin as it is driven.
    """

    def __init__(self, board: Any, brightness: int, trace: Trace):
        self.trace = trace
        self.lights = {name: History(0.0) for name in board.lights}
        self.tone = History(0)
        self.views = History(View())
        self.said: deque[str] = deque(maxlen=3)  # the last lines that are no log, such as errors
        self.dropped = 0  # log lines the unit lost, all power-ons together
        self.ticks_to_ns: Callable[[int], int] = lambda ticks_us: ticks_us * NS_PER_US
        self.on_record: Callable[[dict], None] = lambda record: None
        self.on_event: Callable[[log.Event, int], None] = lambda event, at_ns: None
        self.on_output: Callable[[int, float, float], None] = lambda gpio, hz, duty: None
        self._gpios = {gpio: name for name, gpio in board.outputs.items()}
        self._buzzer = board.buzzer
        self._brightness = brightness
        self._dropped_now = 0
        self._blinks = Blinks(lambda at_ns, name, on: self._light(at_ns, name, float(on)))
        self.passed = self._blinks.until  # (now_ns): call it as time passes

    @property
    def view(self) -> View:
        """What the reports so far say."""
        return self.views.value

    def input(self, at_ns: int, event: str, **values) -> None:
        """Something was done to the unit."""
        self.on_record(self.trace.add(at_ns, INPUT, event, **values))

    def power(self, at_ns: int, on: bool, supply: str) -> None:
        """The On/Off Switch: what was reported before counts no more."""
        self.input(at_ns, "power", on=on, supply=supply)
        self._dropped_now = 0
        self.views.set(at_ns, View())

    def output(self, at_ns: int, gpio: int, hz: float, duty: float) -> None:
        """A pin's drive changed (the backend's observer)."""
        self.on_output(gpio, hz, duty)
        name = self._gpios.get(gpio)
        if name is not None:
            if not self._blinks.set(at_ns, name, hz, duty):
                # A chain has 255 steps, rounded up: one more would be more than full.
                self._light(at_ns, name, min(1.0, round(duty * 100 / self._brightness, 2)))
        elif gpio == self._buzzer:
            heard_hz = round(hz) if duty > 0 else 0
            if self.tone.set(at_ns, heard_hz):
                self.on_record(self.trace.add(at_ns, OUTPUT, "tone", hz=heard_hz))

    def _light(self, at_ns: int, name: str, level: float) -> None:
        if self.lights[name].set(at_ns, level):
            self.on_record(self.trace.add(at_ns, OUTPUT, "light", light=name, level=level))

    def line(self, at_ns: int, text: str) -> None:
        """A line came from USB (the backend's observer)."""
        event = log.parse(text)
        if event.ticks_us is not None:
            at_ns = self.ticks_to_ns(event.ticks_us)
        self.views.set(at_ns, self.view.after(event, at_ns))
        if event.kind == "dropped":
            self.dropped += max(0, event.count - self._dropped_now)
            self._dropped_now = event.count
        if event.kind == "text" and event.text:
            self.said.append(event.text)
        values = _values(event)
        if values is not None:
            self.on_record(self.trace.add(at_ns, REPORT, event.kind, **values))
        self.on_event(event, at_ns)


def _values(event: log.Event) -> dict | None:
    """What the trace says of the event; None: nothing."""
    if event.kind == "state":
        values: dict = {"state": event.state, "players": list(event.players)}
        if event.state == "turn":
            values["limit_us"] = event.limit_us
        return values
    if event.kind in ("joined", "slap"):
        return {"players": list(event.players)}
    if event.kind in ("setting", "stuck", "fault"):
        return {"text": event.text}
    return None


def setting(text: str | None, key: str, default: Any) -> Any:
    """`brightness` or `log` of a settings text, as the unit understands it (G1)."""
    try:
        values = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return default
    value = values.get(key, default) if isinstance(values, dict) else default
    if key == "log":
        return value if isinstance(value, bool) else default
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if number and 5 <= value <= 100 and value == int(value) else default
