"""The modules that a unit may be built on: pins at the edge, what is wired on the module itself.

Everything that tools know of a module stands here, once: which GPIOs can be used, where they
are, how the supply comes in, what the chip on it can give.

    >>> MODULES["pico"].pin_of(16).number
    21

Sources: "Raspberry Pi Pico Datasheet" 2.1 (pinout, power); "RP2040 Datasheet" 5.5.3 (currents);
Waveshare's RP2040-Zero wiki page and schematic; pico-sdk's boards/pico.h and
boards/waveshare_rp2040_zero.h.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

# RP2040 datasheet, 5.5.3: all GPIOs together, sourced or sunk.
GPIOS_MA = 50.0
GPIO_MA = 12.0  # one of them, at the highest drive strength

ADC_GPIOS = (26, 27, 28, 29)  # of the chip


@dataclass(frozen=True)
class Pin:
    """A pin at the module's edge; `side` as seen from above, the USB socket up."""

    number: int  # as the maker counts them
    name: str
    gpio: int | None  # None: power, ground, reset
    side: str  # left (down), bottom (to the right), right (up): the order of the numbers


@dataclass(frozen=True)
class Module:
    """A module with an RP2040."""

    name: str  # as `MODULE` in a board.py has it
    title: str
    pins: tuple[Pin, ...]  # in the order of their numbers
    wired: Mapping[int, str]  # GPIOs that are not at the edge: what they do
    usb_sense: int | None  # reads 1 with USB power
    supply_adc: int | None  # measures the supply pin …
    supply_divider: float  # … which is this many times what the ADC sees
    supply_pin: str  # where batteries come in, 5.5 V at most
    usb_pin: str  # 5 V while USB is plugged in
    regulator_ma: int  # what may be drawn from 3V3 besides the chip
    flash_bytes: int

    @property
    def gpios(self) -> tuple[int, ...]:
        """The GPIOs at its edge, ascending."""
        return tuple(sorted(pin.gpio for pin in self.pins if pin.gpio is not None))

    def pin_of(self, gpio: int) -> Pin:
        """The pin of a GPIO; KeyError where it is not at the edge."""
        for pin in self.pins:
            if pin.gpio == gpio:
                return pin
        raise KeyError(gpio)

    def pins_named(self, name: str) -> list[Pin]:
        """The pins of a name, such as every `GND`."""
        return [pin for pin in self.pins if pin.name == name]


def _pins(left: str, bottom: str, right: str) -> tuple[Pin, ...]:
    sides = {"left": left, "bottom": bottom, "right": right}
    names = [(name, side) for side, text in sides.items() for name in text.split()]
    return tuple(
        Pin(number, name, int(name[2:]) if name.startswith("GP") else None, side)
        for number, (name, side) in enumerate(names, 1)
    )


MODULES: Mapping[str, Module] = {
    module.name: module
    for module in (
        Module(
            name="pico",
            title="Raspberry Pi Pico",
            pins=_pins(
                "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7"
                " GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15",
                "",
                "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN"
                " GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS",
            ),
            wired={
                23: "its regulator's power-save pin",
                24: "its USB sense",
                25: "its own LED",
                29: "its VSYS sense",
            },
            usb_sense=24,
            supply_adc=29,
            supply_divider=3.0,
            supply_pin="VSYS",
            usb_pin="VBUS",
            regulator_ma=300,
            flash_bytes=2 << 20,
        ),
        Module(
            name="rp2040_zero",
            title="Waveshare RP2040-Zero",
            pins=_pins(
                "5V GND 3V3 GP29 GP28 GP27 GP26 GP15 GP14",
                "GP13 GP12 GP11 GP10 GP9",
                "GP8 GP7 GP6 GP5 GP4 GP3 GP2 GP1 GP0",
            ),
            wired={
                16: "its own WS2812",
                **dict.fromkeys(range(17, 26), "a pad on its back"),
            },
            usb_sense=None,
            supply_adc=None,
            supply_divider=1.0,
            supply_pin="5V",
            usb_pin="5V",
            regulator_ma=300,
            flash_bytes=2 << 20,
        ),
    )
}


_W = (
    "its GPIO 23, 24, 25 and 29 belong to the radio, so it can tell neither USB power (asleep it"
    " would drop USB) nor a weak battery, and its image of MicroPython is another one, which was"
    " not tested; take a Raspberry Pi Pico without W"
)
_RP2350 = (
    "it has an RP2350: sleep, watchdog and USB are reached by the RP2040's register addresses,"
    " which are others there, and all times were measured on the RP2040 alone; take a Raspberry Pi"
    " Pico or a Waveshare RP2040-Zero"
)
REFUSED: Mapping[str, str] = {"pico_w": _W, "pico2": _RP2350, "pico2_w": _RP2350}


def module_problem(machine: str) -> str | None:
    """Why a unit cannot be built on a module that calls itself so; None: it can.

    `machine` is MicroPython's `sys.implementation._machine`, such as "Raspberry Pi Pico with
    RP2040". That names the image on the module: other modules with an RP2040, the RP2040-Zero
    among them, run the Pico's and say the same, or give a name of their own.
    """
    name, _, chip = machine.partition(" with ")
    if "RP2350" in chip.upper():
        return f"{name} is not supported: {_RP2350}"
    if chip.upper() != "RP2040":
        return f"{machine!r} has no RP2040; take a Raspberry Pi Pico or a Waveshare RP2040-Zero"
    if re.search(r"Pico ?W\b", name, re.IGNORECASE):
        return f"{name} is not supported: {_W}"
    return None
