"""A template at 1:1 to drill a round lid by: print it unscaled, check its bar, tape it on.

The seats stand around the lid clockwise, p1 right of the top, as on the table card and in the
window; SLAP is in the middle. All is in millimetres, from the page's top left.

    >>> [hole.diameter for hole in holes(6) if hole.name == "p1"]
    [30]
"""

import math
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

PAGE_MM = (210, 297)  # A4
LID_MM = 196  # leaves the printer its margin of 7 mm
CENTRE = (105.0, 105.0)
BAR_MM = 100

_SEATS_R, _LIGHTS_R, _PLAY_R, _BUZZER_R, _SLAP_LIGHT_R = 74, 44, 50, 50, 35.5
_BUZZER_RING_R = 4.5
_INK, _GREY = "#1a1a1a", "#707070"


@dataclass(frozen=True)
class Kind:
    """A kind of hole: `diameter` to drill, `covers` what lies on the lid around it."""

    name: str
    diameter: float
    covers: float
    reason: str


PLAYER = Kind("Player Button", 30, 36, "arcade button; 24 mm for the small ones, same centres")
SLAP = Kind("SLAP Button", 28, 60, "neck of a 60 mm dome; measure yours before drilling")
PLAY = Kind("Play/Pause Button", 16, 19, "small on purpose: nobody hits it in a race")
LIGHT = Kind("light", 5, 6, "5 mm LED, glued in; 6.5 mm with a clip; none if the button has a lamp")
SOUND = Kind("buzzer", 2, 2, "seven holes let the sound out, the piezo glued behind them")
KINDS = (PLAYER, SLAP, PLAY, LIGHT, SOUND)


@dataclass(frozen=True)
class Hole:
    """A hole: whose it is, its kind, and its centre."""

    name: str
    kind: Kind
    x: float
    y: float

    @property
    def diameter(self) -> float:
        """What to drill."""
        return self.kind.diameter


