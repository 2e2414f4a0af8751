"""Where everything in the window is, in pixels.

    layout = Layout(seats=8, size=(1200, 800), strip=True)
    layout.hit((600, 400))      -> "slap", or None

Drawn for WIDTH x HEIGHT; whatever size the window has, the picture fits and keeps its shape.
"""

import math
from dataclasses import dataclass

WIDTH, HEIGHT = 840, 800  # the table, without the strip
STRIP = 360
MIDDLE = (420, 326)
RIM = 308  # the unit's radius
SEATS_AT, SEAT = 214, 54  # the seats' distance from the middle, their radius
KEYS_AT = 287
SLAP = 90
PLAY_AT, PLAY = 124, 19
PANEL = (24, 650, 792, 118)
STATUS_AT = 784

Point = tuple[float, float]


@dataclass(frozen=True)
class Circle:
    x: float
    y: float
    r: float

    def holds(self, point: Point) -> bool:
        return math.hypot(point[0] - self.x, point[1] - self.y) <= self.r


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    w: float
    h: float

    def holds(self, point: Point) -> bool:
        return 0 <= point[0] - self.x <= self.w and 0 <= point[1] - self.y <= self.h


class Layout:
    """Controls by name: `p1` …, `slap`, `play`; `speed slow` …; `power`, `supply`; `battery -`,
    `battery +`. Where they are is told in the units of the drawing; `scale` pixels make one.
    """

    def __init__(self, seats: int, size: tuple[int, int], strip: bool):
        self.seats, self.size, self.strip = seats, size, strip
        width = WIDTH + STRIP if strip else WIDTH
        self.scale = max(0.05, min(size[0] / width, size[1] / HEIGHT))
        self.left = (size[0] - width * self.scale) / 2
        self.top = (size[1] - HEIGHT * self.scale) / 2
        self.keys: dict[str, Point] = {}
        self.controls: dict[str, Circle | Box] = {}
        for seat in range(seats):
            angle = 2 * math.pi * seat / seats
            self.controls[f"p{seat + 1}"] = Circle(*_at(angle, SEATS_AT), SEAT)
            self.keys[f"p{seat + 1}"] = _at(angle, KEYS_AT)
        self.controls["slap"] = Circle(*MIDDLE, SLAP)
        self.controls["play"] = Circle(MIDDLE[0], MIDDLE[1] + PLAY_AT, PLAY)
        x, y, _, _ = PANEL
        for number, position in enumerate(("slow", "medium", "fast")):
            self.controls[f"speed {position}"] = Box(x + 24 + 88 * number, y + 36, 88, 78)
        self.controls["power"] = Box(x + 322, y + 36, 110, 78)
        self.controls["supply"] = Box(x + 456, y + 36, 140, 78)
        self.controls["battery -"] = Box(x + 616, y + 84, 34, 30)
        self.controls["battery +"] = Box(x + 744, y + 84, 34, 30)

    def hit(self, pixel: Point) -> str | None:
        """The control at that place of the window."""
        point = (pixel[0] - self.left) / self.scale, (pixel[1] - self.top) / self.scale
        for name, shape in self.controls.items():
            if shape.holds(point):
                return name
        return None

    def pixel(self, point: Point) -> tuple[int, int]:
        """The place in the window of a point of the drawing."""
        return (
            round(self.left + point[0] * self.scale),
            round(self.top + point[1] * self.scale),
        )

    def middle(self, name: str) -> tuple[int, int]:
        """The pixel in the middle of a control."""
        shape = self.controls[name]
        if isinstance(shape, Circle):
            return self.pixel((shape.x, shape.y))
        return self.pixel((shape.x + shape.w / 2, shape.y + shape.h / 2))


def _at(angle: float, distance: float) -> Point:
    return MIDDLE[0] + distance * math.sin(angle), MIDDLE[1] - distance * math.cos(angle)
