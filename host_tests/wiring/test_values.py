"""The values of parts follow from what they have to do."""

import pytest

from unosim.boards import load, names
from unosim.modules import GPIO_MA, GPIOS_MA
from unosim.wiring import values


@pytest.mark.parametrize(
    ("ohm", "bought"), [(325, 330), (330, 330), (331, 390), (9.5, 10), (83, 100), (660, 680)]
)
def test_a_resistor_is_never_smaller_than_asked_for(ohm, bought):
    assert values.next_e12(ohm) == bought


def test_a_resistor_that_nobody_sells_is_an_error():
    with pytest.raises(ValueError, match=r"at most 8\.2 MΩ"):
        values.next_e12(9e6)


@pytest.mark.parametrize("most_ma", [1.0, 2.5, 4.0, 5.5, 12.0])
def test_an_led_never_draws_more_than_the_board_says_and_not_much_less(most_ma):
    assert 0.8 * most_ma < values.led_ma(values.led_ohm(most_ma)) <= most_ma


@pytest.mark.parametrize("name", names())
def test_all_lights_at_once_are_within_what_the_chip_gives(name):
    board = load(name)
    if board.light_chain is None:
        each = values.led_ma(values.led_ohm(board.light_ma))
        assert len(board.lights) * each + values.PIEZO_PEAK_MA < GPIOS_MA


@pytest.mark.parametrize("antiphase", [False, True])
def test_a_piezo_draws_what_a_gpio_may_give_and_follows_the_highest_note(antiphase):
    ohm = values.piezo_ohm(antiphase)
    swing_v = values.GPIO_V * (2 if antiphase else 1)
    assert 0.8 * values.PIEZO_PEAK_MA < swing_v / ohm * 1000 <= values.PIEZO_PEAK_MA < GPIO_MA
    half_a_period_us = 1e6 / 3951 / 2  # b7, the highest note of a tune
    assert values.piezo_settles_us(ohm) < half_a_period_us


def test_the_chains_rail_understands_a_gpio_on_usb_and_on_batteries():
    for rail_v in (5.0 - values.SILICON_V, 3 * 1.5 - values.SCHOTTKY_V):
        assert 3.5 <= rail_v <= 5.3  # WS2812B datasheet
        assert values.CHAIN_HIGH * rail_v < values.GPIO_V
    assert values.CHAIN_HIGH * 5.0 > values.GPIO_V  # which is why there is a diode
