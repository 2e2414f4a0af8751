"""One picture of a game at a given moment, without a window and as fast as the unit can run."""

import pygame

from unosim import steps
from unosim.steps import NS_PER_US
from unosim.window.display import Display
from unosim.window.screen import Screen


class Photograph(Screen):
    """A Pace that takes the picture when the unit's time is `at_ns`; None: at the end."""

    def __init__(self, board, backend, scenario, recorder, display: Display, at_ns: int | None):
        super().__init__(board, backend, scenario, recorder, display)
        self.taken: pygame.Surface | None = None
        self._at_ns = at_ns

    def limit(self, now_ns: int, until_ns: int) -> int:
        self.scene.now_ns = now_ns
        if self.taken is None and self._at_ns is not None:
            if now_ns < self._at_ns:
                return min(until_ns, self._at_ns)
            self._take()
        return until_ns

    def next_step(self) -> steps.Step | None:
        """Nobody touches the unit until the picture is taken."""
        if self.taken is not None or self._at_ns is None:
            return None
        return steps.Wait(0, 0, max(NS_PER_US, self._at_ns - self.player.at_ns))

    def over(self, failure: str) -> None:
        if self.taken is None:
            self._take()

    def _take(self) -> None:
        self.picture.draw(self._display.surface, self.scene)
        self.taken = self._display.surface.copy()
