"""paused: the clock stands still (P1, P2)."""

from unoflash.rules import states
from unoflash.rules.states.state import State


class Paused(State):
    """`origin` is the state that was paused, and resumes."""

    code = states.PAUSED

    def __init__(self, game):
        super().__init__(game)
        self.origin = game.joining

    def enter(self, now_us):
        game = self.game
        game.voice.silence()
        concerned = self.origin.concerned()
        game.lights.breathe(concerned, game.joined & ~concerned, now_us)

    def play(self, now_us):
        self.game.resume(self.origin, now_us)
