"""Parked state machines against the same ones run instruction by instruction; no image needed."""

import random

import adafruit_pioasm
import pytest
from rp2040py.clock.simulation_clock import SimulationClock
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator

from unosim.emulator import pio_sync
from unosim.emulator.pio_sync import PIO_BASE, PioSync

# The program of firmware/unoflash/hardware/contact_program.py, for `pins` contacts.
CONTACTS = """
    mov osr, null
    mov y, !null
    jmp sample
changed:
    mov y, x
    in osr, {rest}
    irq 0 rel
.wrap_target
sample:
    mov x, osr
    jmp x-- count
count:
    mov osr, x
    mov isr, null
    in pins, {pins}
    mov x, isr
    jmp x!=y changed
    nop [2]
.wrap
"""
COUNT_DOWN = """
.wrap_target
    set x, 20
round:
    jmp x-- round
    in x, 32
.wrap
"""
COUNT_DOWN_TO_Y = """
.wrap_target
    set x, 25
    set y, 3
round:
    jmp x-- lower
lower:
    jmp x!=y round
    in x, 32
.wrap
"""
# 8, 4, 2, 1, 0, 0: twice in a row one less, then no more.
HALVING = """
    set x, 8
    mov isr, x
.wrap_target
    in null, 1
    mov x, isr
    mov isr, x
.wrap
"""
SWAPPING = """
    set x, 1
    set y, 2
.wrap_target
    mov isr, x
    mov x, y
    mov y, isr
.wrap
"""
FLAGGING = """
.wrap_target
    irq 0
    nop
.wrap
"""
WAITING = """
.wrap_target
    wait 0 pin 0
    in pins, 32
    wait 1 pin 0
.wrap
"""

CTRL, RXF0, IRQ = 0x00, 0x20, 0x30
SM0_CLKDIV, SM0_EXECCTRL, SM0_SHIFTCTRL, SM0_INSTR, SM0_PINCTRL = 0xC8, 0xCC, 0xD0, 0xD8, 0xDC
INSTR_MEM0 = 0x48
AUTOPUSH, JOIN_RX, SHIFT_RIGHT = 1 << 16, 1 << 31, 1 << 18


class Block:
    """PIO 0 of a chip whose CPU does nothing; its words, each with the time it was pushed."""

    def __init__(self, text, shift=AUTOPUSH, divider=12.5):
        self.clock = SimulationClock()
        self.rp2040 = RP2040(self.clock)
        Simulator(self.clock, self.rp2040)
        self.pio = PioSync(self.rp2040, self.clock, 0)
        self.words = []
        for pin in self.rp2040.gpio:
            pin.pad_value = 0x4A  # input, pull-up
        program = adafruit_pioasm.Program(text)
        for i, opcode in enumerate(program.assembled):
            self.write(INSTR_MEM0 + 4 * i, opcode)
        wrap = program.pio_kwargs
        self.write(SM0_CLKDIV, round(divider * 256) << 8)
        self.write(SM0_EXECCTRL, wrap["wrap"] << 12 | wrap["wrap_target"] << 7)
        self.write(SM0_SHIFTCTRL, shift)
        self.write(CTRL, 1)

    def write(self, offset, value):
        self.rp2040.write_uint32(PIO_BASE[0] + offset, value)

    def pass_to(self, until_ns):
        """Let time pass in steps that see each word's push."""
        while self.clock.nanos < until_ns:
            step = self.clock.nanos_to_next_alarm if self.clock.has_scheduled_alarm else 1e18
            self.clock.tick(min(step, until_ns - self.clock.nanos))
            while self.rp2040.pio[0].machines[0].rx_fifo.item_count:
                word = self.rp2040.read_uint32(PIO_BASE[0] + RXF0)
                self.words.append((self.clock.nanos, word))

    def drive(self, levels):
        self.pio.catch_up()
        for gpio, level in levels.items():
            self.rp2040.gpio[gpio].set_input_value(bool(level))
        self.pio.resume()

    @property
    def registers(self):
        self.pio.catch_up()
        machine = self.rp2040.pio[0].machines[0]
        return (
            *(machine.pc, machine.x, machine.y, machine.next_due_fp, machine.cycles),
            *(machine.input_shift_reg, machine.output_shift_reg, machine.input_shift_count),
        )


