"""Lights of either kind from a board's data; LEDs at either level."""

from types import SimpleNamespace

import pytest

DARK, FULL = 0, 65535


@pytest.fixture
def lamps_of(chip):
    def make(on, brightness=100):
        chip.world.lit_low = 0 if on else 1 << 10 | 1 << 11
        lamps = chip.load("unoflash.hardware.lamps")
        return lamps.of_board(SimpleNamespace(LIGHTS=(10, 11), LIGHT_ON=on), brightness)

    return make


@pytest.mark.parametrize("on", [1, 0])
def test_leds_light_as_far_as_they_should(chip, lamps_of, on):
    lamps = lamps_of(on)
    lamps.show(bytearray((100, 20)))
    assert chip.port.now == {10: (1000, FULL), 11: (1000, 13107)}
    lamps.show(bytearray((0, 20)))
    assert chip.port.now[10] == (1000, DARK)
    lamps_of(on, 50).show(bytearray((100, 0)))
    assert chip.port.now[10] == (1000, 32767)


@pytest.mark.parametrize("on", [1, 0])
def test_leds_are_dark_from_the_first_moment_and_when_off(chip, lamps_of, on):
    lamps = lamps_of(on)
    assert {duty for _, _, _, duty in chip.port.told} == {DARK}
    lamps.show(bytearray((100, 100)))
    lamps.off()
    assert chip.port.now == {10: (0, DARK), 11: (0, DARK)}
    pin = chip.load("machine").Pin
    assert [pin(10).value(), pin(11).value()] == [1 - on] * 2


def test_the_level_at_the_pin_of_an_led_that_lights_at_low(chip):
    """Told as it is, without the world's help."""
    lamps = chip.load("unoflash.hardware.lamps").Lamps((10,), 100, 0)
    assert chip.port.now == {10: (1000, FULL)}
    lamps.show(bytearray((25,)))
    assert chip.port.now == {10: (1000, FULL - 16383)}


def test_a_board_without_a_level_lights_at_high(chip):
    lamps = chip.load("unoflash.hardware.lamps")
    lamps.of_board(SimpleNamespace(LIGHTS=(10,)), 100).show(bytearray((100,)))
    assert chip.port.now == {10: (1000, FULL)}


def test_a_board_with_a_chain(chip):
    lamps = chip.load("unoflash.hardware.lamps")
    board = SimpleNamespace(LIGHT_CHAIN=8, SEATS=2)
    lamps.of_board(board, 100).show(bytearray((0, 0, 100)))
    chip.world.sleep(chip.world.now_ns + 10**6)
    chip.world.sleep(chip.world.now_ns + 10**6)
    assert chip.port.now == {32: (0, FULL)}
