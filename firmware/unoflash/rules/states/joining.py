"""joining: everybody presses the button in front of them (J1–J5)."""

import micropython
from micropython import const

from unoflash.rules import states
from unoflash.rules.masks import count_of
from unoflash.rules.states.state import State
from unoflash.rules.ticks import after

_SHOW_US = const(600_000)  # how long all lights stay on after a reset


class Joining(State):
    """Seats join; Play/Pause begins the game with two or more."""

    code = states.JOINING

    def __init__(self, game):
        super().__init__(game)
        self.show = False  # whether the next entry begins with the show of a reset (X1)

    def enter(self, now_us):
        game = self.game
        if self.show:
            self.show = False
            game.lights.still(game.all_lights)
            game.voice.play(game.tunes["reset"], now_us)
            self.alarm.set(after(now_us, _SHOW_US))
        else:
            game.lights.still(game.joined)

    @micropython.native
    def press(self, button, at_us, now_us):
        game = self.game
        if button == game.slap or game.joined & 1 << button:
            return
        semitones = 2 * count_of(game.joined)
        game.join(button, now_us)
        game.voice.play(game.tunes["join"], now_us, False, semitones)
        self.due(now_us)

    def play(self, now_us):
        game = self.game
        if count_of(game.joined) >= 2:
            game.enter(game.choosing, now_us)
        else:
            game.voice.play(game.tunes["error"], now_us)

    def due(self, now_us):
        """The show is over: only who joined is lit."""
        self.alarm.clear()
        self.game.lights.still(self.game.joined)
