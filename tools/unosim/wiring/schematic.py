"""The schematic of a board, drawn by schemdraw from the board's data.

Left of the module: what a hand moves. Right: what shines and sounds, and the supply. Both sides
end at a line of ground.
"""

import schemdraw
import schemdraw.elements as elements
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from schemdraw.elements import Element, IcPin
from schemdraw.types import Halign

from unosim.boards import Board
from unosim.wiring import values
from unosim.wiring.connections import BATTERY, CHAIN_POWER, GATE, Connection, connections, name
from unosim.wiring.drawing import COLOURS, new_figure

_UNIT_INCH = 0.37
_ROW = 1.2
_BLOCK = 4.6  # the module's width, in units
_LEAD = 0.5  # of its pins
_LEFT_X = -6.2  # the buttons' common line, mostly ground
_GROUND_X = _LEFT_X - 0.7  # the left line of ground where it is not
_PART = 2.3  # length of a part with its wires
_CHAIN_STEP, _CHAIN_BOX = 1.8, 1.25
_TEXT, _SMALL, _TINY = 9.0, 8.0, 6.5
_RING = 0.12  # radius of a contact, drawn by schemdraw
_MARGIN = 0.6

Point = tuple[float, float]
Row = Connection | None  # what leaves the module in a row; None: nothing


def draw(board: Board) -> Figure:
    """The schematic, as a figure of the size it needs."""
    schemdraw.use("matplotlib")
    figure, axes = new_figure()
    sheet = Sheet(board, axes)
    sheet.draw()
    x0, y0, x1, y1 = sheet.extent()
    figure.set_size_inches((x1 - x0) * _UNIT_INCH, (y1 - y0) * _UNIT_INCH)
    axes.set(xlim=(x0, x1), ylim=(y0, y1))
    return figure


