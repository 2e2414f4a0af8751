"""The unit's underside, as an inset: Speed Switch, On/Off Switch, what its power comes from."""

import pygame

from unosim.window import layout
from unosim.window.brush import Brush
from unosim.window.layout import Box, Layout

_INK, _DIM, _ACCENT = "#e9eaee", "#8f95a3", "#ffd25a"
_GROOVE, _KNOB = "#0d0e12", "#d9dbe0"
_FULL_MV, _EMPTY_MV = 4_500, 2_400


class Panel:
    """Drawn anew only when something on it has moved."""

    def __init__(self, places: Layout):
        self._places = places
        self._shown: tuple | None = None

    def area(self) -> pygame.Rect:
        x, y, w, h = layout.PANEL
        left, top = self._places.pixel((x, y))
        right, bottom = self._places.pixel((x + w, y + h))
        return pygame.Rect(left, top, right - left, bottom - top)

    def forget(self) -> None:
        """The next `draw` draws all."""
        self._shown = None

    def draw(
        self,
        surface: pygame.Surface,
        ground: pygame.Surface,
        *,
        speed: str,
        power: bool,
        supply: str,
        battery_mv: int,
    ) -> bool:
        """False where it is as it was."""
        shown = speed, power, supply, battery_mv
        if shown == self._shown:
            return False
        self._shown = shown
        x, y, w, h = layout.PANEL
        brush = Brush((w, h), self._places.scale, origin=(x, y))
        brush.box(x, y, w, h, "#3b404b", 16)
        brush.box(x + 1.5, y + 1.5, w - 3, h - 3, "#1d2027", 15)
        for screw in ((x + 14, y + 14), (x + w - 14, y + 14)):
            brush.disc(screw, 5, "#5a5f6b")
            brush.line((screw[0] - 3, screw[1]), (screw[0] + 3, screw[1]), 1.4, "#1d2027")
        self._heading(brush, x + 156, "UNDERSIDE  ·  SPEED SWITCH")
        self._speed(brush, speed)
        self._heading(brush, x + 377, "POWER")
        self._power(brush, power)
        self._heading(brush, x + 526, "SUPPLY")
        self._supply(brush, supply)
        self._heading(brush, x + 697, "BATTERY")
        self._battery(brush, battery_mv)
        for at in (x + 304, x + 444, x + 606):
            brush.line((at, y + 14), (at, y + h - 14), 1.2, "#32363f")
        area = self.area()
        surface.blit(ground, area, area)
        surface.blit(brush.surface(), area)
        return True

    def _heading(self, brush: Brush, x: float, text: str) -> None:
        brush.text((x, layout.PANEL[1] + 18), text, 11, _DIM)

    def _speed(self, brush: Brush, speed: str) -> None:
        boxes = [self._box(f"speed {position}") for position in ("slow", "medium", "fast")]
        left, right = boxes[0].x + boxes[0].w / 2, boxes[-1].x + boxes[-1].w / 2
        y = boxes[0].y + 16
        brush.box(left - 28, y - 12, right - left + 56, 24, _GROOVE, 12)
        for box, position in zip(boxes, ("slow", "medium", "fast"), strict=True):
            x = box.x + box.w / 2
            brush.disc((x, y), 3, "#4a4f5c")
            chosen = position == speed
            brush.text((x, box.y + 40), position, 14, _INK if chosen else _DIM, bold=chosen)
            brush.key((x, box.y + 64), f"F{('slow', 'medium', 'fast').index(position) + 1}", 11)
            if chosen:
                _knob(brush, x, y, 52)
        if speed == "broken":
            for x in (left, right):
                _knob(brush, x, y, 30)

    def _power(self, brush: Brush, power: bool) -> None:
        box = self._box("power")
        x, y = box.x + box.w / 2, box.y + 16
        brush.box(x - 40, y - 12, 80, 24, "#2f7d46" if power else _GROOVE, 12)
        _knob(brush, x + (18 if power else -18), y, 40)
        brush.text((x, box.y + 40), "on" if power else "off", 14, _INK if power else _DIM)
        brush.key((x, box.y + 64), "O", 11)

    def _supply(self, brush: Brush, supply: str) -> None:
        box = self._box("supply")
        y = box.y + 16
        for number, kind in enumerate(("battery", "usb")):
            x = box.x + 36 + number * 68
            chosen = kind == supply
            brush.box(x - 32, y - 13, 64, 26, _ACCENT if chosen else _GROOVE, 7)
            name = kind.upper() if kind == "usb" else kind
            brush.text((x, y), name, 12, "#191b20" if chosen else _DIM)
        brush.text((box.x + box.w / 2, box.y + 40), _told(supply), 12, _DIM, bold=False)
        brush.key((box.x + box.w / 2, box.y + 64), "U", 11)

    def _battery(self, brush: Brush, battery_mv: int) -> None:
        minus, plus = self._box("battery -"), self._box("battery +")
        x, y = (minus.x + plus.x + plus.w) / 2, self._box("supply").y + 16
        share = (battery_mv - _EMPTY_MV) / (_FULL_MV - _EMPTY_MV)
        cells = max(0, min(5, round(5 * share)))
        brush.box(x - 44, y - 13, 84, 26, "#8f95a3", 5)
        brush.box(x + 40, y - 6, 6, 12, "#8f95a3", 2)
        brush.box(x - 41, y - 10, 78, 20, _GROOVE, 3)
        for cell in range(cells):
            brush.box(x - 38 + 15 * cell, y - 7, 12, 14, _ACCENT, 2)
        middle = minus.y + minus.h / 2
        brush.text((x, middle), f"{battery_mv / 1000:.1f} V", 16, _INK)
        brush.key((minus.x + minus.w / 2, middle), "−", 13)
        brush.key((plus.x + plus.w / 2, middle), "+", 13)

    def _box(self, name: str) -> Box:
        shape = self._places.controls[name]
        assert isinstance(shape, Box)
        return shape


def _knob(brush: Brush, x: float, y: float, width: float) -> None:
    brush.box(x - width / 2, y - 11, width, 23, "#7d828d", 9)
    brush.box(x - width / 2, y - 11, width, 21, _KNOB, 9)
    for ridge in (-5, 0, 5):
        brush.line((x + ridge, y - 5), (x + ridge, y + 4), 1.4, "#9a9ea8")


def _told(supply: str) -> str:
    return "3 AA cells" if supply == "battery" else "from the cable"
