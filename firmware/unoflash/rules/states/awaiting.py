"""timed_out and slap_lost: lights flash until those they belong to have pressed (O1–O3, L1)."""

import micropython

from unoflash.rules import states
from unoflash.rules.states.state import State
from unoflash.rules.ticks import after


class Awaiting(State):
    """The lights of `awaited` flash until each of them has pressed; then the unit chooses.

    For a while after the beginning presses are the late ones themselves and do not count (O2).
    """

    pausable = True
    awaits = True
    tune = ""

    def __init__(self, game):
        super().__init__(game)
        self.awaited = 0
        self._lockout_us = game.settings.lockout_ms * 1000
        self._left_us = 0

    @micropython.native
    def enter(self, now_us):
        game = self.game
        self._begin(self._lockout_us, now_us)
        game.voice.play(game.tunes[self.tune], now_us)

    @micropython.native
    def press(self, button, at_us, now_us):
        game = self.game
        if button == game.slap or not self.awaited & 1 << button or not game.gate.passes(at_us):
            return
        self.awaited &= ~(1 << button)
        if self.awaited:
            game.lights.fewer(self.awaited)
            game.report_state(now_us)
        else:
            game.end_turn(now_us)

    def suspend(self, now_us):
        self._left_us = self.game.gate.left(now_us)

    def resume(self, now_us):
        self._begin(self._left_us, now_us)

    def forget(self, seats, now_us):
        game = self.game
        if not self.awaited & seats:
            return
        self.awaited &= ~seats
        if game.state is self:
            if self.awaited:
                game.lights.fewer(self.awaited)
                game.report_state(now_us)
            else:
                game.enter(game.choosing, now_us)

    @micropython.native
    def concerned(self):
        return self.awaited

    @micropython.native
    def _begin(self, lockout_us, now_us):
        self.game.gate.close(after(now_us, lockout_us))
        self.game.lights.flash(self.awaited, now_us)


class TimedOut(Awaiting):
    """The chosen player was too slow: a buzzer, and that player draws two."""

    code = states.TIMED_OUT
    tune = "buzzer"

    @micropython.native
    def enter(self, now_us):
        self.awaited = 1 << self.game.chosen
        super().enter(now_us)


class SlapLost(Awaiting):
    """The losers of a race draw two; `awaited` is set by the race before it ends."""

    code = states.SLAP_LOST
    tune = "lost"
