"""starting: a sweep over all lights and a jingle, until somebody presses (S1)."""

from unoflash.rules import states
from unoflash.rules.states.state import State

_LIGHT_US = 80_000  # how long the sweep stays on a light: nine take 0.72 s


class Starting(State):
    """The show at power-on; presses count from its first moment and fall in `joining`."""

    code = states.STARTING

    def enter(self, now_us):
        game = self.game
        game.lights.run_round(game.all_lights, now_us, _LIGHT_US)
        game.voice.play(game.tunes["start"], now_us)
        self.alarm.set_after(now_us, _LIGHT_US * (game.seats + 1))

    def press(self, button, at_us, now_us):
        if button == self.game.slap:
            self.game.voice.skip(now_us)  # a seat's note ends the jingle by itself
        self.due(now_us)
        self.game.joining.press(button, at_us, now_us)

    def play(self, at_us, now_us):
        self.due(now_us)
        self.game.joining.play(at_us, now_us)

    def due(self, now_us):
        self.game.enter(self.game.joining, now_us)