def holes(seats: int) -> list[Hole]:
    """All holes of a lid for 2 to 8 seats."""
    found = []
    for seat in range(seats):
        turn = (seat + 0.5) / seats
        found.append(Hole(f"p{seat + 1}", PLAYER, *_place(turn, _SEATS_R)))
        found.append(Hole(f"p{seat + 1}", LIGHT, *_place(turn, _LIGHTS_R)))
    found.append(Hole("SLAP", SLAP, *CENTRE))
    found.append(Hole("SLAP", LIGHT, *_place(0, _SLAP_LIGHT_R)))
    found.append(Hole("Play/Pause", PLAY, *_place(seats // 2 / seats, _PLAY_R)))
    x, y = _place(0, _BUZZER_R)
    found.append(Hole("buzzer", SOUND, x, y))
    for i in range(6):
        dx, dy = _around(i / 6, _BUZZER_RING_R)
        found.append(Hole("buzzer", SOUND, x + dx, y + dy))
    return found


def as_svg(seats: int) -> str:
    """The template as an SVG whose units are millimetres."""
    width, height = PAGE_MM
    page = ElementTree.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=f"{width}mm",
        height=f"{height}mm",
        viewBox=f"0 0 {width} {height}",
    )
    page.set("font-family", "DejaVu Sans, Verdana, sans-serif")
    ElementTree.SubElement(page, "rect", width=str(width), height=str(height), fill="white")
    _circle(page, *CENTRE, LID_MM / 2, _INK, 0.3)
    found = holes(seats)
    for hole in found:
        _hole(page, hole)
        if hole.kind is PLAYER:
            _text(page, hole.x, hole.y + 8.5, hole.name, 4)
        elif hole.kind is PLAY:
            _text(page, hole.x, hole.y + 12.5, hole.name, 2.8)
    _text(page, CENTRE[0], CENTRE[1] + 10, "SLAP", 5)
    x, y = _place(0, _SLAP_LIGHT_R)
    _text(page, x + 4.5, y + 1, "SLAP", 2.8, "start")
    x, y = _place(0, _BUZZER_R)
    _text(page, x + 8, y + 1, "buzzer", 2.8, "start")
    _scale_bar(page)
    _table(page, seats, found)
    ElementTree.indent(page)
    return ElementTree.tostring(page, "unicode") + "\n"


def _around(turn: float, radius: float) -> tuple[float, float]:
    """From the middle to a place on a circle; `turn` 0 is up, 0.25 right."""
    angle = 2 * math.pi * turn
    return radius * math.sin(angle), -radius * math.cos(angle)


def _place(turn: float, radius: float) -> tuple[float, float]:
    x, y = _around(turn, radius)
    return CENTRE[0] + x, CENTRE[1] + y


def _hole(page: ElementTree.Element, hole: Hole) -> None:
    _circle(page, hole.x, hole.y, hole.diameter / 2, _INK, 0.25)
    if hole.kind.covers > hole.diameter + 2:
        _circle(page, hole.x, hole.y, hole.kind.covers / 2, _GREY, 0.15, dashes="1.5 1.5")
    arm = min(hole.diameter / 2 + 1, 3)
    _line(page, hole.x - arm, hole.y, hole.x + arm, hole.y, 0.15)
    _line(page, hole.x, hole.y - arm, hole.x, hole.y + arm, 0.15)


def _scale_bar(page: ElementTree.Element) -> None:
    x, y = 20, 216
    _line(page, x, y, x + BAR_MM, y, 0.4)
    for mm in range(0, BAR_MM + 1, 10):
        _line(page, x + mm, y - (3 if mm % 50 == 0 else 1.5), x + mm, y, 0.3)
    text = f"{BAR_MM} mm: measure it; if it is not, print again without scaling"
    _text(page, x, y + 5, text, 3.4, "start")


def _table(page: ElementTree.Element, seats: int, found: list[Hole]) -> None:
    y = 232.0
    _text(page, 20, y, f"UNO Flash unit, lid for {seats} seats, {LID_MM} mm across", 4.6, "start")
    y += 7
    for kind in KINDS:
        count = sum(hole.kind is kind for hole in found)
        _text(page, 26, y, f"{count} ×", 3.2, "end")
        _text(page, 28, y, f"{kind.diameter:g} mm", 3.2, "start")
        _text(page, 42, y, kind.name, 3.2, "start")
        _text(page, 76, y, kind.reason, 3.2, "start")
        y += 5
    for line in (
        "Dashed: what a button covers. Mark each cross with a punch, drill 3 mm first, then"
        " widen (step drill).",
        "Speed Switch and On/Off Switch go through the bottom or a side, the USB socket through"
        " a side.",
    ):
        _text(page, 20, y + 2, line, 3.2, "start")
        y += 5


def _circle(
    page: ElementTree.Element,
    x: float,
    y: float,
    r: float,
    colour: str,
    width: float,
    dashes: str = "",
) -> None:
    circle = ElementTree.SubElement(page, "circle", cx=_mm(x), cy=_mm(y), r=_mm(r), fill="none")
    circle.set("stroke", colour)
    circle.set("stroke-width", str(width))
    if dashes:
        circle.set("stroke-dasharray", dashes)


def _line(
    page: ElementTree.Element, x1: float, y1: float, x2: float, y2: float, width: float
) -> None:
    line = ElementTree.SubElement(page, "line", x1=_mm(x1), y1=_mm(y1), x2=_mm(x2), y2=_mm(y2))
    line.set("stroke", _INK)
    line.set("stroke-width", str(width))


def _text(
    page: ElementTree.Element, x: float, y: float, text: str, size: float, anchor: str = "middle"
) -> None:
    element = ElementTree.SubElement(page, "text", x=_mm(x), y=_mm(y), fill=_INK)
    element.set("font-size", str(size))
    element.set("text-anchor", anchor)
    element.text = text


def _mm(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
