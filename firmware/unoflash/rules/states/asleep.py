"""asleep: dark and silent until Play/Pause (A1–A5)."""

from unoflash.rules import states
from unoflash.rules.masks import count_of
from unoflash.rules.states.state import State


class Asleep(State):
    """`origin` is the state in which the unit fell asleep."""

    code = states.ASLEEP
    rests = True
    sleeps = False

    def __init__(self, game):
        super().__init__(game)
        self.origin = game.joining

    def enter(self, now_us):
        self.game.lights.still(0)
        self.game.voice.silence()

    def play(self, at_us, now_us):
        """Wake up, and go on as after a pause; where there is no game, that is all (A4)."""
        game = self.game
        game.woke = True
        origin = self.origin
        if origin.pausable and count_of(game.usable()) < 2:  # some got stuck meanwhile
            game.paused.origin = origin
            game.enter(game.paused, now_us)
        elif origin is game.paused:
            game.enter(origin, now_us)
            origin.play(at_us, now_us)
        elif origin.pausable and not origin.concerned():
            game.enter(game.choosing, now_us)
        else:
            game.resume(origin, now_us)

    def forget(self, seats, now_us):
        self.origin.forget(seats, now_us)
