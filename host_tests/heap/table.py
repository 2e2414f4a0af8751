"""People at a unit made of the project's fakes, for MicroPython and CPython alike.

They do all that can be done in a state without leaving it, while the unit goes on pass by pass.
The fakes' WORLD has no port: nobody hears the unit, so that nothing but the unit can allocate.
"""

import board

from unoflash.rules import states

MS = 1_000_000  # ns
SLAP = board.SEATS
PLAY = board.SEATS + 1
SPEEDS = {"slow": (0, 1), "medium": (1, 1), "fast": (1, 0)}
STORM_US = 50  # half a period of 20 kHz


class Table:
    """`unit`: what they sit at; `one_pass()` lets it do its next pass.

    `fakes` is the fakes' module `world`, which in CPython cannot be imported from here.
    """

    def __init__(self, fakes, unit, one_pass):
        self.unit = unit
        self._one_pass = one_pass
        self._fakes = fakes
        self._world = fakes.WORLD

    @property
    def now_ms(self):
        return self._world.now_ns // MS

    @property
    def state(self):
        return states.NAMES[self.unit.game.state.code]

    # -- what people do, from now on ---------------------------------------------------------

    def contact(self, button, closed, after_us=0):
        level = board.CONTACT_CLOSED if closed else 1 - board.CONTACT_CLOSED
        self._input(board.FIRST_CONTACT + button, level, after_us)

    def tap(self, *buttons, hold_ms=30):
        """Press one after the other, a millisecond apart; the unit goes on until all rest."""
        for i, button in enumerate(buttons):
            self.contact(button, True, i * 1000)
            self.contact(button, False, (i + hold_ms) * 1000)
        self.wait(hold_ms + len(buttons) + 60)

    def storm(self, button, ms):
        """Chatter at 20 kHz on an open contact, that ends open and is no press."""
        for i in range(ms * 1000 // STORM_US // 2):
            self.contact(button, True, 2 * i * STORM_US)
            self.contact(button, False, (2 * i + 1) * STORM_US)

    def speed(self, position):
        slow, fast = SPEEDS[position]
        self._input(board.SPEED_SLOW, slow)
        self._input(board.SPEED_FAST, fast)

    def usb_reads(self, flag):
        self._input(self._fakes.USB_READING, int(flag))

    def type(self, text):
        for byte in text.encode():
            self._input(self._fakes.USB_BYTE, byte)

    def _input(self, what, value, after_us=0):
        self._world.schedule(self._world.now_ns + after_us * 1000, what, value)

    # -- and the unit's doing ----------------------------------------------------------------

    def wait(self, ms):
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self._one_pass()

    def until(self, state, limit_ms=10_000):
        end_ms = self.now_ms + limit_ms
        while self.state != state:
            if self.now_ms > end_ms:
                raise AssertionError(f"no {state} within {limit_ms} ms, but {self.state}")
            self._one_pass()

    def fuss(self, *ignored):
        """For 0.3 s: presses of `ignored`, noise, chatter, the switch, USB in and out or stuck.

        None of it leaves a state in which `ignored` are ignored.
        """
        state = self.state
        self.usb_reads(False)
        self.type("hello, is anybody there? " * 4)
        for button in range(board.SEATS + 2):
            self.contact(button, True, 7_000 + 10 * button)  # noise: shorter than a press
            self.contact(button, False, 7_060 + 10 * button)
        self.wait(30)
        self.storm(board.SEATS - 1, 5)
        self.wait(10)
        if ignored:
            self.tap(*ignored)
        self.speed("fast")
        self.wait(70)
        self.speed("slow")
        self.usb_reads(True)
        self.wait(70)
        self.speed("medium")
        self.wait(60)
        if self.state != state:
            raise AssertionError(f"the fuss led from {state} to {self.state}")
