"""A terminal at the unit on the emulated chip: Ctrl-C, Ctrl-D, junk, unread, pulled out (E3)."""

import pytest

pytestmark = pytest.mark.emulator

MS = 1_000_000  # ns
WATCHDOG_MS = 9_000  # more than its longest, 8.4 s
SETTINGS = b'{"choose_ms": 300, "turn_limit_s": {"fast": 1}, "slap_limit_s": 1}'


@pytest.fixture
def unit(bench):
    bench.board.store("settings.json", SETTINGS)
    bench.speed("fast")
    bench.usb_power(True)
    return bench


def join(unit):
    for name in ("p1", "p2", "p3"):
        unit.tap(name)
    unit.tap("play", rest_ms=0)


def to_joining(unit):
    unit.tap("p4")
    unit.until("joined p4")


def to_choosing(unit):
    join(unit)
    unit.until("state choosing")


def to_turn(unit):
    join(unit)
    unit.until("state turn")
    unit.pass_ms(200)


def to_timed_out(unit):
    to_turn(unit)
    unit.until("state timed_out")


def to_slap_race(unit):
    to_turn(unit)
    unit.tap("slap")
    unit.until("state slap_race")


def to_slap_lost(unit):
    to_slap_race(unit)
    unit.until("state slap_lost")


def to_paused(unit):
    to_turn(unit)
    unit.tap("play")
    unit.until("state paused")


def to_self_test(unit):
    unit.until("state self_test")
    unit.contact("play", False)
    unit.tap("p5")
    unit.contact("p5", True)
    unit.pass_ms(20)


WAYS = {
    "starting": lambda unit: unit.pass_ms(100),
    "joining": to_joining,
    "choosing": to_choosing,
    "turn": to_turn,
    "timed_out": to_timed_out,
    "slap_race": to_slap_race,
    "slap_lost": to_slap_lost,
    "paused": to_paused,
    "self_test": to_self_test,
}


def type_and_wait(unit, keys, answer, limit_ms=2_000):
    said = len(unit.text)
    unit.board.usb.send(keys)
    end_ns = unit.board.now_ns + limit_ms * MS
    while answer not in unit.text[said:]:
        assert unit.board.now_ns < end_ns, f"no {answer!r} after {keys!r}: {unit.text[said:]!r}"
        unit.board.run(end_ns)


def test_ctrl_c_and_soft_reset_in_every_state(unit):
    """Ctrl-C leaves all dark, silent and without watchdog; Ctrl-D then begins a new game."""
    resets = []
    unit.board.power_on()
    unit.board.chip.on_reset.append(lambda: resets.append(unit.board.now_ns))
    for state, go in WAYS.items():
        if state == "self_test":
            unit.contact("play", True)
        else:
            unit.until("state starting")
        go(unit)
        assert unit.drives, state
        type_and_wait(unit, b"\x03", ">>> ")
        assert unit.drives == {}, state
        for gpio in (*unit.wiring.lights.values(), unit.wiring.buzzer):
            pin = unit.board.chip.rp2040.gpio[gpio]
            assert (pin.output_enable, pin.output_value) == (True, False), (state, gpio)
        unit.pass_ms(WATCHDOG_MS)
        assert not resets, state
        said = len(unit.text)
        if list(WAYS)[-2] == state:
            unit.contact("play", True)  # the next one is self_test
        type_and_wait(unit, b"\x04", " volume loud")
        assert "hung" not in unit.text[said:]
        assert " joined " not in unit.text[said:]
    unit.contact("p5", False)
    unit.contact("slap", True)
    type_and_wait(unit, b"\x03", ">>> ")
    type_and_wait(unit, b"\x04", "state safe_mode")
    unit.contact("slap", False)
    unit.pass_ms(WATCHDOG_MS)
    assert list(unit.drives) == [unit.wiring.lights["slap"]]
    type_and_wait(unit, b"\x03\x04", "state starting")
    assert not resets


def turns(unit, number):
    """Players press in turn; how long the slowest answer, a sound, took, in ms."""
    worst_ns = 0
    for _ in range(number):
        chosen = next(
            name for name in ("p1", "p2", "p3") if unit.wiring.lights[name] in unit.drives
        )
        heard, pressed_ns = len(unit.outputs), unit.board.now_ns
        unit.tap(chosen, rest_ms=170)  # T6
        sounded_ns = next(
            at_ns
            for at_ns, gpio, _, duty in unit.outputs[heard:]
            if gpio == unit.wiring.buzzer and duty
        )
        worst_ns = max(worst_ns, sounded_ns - pressed_ns)
    return worst_ns / MS


@pytest.fixture
def game(bench):
    """An unlimited turn; the next player is chosen at once."""
    bench.board.store("settings.json", b'{"choose_ms": 0}')
    bench.begin_game("p1", "p2", "p3")
    bench.pass_ms(200)
    return bench


def test_a_terminal_that_sends_junk_or_does_not_read_never_disturbs(game):
    junk = bytes(byte for byte in range(256) if byte != 3) * 4
    game.board.usb.send(junk)
    assert turns(game, 2) < 5  # MicroPython's own work with a burst takes 3 ms of it
    game.board.usb.read(False)
    said = len(game.text)
    assert turns(game, 13) < 3  # more than the log can hold
    game.board.usb.send(junk)
    assert turns(game, 1) < 5
    assert len(game.text) - said <= 64
    game.board.usb.read(True)
    game.pass_ms(500)
    assert turns(game, 2) < 3
    game.until(" dropped ")
    assert game.lines[-1].endswith("none") or " journal " in game.lines[-1]
    assert game.repl().run("print(6 * 7)") == "42\r\n"


def test_a_cable_pulled_out_of_an_open_terminal_never_stalls_and_the_log_goes_on(game):
    game.board.usb.unplug()
    said = len(game.text)
    assert turns(game, 8) < 3
    assert len(game.text) == said
    game.board.usb.plug_in()
    game.pass_ms(2_300)  # the unit looks for a host every 2 s when nothing else happens
    before = game.text[said:].count(" state turn ")
    assert before == 8
    assert turns(game, 1) < 3
    game.pass_ms(100)
    assert game.text[said:].count(" state turn ") == before + 1
    assert game.repl().run("print(6 * 7)") == "42\r\n"
