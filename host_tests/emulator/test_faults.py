"""Hangs, exceptions, buttons held at power-on: how the unit lives on, on the emulated chip."""

import pytest

pytestmark = pytest.mark.emulator

MS = 1_000_000  # ns
WATCHDOG_MS = 9_000  # more than its longest, 8.4 s


class Resets(list):
    """When the chip has reset itself."""

    def __init__(self, board):
        board.chip.on_reset.append(lambda: self.append(board.now_ns))


@pytest.fixture
def unit(bench):
    bench.board.store("settings.json", b'{"choose_ms": 0}')
    return bench


def joined(unit):
    return [line.split(maxsplit=2)[2] for line in unit.lines if " joined " in line][-1]


def blinks_slap_alone(unit):
    """Safe mode's sign: SLAP's light blinks, all else is dark and silent."""
    return list(unit.drives) == [unit.wiring.lights["slap"]] and (
        4 <= unit.drives[unit.wiring.lights["slap"]][0] <= 10
    )


def reaches_a_quiet_repl(unit):
    """The REPL answers, and the watchdog is off."""
    repl = unit.repl()
    assert repl.run("print(6 * 7)") == "42\r\n"
    resets = Resets(unit.board)
    unit.pass_ms(WATCHDOG_MS)
    assert not resets
    return repl


def test_a_hang_comes_back_paused_with_the_same_players_and_the_third_is_too_many(unit):  # E2
    unit.begin_game("p1", "p3", "p4")
    for _ in range(2):
        unit.pass_ms(2_000)
        hung_ns = unit.board.now_ns
        unit.board.chip.hang()
        assert unit.until("state paused", 10_000) - hung_ns < 10_000 * MS
        assert joined(unit) == "p1 p3 p4"
        unit.pass_ms(700)  # blinks of all lights
        unit.tap("play")
        unit.until("state turn")
    unit.board.chip.hang()
    unit.until("state safe_mode", 10_000)
    unit.pass_ms(100)
    assert blinks_slap_alone(unit)
    repl = reaches_a_quiet_repl(unit)
    journal = repl.run("print(open('journal.txt').read())")
    assert journal.count("watchdog") == 3


# The unit's own program, but it raises once for each time p8 is pressed.
FAULTY = """
import sys
paths = sys.path[:]
sys.path[:] = [".frozen"]
from unoflash.rules.game import Game
react = Game.react
closed = False
def faulty(self, now_us, edges, switch):
    global closed
    react(self, now_us, edges, switch)
    before, closed = closed, bool(self.buttons.closed & 0x80)
    if closed and not before:
        raise ValueError("p8 is not to be pressed")
Game.react = faulty
import main
main.main()
sys.path[:] = paths
"""


def test_after_a_fault_it_is_paused_and_after_ten_in_safe_mode(unit):  # E1
    unit.usb_power(False)
    unit.battery(4.5)
    unit.board.power_on()
    repl = unit.repl()
    repl.start(FAULTY)
    unit.until("state starting")
    for name in ("p1", "p3"):
        unit.tap(name)
    unit.tap("play")
    unit.until("state turn")
    heard = len(unit.outputs)
    unit.tap("p8", rest_ms=50)
    unit.until("fault ValueError: p8 is not to be pressed")
    unit.until("state paused")
    assert joined(unit) == "p1 p3"
    unit.pass_ms(1_250)
    for name in set(unit.wiring.lights) - {
        "p1",
        "p3",
    }:  # all blink; these are dark before and after
        light = unit.wiring.lights[name]
        shown = [duty > 0 for _, gpio, _, duty in unit.outputs[heard:] if gpio == light]
        assert shown == [True, False] * 3, name
    unit.tap("play")
    unit.until("state turn")
    for _ in range(9):
        unit.tap("p8", rest_ms=100)
    unit.until("state safe_mode")
    told = [line for line in unit.lines if " fault ValueError: p8 is not to be pressed" in line]
    assert len(told) == 10
    unit.pass_ms(100)
    assert blinks_slap_alone(unit)
    repl = reaches_a_quiet_repl(unit)
    journal = repl.run("print(open('journal.txt').read())")
    assert journal.count("ValueError: p8 is not to be pressed") == 10
    assert "in faulty" in journal


def test_slap_held_at_power_on_is_safe_mode_and_nothing_else_is_touched(unit):  # S3
    unit.contact("slap", True)
    unit.contact("play", True)  # S3 wins over S2
    unit.usb_power(False)
    unit.board.power_on()
    unit.until("state safe_mode")
    unit.pass_ms(100)
    assert blinks_slap_alone(unit)
    assert {gpio for _, gpio, _, _ in unit.outputs} == {unit.wiring.lights["slap"]}
    unit.contact("slap", False)
    repl = reaches_a_quiet_repl(unit)
    found = repl.run("import os, sys; print(os.listdir(), 'unoflash.unit' in sys.modules)")
    assert found == "['settings.json'] False\r\n"
    assert blinks_slap_alone(unit)


def test_play_pause_held_at_power_on_is_self_test(unit):  # S2
    unit.contact("play", True)
    unit.usb_power(False)
    unit.board.power_on()
    unit.until("state self_test")
    unit.contact("play", False)
    unit.pass_ms(50)
    unit.contact("p5", True)
    unit.pass_ms(20)
    assert unit.wiring.lights["p5"] in unit.drives