class Sheet:
    """A module with a row of parts for each pin; row 0 is the topmost, y grows upwards."""

    def __init__(self, board: Board, axes: Axes) -> None:
        self._board = board
        self._wires = {kind: _of_kind(board, kind) for kind in COLOURS}
        self._left, self._right = _left_rows(board, self._wires), _right_rows(board, self._wires)
        self._left_ground_x = _GROUND_X if board.closed_level else _LEFT_X
        self._rows = max(len(self._left), len(self._right)) + 1  # the last one: ground
        chain = len(board.lights) if board.light_chain is not None else 0
        self._right_x = _BLOCK + _LEAD + max(4 * _PART, _PART + 3 + chain * _CHAIN_STEP)
        self._drawing = schemdraw.Drawing(canvas=axes, show=False)
        self._drawing.config(fontsize=_TEXT, font="sans-serif", lw=1.3)

    def extent(self) -> tuple[float, float, float, float]:
        """The drawing's edges with a margin: left, bottom, right, top."""
        box = self._drawing.get_bbox()
        return box.xmin - _MARGIN, box.ymin - _MARGIN, box.xmax + _MARGIN, box.ymax + _MARGIN

    def draw(self) -> None:
        """Draws everything."""
        self._module()
        self._buttons()
        self._speed_switch()
        if self._board.light_chain is None:
            self._leds()
        else:
            self._chain()
        self._buzzer()
        self._battery()
        self._ground()
        self._drawing.draw(show=False)

    # Places

    def _y(self, row: int) -> float:
        return (self._rows - row) * _ROW

    def _pin(self, wire: Connection, right: bool = False) -> Point:
        """The end of a pin's lead; `right`: of the one there, should it be on the left as well."""
        if wire in self._left and not right:
            return -_LEAD, self._y(self._left.index(wire))
        return _BLOCK + _LEAD, self._y(self._right.index(wire))

    # Pieces

    def _add(self, element: Element) -> None:
        self._drawing.add(element)

    def _line(self, *points: Point) -> None:
        for start, end in zip(points, points[1:], strict=False):
            self._add(elements.Line().at(start).to(end))

    def _dot(self, place: Point) -> None:
        self._add(elements.Dot(radius=0.06).at(place))

    def _say(self, place: Point, text: str, size: float = _TEXT, align: Halign = "center") -> None:
        label = elements.Label().at(place)
        self._add(label.label(text, fontsize=size, halign=align, valign="base", ofst=0))

    def _two_ended(self, element: Element, start: Point, end: Point, text: str = "") -> None:
        """A part between two places of a row, its value above it."""
        self._add(element.at(start).to(end))
        if text:
            self._say(((start[0] + end[0]) / 2, start[1] + 0.4), text, _SMALL)

    # Parts

    def _module(self) -> None:
        pins = []
        for side, rows in (("L", self._left), ("R", self._right)):
            for row, wire in enumerate(rows):
                if wire:
                    number = self._board.module.pins_named(wire.pin)[0].number
                    pins.append(self._lead(side, wire.pin, number, row))
        for side, pin in self._ground_pins().items():
            pins.append(self._lead(side, "GND", pin, self._rows - 1))
        height = (self._rows + 1) * _ROW
        box = elements.Ic(
            pins=pins,
            size=(_BLOCK, height),
            pinspacing=_ROW,
            leadlen=_LEAD,
            lsize=_TEXT,
            plblsize=_SMALL,
        )
        self._add(box.anchor("center").at((_BLOCK / 2, height / 2)))
        top = height + 0.35
        self._say((_BLOCK / 2, top), self._board.module.title, 10)
        self._say((_BLOCK / 2, top + 0.55), f"{self._board.name}, {self._board.seats} seats", 12)

    def _ground_pins(self) -> dict[str, int]:
        """The number of a ground pin for each side of the sheet; the right may lack one."""
        first, *others = self._board.module.pins_named("GND")
        right = [pin.number for pin in others if pin.side == "right"]
        return {"L": first.number} | ({"R": right[-1]} if right else {})

    def _lead(self, side: str, pin: str, number: int, row: int) -> IcPin:
        slot = f"{self._rows - row}/{self._rows}"
        return IcPin(name=pin, pin=str(number), side="left" if side == "L" else "right", slot=slot)

    def _buttons(self) -> None:
        for wire in self._wires["button"]:
            x, y = self._pin(wire)
            self._add(elements.Button().at((x, y)).to((_LEFT_X, y)))
            self._say((_LEFT_X + 1.3, y + 0.24), wire.to.removesuffix(" button"))
            self._dot((_LEFT_X, y))
        if self._board.closed_level:
            x, y = self._pin(self._wire("3V3"))
            self._line((x, y), (_LEFT_X, y), (_LEFT_X, self._y(0)))

    def _speed_switch(self) -> None:
        slow, fast = (self._pin(wire) for wire in self._wires["switch"])
        middle = (slow[1] + fast[1]) / 2
        switch = elements.SwitchSpdt2().right().at((-3.4, middle))
        self._add(switch)
        for (x, y), throw in ((slow, switch.b), (fast, switch.c)):
            self._line((x, y), (-1.6, y), (-1.6, throw[1]), (throw[0] + _RING, throw[1]))
        self._line((-3.4, middle), (self._left_ground_x, middle))
        self._dot((self._left_ground_x, middle))
        self._say((-1.05, slow[1] + 0.22), "slow")
        self._say((-1.05, fast[1] + 0.22), "fast")
        self._say((-3.3, middle + 0.72), "Speed Switch", _SMALL)
        self._say((-3.3, middle - 0.9), "middle: medium", _SMALL)

    def _leds(self) -> None:
        common_x = self._right_x if self._board.light_on else self._right_x - 1
        for wire in self._wires["light"]:
            x, y = self._pin(wire)
            end = x + 2 * _PART
            self._two_ended(elements.ResistorIEC(), (x, y), (x + _PART, y), wire.through)
            start = x + _PART
            ends = (start, end) if self._board.light_on else (end, start)
            self._two_ended(elements.LED(), (ends[0], y), (ends[1], y))
            self._line((end, y), (common_x, y))
            self._say((end + 1.2, y + 0.22), wire.to)
            self._dot((common_x, y))
        if not self._board.light_on:
            x, y = self._pin(self._wire("3V3"), right=True)
            self._line((x, y), (common_x, y), (common_x, self._pin(self._wires["light"][0])[1]))

    def _chain(self) -> None:
        """The boxes p1 … SLAP between their rail, above, and ground, below."""
        board, (wire,) = self._board, self._wires["light"]
        x, y = self._pin(wire)
        rail, ground = y + 2 * _ROW, y - 2 * _ROW
        self._two_ended(elements.ResistorIEC(), (x, y), (x + _PART, y), wire.through)
        x += _PART
        for light in board.lights:
            self._line((x, y), (x + _CHAIN_STEP - _CHAIN_BOX, y))
            x += _CHAIN_STEP
            centre = x - _CHAIN_BOX / 2
            self._add(elements.Rect((-_CHAIN_BOX / 2, -0.7), (_CHAIN_BOX / 2, 0.7)).at((centre, y)))
            self._say((centre, y - 0.12), name(light))
            self._say((centre, y + 0.4), "+", _TINY)
            self._say((centre, y - 0.6), "GND", _TINY)
            for end in (rail, ground):
                self._line((centre, y + 0.7 if end > y else y - 0.7), (centre, end))
                self._dot((centre, end))
        end = x + 0.9
        self._two_ended(elements.Capacitor(polar=True), (end, rail), (end, ground))
        self._say((end + 0.3, y + 0.25), f"{values.CHAIN_UF} µF", _SMALL, "left")
        self._say((end + 0.3, y - 0.35), "6.3 V", _SMALL, "left")
        self._line((self._rail_x(), rail), (end, rail))
        start = self._pin(wire)[0] + _PART
        self._line((start, ground), (self._right_x, ground))
        note = "WS2812B, each: data in left, data out right"
        self._say((start + 0.1, ground - 0.45), note, _SMALL, "left")
        self._dot((self._right_x, ground))
        self._rail_supply(rail)

    def _rail_x(self) -> float:
        """Where the chain's rail begins: behind its diode."""
        return _BLOCK + _LEAD + 0.7 + _PART

    def _rail_supply(self, rail: float) -> None:
        """5 V comes through a silicon diode, so that the rail asks less of the data's level."""
        board, start = self._board, _BLOCK + _LEAD
        node = start + 0.7
        power = self._wire(to=CHAIN_POWER)
        if power in self._right:
            self._line((start, rail), (node, rail))
        else:  # the pin that the battery goes to as well: one row for the two
            top = self._pin(self._wire(to=BATTERY))[1]
            self._line((node, top), (node, rail))
            self._dot((node, top))
        self._two_ended(elements.Diode(), (node, rail), (node + _PART, rail), values.SILICON)
        if board.battery != "none":
            x, y = self._battery_node()
            self._add(elements.Schottky().at((x, y)).to((x, rail)))
            self._say((x + 0.35, (y + rail) / 2 - 0.1), values.SCHOTTKY, _SMALL, "left")
            self._dot((x, y))
            self._dot((x, rail))

    def _buzzer(self) -> None:
        wires = self._wires["buzzer"]
        x, y = self._pin(wires[0])
        middle, end = x + _PART, x + 2 * _PART
        self._two_ended(elements.ResistorIEC(), (x, y), (middle, y), wires[0].through)
        self._two_ended(elements.Crystal(), (middle, y), (end, y))
        self._say((end + 1.2, y + 0.22), "buzzer (piezo)")
        if len(wires) == 1:
            self._line((end, y), (self._right_x, y))
            self._dot((self._right_x, y))
        else:
            other = self._pin(wires[1])
            self._line((end, y), (end + 0.2, y), (end + 0.2, other[1]), other)

    def _battery_node(self) -> Point:
        """Battery +, switched."""
        y = self._pin(self._wire(to=BATTERY))[1]
        return self._rail_x() + 0.9, y

    def _battery(self) -> None:
        if self._board.battery == "none":
            return
        start, y = self._pin(self._wire(to=BATTERY))
        node, _ = self._battery_node()
        if self._board.battery == "schottky":
            self._two_ended(elements.Schottky(), (node, y), (start + 0.7, y), values.SCHOTTKY)
            self._line((start, y), (start + 0.7, y))
        else:
            fet = elements.PFet2().at((node, y)).to((start, y))
            self._add(fet)
            gate = self._pin(self._wire(to=GATE))
            self._line(fet.gate, (fet.gate[0], gate[1]), gate)
            middle = (node + start) / 2
            self._say((middle, y + 0.4), values.P_FET, _SMALL)
            self._say((middle - 0.6, y + 0.1), "S", _TINY)
            self._say((middle + 0.6, y + 0.1), "D", _TINY)
        self._two_ended(elements.Switch(), (node, y), (node + _PART, y))
        self._say((node + _PART / 2, y - 0.5), "On/Off Switch", _SMALL)
        battery = (node + _PART, y), (node + 2 * _PART, y)
        self._two_ended(elements.Battery(), *battery)
        self._say((node + 1.5 * _PART, y + 0.55), "3 AA", _SMALL)
        self._say((node + 1.5 * _PART - 0.5, y + 0.15), "+", _SMALL)
        self._line((node + 2 * _PART, y), (self._right_x, y))
        self._dot((self._right_x, y))

    def _ground(self) -> None:
        bottom = self._y(self._rows - 1)
        left_x = self._left_ground_x
        slow_y = self._pin(self._wires["switch"][0])[1]
        top = slow_y - _ROW if self._board.closed_level else self._y(0)
        self._line((-_LEAD, bottom), (left_x, bottom), (left_x, top))
        tops = [self._pin(wire)[1] for wire in self._right if wire]
        self._line((self._right_x, bottom), (self._right_x, max(tops)))
        if "R" in self._ground_pins():
            self._line((_BLOCK + _LEAD, bottom), (self._right_x, bottom))
        for x in (left_x, self._right_x):
            self._add(elements.Ground().at((x, bottom)))

    def _wire(self, pin: str = "", to: str = "") -> Connection:
        return next(w for w in connections(self._board) if pin in ("", w.pin) and to in ("", w.to))


def _of_kind(board: Board, kind: str) -> list[Connection]:
    return [wire for wire in connections(board) if wire.kind == kind]


def _left_rows(board: Board, wires: dict[str, list[Connection]]) -> list[Row]:
    slow, fast = wires["switch"]
    common = [w for w in wires["supply"] if w.pin == "3V3"] if board.closed_level else []
    return [*wires["button"], *common, None, slow, None, fast]


def _right_rows(board: Board, wires: dict[str, list[Connection]]) -> list[Row]:
    """The battery first; a chain of lights needs room for its rail and ground."""
    supply = wires["supply"]
    rows: list[Row] = [w for w in supply if w.to in (BATTERY, GATE)]
    chain = next((w for w in supply if w.to == CHAIN_POWER), None)
    if chain:
        rows += [None] * (2 - len(rows))
        own_pin = all(w.pin != chain.pin for w in supply if w.to == BATTERY)
        rows += [chain if own_pin else None, None, *wires["light"], None, None, None]
    else:
        rows += [None] if rows else []
        common = [w for w in supply if w.pin == "3V3"] if not board.light_on else []
        rows += [*wires["light"], *common, None]
    return rows + wires["buzzer"]
