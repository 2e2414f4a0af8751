"""choosing: the unit picks who plays next (C1–C5)."""

import micropython

from unoflash.rules import states
from unoflash.rules.states.state import State


class Choosing(State):
    """The lights run round and stop on the one who was drawn on entry."""

    code = states.CHOOSING
    pausable = True

    def __init__(self, game):
        super().__init__(game)
        self._choose_us = game.settings.choose_ms * 1000
        self._drawn = -1

    @micropython.native
    def enter(self, now_us):
        game = self.game
        seats = game.usable()
        self._drawn = game.order.draw(seats)
        if self._choose_us:
            game.lights.run_round(seats, now_us)
        self.alarm.set_after(now_us, self._choose_us)

    @micropython.native
    def due(self, now_us):
        game = self.game
        game.chosen = self._drawn
        game.order.commit(self._drawn)
        game.enter(game.turn, now_us)

    def forget(self, seats, now_us):
        if self.game.state is self and seats & 1 << self._drawn:
            self.game.enter(self, now_us)
