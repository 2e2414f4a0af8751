"""turn: one player's button is lit and the clock is ticking (T1–T10)."""

import micropython
from micropython import const

from unoflash.rules import states
from unoflash.rules.report import NO_LIMIT
from unoflash.rules.states.state import State
from unoflash.rules.ticks import after, diff

_REACTION_US = const(150_000)  # T6: nobody reacts that fast
_LEAST_US = const(1_000_000)  # P2: what a paused turn has left at least
_WARNING_US = const(2_000_000)  # T7
_BLINK_US = const(250_000)  # T7: 4 Hz


class Turn(State):
    """The chosen player presses the own button or SLAP, or the limit passes."""

    code = states.TURN
    has_time = False
    pausable = True

    def __init__(self, game):
        super().__init__(game)
        settings = game.settings
        self._limits_us = [
            NO_LIMIT if limit_s is None else int(limit_s * 1_000_000)
            for limit_s in settings.turn_limit_s
        ]
        self._handicaps_us = [int(handicap_s * 1_000_000) for handicap_s in settings.handicap_s]
        self._limit_us = NO_LIMIT
        self.value = NO_LIMIT

    @micropython.native
    def enter(self, now_us):
        game = self.game
        limit_us = self._limits_us[game.speed.position]
        if limit_us != NO_LIMIT:
            limit_us += self._handicaps_us[game.chosen]
        self._limit_us = limit_us
        self.sleeps = limit_us == NO_LIMIT  # a limited turn ends by itself (A1)
        game.journal.turn_began(game.chosen)
        game.turn_time.reset()
        self._begin(limit_us, now_us)

    @micropython.native
    def press(self, button, at_us, now_us):
        game = self.game
        if button != game.slap and button != game.chosen:
            return
        if not game.gate.passes(at_us):
            return
        self._end(at_us, False)
        if button == game.chosen:
            game.end_turn(now_us)
        elif game.order.has_direction:
            game.order.flip(game.usable())
            game.end_turn(now_us)
        else:
            game.slap_race.start(at_us)
            game.enter(game.slap_race, now_us)

    @micropython.native
    def due(self, now_us):
        self._end(self.alarm.at_us, True)
        self.game.enter(self.game.timed_out, now_us)

    def warn(self, now_us):
        """The warning's alarm: the light has begun to blink, or goes on again: a tick (T7)."""
        game = self.game
        alarm = game.warning_alarm
        game.voice.play(game.tunes["tick"], now_us)
        if not game.lights.is_flashing():
            game.lights.flash(1 << game.chosen, now_us, _BLINK_US // 2)
            alarm.at_us = now_us
        alarm.set_after(alarm.at_us, _BLINK_US)

    def suspend(self, now_us):
        self.game.turn_time.halt(now_us)
        self.game.warning_alarm.clear()
        if self.value != NO_LIMIT:
            self.value = max(_LEAST_US, diff(self.alarm.at_us, now_us))

    def resume(self, now_us):
        self._begin(self.value, now_us)

    def forget(self, seats, now_us):
        game = self.game
        if seats & 1 << game.chosen and game.state is self:
            self._end(now_us, False)
            game.enter(game.choosing, now_us)

    @micropython.native
    def concerned(self):
        game = self.game
        return 1 << game.chosen & game.usable()

    @micropython.native
    def _begin(self, left_us, now_us):
        """The light goes on: the clock counts from here (T2)."""
        game = self.game
        self.value = left_us
        game.turn_time.go(now_us)
        game.gate.close(after(now_us, _REACTION_US))
        game.lights.still(1 << game.chosen)
        if left_us != NO_LIMIT:
            self.alarm.set_after(now_us, left_us)
            warning_us = self._limit_us // 2
            calm_us = left_us - (warning_us if warning_us < _WARNING_US else _WARNING_US)
            game.warning_alarm.set_after(now_us, calm_us if calm_us > 0 else 0)

    @micropython.native
    def _end(self, now_us, timed_out):
        game = self.game
        game.warning_alarm.on = False
        game.journal.turn_ended(game.chosen, game.turn_time.halt(now_us), timed_out)
