"""A unit that follows a script in place of firmware, and a table to play scenarios on it."""

import heapq
from dataclasses import dataclass, field

import pytest

from unosim import boards
from unosim.player import Player
from unosim.recorder import Recorder
from unosim.scenario import parse
from unosim.trace import Trace

START_TICKS_US = 2**30 - 3_000_000
PERIOD_US = 2**30
LATE_NS = 300_000  # how long a log line takes to arrive


@dataclass
class Script:
    """What the unit does: `start` after each power-on, `on` after each closing of a contact.

    Entries are (after_us, "line", text), (after_us, "light", name, level), with a
    fifth for the Hz of a slow PWM, or (after_us, "tone", hz). `stop_late_ns`: how far beyond
    the asked moment `advance` ends.
    """

    start: list = field(default_factory=lambda: [(10_000, "line", "state starting")])
    on: dict = field(default_factory=dict)
    stop_late_ns: int = 0


class ScriptedUnit:
    name = "scripted"
    script = Script()

    def __init__(self, board, seed, observer):
        self.now_ns = 0
        self.board, self.seed, self.observer = board, seed, observer
        self.files, self.closed = {}, False
        self.analog, self.troubles = {}, []
        self.inputs = []  # every (at_ns, gpio, level), as it was asked for
        self._queue, self._number = [], 0
        self._on, self._on_ns = False, 0

    def store(self, name, data):
        self.files[name] = data

    def power_on(self):
        assert not self._on
        self._on, self._on_ns = True, self.now_ns
        self._do(self.script.start, self.now_ns)

    def power_off(self):
        assert self._on
        self._on = False
        self._queue = [entry for entry in self._queue if entry[2][0] == "input"]
        for gpio in (*self.board.outputs.values(), self.board.buzzer):
            self.observer.output(self.now_ns, gpio, 0, 0.0)

    def set_analog(self, at_ns, gpio, volts):
        self.analog[gpio] = volts

    def upset(self, at_ns, trouble):
        self.troubles.append((at_ns, trouble))

    def set_input(self, at_ns, gpio, level):
        assert at_ns >= self.now_ns
        self.inputs.append((at_ns, gpio, level))
        self._push(at_ns, "input", gpio, level)

    def advance(self, until_ns):
        assert until_ns > self.now_ns
        while self._queue and self._queue[0][0] <= until_ns:
            at_ns, _, (what, *values) = heapq.heappop(self._queue)
            self.now_ns = max(self.now_ns, at_ns)
            if what == "input":
                self._input(at_ns, *values)
            elif what == "output":
                self.observer.output(at_ns, *values)
            else:
                self.observer.line(at_ns, values[0])
                return
        self.now_ns = until_ns + self.script.stop_late_ns

    def ticks_to_ns(self, ticks_us):
        return self._on_ns + (ticks_us - START_TICKS_US) % PERIOD_US * 1_000

    def close(self):
        self.closed = True

    def _input(self, at_ns, gpio, level):
        for name, contact in self.board.contacts.items():
            if contact == gpio and level == self.board.closed_level and self._on:
                self._do(self.script.on.get(name, ()), at_ns)

    def _do(self, entries, from_ns):
        for after_us, what, *values in entries:
            at_ns = from_ns + after_us * 1_000
            if what == "line":
                ticks_us = (START_TICKS_US + (at_ns - self._on_ns) // 1_000) % PERIOD_US
                self._push(at_ns + LATE_NS, "line", f"{ticks_us} {values[0]}")
            elif what == "text":
                self._push(at_ns, "line", values[0])
            elif what == "light":
                gpio = self.board.outputs[values[0]]
                hz = values[2] if len(values) > 2 else 1_000
                self._push(at_ns, "output", gpio, hz, values[1])
            else:
                self._push(at_ns, "output", self.board.buzzer, values[0], 0.5 if values[0] else 0)

    def _push(self, at_ns, *what):
        heapq.heappush(self._queue, (at_ns, self._number, what))
        self._number += 1


class Run:
    """A scenario that was played: its trace and what the unit was given."""

    def __init__(self, text, script, board="pico8", brightness=100):
        ScriptedUnit.script = script
        self.scenario = parse(text.encode(), "game")
        self.trace = Trace()
        self.board = boards.load(board)
        self.recorder = Recorder(self.board, brightness, self.trace)
        self.unit = ScriptedUnit(self.board, 1, self.recorder)
        self.player = Player(self.scenario, self.board, self.unit, self.recorder)

    def play(self):
        self.player.run()
        return self

    def edges(self, *buttons):
        """(t, button, closed) of the presses and releases, of all buttons or these."""
        return [
            (record["t"], record["button"], record["event"] == "press")
            for record in self.trace.records()
            if record["event"] in ("press", "release")
            and (not buttons or record["button"] in buttons)
        ]

    def events(self, *kinds):
        return [record for record in self.trace.records() if record["event"] in kinds]


@pytest.fixture
def play():
    """play(text, start=[…], on={…}) -> Run; the unit reports `starting` 10 ms after power-on."""

    def run(text, board="pico8", brightness=100, **script):
        return Run(text, Script(**script), board, brightness).play()

    return run


@pytest.fixture
def make_run():
    """The same, not played yet."""
    return lambda text, **script: Run(text, Script(**script))


@pytest.fixture
def scripted(monkeypatch):
    """The command plays on a scripted unit: scripted(start=[…], on={…})."""

    def use(**script):
        ScriptedUnit.script = Script(**script)
        monkeypatch.setattr("unosim.backends.make", lambda name: ScriptedUnit)

    use()
    return use