def play(changes, end_ns, *program):
    """The words and the registers after the changes [(at_ns, {gpio: level})]."""
    block = Block(*program)
    for at_ns, levels in changes:
        block.pass_to(at_ns)
        block.drive(levels)
    block.pass_to(end_ns)
    return block.words, block.registers, block.pio.instructions_run


@pytest.fixture
def never_parked(monkeypatch):
    """Runs with every instruction on its own alarm."""

    def run(*arguments):
        with monkeypatch.context() as patch:
            patch.setattr(pio_sync._Machine, "_rounds_agree", lambda self, step: False)
            return play(*arguments)

    return run


def some_changes(seed, pins):
    """Changes 0.1 us to 300 us apart, of one to three pins at once."""
    choice = random.Random(seed)
    at_ns, levels, changes = 5_000, dict.fromkeys(range(pins), 1), []
    for _ in range(40):
        at_ns += choice.choice((choice.randint(1, 3_000), choice.randint(3_000, 300_000)))
        changed = choice.sample(range(pins), choice.randint(1, 3))
        levels |= {gpio: 1 - levels[gpio] for gpio in changed}
        changes.append((at_ns, {gpio: levels[gpio] for gpio in changed}))
    return changes, at_ns + 50_000


@pytest.mark.parametrize("pins", [4, 8, 9, 10])
@pytest.mark.parametrize("seed", range(3))
def test_contacts_are_sampled_as_if_never_parked(never_parked, pins, seed):
    changes, end_ns = some_changes(seed, pins)
    program = CONTACTS.format(pins=pins, rest=32 - pins), AUTOPUSH | JOIN_RX
    words, registers, work = play(changes, end_ns, *program)
    exact_words, exact_registers, exact_work = never_parked(changes, end_ns, *program)
    assert len(words) > 30
    assert words == exact_words
    assert registers == exact_registers
    assert work < exact_work / 5


def test_seconds_of_rest_cost_nothing_and_no_microsecond():
    program = CONTACTS.format(pins=10, rest=22), AUTOPUSH | JOIN_RX
    words, _, work = play([(3_700_000_123, {0: 0})], 3_701_000_000, *program)
    (first_ns, first), (second_ns, second) = words
    assert (first >> 22, second >> 22) == (0x3FF, 0x3FE)
    samples = (first - second) & 0x3FFFFF
    # A sample after a change takes 0.3 us longer to come: the program's other way round.
    assert second_ns - first_ns == pytest.approx(samples * 1000, abs=1000)
    assert samples == 3_700_000
    assert work < 200


def test_changes_of_one_nanosecond_are_in_one_sample():
    program = CONTACTS.format(pins=10, rest=22), AUTOPUSH | JOIN_RX
    words, _, _ = play([(500_000, {1: 0, 7: 0, 9: 0})], 600_000, *program)
    assert [word >> 22 for _, word in words] == [0x3FF, 0x17D]


@pytest.mark.parametrize("divider", [1, 12.5, 100.25])
@pytest.mark.parametrize("program", [COUNT_DOWN, COUNT_DOWN_TO_Y], ids=["to 0", "to y"])
def test_loops_that_end_are_not_taken_for_endless(never_parked, program, divider):
    arguments = [], 300_000, program, AUTOPUSH, divider
    words, registers, _ = play(*arguments)
    exact_words, exact_registers, _ = never_parked(*arguments)
    assert words
    assert words == exact_words
    assert registers == exact_registers


@pytest.mark.parametrize("program", [HALVING, SWAPPING], ids=["halving", "swapping"])
def test_registers_that_follow_no_line_are_right_after_a_while(never_parked, program):
    for end_ns in range(3_050, 9_000, 300):
        _, registers, _ = play([], end_ns, program, SHIFT_RIGHT)
        _, exact_registers, _ = never_parked([], end_ns, program, SHIFT_RIGHT)
        assert registers == exact_registers


def test_a_loop_that_raises_flags_goes_on_raising_them():
    block = Block(FLAGGING)
    for end_ns in (50_000, 100_000):
        block.write(IRQ, 1)
        assert block.rp2040.pio[0].irq == 0
        block.pass_to(end_ns)
        assert block.rp2040.pio[0].irq == 1


def test_a_waiting_machine_goes_on_when_its_pin_does():
    words, _, work = play([(70_000, {0: 0}), (90_000, {0: 1}), (95_000, {0: 0})], 99_000, WAITING)
    assert [word & 1 for _, word in words] == [0, 0]
    assert [at_ns for at_ns, _ in words] == [70_100, 95_100]
    assert work < 20
