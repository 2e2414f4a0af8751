"""What all states have in common."""


class State:
    """One state of the unit; made once, entered many times.

    Times are chip microseconds: `now_us` is the step's, `at_us` a contact's. `alarm`, shared by
    all states and clear on entry, is the moment at which `due` is called, unless a press that
    began by then comes first.
    """

    code = 0
    pausable = False

    def __init__(self, game):
        self.game = game
        self.alarm = game.state_alarm

    def enter(self, now_us):
        """Show the state and set its alarm."""

    def press(self, button, at_us, now_us):
        """A seat's button or SLAP was pressed."""

    def play(self, now_us):
        """Play/Pause was pressed (P1)."""
        if self.pausable:
            self.pause(now_us)
            self.game.pause(self, now_us)

    def due(self, now_us):
        """The alarm's moment has come."""

    def pause(self, now_us):
        """Keep what is left of the clocks."""

    def resume(self, now_us):
        """Go on where `pause` left off (P2)."""
        self.enter(now_us)

    def concerned(self):
        """The seats this state is about, as a mask."""
        return 0

    def value(self, now_us):
        """A number for the report; a turn gives what is left of its limit."""
        return 0
