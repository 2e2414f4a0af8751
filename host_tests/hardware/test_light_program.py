"""The PIO program for the light chain, run instruction by instruction: its times, and its fake."""

from collections import deque

import adafruit_pioasm
import pioemu
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unosim.light_chain import LIGHT_BITS, LightChain

CYCLE_NS = 100  # at 10 MHz
IRQ, NOP = 0xC010, 0xA042  # `irq 0 rel`, which the PIO emulator lacks; both take one cycle

# WS2812B's data sheet (Worldsemi, first version), each +-150 ns; a bit 1.25 +-0.6 us.
DATASHEET_NS = {"T0H": 400, "T0L": 850, "T1H": 800, "T1L": 450}
RESET_NS = 280_000  # of its fifth version; 50 us in the first

LIGHTS = st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=9)


def frame(lights):
    """The words of a frame, put together by another way than the firmware's."""
    bits = f"{LIGHT_BITS * len(lights) - 1:08b}" + "".join(f"{c:08b}" for x in lights for c in x)
    bits += "0" * (-len(bits) % 32)
    return [int(bits[i : i + 32], 2) for i in range(0, len(bits), 32)]


@pytest.fixture
def program(chip):
    """Assembled by a stranger's assembler."""
    text = chip.load("unoflash.hardware.light_program").lights.text
    return adafruit_pioasm.Program(text)


def run(program, *frames):
    """What the frames' words, all in the FIFO from the start, do: edges as (ns, level), and when
    the interrupt flag was set, in ns."""
    wrap = program.pio_kwargs
    assert wrap["sideset_pin_count"] == 1
    words = deque(word for words in frames for word in words)
    irq_at = program.assembled.index(IRQ)
    flags = []
    emulation = pioemu.emulate(
        [NOP if word == IRQ else word for word in program.assembled],
        stop_when=lambda _, state: len(flags) == len(frames),
        initial_state=pioemu.State(transmit_fifo=words),
        auto_pull=True,
        shift_osr_right=False,
        side_set_count=1,
        wrap_target=wrap["wrap_target"],
        wrap_top=wrap["wrap"],
    )
    edges = []
    level = 0
    for before, after in emulation:
        if after.pin_values & 1 != level:
            level = after.pin_values & 1
            edges.append((before.clock * CYCLE_NS, level))
        if before.program_counter == irq_at:
            flags.append(after.clock * CYCLE_NS)
    return edges, flags


def shown(edges, number):
    chain = LightChain(number)
    for at_ns, level in edges:
        chain.edge(at_ns, level)
    return chain.latch(chain.shows_ns)


def test_bits_have_the_datasheets_times(program):
    edges, _ = run(program, frame([(0b01100101, 255, 0)]))
    times = [at_ns for at_ns, _ in edges]
    highs = [fall - rise for rise, fall in zip(times[::2], times[1::2], strict=True)]
    lows = [rise - fall for fall, rise in zip(times[1::2], times[2::2], strict=False)]
    bits = [int(bit) for bit in f"{0b01100101:08b}" + "1" * 8 + "0" * 8]
    assert highs == [700 if bit else 300 for bit in bits]
    assert lows == [500 if bit else 900 for bit in bits[:-1]]
    limits = {1: ("T1H", "T1L"), 0: ("T0H", "T0L")}
    for bit, high_ns, low_ns in zip(bits, highs, lows, strict=False):
        for name, ns in zip(limits[bit], (high_ns, low_ns), strict=True):
            assert abs(ns - DATASHEET_NS[name]) <= 150
        assert abs(high_ns + low_ns - 1250) <= 600


@pytest.mark.parametrize("last", [0, 1])
def test_the_gap_between_frames_is_kept_by_the_program_itself(program, last):
    """Two frames in a row, the second one waiting in the FIFO already."""
    edges, flags = run(program, frame([(9, 9, 9), (1, 2, last)]), frame([(3, 4, 5)]))
    rises = [at_ns for at_ns, level in edges if level]
    falls = [at_ns for at_ns, level in edges if not level]
    first = 2 * LIGHT_BITS  # bits of the first frame
    gap_ns = rises[first] - falls[first - 1]
    assert RESET_NS < 308_000 <= gap_ns < 311_000
    assert falls[first - 1] + RESET_NS < flags[0] < rises[first]


@given(lights=LIGHTS)
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_lights_show_what_was_sent_and_the_fake_says_when(new_chip, program, lights):
    words = frame(lights)
    assert len(words) <= 7
    edges, (flag_ns,) = run(program, words)
    assert shown(edges, 9) == list(enumerate(lights))

    chip = new_chip()
    rested = []
    sender = chip.load("light_sender").LightSender(lambda: rested.append(chip.world.now_ns))
    sender.load()
    sender.start()
    begin_ns = chip.world.now_ns
    sender.put(words)
    chip.world.sleep(begin_ns + 10**6)
    assert rested == [begin_ns + flag_ns]
    chain = LightChain(9)
    for at_ns, level in edges:
        chain.edge(at_ns, level)
    expected = [
        (begin_ns + chain.shows_ns, 30 + place, 0, max(colour) * 257)
        for place, colour in enumerate(lights)
        if max(colour)
    ]
    assert chip.port.told == expected


def test_a_frame_starts_with_its_own_first_bit(program):
    """What the last word of the frame before had too many is not sent.

    Where it had none, the chip refills the OSR by itself as soon as there is a word, and PULL of
    a full OSR does nothing (RP2040 datasheet, 3.5.4); the PIO emulator lacks that last rule.
    """
    for number in (2, 3, 4, 6, 7, 8):
        first, second = [(255, 1, 254)] * number, [(127, 3, 9)] * number
        edges, flags = run(program, frame(first), frame(second))
        later = [edge for edge in edges if edge[0] > flags[0]]
        assert shown(later, number) == list(enumerate(second))


def test_program_has_room_beside_it(program):
    assert len(program.assembled) == 12
