"""Randomness, the flash, memory, and the whole unit running for a moment."""

import pytest

pytestmark = pytest.mark.emulator

FREE_BYTES = 100 * 1024


def test_the_ring_oscillator_is_random(on_board):
    ones, first, second = on_board.run("""
import os
first, second = os.urandom(32), os.urandom(32)
ones = sum(bin(byte).count("1") for byte in os.urandom(1000))
answer(ones, first, second)
""")
    assert 3_700 < ones < 4_300  # of 8,000: five standard deviations and more
    assert first != second
    assert len(set(first)) > 16


def test_files_are_written_read_and_replaced(on_board):
    read, replaced, left = on_board.run("""
import os
data = bytes(range(256)) * 20
with open("device-test.new", "wb") as file:
    file.write(data)
with open("device-test.new", "rb") as file:
    read = file.read() == data
with open("device-test", "wb") as file:
    file.write(b"old")
os.rename("device-test.new", "device-test")
with open("device-test", "rb") as file:
    replaced = file.read() == data
os.remove("device-test")
answer(read, replaced, [name for name in os.listdir() if "device-test" in name])
""")
    assert (read, replaced, left) == (True, True, [])


def test_the_unit_runs_and_allocates_nothing(on_board):
    """Some passes of joining: heap per pass and what is free, as the contract has it."""
    state, allocated, free = on_board.run("""
import gc
from unoflash.unit import Unit
from unoflash.rules import states
unit = Unit(board)
unit.usb.write_from = lambda ring: -1  # its log would come between the lines of this test
unit.begin()
while unit.game.state.code == states.STARTING:
    unit.one_pass()
gc.collect()
gc.disable()
before = gc.mem_alloc()
for _ in range(8):
    unit.one_pass()
allocated = gc.mem_alloc() - before
gc.enable()
free = gc.mem_free()
state = states.NAMES[unit.game.state.code]
unit.off()
del unit
gc.collect()
answer(state, allocated, free)
""")
    assert (state, allocated) == ("joining", 0)
    assert free >= FREE_BYTES
