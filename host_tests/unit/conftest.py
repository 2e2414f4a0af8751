"""The whole unit on a simulated chip, with files on its flash."""

import json
from typing import Any

import pytest

from unosim import boards
from unosim.backends import make

MS = 1_000_000


class Unit:
    """Power, fingers, and what the unit says; times in milliseconds since the first power-on."""

    def __init__(self, backend_class: Any, files, board="pico8"):
        self.board = boards.load(board)
        self.lines: list[str] = []
        self.outputs: list[tuple] = []
        self.backend = backend_class(self.board, 1, self)
        for name, data in files.items():
            self.backend.store(name, data)

    def output(self, at_ns, gpio, hz, duty):
        self.outputs.append((at_ns, gpio, hz, duty))

    def line(self, at_ns, text):
        self.lines.append(text)

    @property
    def now_ms(self):
        return self.backend.now_ns / MS

    @property
    def files(self):
        return self.backend._files

    def run(self, ms):
        self.run_to_ns(self.backend.now_ns + round(ms * MS))

    def run_to_ns(self, until_ns):
        while self.backend.now_ns < until_ns:
            self.backend.advance(until_ns)

    def hold(self, name, at_ms, for_ms=60):
        """From `at_ms` on; not waited for."""
        gpio, closed = self.board.contacts[name], self.board.closed_level
        at_ns = round(at_ms * MS)
        self.backend.set_input(at_ns, gpio, closed)
        self.backend.set_input(at_ns + round(for_ms * MS), gpio, 1 - closed)

    def said(self, event):
        """What followed that word, in each line about it."""
        lines = [line.split(" ", 2) for line in self.lines]
        return [words[2] for words in lines if len(words) == 3 and words[1] == event]

    def plays(self):
        """Two join and begin: whether one of them has a turn."""
        now_ms = self.now_ms
        before = len(self.lines)
        self.hold("p1", now_ms + 100)
        self.hold("p2", now_ms + 300)
        self.hold("play", now_ms + 500)
        self.run(6_500)
        return any(" state turn " in line for line in self.lines[before:])


@pytest.fixture
def units():
    """Makes units: units("host", {"settings.json": b"{}"}), switched on; closes them."""
    made = []

    def unit(backend, files=None, board="pico8"):
        backend_class = make(backend) if isinstance(backend, str) else backend
        made.append(Unit(backend_class, files or {}, board))
        made[-1].backend.power_on()
        return made[-1]

    yield unit
    for each in made:
        each.backend.close()


def settings_file(**values):
    return {"settings.json": json.dumps(values).encode()}
