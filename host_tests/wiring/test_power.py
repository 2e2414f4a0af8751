"""The power budget: sums of the inputs, in one place, that follow when one of them changes."""

import re

import pytest

from unosim import cli, power
from unosim import power_figures as figures
from unosim.boards import TREE, load, names


def test_an_evening_is_one_evening():
    assert sum(figures.EVENING.values()) == pytest.approx(1)
    assert set(figures.EVENING) <= set(figures.LIT)


def test_the_clock_is_the_one_that_the_firmware_sets():
    source = (TREE / "firmware/unoflash/hardware/clock.py").read_text("utf-8")
    (hz,) = re.findall(r"^SYSTEM_HZ = const\(([\d_]+)\)", source, re.MULTILINE)
    assert int(hz) == figures.CLOCK_MHZ * 1_000_000


def test_a_turn_on_a_pico_by_hand():
    turn = next(d for d in power.budget(load("pico6"), 125).states if d.state == "turn")
    from_usb_ma = 0.0009 * 21.24 + 0.9991 * 18.8
    at_vsys_v = 3 * 1.2 - 0.3
    assert turn.module_ma == pytest.approx(from_usb_ma * 4.7 / at_vsys_v)
    assert turn.lights_ma == pytest.approx(4.0 * 3.3 / 0.85 / at_vsys_v)
    assert turn.hours == pytest.approx(2500 / (turn.module_ma + turn.lights_ma))


def test_asleep_on_a_pico_by_hand():
    asleep = power.budget(load("pico6"), 125).asleep
    assert asleep.lights_ma == 0
    assert asleep.battery_ma == pytest.approx((0.998 * 1.3 + 0.002 * 21.24) * 4.7 / 3.3)


def test_a_chain_is_never_quite_dark():
    asleep = power.budget(load("zero6_ws2812")).asleep
    assert asleep.lights_ma == 7 * figures.DARK_MA
    assert asleep.module_ma > figures.CHIP_ASLEEP_MA + figures.DARK_MA  # its own WS2812


def test_a_busier_chip_and_a_faster_clock_draw_more(monkeypatch):
    before = power.budget(load("pico6"))
    assert power.budget(load("pico6"), 50).play_ma < before.play_ma
    monkeypatch.setitem(figures.AWAKE, "turn", 0.5)
    assert power.budget(load("pico6")).play_ma > before.play_ma


@pytest.mark.parametrize(("mhz", "ma"), [(18, 7.45), (64, 13.0), (125, 18.8), (41, 10.225)])
def test_a_current_lies_on_the_line_between_two_measured_ones(mhz, ma):
    assert power.between(figures.WAITING_MA, mhz) == pytest.approx(ma)


@pytest.mark.parametrize("name", names())
def test_the_mean_of_play_lies_among_its_states(name):
    found = power.budget(load(name))
    draws = [draw.battery_ma for draw in found.states]
    assert min(draws) < found.play_ma < max(draws)
    assert found.asleep.hours > found.play_hours


def test_unosim_power_prints_the_sum(capsys):
    assert cli.main(["power", "--board", "pico8", "--mhz", "50"]) == 0
    out = capsys.readouterr().out
    found = power.budget(load("pico8"), 50)
    assert f"2500 mAh / {found.play_ma:.1f} mA = {found.play_hours:.0f} hours" in out
    assert f"{found.asleep.hours / 24:.0f} days" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--mhz", "200"], "allowed: 18 to 125"), (["--board", "nope"], "unosim: no board 'nope'")],
)
def test_bad_input_is_refused_in_words(arguments, said, capsys):
    assert cli.main(["power", *arguments]) == 2
    assert said in capsys.readouterr().err
