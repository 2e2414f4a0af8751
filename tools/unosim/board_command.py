"""`unosim board NAME_OR_PATH`: what is wired to which pin, or why the board cannot be."""

import sys

from rich.console import Console
from rich.table import Table

from unosim import boards
from unosim.boards import Board, BoardError
from unosim.modules import GPIOS_MA, Pin

GOOD, BAD = 0, 2

_BATTERIES = {
    "none": "USB only",
    "schottky": "batteries (3 AA) through a Schottky diode",
    "p-fet": "batteries (3 AA) through a P-FET",
}


def show(name: str | None, console: Console | None = None) -> int:
    """Prints a board's pins, or without a name which boards there are; the exit status."""
    console = console or Console(highlight=False)
    if name is None:
        for known in boards.names():
            board = boards.load(known)
            console.print(f"{known:14}{board.seats} seats, {board.module.title}")
        return GOOD
    try:
        board = boards.load(name)
    except BoardError as error:
        where = f"{error.path}: " if error.path else ""
        for problem in error.problems:
            print(f"unosim: {where}{problem}", file=sys.stderr)
        return BAD
    console.print(_table(board))
    for line in _facts(board):
        console.print(line)
    return GOOD


def uses(board: Board) -> dict[int, str]:
    """What each used GPIO is for and how it is wired, for people."""
    contact = "to GND" if board.closed_level == 0 else "to 3V3"
    light = "LED and resistor to GND" if board.light_on else "LED and resistor to 3V3"
    end = "one end" if board.buzzer_antiphase is not None else "other end to GND"
    ways = {"contact": contact, "light": light, "buzzer": end, "slow": "to GND", "fast": "to GND"}
    ways["chain"] = f"data in of {next(iter(board.lights))}'s"
    found = {}
    for role, gpio in board.roles():
        way = ways.get(role.split(" ")[-1])
        found[gpio] = f"{role}, {way}" if way else role
    return found


def _table(board: Board) -> Table:
    table = Table(title=f"{board.name}: {board.module.title}, seen from above, USB up")
    table.add_column("pin", justify="right")
    table.add_column("name")
    table.add_column("what goes there", overflow="fold")
    used = uses(board)
    for pin in board.module.pins:
        table.add_row(str(pin.number), pin.name, _use(board, pin, used))
        if pin is board.module.pins[-1] or board.module.pins[pin.number].side != pin.side:
            table.add_section()
    for gpio in sorted(used):
        if gpio in board.module.wired:
            table.add_row("-", f"GP{gpio}", f"{used[gpio]} (on the module)")
    return table


def _use(board: Board, pin: Pin, used: dict[int, str]) -> str:
    if pin.gpio is not None:
        return used.get(pin.gpio, "")
    if pin.name == board.module.supply_pin:
        way = _BATTERIES[board.battery]
        if board.light_chain is not None:
            return f"{way}; the light chain's supply"
        return way if board.battery != "none" else ""
    return "ground of everything" if pin.name == "GND" else ""


def _facts(board: Board) -> list[str]:
    number = len(board.lights)
    if board.light_chain is None:
        total = f"{board.light_ma * number:g} of {GPIOS_MA:g} mA that the GPIOs give"
        lights = f"{number} LEDs of {board.light_ma:g} mA: {total}"
    else:
        total = f"up to {board.light_ma * number:g} mA from {board.module.supply_pin}"
        lights = f"{number} WS2812 of {board.light_ma:g} mA: {total}, nothing from a GPIO"
    senses = [
        "USB power" if board.usb_sense is not None else "",
        "the battery" if board.battery_adc is not None else "",
    ]
    return [
        f"lights: {lights}",
        f"re-arm times: {board.debounce_ms} ms, SLAP {board.slap_debounce_ms} ms",
        f"supply: {_BATTERIES[board.battery]}, to {board.module.supply_pin}",
        f"senses: {' and '.join(filter(None, senses)) or 'neither USB power nor the battery'}",
    ]
