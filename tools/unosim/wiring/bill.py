"""The bill of materials of a board: what to buy, how many, and why just that."""

import csv
import io
from dataclasses import dataclass

from unosim.boards import Board
from unosim.modules import GPIOS_MA
from unosim.wiring import values

HEADER = ("part", "value", "count", "reason")


@dataclass(frozen=True)
class Part:
    """A line of the bill."""

    part: str
    value: str
    count: int
    reason: str


def parts(board: Board) -> list[Part]:
    """All parts of a unit on this board; wire, solder and a case are not counted."""
    return [
        Part("module", board.module.title, 1, "has an RP2040; with MicroPython or our image"),
        *_buttons(board),
        *(_leds(board) if board.light_chain is None else _chain(board)),
        *_buzzer(board),
        Part(
            "Speed Switch",
            "on – off – on, one pole",
            1,
            "one end slow, the other fast, the middle medium",
        ),
        *_battery(board),
    ]


def as_csv(board: Board) -> str:
    """The bill as a CSV file."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(HEADER)
    for part in parts(board):
        rows.writerow((part.part, part.value, part.count, part.reason))
    return out.getvalue()


def _buttons(board: Board) -> list[Part]:
    pull = "pull-down" if board.closed_level else "pull-up"
    why = f"closes a contact while pressed; no resistor: the chip's own {pull}, 50 to 80 kΩ"
    return [
        Part(
            "Player Button",
            "push button: 30 mm or 24 mm arcade; tactile on a breadboard",
            board.seats,
            why,
        ),
        Part("SLAP Button", "push button, 60 mm dome", 1, f"{why}; hit hard"),
        Part("Play/Pause Button", "push button, 16 mm", 1, f"{why}; small, not to be hit"),
    ]


def _leds(board: Board) -> list[Part]:
    count, ohm = len(board.lights), values.led_ohm(board.light_ma)
    each = values.led_ma(ohm)
    drop = values.GPIO_V - values.LED_V
    return [
        Part(
            "LED",
            "5 mm, red, orange or yellow, high-efficiency",
            count,
            f"{values.LED_V:g} V of the {values.GPIO_V:g} V; a green, blue or white one takes 3 V"
            " and hardly shines",
        ),
        Part(
            "resistor",
            f"{ohm} Ω",
            count,
            f"({values.GPIO_V:g} V - {values.LED_V:g} V) / {board.light_ma:g} mA ="
            f" {drop / board.light_ma * 1000:.0f} Ω, the next one up: {each:.1f} mA;"
            f" all {count} lit: {count * each:.0f} mA of {GPIOS_MA:.0f} mA",
        ),
    ]


def _chain(board: Board) -> list[Part]:
    count = len(board.lights)
    rail = 5 - values.SILICON_V
    found = [
        Part(
            "light",
            "WS2812B",
            count,
            f"{board.light_ma:g} mA each at full, {count * board.light_ma:.0f} mA in all, from"
            " the supply and not from a GPIO",
        ),
        Part(
            "resistor",
            f"{values.CHAIN_OHM} Ω",
            1,
            "in the data wire, at the first light: damps ringing (300 to 500 Ω)",
        ),
        Part(
            "diode",
            values.SILICON,
            1,
            f"USB's 5 V less {values.SILICON_V:g} V: a 1 is {values.CHAIN_HIGH:g} of"
            f" {rail:.2f} V = {values.CHAIN_HIGH * rail:.1f} V, under the {values.GPIO_V:g} V"
            f" that a GPIO gives (of 5 V it were {values.CHAIN_HIGH * 5:.1f} V)",
        ),
        Part(
            "capacitor",
            f"{values.CHAIN_UF} µF, 6.3 V",
            1,
            f"from + to ground: {count * board.light_ma:.0f} mA switched on for 50 µs lower it by"
            f" {count * board.light_ma * 50 / values.CHAIN_UF:.0f} mV",
        ),
        Part("capacitor", "100 nF", count, "at each light that has none on its board"),
    ]
    if board.battery != "none":
        why = "batteries to the lights directly, without the loss of the other two diodes"
        found.append(Part("Schottky diode", values.SCHOTTKY, 1, why))
    return found


def _buzzer(board: Board) -> list[Part]:
    antiphase = board.buzzer_antiphase is not None
    ohm = values.piezo_ohm(antiphase)
    swing = values.GPIO_V * (2 if antiphase else 1)
    louder = "; between two GPIOs in antiphase: twice the voltage" if antiphase else ""
    return [
        Part(
            "buzzer",
            "piezo disc or sounder, passive, 20 to 27 mm",
            1,
            f"plays tones; an active one has a tone of its own and does not{louder}",
        ),
        Part(
            "resistor",
            f"{ohm} Ω",
            1,
            f"{swing:g} V / {values.PIEZO_PEAK_MA} mA ="
            f" {swing / values.PIEZO_PEAK_MA * 1000:.0f} Ω: so much at an edge, for"
            f" {values.piezo_settles_us(ohm):.0f} µs into {values.PIEZO_NF} nF;"
            " keeps a knock on it from the GPIO",
        ),
    ]


def _battery(board: Board) -> list[Part]:
    if board.battery == "none":
        return []
    pin = board.module.supply_pin
    keeps = f"keeps USB from charging the batteries at {pin} (Pico datasheet 4.5)"
    diode = Part("Schottky diode", values.SCHOTTKY, 1, f"{keeps}; takes {values.SCHOTTKY_V:g} V")
    fet = Part("P-FET", values.P_FET, 1, f"{keeps}; takes next to nothing")
    return [
        Part("battery holder", "3 AA", 1, f"3.0 to 4.8 V at {pin}, which takes 5.5 V at most"),
        Part("battery", "AA, alkaline", 3, "about 2500 mAh; NiMH do as well"),
        Part("On/Off Switch", "on – off, one pole", 1, "in the battery's +"),
        diode if board.battery == "schottky" else fet,
    ]
