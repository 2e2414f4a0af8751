"""What all states have in common."""

import micropython


class State:
    """One state of the unit; made once, entered many times.

    Times are chip microseconds: `now_us` is the step's, `at_us` a contact's. `alarm`, shared by
    all states and clear on entry, is the moment at which `due` is called, unless a press that
    began by then comes first.
    """

    code = 0
    pausable = False
    value = 0  # for the report: what is left of a turn's limit, in us
    sleeps = True  # whether the unit may fall asleep in it (A1)
    rests = False  # whether nobody plays: a moment to write to the flash (N1)
    awaits = False  # whether it has called a player and waits: a moment to write, at times (N1)
    has_time = True  # whether some milliseconds' absence would be felt by nobody

    def __init__(self, game):
        self.game = game
        self.alarm = game.state_alarm

    def enter(self, now_us):
        """Show the state and set its alarm."""

    def press(self, button, at_us, now_us):
        """A seat's button or SLAP was pressed."""

    def play(self, at_us, now_us):
        """Play/Pause was pressed (P1)."""
        if self.pausable:
            self.game.pause(now_us)

    def due(self, now_us):
        """The alarm's moment has come."""

    def held(self, buttons, now_us):
        """`buttons`, a mask, have been held for as long as `press` asked `game.holds` for."""

    def switched(self, now_us):
        """The Speed Switch has settled in another position."""

    def suspend(self, now_us):
        """Keep what is left of the clocks: a pause or sleep begins."""

    def resume(self, now_us):
        """Go on where `suspend` left off (P2)."""
        self.enter(now_us)

    def forget(self, seats, now_us):
        """`seats` have left (P3) or are stuck (B4): they are not waited for any more."""

    @micropython.native
    def concerned(self):
        """The seats this state is about, as a mask."""
        return 0
