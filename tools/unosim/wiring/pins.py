"""The picture to wire from: a board's module from above, each pin with what goes to it."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

from unosim.boards import Board
from unosim.modules import Pin
from unosim.wiring.connections import Connection, connections
from unosim.wiring.drawing import COLOURS, INK, new_figure
from unosim.wiring.steps import rules

# In rows: a row is a pin and what goes to it.
_ROW_INCH = 0.29
_BODY = 7.0  # a module's width
_NOTE = 0.85  # a line under the module
_BESIDE = 11.2  # width of what stands beside a pin
_HEIGHT = 0.76  # of the coloured fields
_LETTER = 0.235  # about the width of one
_TEXT, _SMALL, _HEAD = 9.0, 8.0, 13.0
_BODY_COLOUR, _PAD, _FREE = "#1d4d3a", "#e3b341", "#8fa89c"
_SOCKET = "#c8c8c8"

Place = tuple[float, float]


def draw(board: Board) -> Figure:
    """The picture, as a figure of the size it needs."""
    figure, axes = new_figure()
    wires = {pin.name: _wires(board, pin) for pin in board.module.pins}
    rows = max(len(_side(board, side)) for side in ("left", "right"))
    bottom = _side(board, "bottom")
    used = [pin for pin in bottom if wires[pin.name]]
    height = rows + (1.9 if bottom else 0)
    notes = rules(board)
    half = _BODY / 2 + _BESIDE
    over = -0.9 - max(len(at_pin) - 1 for at_pin in wires.values() if at_pin)  # above the module
    top, notes_y = over - 2.4, height + 1.4 + len(used)
    end = notes_y + len(notes) * _NOTE + 0.2
    figure.set_size_inches(2 * half * _ROW_INCH, (end - top) * _ROW_INCH)
    axes.set(xlim=(-half, half), ylim=(end, top))
    _text(axes, (0, over - 1.6), f"{board.name}: what goes to which pin", _HEAD)
    _text(axes, (0, over - 0.7), f"{board.module.title} from above, the USB socket up", _TEXT)
    _body(axes, height)
    for side, outwards in (("left", -1), ("right", 1)):
        edge = outwards * _BODY / 2
        for row, pin in enumerate(_side(board, side)):
            y = row + 0.5
            _pin(axes, (edge, y), pin, bool(wires[pin.name]), outwards)
            for extra, wire in enumerate(wires[pin.name]):
                at_y = y if not extra else -0.4 - extra
                _wire(axes, [(edge, y), (edge + outwards * 0.7, y)], at_y, outwards, wire)
    for place, pin in enumerate(bottom):
        x = (place - (len(bottom) - 1) / 2) * 1.15
        _pin(axes, (x, height), pin, bool(wires[pin.name]), 0)
        for wire in wires[pin.name]:
            down = height + 1.2 + len(used) - 1 - used.index(pin)  # the leftmost one is the lowest
            _wire(axes, [(x, height), (x, down), (_BODY / 2 + 0.7, down)], down, 1, wire)
    for line, note in enumerate(notes):
        _text(axes, (-half + 0.7, notes_y + line * _NOTE), note, _SMALL, align="left")
    return figure


def _wires(board: Board, pin: Pin) -> list[Connection]:
    return [wire for wire in connections(board) if wire.pin == pin.name]


def _side(board: Board, side: str) -> list[Pin]:
    """The pins of a side, top to bottom or left to right."""
    pins = [pin for pin in board.module.pins if pin.side == side]
    return pins[::-1] if side == "right" else pins  # they are counted upwards there


def _body(axes: Axes, height: float) -> None:
    for corner, width, high, colour in (
        ((-_BODY / 2, 0), _BODY, height, _BODY_COLOUR),
        ((-0.8, -0.35), 1.6, 1.3, _SOCKET),
    ):
        axes.add_patch(Rectangle(corner, width, high, fc=colour, ec=INK, lw=1, zorder=1))
    _text(axes, (0, 0.3), "USB", _SMALL)


def _pin(axes: Axes, place: Place, pin: Pin, used: bool, outwards: int) -> None:
    """Its pad, number and name, inside the module's edge; `outwards` 0: at the bottom."""
    x, y = place
    colour = "white" if used else _FREE
    axes.add_patch(Circle(place, 0.24, fc=_PAD, ec=INK, lw=0.8, zorder=3))
    if outwards:
        _text(axes, (x - outwards * 0.72, y), str(pin.number), _SMALL, colour)
        align = "left" if outwards < 0 else "right"
        _text(axes, (x - outwards * 1.25, y), pin.name, _TEXT, colour, align, bold=used)
    else:
        _text(axes, (x, y - 0.65), str(pin.number), _SMALL, colour)
        _text(axes, (x, y - 1.35), pin.name, _SMALL - 0.5, colour, bold=used)


def _wire(axes: Axes, line: list[Place], y: float, outwards: int, wire: Connection) -> None:
    """From the pad to where it goes: first what is in the wire, then a coloured field."""
    colour = COLOURS[wire.kind]
    x = line[-1][0]
    line = [*line, (x, y), (x + outwards * 0.4, y)]
    axes.plot(*zip(*line, strict=True), color=colour, lw=1.6, zorder=2, solid_joinstyle="round")
    x += outwards * 0.3
    for part in wire.through.split(", ") if wire.through else ():
        x = _field(axes, x, y, outwards, part, colour, filled=False)
        axes.plot((x, x + outwards * 0.3), (y, y), color=colour, lw=1.6, zorder=2)
        x += outwards * 0.3
    _field(axes, x, y, outwards, wire.to, colour, filled=True)


def _field(
    axes: Axes, x: float, y: float, outwards: int, text: str, colour: str, filled: bool
) -> float:
    """A field from x outwards, as long as its text; answers where it ends."""
    end = x + outwards * (len(text) * _LETTER + 0.7)
    axes.add_patch(
        FancyBboxPatch(
            (min(x, end), y - _HEIGHT / 2),
            abs(end - x),
            _HEIGHT,
            boxstyle=f"round,pad=0,rounding_size={0.3 if filled else 0}",
            fc=colour if filled else "white",
            ec=colour,
            lw=1.1,
            zorder=3,
        )
    )
    _text(axes, ((x + end) / 2, y), text, _SMALL, "white" if filled else INK)
    return end


def _text(
    axes: Axes,
    place: Place,
    text: str,
    points: float,
    colour: str = INK,
    align: str = "center",
    bold: bool = False,
) -> None:
    axes.text(
        *place,
        text,
        size=points,
        weight="bold" if bold else "normal",
        ha=align,
        va="center_baseline",
        color=colour,
        zorder=4,
    )
