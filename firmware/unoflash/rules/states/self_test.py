"""self_test: every part answers by itself (S2, F1)."""

from micropython import const

from unoflash.rules import states
from unoflash.rules.states.state import State

_LOOK_US = const(20_000)  # how often the lights follow the buttons while one is held
_LEAVE_US = const(3_000_000)


class SelfTest(State):
    """A light and a note for each press, beeps for the Speed Switch."""

    code = states.SELF_TEST

    def enter(self, now_us):
        self.due(now_us)

    def press(self, button, at_us, now_us):
        game = self.game
        game.voice.play(game.tunes["note"], now_us, 1, 2 * button)
        self.due(now_us)

    def play(self, at_us, now_us):
        self.press(self.game.play_pause, at_us, now_us)
        self.game.holds.begin(self.game.play_pause, at_us, _LEAVE_US)

    def held(self, buttons, now_us):
        self.game.enter(self.game.joining, now_us)

    def switched(self, now_us):
        game = self.game
        game.voice.play(game.tunes["beep"], now_us, game.speed.position + 1)

    def due(self, now_us):
        """Lit are those whose buttons are held."""
        game = self.game
        held = game.buttons.held & game.all_lights
        game.lights.still(held)
        self.alarm.clear()
        if held:
            self.alarm.set_after(now_us, _LOOK_US)
