"""Asleep on the emulated chip: dark, at rest, woken by Play/Pause alone, and exact afterwards."""

import pytest

pytestmark = pytest.mark.emulator

MS = 1_000_000  # ns
CLOCKS, CLK_SYS_CTRL = 0x40008, 0x3C
ASLEEP_MS = 65_000  # sleep_min 1, and the slices in which an unlimited turn waits


class Rest:
    """How long the system clock has been without its PLL: only lightsleep does that."""

    def __init__(self, chip):
        self._chip = chip
        clocks = chip.rp2040.peripherals[CLOCKS]
        self._since_ns = None if clocks.read_uint32(CLK_SYS_CTRL) & 1 else chip.now_ns
        self._rested_ns = 0
        write = clocks.write_uint32

        def write_uint32(offset, value):
            write(offset, value)
            if offset == CLK_SYS_CTRL:
                self._switched(on_pll=bool(value & 1))

        clocks.write_uint32 = write_uint32

    def _switched(self, on_pll):
        if self._since_ns is not None:
            self._rested_ns += self._chip.now_ns - self._since_ns
        self._since_ns = None if on_pll else self._chip.now_ns

    @property
    def rested_ns(self):
        now_ns = 0 if self._since_ns is None else self._chip.now_ns - self._since_ns
        return self._rested_ns + now_ns


@pytest.fixture
def unit(bench):
    bench.board.store("settings.json", b'{"sleep_min": 1, "choose_ms": 0, "duel_ms": 500}')
    return bench


def fall_asleep(unit):
    unit.until("state asleep", ASLEEP_MS)
    unit.pass_ms(100)


def test_it_rests_dark_until_play_pause_and_goes_on_exactly(unit):  # A2, A3, A5
    unit.begin_game("p1", "p2", "p3", "p4", volts=2.8)
    fall_asleep(unit)
    assert unit.drives == {}
    rest = Rest(unit.board.chip)
    from_ns, heard = unit.board.now_ns, len(unit.outputs)
    unit.pass_ms(10_000)
    for name in ("p1", unit.chosen, "slap"):
        unit.tap(name, hold_ms=200)
    unit.speed("fast")
    unit.pass_ms(9_000)
    assert rest.rested_ns >= 0.95 * (unit.board.now_ns - from_ns)
    assert len(unit.outputs) == heard
    assert unit.lines[-1].endswith(" state asleep")

    pressed_ns = unit.board.now_ns
    unit.contact("play", True)
    unit.contact("play", False, 50_000)
    assert unit.until("state turn") - pressed_ns < 200 * MS
    unit.pass_ms(1_000)
    light = unit.wiring.lights[unit.chosen]
    lit_ns = next(at for at, gpio, _, duty in unit.outputs[heard:] if gpio == light and duty)
    assert lit_ns - pressed_ns < 200 * MS
    beeps = [
        hz for _, gpio, hz, duty in unit.outputs[heard:] if gpio == unit.wiring.buzzer and duty
    ]
    assert len(beeps) == 3  # E4: the battery is weak
    assert beeps == sorted(beeps, reverse=True)

    # The capture's time base is that of the clock again: the order in a race, and a limit.
    opponents = [name for name in ("p4", "p2", "p1", "p3") if name != unit.chosen]
    unit.contact("slap", True)
    for i, name in enumerate(opponents):
        unit.contact(name, True, 30_000 + 2 * i)
        unit.contact(name, False, 90_000)
    unit.contact("slap", False, 90_000)
    unit.until(f"state slap_lost {opponents[-1]}")
    unit.pass_ms(1_000)
    unit.tap(opponents[-1])
    began_ns = unit.until("state turn")
    unit.until("state timed_out", 6_000)
    unit.pass_ms(100)
    buzzed_ns = [at for at, gpio, _, duty in unit.outputs if gpio == unit.wiring.buzzer and duty][
        -1
    ]
    assert 4_000 * MS <= buzzed_ns - began_ns <= 4_003 * MS


def test_slap_found_closed_on_waking_counts_for_the_reset_from_there(unit):  # X1
    unit.begin_game("p1", "p2")
    fall_asleep(unit)
    unit.contact("slap", True)
    unit.pass_ms(10_000)
    pressed_ns = unit.board.now_ns
    unit.contact("play", True)
    reset_ns = unit.until("state joining", 4_000)
    assert 2_950 * MS <= reset_ns - pressed_ns <= 3_250 * MS


def test_on_usb_power_it_is_dark_but_reachable(unit):  # A2, E3
    unit.begin_game("p1", "p2")
    unit.usb_power(True)
    unit.until("state asleep", ASLEEP_MS)
    unit.pass_ms(20_000)
    assert unit.drives == {}
    repl = unit.repl()
    assert repl.run("print(6 * 7)") == "42\r\n"
    assert unit.drives == {}
    resets = []
    unit.board.chip.on_reset.append(lambda: resets.append(unit.board.now_ns))
    unit.pass_ms(9_500)  # the watchdog's longest is 8.4 s
    assert not resets


NAPS = """
import sys, time, board
from unoflash.hardware.contacts import Contacts
from unoflash.hardware.sleep import Sleeper
from unoflash.rules.edges import Edges
contacts = Contacts(board.FIRST_CONTACT, board.SEATS + 2, board.CONTACT_CLOSED)
sleeper = Sleeper(contacts, board.FIRST_CONTACT + board.SEATS + 1, None)
edges = Edges()
longest_ms = seen = 0
for _ in range({naps}):
    sys.stdout.write(".")
    begun_ms = time.ticks_ms()
    while not edges.count:
        sleeper.nap()
        contacts.drain(edges)
    longest_ms = max(longest_ms, time.ticks_diff(time.ticks_ms(), begun_ms))
    seen += edges.count
    edges.count = 0
contacts.stop()
print(longest_ms, seen)
"""


def test_no_edge_of_play_pause_is_missed_while_it_lies_down(bench):  # A3
    board = bench.board
    board.power_on()
    repl = bench.repl()
    # Over all of what a nap begins with; the first 5 ms of it are a wait.
    offsets_us = range(4_400, 5_600, 13)
    edges = iter(offsets_us)

    def on_data(at_ns, data):
        if data == b".":
            offset_us = next(edges)
            board.set_input(at_ns + offset_us * 1_000, bench.wiring.contacts["play"], offset_us % 2)

    repl.start(NAPS.format(naps=len(offsets_us)))
    board.listen(on_data)
    longest_ms, seen = map(int, repl.finish(30_000).strip(".\r\n").split())
    assert seen == len(offsets_us)
    assert longest_ms < 20
