"""The window itself, or in its place a picture that nobody sees.

display = Display.open((1200, 800))     # DisplayUnavailable says why there is none
display.show(changed)
"""

import os
import warnings

import pygame

from unosim.window.picture import SIZE
from unosim.window.quiet import quietly

_SHARE = 0.85  # of the desktop's height, at first
_SMALLEST = (320, 240)
_UNSEEN = ("dummy", "offscreen")
_HEARD = (  # of all events: a mouse that moves would wake the window hundreds of times a second
    pygame.QUIT,
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.FINGERDOWN,
    pygame.FINGERUP,
    pygame.WINDOWSIZECHANGED,
    pygame.WINDOWRESIZED,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWSHOWN,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWMINIMIZED,
    pygame.WINDOWHIDDEN,
)


class DisplayUnavailable(Exception):
    """There is no display; the message is the reason."""


class Display:
    """Has a `surface` to draw on, and shows it."""

    def __init__(self, surface: pygame.Surface, window: bool):
        self.surface = surface
        self._window = window
        self._full = False
        self._small = surface.get_size()  # of the window beside full screen

    @classmethod
    def open(cls, title: str) -> "Display":
        """A window on the desktop. A driver that shows nothing only where it is asked for."""
        try:
            with quietly():
                pygame.display.init()
            driver = pygame.display.get_driver()
            if driver in _UNSEEN and os.environ.get("SDL_VIDEODRIVER") != driver:
                raise DisplayUnavailable("no screen was found")
            if driver == "x11":
                # Else SDL hands each picture to OpenGL, which without a GPU takes six times as
                # much of the processor. Only X11 is sure to do without.
                os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
            pygame.display.set_caption(title)
            pygame.display.set_icon(_icon())
            surface = pygame.display.set_mode(_first_size(), pygame.RESIZABLE)
        except pygame.error as error:
            pygame.display.quit()
            raise DisplayUnavailable(str(error)) from None
        except DisplayUnavailable:
            pygame.display.quit()
            raise
        pygame.font.init()
        pygame.event.set_blocked(None)
        pygame.event.set_allowed(_HEARD)
        pygame.key.stop_text_input()  # else an input method may keep keys for itself
        return cls(surface, True)

    @classmethod
    def unseen(cls, size: tuple[int, int] = SIZE) -> "Display":
        """A picture in memory."""
        pygame.font.init()
        return cls(pygame.Surface(size), False)

    def size(self) -> tuple[int, int]:
        """Of the window now, in pixels."""
        if self._window:
            surface = pygame.display.get_surface()
            if surface is not None:
                self.surface = surface
        return self.surface.get_size()

    def show(self, changed: list[pygame.Rect]) -> None:
        """What has been drawn on the surface, in these places."""
        if self._window and changed:
            pygame.display.update(changed)

    def toggle_full_screen(self) -> None:
        """There and back. A driver that cannot leaves the window as it is."""
        if not self._window:
            return
        before, self._full = self.size(), not self._full
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pygame warns where the desktop has the last word
            try:
                if self._full:
                    self.surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
                    self._small = before
                else:
                    self.surface = pygame.display.set_mode(self._small, pygame.RESIZABLE)
            except pygame.error:
                self.surface = pygame.display.set_mode(before, pygame.RESIZABLE)
                self._full = False

    def close(self) -> None:
        """Nothing is shown any more."""
        if self._window:
            pygame.display.quit()


def _first_size() -> tuple[int, int]:
    """As large as the desktop has room for."""
    sizes = pygame.display.get_desktop_sizes() or [SIZE]
    width, height = sizes[0]
    scale = min(_SHARE * height / SIZE[1], 0.95 * width / SIZE[0])
    return max(_SMALLEST[0], int(SIZE[0] * scale)), max(_SMALLEST[1], int(SIZE[1] * scale))


def _icon() -> pygame.Surface:
    icon = pygame.Surface((64, 64), pygame.SRCALPHA, 32)
    pygame.draw.circle(icon, "#343842", (32, 32), 31)
    pygame.draw.circle(icon, "#fff0d7", (32, 32), 17)
    return icon
