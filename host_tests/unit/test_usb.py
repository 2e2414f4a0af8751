"""The whole unit and its USB port (E3): Ctrl-C, bytes it does not know, a terminal that stalls."""

import pytest

from unosim import boards, log
from unosim.backends import make

MS = 1_000_000
S = 1_000 * MS


class Desk:
    """A unit on the desktop, with a terminal; it keeps what is lit and heard, and every line."""

    def __init__(self):
        self.board = boards.load("pico8")
        self.on = {}
        self.lines = []
        self.backend = make("host")(self.board, 1, self)
        self.backend.power_on()
        self.wait(1_000 * MS)

    def output(self, at_ns, gpio, hz, duty):
        self.on[gpio] = duty

    def line(self, at_ns, text):
        self.lines.append(text)

    def wait(self, ns):
        until_ns = self.backend.now_ns + ns
        while self.backend.now_ns < until_ns:
            self.backend.advance(until_ns)

    def tap(self, *names, ms=60):
        for level in (self.board.closed_level, 1 - self.board.closed_level):
            for name in names:
                self.backend.set_input(self.backend.now_ns, self.board.contacts[name], level)
            self.wait(ms * MS)

    def type(self, data):
        self.backend.send_usb(self.backend.now_ns, data)

    @property
    def state(self):
        return [event for event in map(log.parse, self.lines) if event.kind == "state"][-1].state

    @property
    def driven(self):
        return {gpio for gpio, duty in self.on.items() if duty}


@pytest.fixture
def desk():
    made = Desk()
    yield made
    made.backend.close()


def play(desk, state):
    """Bring the unit into that state."""
    if state == "joining":
        desk.tap("p1")
        return
    desk.tap("p1", "p2", "p3")
    desk.tap("play")
    if state != "choosing":
        desk.wait(600 * MS)
    if state == "timed_out":
        desk.wait(6 * S)
    elif state == "paused":
        desk.tap("play")
    elif state == "slap_race":
        desk.tap("slap")


@pytest.mark.parametrize(
    "state", ["joining", "choosing", "turn", "timed_out", "slap_race", "paused"]
)
def test_ctrl_c_stops_with_everything_off_and_gives_the_repl(desk, state):
    """E3."""
    play(desk, state)
    assert desk.state == state
    assert desk.driven
    desk.type(b"\x03")
    desk.wait(100 * MS)
    assert not desk.driven
    assert any("MicroPython" in line for line in desk.lines[-3:])
    said = len(desk.lines)
    desk.tap("p7")
    desk.wait(10 * S)  # nor does a watchdog bite (E2)
    assert not desk.driven
    assert len(desk.lines) == said


def test_any_other_byte_changes_nothing(desk):
    """E3."""
    desk.tap("p1", "p2")
    desk.type(bytes(byte for byte in range(256) if byte != 3) * 3)
    desk.wait(1 * S)
    desk.tap("play")
    desk.wait(500 * MS)
    assert desk.state == "turn"


def test_a_terminal_that_is_open_but_not_read_never_stalls_the_game(desk):
    """E3: the game goes on while nobody reads; read again, the log says what was lost."""
    desk.backend.read_usb(desk.backend.now_ns, False)
    for _ in range(120):
        desk.tap("p1", "p2", "p3")
        desk.tap("play", "slap", ms=3_100)  # a reset, and so on
    desk.backend.read_usb(desk.backend.now_ns, True)
    desk.wait(1 * S)
    desk.tap("p4")
    desk.wait(100 * MS)
    assert {desk.board.lights["p4"]} <= desk.driven
    assert desk.lines[-1].endswith("joined p4")
    assert any(log.parse(line).kind == "dropped" for line in desk.lines)
