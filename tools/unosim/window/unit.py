"""The unit from above, as it stands on the table.

    unit = UnitPicture(layout)
    surface.blit(unit.ground, (0, 0))           # everything with all lights off
    unit.draw(surface, levels, pressed)         # lights and pressed buttons, over it

A light tells by more than its colour: lit it is bright with a white rim and a dark number, and
it shines on what is round it; dark it is dull with a pale number.
"""

import math
from collections.abc import Iterator, Mapping, Set
from functools import cache

import pygame

from unosim.picture import SEAT_COLOURS, SLAP_COLOUR
from unosim.window import layout
from unosim.window.brush import Brush, mixed
from unosim.window.layout import Circle, Layout

HALO = 2.1  # how far a light shines, in its radii
_TABLE = ((46, 60, 66), (17, 22, 27))  # its colour in the middle and at the edge
_BODY, _EDGE = "#343842", "#15171c"
_SOCKET = "#101216"
_STEPS = 96  # of a light's level


class UnitPicture:
    """`ground` is everything that stands still."""

    def __init__(self, places: Layout):
        self._places = places
        self._lit: dict[str, pygame.Surface] = {}
        self._down: dict[str, pygame.Surface] = {}
        self.ground = self._draw_ground()
        for name in places.controls:
            if name in ("slap", "play") or name[0] == "p" and name[1:].isdigit():
                self._draw_control(name)
        self._keys = list(self._draw_keys())
        self._shown: tuple | None = None

    def area(self) -> pygame.Rect:
        """What `draw` may touch."""
        left, top = self._places.pixel((0, 0))
        right, bottom = self._places.pixel((layout.WIDTH, layout.PANEL[1]))
        return pygame.Rect(left, top, right - left, bottom - top)

    def draw(self, surface: pygame.Surface, levels: Mapping[str, float], pressed: Set[str]) -> bool:
        """Draws what has changed since the last time; False where nothing has.

        Levels 0.0 … 1.0 are the currents; eyes see a tenth of it as much more than a tenth.
        """
        steps = tuple(round(_STEPS * _seen(levels.get(name, 0.0))) for name in self._lit)
        shown = steps, frozenset(pressed)
        if shown == self._shown:
            return False
        self._shown = shown
        area = self.area()
        surface.blit(self.ground, area, area)
        surface.set_clip(area)
        for (name, lit), step in zip(self._lit.items(), steps, strict=True):
            if step:
                lit.set_alpha(round(255 * step / _STEPS))
                surface.blit(lit, lit.get_rect(center=self._places.middle(name)))
        for key, middle in self._keys:  # over the halos: they are to be read
            surface.blit(key, key.get_rect(center=middle))
        for name in pressed:
            if name in self._down:
                down = self._down[name]
                surface.blit(down, down.get_rect(center=self._places.middle(name)))
        surface.set_clip(None)
        return True

    def forget(self) -> None:
        """The next `draw` draws all."""
        self._shown = None

    def _draw_ground(self) -> pygame.Surface:
        places = self._places
        size = (places.size[0] / places.scale, places.size[1] / places.scale)
        origin = (-places.left / places.scale, -places.top / places.scale)
        brush = Brush(size, places.scale, origin=origin, ground=_TABLE[1])
        brush.shade((layout.MIDDLE[0], layout.MIDDLE[1] + 40), 900, _table, steps=200)
        x, y = layout.MIDDLE
        brush.shade((x, y + 16), layout.RIM * 1.16, _shadow, steps=200)
        brush.disc((x, y), layout.RIM, _EDGE)
        brush.disc((x, y), layout.RIM - 3, "#4a4f5c")
        brush.disc((x, y), layout.RIM - 6, _BODY)
        brush.shade((x, y), layout.RIM - 6, _body, steps=200)
        brush.ring((x, y), layout.RIM - 44, 1.4, "#272a32")
        brush.disc((x, y + 2), 156, "#474c58")
        brush.disc((x, y), 156, "#22252c")
        for seat in range(places.seats):
            angle = 2 * math.pi * (seat + 0.5) / places.seats
            inner = x + 162 * math.sin(angle), y - 162 * math.cos(angle)
            outer = x + 260 * math.sin(angle), y - 260 * math.cos(angle)
            brush.line(inner, outer, 1.4, "#272a32")
        for name, shape in places.controls.items():
            if isinstance(shape, Circle):
                _socket(brush, shape)
                _button(brush, name, shape, 0.0)
        return brush.surface()

    def _draw_keys(self) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
        x, y = layout.MIDDLE[0], layout.MIDDLE[1] + layout.PLAY_AT
        for name, size, place in (
            *((seat[1:], 13, place) for seat, place in self._places.keys.items()),
            ("P", 11, (x - 42, y)),
            ("Enter", 10, (x + 57, y)),
        ):
            brush = Brush((72, 30), self._places.scale)
            brush.key((36, 15), name, size)
            yield brush.surface(), self._places.pixel(place)

    def _draw_control(self, name: str) -> None:
        shape = self._places.controls[name]
        assert isinstance(shape, Circle)
        reach = shape.r * HALO
        here = Circle(reach, reach, shape.r)
        if name != "play":
            brush = Brush((2 * reach, 2 * reach), self._places.scale)
            brush.shade((reach, reach), reach, _halo(_colour(name)))
            _button(brush, name, here, 1.0)
            self._lit[name] = brush.surface()
        brush = Brush((2 * reach, 2 * reach), self._places.scale)
        brush.disc((reach, reach), shape.r, (0, 0, 0, 28))
        brush.ring((reach, reach), shape.r + 8, 4.5, "#ffffff")
        brush.ring((reach, reach), shape.r + 3.6, 2.4, "#101216")
        self._down[name] = brush.surface()


