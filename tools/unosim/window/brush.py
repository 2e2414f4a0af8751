"""What the picture is drawn with: shapes finer than pixels, shading, letters.

brush = Brush((400, 300), scale=1.5)
brush.disc((100, 100), 40, "#303030")
surface.blit(brush.surface(), (0, 0))

Everything is drawn in the units of the drawing, FINE times as large as it will be, and then
made smaller: so edges are smooth.
"""

import importlib.util
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pygame

FINE = 2

Colour = tuple[int, int, int] | tuple[int, int, int, int] | str
Point = tuple[float, float]
Shader = Callable[[float, float], tuple[float, float, float, float]]


def mixed(a: Colour, b: Colour, share: float) -> tuple[int, int, int]:
    """From `a` (share 0) to `b` (share 1)."""
    one, other = pygame.Color(a), pygame.Color(b)
    r, g, b_ = (round(x + (y - x) * share) for x, y in zip(one[:3], other[:3], strict=True))
    return r, g, b_


class Brush:
    """A surface of its own, transparent unless `ground` is given; `origin` is its left top."""

    def __init__(
        self,
        size: tuple[float, float],
        scale: float,
        *,
        origin: Point = (0, 0),
        ground: Colour | None = None,
    ):
        self.scale = scale
        self._k = scale * FINE
        self._origin = origin
        self._pixels = (max(1, round(size[0] * scale)), max(1, round(size[1] * scale)))
        fine = (self._pixels[0] * FINE, self._pixels[1] * FINE)
        flags = 0 if ground is not None else pygame.SRCALPHA
        self._fine = pygame.Surface(fine, flags, 32)
        if ground is not None:
            self._fine.fill(ground)

    def surface(self) -> pygame.Surface:
        """What has been drawn, in pixels of the window."""
        return pygame.transform.smoothscale(self._fine, self._pixels)

    def disc(self, middle: Point, r: float, colour: Colour) -> None:
        pygame.draw.circle(self._fine, colour, self._at(middle), r * self._k)

    def ring(self, middle: Point, r: float, width: float, colour: Colour) -> None:
        pygame.draw.circle(
            self._fine, colour, self._at(middle), r * self._k, max(1, round(width * self._k))
        )

    def box(self, x: float, y: float, w: float, h: float, colour: Colour, r: float = 0) -> None:
        left, top = self._at((x, y))
        rect = pygame.Rect(left, top, round(w * self._k), round(h * self._k))
        pygame.draw.rect(self._fine, colour, rect, border_radius=round(r * self._k))

    def frame(self, x: float, y: float, w: float, h: float, colour: Colour, r: float = 0) -> None:
        left, top = self._at((x, y))
        rect = pygame.Rect(left, top, round(w * self._k), round(h * self._k))
        width = max(1, round(1.2 * self._k))
        pygame.draw.rect(self._fine, colour, rect, width, border_radius=round(r * self._k))

    def line(self, a: Point, b: Point, width: float, colour: Colour) -> None:
        pygame.draw.line(
            self._fine, colour, self._at(a), self._at(b), max(1, round(width * self._k))
        )

    def polygon(self, points: list[Point], colour: Colour) -> None:
        pygame.draw.polygon(self._fine, colour, [self._at(point) for point in points])

    def shade(self, middle: Point, r: float, shader: Shader, steps: int = 72) -> None:
        """A square shaded by (x, y), -1 … 1 from its middle, to red, green, blue, alpha."""
        size = max(1, round(2 * r * self._k))
        patch = pygame.transform.smoothscale(_shaded(shader, steps), (size, size))
        x, y = self._at(middle)
        self._fine.blit(patch, (x - size // 2, y - size // 2))

    def text(
        self, middle: Point, text: str, size: float, colour: Colour, *, bold: bool = True
    ) -> None:
        letters = font(size * self._k, bold).render(text, True, colour)
        x, y = self._at(middle)
        self._fine.blit(letters, (x - letters.get_width() // 2, y - letters.get_height() // 2))

    def key(self, middle: Point, name: str, size: float = 13) -> None:
        """A key of the keyboard, with its name on it."""
        width = max(size * 1.75, size * (0.72 * len(name) + 0.9))
        height = size * 1.75
        x, y = middle[0] - width / 2, middle[1] - height / 2
        self.box(x, y + 2, width, height, "#8b8f98", 4)
        self.box(x, y, width, height, "#f1f1ee", 4)
        self.text(middle, name, size, "#20232b")

    def _at(self, point: Point) -> tuple[int, int]:
        return (
            round((point[0] - self._origin[0]) * self._k),
            round((point[1] - self._origin[1]) * self._k),
        )


@lru_cache(maxsize=50)
def _shaded(shader: Shader, steps: int) -> pygame.Surface:
    patch = pygame.Surface((steps, steps), pygame.SRCALPHA, 32)
    for i in range(steps):
        for j in range(steps):
            values = shader((2 * i + 1) / steps - 1, (2 * j + 1) / steps - 1)
            patch.set_at((i, j), tuple(max(0, min(255, round(value))) for value in values))
    return patch


@lru_cache(maxsize=100)
def font(pixels: float, bold: bool = True) -> pygame.font.Font:
    """The letters: DejaVu Sans, which comes with matplotlib; else pygame's own."""
    found = importlib.util.find_spec("matplotlib")
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    size = max(4, round(pixels))
    if found and found.origin:
        path = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf" / name
        if path.is_file():
            return pygame.font.Font(path, size)
    return pygame.font.Font(None, size)
