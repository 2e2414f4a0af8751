"""The modules' pins, against what their makers print."""

import re

import pytest

from unosim.modules import MODULES, module_problem


def test_a_picos_pins_are_where_its_datasheet_has_them():
    pico = MODULES["pico"]
    assert pico.gpios == (*range(23), 26, 27, 28)
    numbers = {0: 1, 1: 2, 2: 4, 5: 7, 6: 9, 9: 12, 10: 14, 13: 17, 14: 19, 15: 20, 16: 21}
    numbers |= {17: 22, 18: 24, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
    assert {gpio: pico.pin_of(gpio).number for gpio in numbers} == numbers
    assert [pin.number for pin in pico.pins_named("GND")] == [3, 8, 13, 18, 23, 28, 38]
    others = {"RUN": 30, "AGND": 33, "ADC_VREF": 35, "3V3": 36, "3V3_EN": 37, "VSYS": 39}
    others["VBUS"] = 40
    assert {name: pico.pins_named(name)[0].number for name in others} == others
    assert [pin.side for pin in pico.pins] == ["left"] * 20 + ["right"] * 20


def test_a_zeros_pins_are_where_its_maker_has_them():
    zero = MODULES["rp2040_zero"]
    assert zero.gpios == (*range(16), *range(26, 30))
    assert [pin.name for pin in zero.pins[:4]] == ["5V", "GND", "3V3", "GP29"]
    numbers = {26: 7, 15: 8, 14: 9, 13: 10, 9: 14, 8: 15, 0: 23}
    assert {gpio: zero.pin_of(gpio).number for gpio in numbers} == numbers
    assert [pin.side for pin in zero.pins] == ["left"] * 9 + ["bottom"] * 5 + ["right"] * 9


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_every_gpio_of_the_chip_is_at_the_edge_or_wired(module):
    assert sorted((*module.gpios, *module.wired)) == list(range(30))
    assert module.pins_named(module.supply_pin)
    assert module.pins_named(module.usb_pin)
    with pytest.raises(KeyError):
        module.pin_of(next(iter(module.wired)))


@pytest.mark.parametrize(
    "machine",
    [
        "Raspberry Pi Pico with RP2040",
        "Waveshare RP2040-Zero with RP2040",
        "UNO Flash zero6_ws2812 with RP2040",
        "Pimoroni Tiny 2040 with RP2040",
    ],
)
def test_modules_with_an_rp2040_will_do(machine):
    assert module_problem(machine) is None


@pytest.mark.parametrize(
    ("machine", "reason"),
    [
        ("Raspberry Pi Pico W with RP2040", r"^Raspberry Pi Pico W is not supported: its GPIO 23"),
        (
            "Raspberry Pi Pico2 with RP2350",
            "^Raspberry Pi Pico2 is not supported: it has an RP2350",
        ),
        ("Raspberry Pi Pico 2 W with RP2350", "RP2350.*register addresses"),
        ("Raspberry Pi Pico2 with RP2350-RISCV", "RP2350"),
        ("Generic ESP32 module with ESP32", "has no RP2040; take a Raspberry Pi Pico"),
        ("linux [GCC 12.2.0] version", "has no RP2040"),
        ("", "has no RP2040"),
    ],
)
def test_modules_that_will_not_do_are_refused_by_name(machine, reason):
    assert re.search(reason, module_problem(machine))
