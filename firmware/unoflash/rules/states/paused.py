"""paused: the clock stands still (P1–P4)."""

from unoflash.rules import states
from unoflash.rules.lights import ALERT_US
from unoflash.rules.masks import count_of
from unoflash.rules.states.joining import LEAVE_US
from unoflash.rules.states.state import State


class Paused(State):
    """`origin` is the state that was paused, and resumes."""

    code = states.PAUSED
    rests = True

    def __init__(self, game):
        super().__init__(game)
        self.origin = game.choosing
        self.alarmed = False  # whether the next entry begins with the blinks of a fault (E1)

    def enter(self, now_us):
        game = self.game
        game.voice.silence()
        if self.alarmed:
            self.alarmed = False
            game.lights.alert(now_us)
            self.alarm.set_after(now_us, ALERT_US)
        else:
            self.due(now_us)

    def press(self, button, at_us, now_us):
        game = self.game
        if button == game.slap:
            self._flip(now_us)
        elif game.joined & 1 << button:
            game.holds.begin(button, at_us, LEAVE_US)
        else:
            game.join(button, now_us)
            self.due(now_us)

    def play(self, at_us, now_us):
        """Go on, if there are two who can."""
        game = self.game
        if count_of(game.usable()) < 2:
            return
        if self.origin is game.choosing or not self.origin.concerned():
            game.enter(game.choosing, now_us)
        else:
            game.resume(self.origin, now_us)

    def held(self, buttons, now_us):
        game = self.game
        leaving = buttons & game.joined
        game.leave(leaving, now_us)
        if count_of(game.joined) < 2:
            game.enter(game.joining, now_us)
        else:
            self.forget(leaving, now_us)

    def due(self, now_us):
        """Who is concerned breathes, the others glow; also when the blinks of a fault end."""
        self.alarm.clear()
        game = self.game
        concerned = self.origin.concerned()
        game.lights.breathe(concerned, game.joined & ~concerned, now_us)

    def forget(self, seats, now_us):
        """Whose turn it was comes back to no turn, even after joining again (P3)."""
        game = self.game
        self.origin.forget(seats, now_us)
        if self.origin is game.turn and seats & 1 << game.chosen:
            self.origin = game.choosing
        if game.state is self:
            self.due(now_us)

    def _flip(self, now_us):
        """C4: an opening Reverse; the light says which way it goes from here."""
        game = self.game
        order = game.order
        if order.has_direction and count_of(game.joined) > 2 and game.is_alone(game.slap):
            order.flip(game.joined)
            game.lights.blink(1 if order.clockwise else 2, now_us)