def _seen(level: float) -> float:
    return min(1.0, level) ** 0.6


def _colour(name: str) -> tuple[int, int, int]:
    if name == "slap":
        return SLAP_COLOUR
    if name == "play":
        return (150, 156, 168)
    return SEAT_COLOURS[(int(name[1:]) - 1) % len(SEAT_COLOURS)]


def _socket(brush: Brush, shape: Circle) -> None:
    brush.disc((shape.x, shape.y + 2), shape.r + 6, "#50555f")
    brush.disc((shape.x, shape.y), shape.r + 6, _SOCKET)


def _button(brush: Brush, name: str, shape: Circle, level: float) -> None:
    """The cap, dark (level 0) or lit (1), with what is written on it."""
    colour, middle = _colour(name), (shape.x, shape.y)
    dull = mixed(colour, "#24262d", 0.72 if name != "slap" else 0.64)
    if level:
        brush.disc(middle, shape.r, "#ffffff")
        brush.disc(middle, shape.r - 3.5, colour)
        brush.shade(middle, shape.r - 3.5, _glow)
    else:
        brush.disc(middle, shape.r, mixed(dull, "#000000", 0.45))
        brush.disc(middle, shape.r - 2.5, dull)
        brush.shade(middle, shape.r - 2.5, _dome)
    ink = "#14151a" if level else mixed(dull, "#ffffff", 0.72)
    if name == "slap":
        brush.text((shape.x, shape.y - 8), "SLAP", 44, ink)
        brush.key((shape.x, shape.y + 42), "Space", 11)
    elif name == "play":
        x, y = middle
        brush.polygon([(x - 9, y - 7), (x - 9, y + 7), (x + 1, y)], "#e6e8ec")
        brush.box(x + 3, y - 7, 3, 14, "#e6e8ec")
        brush.box(x + 8, y - 7, 3, 14, "#e6e8ec")
    else:
        brush.text(middle, name[1:], 50, ink)


# Shadings: (x, y), each -1 … 1, to red, green, blue, alpha.


def _table(x: float, y: float) -> tuple[float, float, float, float]:
    share = min(1.0, math.hypot(x, y) / 0.95) ** 1.4
    r, g, b = mixed(*_TABLE, share)
    return r, g, b, 255


def _shadow(x: float, y: float) -> tuple[float, float, float, float]:
    return 0, 0, 0, 190 * max(0.0, min(1.0, (1 - math.hypot(x, y)) / 0.2))


def _body(x: float, y: float) -> tuple[float, float, float, float]:
    light = -(x * 0.5 + y * 0.86) * max(0.0, min(1.0, (1 - math.hypot(x, y)) / 0.08))
    return (255, 255, 255, 26 * light) if light > 0 else (0, 0, 0, -70 * light)


def _dome(x: float, y: float) -> tuple[float, float, float, float]:
    distance = math.hypot(x, y)
    if distance > 1:
        return 0, 0, 0, 0
    spot = max(0.0, 1 - math.hypot(x + 0.3, y + 0.42) / 0.75)
    if spot > 0:
        return 255, 255, 255, 95 * spot**1.5
    return 0, 0, 0, 95 * max(0.0, distance - 0.45) * (0.6 + 0.4 * y)


def _glow(x: float, y: float) -> tuple[float, float, float, float]:
    return 255, 255, 255, 235 * max(0.0, 1 - math.hypot(x, y)) ** 0.7


@cache
def _halo(colour: tuple[int, int, int]):
    inner = 1 / HALO

    def shader(x: float, y: float) -> tuple[float, float, float, float]:
        distance = math.hypot(x, y)
        if distance >= 1:
            return *colour, 0
        share = min(1.0, (1 - distance) / (1 - inner))
        return *colour, 185 * share**1.9

    return shader
