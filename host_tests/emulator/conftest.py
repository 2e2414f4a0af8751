"""Boards in the emulator: with the unit playing, or stopped before it began."""

import functools
import os

import pytest

from unosim import boards, image
from unosim.emulator.board import EmulatedBoard
from unosim.emulator.raw_repl import RawRepl

MS = 1_000_000  # ns


class Bench:
    """A board on the table, and what it did: outputs as they changed, what it said by USB."""

    def __init__(self, path, seed=7, start_us=0):
        self.wiring = boards.load("pico8")
        self.outputs = []
        self.said = []
        open_level = dict.fromkeys(self.wiring.contacts.values(), 1)
        open_level |= {self.wiring.speed_slow: 1, self.wiring.speed_fast: 1}
        self.board = EmulatedBoard(
            path,
            seed,
            open_level,
            (*self.wiring.lights.values(), self.wiring.buzzer),
            lambda at_ns, gpio, drive: self.outputs.append((at_ns, gpio, *drive)),
            lambda at_ns, data: self.said.append((at_ns, data)),
            start_us,
        )

    def pass_ms(self, ms):
        self.pass_to(self.board.now_ns + round(ms * MS))

    def pass_to(self, until_ns):
        while self.board.now_ns < until_ns:
            self.board.run(until_ns)

    def repl(self):
        """The raw REPL, in place of the unit's own program."""
        repl = RawRepl(self.board)
        repl.enter()
        return repl

    @property
    def text(self):
        return b"".join(data for _, data in self.said).decode()


@pytest.fixture(scope="session")
def unit_image():
    """The image of pico8, built if need be; skips where that cannot be, fails there in CI."""
    try:
        return image.build_if_possible("pico8")
    except image.ImageUnavailable as error:
        if os.environ.get("CI", "").lower() not in ("", "0", "false"):
            pytest.fail(f"in CI this must not be missing: {error}", pytrace=False)
        pytest.skip(str(error))


@pytest.fixture
def bench_of(unit_image):
    """Boards without power yet: bench_of(seed=…, start_us=…)."""
    return functools.partial(Bench, unit_image)


@pytest.fixture
def bench(unit_image):
    """A board without power yet."""
    return Bench(unit_image)


@pytest.fixture(scope="module")
def chip(unit_image):
    """A board for a whole file of tests: power on, the unit's program stopped, a raw REPL open."""
    bench = Bench(unit_image)
    bench.board.power_on()
    repl = bench.repl()
    return bench, repl
