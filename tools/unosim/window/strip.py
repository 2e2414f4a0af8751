"""The strip beside the unit: what its log says. State, clock, sound, and what happened last.

It is the log that comes by USB: the unit itself is drawn from its pins alone.
"""

from collections.abc import Iterator
from functools import lru_cache

import pygame

from unosim.picture import Scene
from unosim.steps import NS_PER_MS, names
from unosim.window import layout
from unosim.window.brush import Colour, font
from unosim.window.layout import Layout

_PAPER, _CARD = "#14161b", "#20242c"
_INK, _DIM, _ACCENT, _SOON = "#eceef2", "#949aa8", "#ffd25a", "#ff8a5c"
_LEFT, _RIGHT = layout.WIDTH + 22, layout.WIDTH + layout.STRIP - 22
_EVENTS_AT, _EVENT = 268, 19.5
_CAPTION_AT = 672
_BAR_MS = 8_000  # of the turn's clock, full


class Strip:
    """`where` names board and backend."""

    def __init__(self, places: Layout, where: str):
        self._places = places
        self._where = where
        self._shown: tuple | None = None

    def area(self) -> pygame.Rect:
        left, _ = self._places.pixel((layout.WIDTH, 0))
        width, height = self._places.size
        return pygame.Rect(left, 0, width - left, height)

    def forget(self) -> None:
        """The next `draw` draws all."""
        self._shown = None

    def draw(self, surface: pygame.Surface, scene: Scene, sound: str) -> bool:
        """False where it is as it was."""
        left_ns = scene.view.turn_left(scene.now_ns)
        if scene.view.state not in ("turn", "paused"):
            left_ns = None
        left_ms = None if left_ns is None else max(0, left_ns // NS_PER_MS)
        clock_ms = scene.now_ns // NS_PER_MS // 100
        shown = (
            clock_ms,
            None if left_ms is None else left_ms // 50,
            (scene.power, scene.view.state, scene.view.players, scene.view.joined),
            (scene.tone_hz, scene.caption, sound),
            tuple(scene.happened[-self._events(scene) :]),
        )
        if shown == self._shown:
            return False
        self._shown = shown
        area = self.area()
        surface.fill(_PAPER, area)
        surface.set_clip(area)
        self._head(surface, scene)
        self._state(surface, scene)
        self._clock(surface, left_ms)
        self._line(surface, 200, *_sound(scene, sound))
        self._line(
            surface, 226, "seated  " + (" ".join(names(scene.view.joined)) or "nobody"), _DIM
        )
        self._happened(surface, scene)
        self._caption(surface, scene.caption)
        surface.set_clip(None)
        return True

    def _head(self, surface: pygame.Surface, scene: Scene) -> None:
        self._text(surface, (_LEFT, 20), "UNO Flash", 24, _INK)
        self._text(surface, (_LEFT, 50), self._where, 12, _DIM, bold=False)
        seconds, ms = divmod(scene.now_ns // NS_PER_MS, 1_000)
        clock = f"{seconds // 60}:{seconds % 60:02}.{ms // 100}"
        self._text(surface, (_RIGHT, 22), clock, 20, _INK, right=True)

    def _state(self, surface: pygame.Surface, scene: Scene) -> None:
        self._box(surface, _LEFT, 78, _RIGHT - _LEFT, 108, _CARD)
        state = scene.view.state or ("…" if scene.power else "power off")
        if state == "paused":  # a sign as well
            for x in (_RIGHT - 34, _RIGHT - 24):
                self._box(surface, x, 92, 6, 20, _ACCENT, 1)
        self._text(surface, (_LEFT + 16, 88), state.replace("_", " "), 24, _ACCENT)
        self._text(surface, (_LEFT + 16, 122), " ".join(names(scene.view.players)), 17, _INK)

    def _clock(self, surface: pygame.Surface, left_ms: int | None) -> None:
        if left_ms is None:
            return
        soon = left_ms <= 2_000
        colour = _SOON if soon else _ACCENT
        left, width = _LEFT + 16, _RIGHT - _LEFT - 32
        self._box(surface, left, 158, width, 12, "#0d0e12", 6)
        share = min(1.0, left_ms / _BAR_MS)
        if share * width > 12:
            self._box(surface, left, 158, width * share, 12, colour, 6)
        self._text(surface, (_RIGHT - 16, 122), f"{left_ms / 1_000:.1f} s", 20, colour, right=True)

    def _happened(self, surface: pygame.Surface, scene: Scene) -> None:
        self._text(surface, (_LEFT, _EVENTS_AT - 14), "LOG", 11, _DIM)
        lines = scene.happened[-self._events(scene) :]
        for row, line in enumerate(lines):
            last = row == len(lines) - 1
            text = self._fitting(line, _RIGHT - _LEFT, 12.5)
            y = _EVENTS_AT + 6 + row * _EVENT
            self._text(surface, (_LEFT, y), text, 12.5, _INK if last else _DIM, bold=False)

    def _events(self, scene: Scene) -> int:
        """How many lines have room."""
        end = _CAPTION_AT - 14 if scene.caption else layout.HEIGHT - 20
        return int((end - _EVENTS_AT - 6) / _EVENT)

    def _caption(self, surface: pygame.Surface, caption: str) -> None:
        if not caption:
            return
        height = layout.HEIGHT - 20 - _CAPTION_AT
        self._box(surface, _LEFT, _CAPTION_AT, _RIGHT - _LEFT, height, _CARD)
        lines = list(self._wrapped(caption, _RIGHT - _LEFT - 32, 14))
        for row, line in enumerate(lines[:4]):
            self._text(surface, (_LEFT + 16, _CAPTION_AT + 14 + 22 * row), line, 14, _INK)

    # Letters and boxes, in the units of the drawing

    def _wrapped(self, text: str, width: float, size: float) -> Iterator[str]:
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and self._width(longer, size, True) > width:
                yield line
                longer = word
            line = longer
        yield line

    def _fitting(self, text: str, width: float, size: float) -> str:
        if self._width(text, size, False) <= width:
            return text
        while text and self._width(text + "…", size, False) > width:
            text = text[:-1]
        return text + "…"

    def _width(self, text: str, size: float, bold: bool) -> float:
        return font(size * self._places.scale, bold).size(text)[0] / self._places.scale

    def _line(self, surface: pygame.Surface, y: float, text: str, colour: Colour) -> None:
        text = self._fitting(text, _RIGHT - _LEFT, 14)
        self._text(surface, (_LEFT, y), text, 14, colour, bold=False)

    def _text(
        self,
        surface: pygame.Surface,
        at: tuple[float, float],
        text: str,
        size: float,
        colour: Colour,
        *,
        bold: bool = True,
        right: bool = False,
    ) -> None:
        if not text:
            return
        letters = written(text, size * self._places.scale, colour, bold)
        x, y = self._places.pixel(at)
        surface.blit(letters, (x - letters.get_width() if right else x, y))

    def _box(
        self,
        surface: pygame.Surface,
        x: float,
        y: float,
        w: float,
        h: float,
        colour: Colour,
        r: float = 10,
    ) -> None:
        left, top = self._places.pixel((x, y))
        right, bottom = self._places.pixel((x + w, y + h))
        rect = pygame.Rect(left, top, max(1, right - left), max(1, bottom - top))
        pygame.draw.rect(surface, colour, rect, border_radius=round(r * self._places.scale))


def _sound(scene: Scene, sound: str) -> tuple[str, Colour]:
    tone = f"♪ {scene.tone_hz} Hz" if scene.tone_hz else "silent"
    return f"{tone}   {sound}".rstrip(), _INK if scene.tone_hz else _DIM


@lru_cache(maxsize=300)
def written(text: str, pixels: float, colour: Colour, bold: bool) -> pygame.Surface:
    """The text as a surface; what is written often is kept."""
    printable = "".join(c if c.isprintable() and c <= "\uffff" else "?" for c in text)
    return font(pixels, bold).render(printable, True, colour)
