"""The PIO program keeps what its fake promises: run instruction by instruction, word for word."""

import adafruit_pioasm
import pioemu
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

CYCLE_NS = 100  # at 10 MHz
IRQ, NOP = 0xC010, 0xA042  # `irq 0 rel`, which the PIO emulator lacks; both take one cycle

# When contacts change, in cycles after the change before, and which ones (a mask).
CHANGES = st.lists(st.tuples(st.integers(0, 45), st.integers(1, 1023)), max_size=12)


def words_by_instructions(program, levels, cycles):
    """(cycle of the sample, word) as the instructions push them."""
    wrap = program.pio_kwargs
    run = pioemu.emulate(
        [NOP if word == IRQ else word for word in program.assembled],
        stop_when=lambda _, state: state.clock >= cycles,
        input_source=levels,
        auto_push=True,
        shift_isr_right=False,
        wrap_target=wrap["wrap_target"],
        wrap_top=wrap["wrap"],
    )
    words = []
    for before, after in run:
        if after.receive_fifo:
            words.append((before.clock - 4, after.receive_fifo.popleft()))
    return words


def words_by_fake(chip, number, changes, start_levels, cycles):
    """(cycle of the sample, word) as the fake of the program pushes them."""
    world = chip.world
    words = []
    for gpio in range(number):
        world.input(gpio, start_levels >> gpio & 1)
    sampler = chip.load("contact_sampler").ContactSampler(
        lambda word: words.append(((world.now_ns - start_ns) // CYCLE_NS, word))
    )
    sampler.load(number, 0)
    start_ns = world.now_ns
    sampler.start()
    levels = start_levels
    for cycle, mask in changes:
        for gpio in range(number):
            if mask >> gpio & 1:
                levels ^= 1 << gpio
                world.schedule(start_ns + cycle * CYCLE_NS, gpio, levels >> gpio & 1)
    world.sleep(start_ns + cycles * CYCLE_NS)
    return words


@pytest.fixture(scope="session")
def programs(new_chip):
    """The program for each number of contacts, assembled by a stranger's assembler."""
    contact_program = new_chip().load("unoflash.hardware.contact_program").contact_program
    return {n: adafruit_pioasm.Program(contact_program(n).text) for n in range(4, 11)}


@pytest.mark.parametrize("number", range(4, 11))
@given(start_levels=st.integers(0, 1023), steps=CHANGES)
@settings(max_examples=25, deadline=None)
def test_fake_pushes_the_words_of_the_program(new_chip, programs, number, start_levels, steps):
    every = (1 << number) - 1
    start_levels &= every
    changes = []
    cycle = 0
    for gap, mask in steps:
        cycle += gap
        changes.append((cycle, mask & every))
    cycles = cycle + 40

    def levels(clock: int) -> int:
        now = start_levels
        for at, mask in changes:
            if at <= clock:
                now ^= mask
        return now

    fake = words_by_fake(new_chip(), number, changes, start_levels, cycles)
    real = words_by_instructions(programs[number], levels, cycles)
    # A sample in the last four cycles has not been pushed yet.
    assert real == [(at, word) for at, word in fake if at + 4 < cycles]
    assert real[0][0] == 7


def test_samples_are_a_microsecond_apart_changed_or_not(programs):
    words = words_by_instructions(programs[10], _alternating, 2000)
    assert [at for at, _ in words] == list(range(7, 2000 - 4, 10))
    assert [word & 0x3FFFFF for _, word in words] == [-k & 0x3FFFFF for k in range(1, 200)]


def _alternating(clock: int) -> int:
    """Another level at each sample."""
    return 0x2AA if clock // 10 % 2 else 0x155


def test_program_has_room_beside_it(programs):
    assert all(len(program.assembled) == 14 for program in programs.values())
