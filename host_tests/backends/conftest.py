"""Small device programs on the backends in virtual time."""

from typing import Any

import pytest

from unosim import boards
from unosim.backends import make

MS = 1_000_000
S = 1_000_000_000


class Recorder:
    """Keeps all that a backend tells."""

    def __init__(self):
        self.all = []

    def output(self, at_ns, gpio, hz, duty):
        self.all.append(("output", at_ns, gpio, hz, duty))

    def line(self, at_ns, text):
        self.all.append(("line", at_ns, text))

    @property
    def lines(self):
        return [record[2] for record in self.all if record[0] == "line"]

    @property
    def outputs(self):
        return [record[2:] for record in self.all if record[0] == "output"]


class Bench:
    """A board with a program on it. `run` goes on past the lines that `advance` stops at."""

    def __init__(self, folder, name, program, seed=1, **options):
        (folder / "main.py").write_text(program, "utf-8")
        self.board = boards.load("pico8")
        self.seen = Recorder()
        backend: Any = make(name)
        self.backend = backend(self.board, seed, self.seen, firmware=folder, **options)

    def run(self, until_ns):
        while self.backend.now_ns < until_ns:
            self.backend.advance(until_ns)
        return self

    def on(self, until_ns):
        self.backend.power_on()
        return self.run(until_ns)

    @property
    def lines(self):
        return self.seen.lines


@pytest.fixture
def benches(tmp_path):
    """Makes benches: benches("host", program); closes them."""
    made = []

    def bench(name, program, **options):
        made.append(Bench(tmp_path, name, program, **options))
        return made[-1]

    yield bench
    for each in made:
        each.backend.close()


@pytest.fixture(params=["host", "micropython"])
def bench(request, benches):
    """As `benches`, for each backend: bench(program)."""
    if request.param == "micropython":
        request.getfixturevalue("micropython")

    def make_bench(program, **options):
        return benches(request.param, program, **options)

    return make_bench
