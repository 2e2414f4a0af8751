"""What goes to which pin of a board's module, in the words that the pictures use.

Every picture, the bill and the tests of them stand on this list.

    >>> from unosim.boards import load
    >>> connections(load("pico6"))[0]
    Connection(pin='GP0', to='p1 button', through='', kind='button')
"""

from dataclasses import dataclass

from unosim.boards import Board
from unosim.wiring import values

NAMES = {"slap": "SLAP", "play": "Play/Pause"}  # as on the real unit; seats are p1 … p8
BATTERY, GATE, CHAIN_POWER = "battery +", "gate of the P-FET", "light chain, +5 V"
KINDS = ("button", "light", "buzzer", "switch", "supply", "ground")


@dataclass(frozen=True)
class Connection:
    """A wire from a pin, and what sits in it between the pin and where it goes."""

    pin: str  # as printed on the module: GP0, VSYS, GND
    to: str
    through: str  # the parts in the wire, from the pin on: `1N5817, On/Off Switch`; or nothing
    kind: str  # one of KINDS


def connections(board: Board) -> list[Connection]:
    """Each wire from a pin, ground last."""
    return [*_buttons(board), *_lights(board), *_buzzer(board), *_switch(board), *_supply(board)]


def name(button: str) -> str:
    """`p1` → `p1`, `slap` → `SLAP`, `play` → `Play/Pause`."""
    return NAMES.get(button, button)


def _buttons(board: Board) -> list[Connection]:
    return [
        Connection(f"GP{gpio}", f"{name(button)} button", "", "button")
        for button, gpio in board.contacts.items()
    ]


def _lights(board: Board) -> list[Connection]:
    if board.light_chain is not None:
        data = Connection(
            f"GP{board.light_chain}", "light chain, data in", f"{values.CHAIN_OHM} Ω", "light"
        )
        return [data]
    ohm = f"{values.led_ohm(board.light_ma)} Ω"
    return [
        Connection(f"GP{gpio}", f"{name(light)} light", ohm, "light")
        for light, gpio in board.lights.items()
    ]


def _buzzer(board: Board) -> list[Connection]:
    ohm = f"{values.piezo_ohm(board.buzzer_antiphase is not None)} Ω"
    if board.buzzer_antiphase is None:
        return [Connection(f"GP{board.buzzer}", "buzzer", ohm, "buzzer")]
    return [
        Connection(f"GP{board.buzzer}", "buzzer, one side", ohm, "buzzer"),
        Connection(f"GP{board.buzzer_antiphase}", "buzzer, other side", "", "buzzer"),
    ]


def _switch(board: Board) -> list[Connection]:
    return [
        Connection(f"GP{board.speed_slow}", "Speed Switch, slow", "", "switch"),
        Connection(f"GP{board.speed_fast}", "Speed Switch, fast", "", "switch"),
    ]


def _supply(board: Board) -> list[Connection]:
    found = []
    high = ["buttons"] * board.closed_level + ["lights"] * (1 - board.light_on)
    if high:
        found.append(Connection("3V3", f"{' and '.join(high)}, common side", "", "supply"))
    if board.battery == "schottky":
        through = f"{values.SCHOTTKY}, On/Off Switch"
        found.append(Connection(board.module.supply_pin, BATTERY, through, "supply"))
    if board.battery == "p-fet":
        through = f"{values.P_FET}, On/Off Switch"
        found.append(Connection(board.module.supply_pin, BATTERY, through, "supply"))
        found.append(Connection(board.module.usb_pin, GATE, "", "supply"))
    if board.light_chain is not None:
        found.append(Connection(board.module.usb_pin, CHAIN_POWER, values.SILICON, "supply"))
    return [*found, Connection("GND", "ground", "", "ground")]
