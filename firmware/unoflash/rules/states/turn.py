"""turn: one player's button is lit and the clock is ticking (T1–T10)."""

import micropython
from micropython import const

from unoflash.rules import states
from unoflash.rules.report import NO_LIMIT
from unoflash.rules.states.state import State
from unoflash.rules.ticks import after, diff

_REACTION_US = const(150_000)  # T6: nobody reacts that fast
_LEAST_US = const(1_000_000)  # P2: what a paused turn has left at least


class Turn(State):
    """The chosen player presses the own button or SLAP, or the limit passes."""

    code = states.TURN
    pausable = True

    def __init__(self, game):
        super().__init__(game)
        settings = game.settings
        self._limit_us = [
            NO_LIMIT if limit_s is None else int(limit_s * 1_000_000)
            for limit_s in settings.turn_limit_s
        ]
        self._handicap_us = [int(handicap_s * 1_000_000) for handicap_s in settings.handicap_s]
        self._left_us = NO_LIMIT

    def enter(self, now_us):
        game = self.game
        limit_us = self._limit_us[game.speed.position]
        if limit_us != NO_LIMIT:
            limit_us += self._handicap_us[game.chosen]
        self._begin(limit_us, now_us)

    @micropython.native
    def press(self, button, at_us, now_us):
        game = self.game
        if button != game.slap and button != game.chosen:
            return
        if not game.gate.passes(at_us):
            return
        if button == game.chosen:
            game.end_turn(now_us)
        elif game.order.has_direction:
            game.order.flip(game.joined)
            game.end_turn(now_us)
        else:
            game.slap_race.start(at_us)
            game.enter(game.slap_race, now_us)

    def due(self, now_us):
        self.game.enter(self.game.timed_out, now_us)

    def pause(self, now_us):
        if self._left_us != NO_LIMIT:
            self._left_us = max(_LEAST_US, diff(self.alarm.at_us, now_us))

    def resume(self, now_us):
        self._begin(self._left_us, now_us)

    def concerned(self):
        return 1 << self.game.chosen

    def value(self, now_us):
        return self._left_us

    @micropython.native
    def _begin(self, left_us, now_us):
        """The light goes on: the clock counts from here (T2)."""
        self._left_us = left_us
        self.game.gate.close(after(now_us, _REACTION_US))
        self.game.lights.still(1 << self.game.chosen)
        if left_us != NO_LIMIT:
            self.alarm.set(after(now_us, left_us))
