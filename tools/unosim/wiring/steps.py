"""What a wire's other end needs to know, in words: under the picture of the pins."""

from unosim.boards import Board
from unosim.wiring import values


def rules(board: Board) -> list[str]:
    """A line for each kind of part that is wired."""
    pin = board.module.supply_pin
    found = [
        f"button: one contact to its pin, the other to {'3V3' if board.closed_level else 'ground'}",
        *_lights(board),
        _buzzer(board),
        "Speed Switch (on – off – on): its middle contact to ground; in the middle it is medium",
    ]
    if board.battery == "schottky":
        found.append(
            f"battery: 3 AA, + through the On/Off Switch and the {values.SCHOTTKY} (its ring at"
            f" {pin}), − to ground"
        )
    if board.battery == "p-fet":
        found.append(
            f"battery: 3 AA, + through the On/Off Switch to the {values.P_FET}'s drain, its source"
            f" to {pin}; − to ground"
        )
    return [*found, "ground: any of the GND pins; all grounds are joined"]


def _lights(board: Board) -> list[str]:
    if board.light_chain is None:
        if board.light_on:
            return ["light: the resistor, then the LED's long leg; its short leg to ground"]
        return ["light: the resistor, then the LED's short leg; its long leg to 3V3"]
    last = list(board.lights)[-2]
    found = [
        f"light chain: WS2812B, p1 to {last}, then SLAP: data out of each to data in of the next;"
        " all − to ground",
        f"light chain's + to the {values.SILICON}'s ring; {values.CHAIN_UF} µF from + to ground",
    ]
    if board.battery != "none":
        found.append(
            f"a second {values.SCHOTTKY} from the On/Off Switch to the light chain's + (ring there)"
        )
    return found


def _buzzer(board: Board) -> str:
    if board.buzzer_antiphase is None:
        return "buzzer: a passive piezo, its other side to ground"
    return "buzzer: a passive piezo between the two pins, not to ground"
