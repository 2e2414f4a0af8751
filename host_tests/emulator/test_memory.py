"""Room in the heap of the emulated chip, and that sleep takes none of it; how soon it is awake."""

import pytest

pytestmark = pytest.mark.emulator

MS = 1_000_000  # ns

BEGIN = """
import sys
sys.path[:] = [".frozen"]
import gc, time, board, micropython
from unoflash.unit import Unit
unit = Unit(board)
unit.begin()
def play(ms):
    until_ms = time.ticks_add(time.ticks_ms(), ms)
    while time.ticks_diff(until_ms, time.ticks_ms()) > 0:
        unit.one_pass()
def play_to(state):
    while unit.game.state is not state:
        unit.one_pass()
"""
FREE = "play_to(unit.game.turn); gc.collect(); print('free', gc.mem_free())"
ASLEEP = "play_to(unit.game.asleep); play(100)"
NAPS = """
micropython.heap_lock()
try:
    for _ in range(40):
        unit.one_pass()
finally:
    micropython.heap_unlock()
print("asleep", unit.game.is_asleep())
unit.off()
"""


def test_100_kib_are_free_while_eight_play_and_sleep_allocates_nothing(bench):
    bench.board.store("settings.json", b'{"choose_ms": 0, "sleep_min": 1}')
    bench.speed("slow")
    bench.usb_power(False)
    bench.battery(4.5)
    bench.board.power_on()
    repl = bench.repl()
    repl.run(BEGIN)
    repl.start("play(500)")
    for name in ("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "play"):
        bench.contact(name, True)
        bench.contact(name, False, 30_000)
        bench.pass_ms(40)
    repl.finish()
    free = int(repl.run(FREE).split("free ")[1])
    assert free >= 100 * 1024
    repl.run(ASLEEP, limit_ms=70_000)
    said = repl.run(NAPS, limit_ms=200_000)
    assert "asleep True" in said


def test_a_press_joins_soon_after_power_on(bench):
    bench.board.power_on()
    for at_ms in range(20, 750, 50):  # somebody who cannot wait
        bench.contact("p1", True, at_ms * 1_000)
        bench.contact("p1", False, (at_ms + 25) * 1_000)
    assert bench.until("joined p1", 750) < 750 * MS
