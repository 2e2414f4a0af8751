"""The picture to wire from: a board's module from above, each pin with what goes to it."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

from unosim.boards import Board
from unosim.modules import Pin
from unosim.wiring.connections import Connection, connections
from unosim.wiring.drawing import COLOURS, GREY, INK, new_figure
from unosim.wiring.steps import rules

# In rows: a row is a pin and what goes to it.
_ROW_INCH = 0.29
_BODY, _BOTTOM_BODY = 4.6, 7.0  # a module's width, without and with pins at its bottom
_BESIDE = 10.2  # width of what stands beside a pin
_HEIGHT = 0.76  # of the coloured fields
_LETTER = 0.235  # about the width of one
_TEXT, _SMALL, _HEAD = 9.0, 8.0, 13.0
_BODY_COLOUR, _PAD, _FREE = "#1d4d3a", "#e3b341", "#8fa89c"

Place = tuple[float, float]


def draw(board: Board) -> Figure:
    """The picture, as a figure of the size it needs."""
    figure, axes = new_figure()
    wires = {pin.name: [w for w in connections(board) if w.pin == pin.name] for pin in _all(board)}
    rows = max(len(_side(board, side)) for side in ("left", "right"))
    bottom = _side(board, "bottom")
    used = [pin for pin in bottom if wires[pin.name]]
    body = _BOTTOM_BODY if bottom else _BODY
    notes = rules(board)
    half = body / 2 + _BESIDE
    top, notes_y = -4.2, rows + 1.9 + len(used)
    end = notes_y + len(notes) + 0.2
    figure.set_size_inches(2 * half * _ROW_INCH, (end - top) * _ROW_INCH)
    axes.set(xlim=(-half, half), ylim=(end, top))
    _text(axes, (0, -3.5), f"{board.name}: what goes to which pin", _HEAD)
    _text(axes, (0, -2.6), f"{board.module.title} from above, the USB socket up", _TEXT)
    _body(axes, body, rows)
    for side, outwards in (("left", -1), ("right", 1)):
        edge = outwards * body / 2
        for row, pin in enumerate(_side(board, side)):
            y = row + 0.5
            _pin(axes, (edge, y), pin, bool(wires[pin.name]), outwards)
            for extra, wire in enumerate(wires[pin.name]):
                at_y = y if not extra else -0.4 - extra
                _wire(axes, [(edge, y), (edge + outwards * 0.7, y)], at_y, outwards, wire)
    for place, pin in enumerate(bottom):
        x = (place - (len(bottom) - 1) / 2) * 1.15
        _pin(axes, (x, rows), pin, bool(wires[pin.name]), 0)
        for wire in wires[pin.name]:
            down = rows + 1.2 + len(used) - 1 - used.index(pin)  # the leftmost one is the lowest
            _wire(axes, [(x, rows), (x, down), (body / 2 + 0.7, down)], down, 1, wire)
    for line, note in enumerate(notes):
        _text(axes, (-half + 0.7, notes_y + line), note, _SMALL, align="left")
    return figure


def _all(board: Board) -> tuple[Pin, ...]:
    return board.module.pins


def _side(board: Board, side: str) -> list[Pin]:
    """The pins of a side, top to bottom or left to right."""
    pins = [pin for pin in board.module.pins if pin.side == side]
    return pins[::-1] if side == "right" else pins  # they are counted upwards there


def _body(axes: Axes, width: float, rows: int) -> None:
    box = (-width / 2, 0), width, rows
    axes.add_patch(Rectangle(*box, fc=_BODY_COLOUR, ec=INK, lw=1, zorder=1))
    axes.add_patch(Rectangle((-0.8, -0.35), 1.6, 1.3, fc="#c8c8c8", ec=INK, lw=1, zorder=2))
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
        _text(axes, (x, y - 0.7), str(pin.number), _SMALL, colour)
        _text(axes, (x, y - 1.45), pin.name, _SMALL - 0.5, colour, bold=used)


def _wire(axes: Axes, line: list[Place], y: float, outwards: int, wire: Connection) -> None:
    """From the pad to where it goes: first what is in the wire, then a coloured field."""
    colour = COLOURS[wire.kind]
    x = line[-1][0]
    line = [*line, (x, y), (x + outwards * 0.4, y)]
    axes.plot(*zip(*line, strict=True), color=colour, lw=1.6, zorder=2, solid_joinstyle="round")
    x += outwards * 0.3
    if wire.through:
        x = _field(axes, x, y, outwards, wire.through, colour, filled=False)
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
