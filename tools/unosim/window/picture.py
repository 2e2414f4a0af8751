"""The whole picture in the window, of any size: unit, underside, strip, status line.

picture = WindowPicture(board, "host")
picture.resize((1200, 800))
changed = picture.draw(surface, scene)      # rectangles to show anew
"""

from dataclasses import dataclass, field

import pygame

from unosim.picture import Scene
from unosim.supply import BATTERY_MV
from unosim.window import layout
from unosim.window.layout import Layout
from unosim.window.panel import Panel
from unosim.window.strip import Strip, written
from unosim.window.unit import UnitPicture

SIZE = (layout.WIDTH + layout.STRIP, layout.HEIGHT)
_STATUS, _NOTICE = "#a9b0bb", "#ffd25a"


@dataclass
class WindowScene(Scene):
    """`duty`: the current of each light, as its pin says; `sound`: what hearing is like."""

    duty: dict[str, float] = field(default_factory=dict)
    supply: str = "battery"
    battery_mv: int = BATTERY_MV
    sound: str = ""
    status: str = ""
    notice: str = ""  # said for a while, in place of the status


class WindowPicture:
    """`strip` may be changed; the next `draw` then draws all."""

    def __init__(self, board, where: str):
        self._seats = board.seats
        self._where = where
        self._strip_wanted = True
        self._status: tuple[str, str] | None = None
        self.resize(SIZE)

    @property
    def strip(self) -> bool:
        return self._strip_wanted

    @strip.setter
    def strip(self, wanted: bool) -> None:
        self._strip_wanted = wanted
        self.resize(self.places.size)

    def resize(self, size: tuple[int, int]) -> None:
        """The window has this size, in pixels."""
        self.places = Layout(self._seats, size, self._strip_wanted)
        self._unit = UnitPicture(self.places)
        self._panel = Panel(self.places)
        self._strip = Strip(self.places, self._where)
        self.forget()

    def forget(self) -> None:
        """What the window shows is lost: the next `draw` draws all."""
        self._all = True
        self._status = None
        for part in (self._unit, self._panel, self._strip):
            part.forget()

    def draw(self, surface: pygame.Surface, scene: WindowScene) -> list[pygame.Rect]:
        """Draws what has changed since the last time."""
        changed = []
        if self._all:
            surface.blit(self._unit.ground, (0, 0))
        if self._unit.draw(surface, scene.duty, scene.pressed):
            changed.append(self._unit.area())
        if self._panel.draw(
            surface,
            self._unit.ground,
            speed=scene.speed,
            power=scene.power,
            supply=scene.supply,
            battery_mv=scene.battery_mv,
        ):
            changed.append(self._panel.area())
        if self._strip_wanted and self._strip.draw(surface, scene, scene.sound):
            changed.append(self._strip.area())
        changed += self._draw_status(surface, scene)
        if self._all:
            self._all = False
            return [surface.get_rect()]
        return changed

    def _draw_status(self, surface: pygame.Surface, scene: WindowScene) -> list[pygame.Rect]:
        shown = scene.status, scene.notice
        if shown == self._status:
            return []
        self._status = shown
        left, top = self.places.pixel((0, layout.PANEL[1] + layout.PANEL[3]))
        right, bottom = self.places.pixel((layout.WIDTH, layout.HEIGHT))
        area = pygame.Rect(left, top, right - left, bottom - top)
        surface.blit(self._unit.ground, area, area)
        text, colour = (scene.notice, _NOTICE) if scene.notice else (scene.status, _STATUS)
        if text:
            letters = written(text, 12 * self.places.scale, colour, bool(scene.notice))
            middle = self.places.pixel((layout.WIDTH / 2, layout.STATUS_AT))
            surface.set_clip(area)
            surface.blit(letters, letters.get_rect(center=middle))
            surface.set_clip(None)
        return [area]
