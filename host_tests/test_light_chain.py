"""What a chain of WS2812 makes of its data wire; the signal here is written down by hand."""

import pytest

from unosim.light_chain import ChainError, LightChain, level


class Wire:
    """Sends bits to a chain of three lights; times in ns."""

    def __init__(self):
        self.chain = LightChain(3)
        self.now_ns = 1_000.0

    def pulse(self, high_ns, low_ns):
        self.chain.edge(self.now_ns, 1)
        self.chain.edge(self.now_ns + high_ns, 0)
        self.now_ns += high_ns + low_ns

    def pulses(self, count, high_ns, low_ns):
        for _ in range(count):
            self.pulse(high_ns, low_ns)

    def send(self, *numbers):
        for number in numbers:
            for bit in f"{number:024b}":
                self.pulse(700 if bit == "1" else 300, 500 if bit == "1" else 900)


@pytest.fixture
def wire():
    return Wire()


def test_each_light_takes_the_first_bits_and_passes_on_the_rest(wire):
    wire.send(0x123456, 0xFF0080)
    assert wire.chain.latch(wire.now_ns) == []
    assert wire.chain.latch(wire.chain.shows_ns) == [(0, (0x12, 0x34, 0x56)), (1, (255, 0, 128))]
    assert wire.chain.latch(wire.now_ns + 10**9) == []


def test_what_is_too_much_leaves_the_chain(wire):
    wire.send(1, 2, 3, 4)
    assert [place for place, _ in wire.chain.latch(wire.chain.shows_ns)] == [0, 1, 2]


def test_it_shows_280_us_after_the_last_fall(wire):
    wire.send(0)
    fell_ns = wire.now_ns - 900
    assert wire.chain.shows_ns == fell_ns + 280_000


def test_nothing_came(wire):
    assert wire.chain.shows_ns is None
    assert wire.chain.latch(10**9) == []
    wire.chain.edge(5.0, 0)  # its pin is set low
    assert wire.chain.shows_ns is None


@pytest.mark.parametrize(
    ("high_ns", "low_ns", "message"),
    [
        (200, 900, "was high for 200 ns; allowed: 250 to 380"),
        (450, 900, "was high for 450 ns; allowed: 250 to 380"),
        (550, 900, "was high for 550 ns; allowed: 650 to 750"),
        (800, 500, "was high for 800 ns; allowed: 650 to 750"),
        (300, 400, "was low for 400 ns; allowed: 450 to 5000"),
        (300, 50_000, "was low for 50000 ns; allowed: 450 to 5000"),
    ],
)
def test_a_signal_that_some_would_misunderstand(wire, high_ns, low_ns, message):
    with pytest.raises(ChainError, match=message):
        wire.pulses(2, high_ns, low_ns)


def test_a_frame_that_ends_within_a_light(wire):
    wire.send(1)
    wire.pulse(300, 900)
    with pytest.raises(ChainError, match="a frame of 25 bits; 24 a light"):
        wire.chain.latch(wire.chain.shows_ns)


def test_a_light_is_as_bright_as_its_brightest_colour():
    assert level((0, 255, 10)) == 1.0
    assert level((51, 0, 10)) == 0.2
