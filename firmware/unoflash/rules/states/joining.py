"""joining: everybody presses the button in front of them (J1–J6)."""

import micropython
from micropython import const

from unoflash.rules import states
from unoflash.rules.lights import ALERT_US
from unoflash.rules.masks import count_of
from unoflash.rules.states.state import State

_SHOW_US = const(600_000)  # how long all lights stay on after a reset
LEAVE_US = const(1_000_000)  # J2
_VOLUME_US = const(1_000_000)  # J6


class Joining(State):
    """Seats join and leave; Play/Pause begins the game with two or more."""

    code = states.JOINING
    rests = True

    def __init__(self, game):
        super().__init__(game)
        self.show = False  # whether the next entry begins with the show of a reset (X1)
        self.alarmed = False  # … or with the blinks of a fault (E1)
        self._arrived = False  # whether somebody has joined who was not welcomed yet

    def enter(self, now_us):
        game = self.game
        self._arrived = False
        if self.alarmed:
            self.alarmed = False
            game.lights.alert(now_us)
            self.alarm.set_after(now_us, ALERT_US)
        elif self.show:
            self.show = False
            game.lights.still(game.all_lights)
            game.voice.play(game.tunes["reset"], now_us)
            self.alarm.set_after(now_us, _SHOW_US)
        else:
            self.due(now_us)

    @micropython.native
    def press(self, button, at_us, now_us):
        game = self.game
        game.holds.cancel(1 << game.slap)  # J6: any other press ends that hold
        if button == game.slap:
            if game.is_alone(button):
                game.holds.begin(button, at_us, _VOLUME_US)
        elif game.joined & 1 << button:
            game.holds.begin(button, at_us, LEAVE_US)
        else:
            game.join(button, now_us)
            self._arrived = True
        # Of several at once, the last is soon enough.
        if self._arrived and not game.buttons.has_press(now_us):
            self.due(now_us)

    def play(self, at_us, now_us):
        game = self.game
        game.holds.cancel(1 << game.slap)
        if count_of(game.usable()) >= 2:
            game.enter(game.choosing, now_us)
        else:
            if self._arrived:
                self.due(now_us)
            game.voice.play(game.tunes["error"], now_us)

    def held(self, buttons, now_us):
        game = self.game
        if buttons & 1 << game.slap:
            game.step_volume(now_us)
        leaving = buttons & game.joined
        if leaving:
            game.leave(leaving, now_us)
            game.voice.play(game.tunes["leave"], now_us)
            self.due(now_us)

    @micropython.native
    def due(self, now_us):
        """Who has joined is lit, who has not is invited (J3); also at the end of the show."""
        self.alarm.clear()
        game = self.game
        if self._arrived:
            self._arrived = False
            game.voice.play(game.tunes["join"], now_us, 1, 2 * count_of(game.joined) - 2)
        game.lights.invite(game.joined, game.all_seats & ~game.joined, now_us)
