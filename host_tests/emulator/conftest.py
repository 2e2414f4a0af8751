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
        self._looked = 0  # lines that `until` has done with
        open_level = dict.fromkeys(self.wiring.contacts.values(), 1)
        open_level |= {self.wiring.speed_slow: 1, self.wiring.speed_fast: 1}
        open_level[self.wiring.usb_sense] = 0
        self.board = EmulatedBoard(
            path,
            seed,
            open_level,
            (*self.wiring.lights.values(), self.wiring.buzzer),
            lambda at_ns, gpio, drive: self.outputs.append((at_ns, gpio, *drive)),
            self._hear,
            start_us,
        )

    def pass_ms(self, ms):
        self.pass_to(self.board.now_ns + round(ms * MS))

    def pass_to(self, until_ns):
        while self.board.now_ns < until_ns:
            self.board.run(until_ns)

    # -- what people do, from now on; names as in the board's wiring

    def contact(self, name, closed, after_us=0):
        at_ns = self.board.now_ns + after_us * 1_000
        self.board.set_input(at_ns, self.wiring.contacts[name], 0 if closed else 1)

    def tap(self, name, hold_ms=30, rest_ms=60):
        """Press a button, and go on until it has rested."""
        self.contact(name, True)
        self.contact(name, False, hold_ms * 1_000)
        self.pass_ms(hold_ms + rest_ms)

    def speed(self, position):
        for name, gpio in (("slow", self.wiring.speed_slow), ("fast", self.wiring.speed_fast)):
            self.board.set_input(self.board.now_ns, gpio, 0 if name == position else 1)

    def usb_power(self, there):
        self.board.set_input(self.board.now_ns, self.wiring.usb_sense, int(there))

    def battery(self, volts):
        pin_volts = volts / self.wiring.battery_divider
        self.board.set_analog(self.board.now_ns, self.wiring.battery_adc, pin_volts)

    def begin_game(self, *players, speed="slow", volts=4.5):
        """Power on, on battery; all join as soon as they can and the first one is chosen."""
        self.speed(speed)
        self.usb_power(False)
        self.battery(volts)
        self.board.power_on()
        self.until("state starting")
        for name in players:
            self.tap(name)
        self.tap("play")
        self.until("state turn")
        return self.chosen

    # -- and what the unit does

    def until(self, words, limit_ms=5_000):
        """Go on until it has said `words` since the last time; that line's own time, in ns."""
        end_ns = self.board.now_ns + limit_ms * MS
        while True:
            for i in range(self._looked, len(self.lines)):
                if words in self.lines[i]:
                    self._looked = i + 1
                    return self.board.ticks_to_ns(int(self.lines[i].split()[0]))
            if self.board.now_ns >= end_ns:
                said = "\n".join(self.lines[self._looked :])
                raise AssertionError(f"no {words!r} within {limit_ms} ms, but:\n{said}")
            self.board.run(end_ns)

    @property
    def lines(self):
        return self.text.split("\n")[:-1]

    @property
    def chosen(self):
        """The player of the last turn."""
        return [line.split()[3] for line in self.lines if " state turn " in line][-1]

    @property
    def drives(self):
        """The last (hz, duty) of each output that is not low."""
        last = {gpio: (hz, duty) for _, gpio, hz, duty in self.outputs}
        return {gpio: drive for gpio, drive in last.items() if drive[1]}

    def repl(self):
        """The raw REPL, in place of the unit's own program."""
        repl = RawRepl(self.board)
        repl.enter()
        return repl

    @property
    def text(self):
        return b"".join(data for _, data in self.said).decode("utf-8", "replace")

    def _hear(self, at_ns, data):
        self.said.append((at_ns, data))
        self.board.stop()


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
