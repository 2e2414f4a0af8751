"""The scenario language: what each line means, and what is refused with its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unosim import steps
from unosim.scenario import ScenarioError, parse, read

MS, US = 1_000_000, 1_000

STEPS = {
    "press p1": steps.Press(1, 0, ("p1",)),
    "press slap p8 play": steps.Press(1, 0, ("slap", "p8", "play")),
    "release chosen": steps.Release(1, 0, ("chosen",)),
    "+200 tap p2": steps.Tap(1, 200 * MS, ("p2",), 60 * MS, 0),
    "+0.02 tap p2 p3 for 5": steps.Tap(1, 20 * US, ("p2", "p3"), 5 * MS, 0),
    "tap unslapped apart 90000": steps.Tap(1, 0, ("unslapped",), 60 * MS, 90 * MS),
    "tap joined for 0.5 apart 0.5": steps.Tap(1, 0, ("joined",), MS // 2, 500),
    "tap joined apart 7 for 8": steps.Tap(1, 0, ("joined",), 8 * MS, 7 * US),
    "hold play slap for 3000": steps.Tap(1, 0, ("play", "slap"), 3_000 * MS, 0),
    "bounce 10 1000": steps.Bounce(1, 0, 10, MS),
    "bounce off": steps.Bounce(1, 0, 0, 0),
    "glitch p1 50": steps.Glitch(1, 0, ("p1",), 50 * US),
    "+1 speed slow": steps.Speed(1, MS, "slow"),
    "speed broken": steps.Speed(1, 0, "broken"),
    "power off": steps.Power(1, 0, False),
    "power on": steps.Power(1, 0, True),
    "+0 supply usb": steps.Supply(1, 0, "usb"),
    "battery 2.95": steps.Battery(1, 0, 2_950),
    "crash": steps.Crash(1, 0),
    "hang": steps.Hang(1, 0),
    "wait 1500": steps.Wait(1, 0, 1_500 * MS),
    "wait until slap_lost within 100": steps.WaitUntil(1, 0, "slap_lost", 100 * MS),
    "expect state turn choosing": steps.Expect(1, 0, "state", ("turn", "choosing")),
    "expect joined": steps.Expect(1, 0, "joined", ()),
    "expect joined p1 others": steps.Expect(1, 0, "joined", ("p1", "others")),
    "expect lit slap": steps.Expect(1, 0, "lit", ("slap",)),
    "expect dark free": steps.Expect(1, 0, "dark", ("free",)),
    "expect flashing flashing": steps.Expect(1, 0, "flashing", ("flashing",)),
    "expect losers 2": steps.Expect(1, 0, "losers", (2,)),
    "expect losers p1 p4": steps.Expect(1, 0, "losers", ("p1", "p4")),
    "expect tone": steps.Expect(1, 0, "tone", ()),
    "expect silent": steps.Expect(1, 0, "silent", ()),
    "expect heard": steps.Expect(1, 0, "heard", ()),
    "expect turn_left 0 1.5": steps.Expect(1, 0, "turn_left", (0, 1_500 * US)),
    "expect asleep": steps.Expect(1, 0, "asleep", ()),
    "expect faults 0": steps.Expect(1, 0, "faults", (0,)),
    "expect journal p3 best_ms 180": steps.Expect(1, 0, "journal", ("p3", "best_ms", 180)),
    "expect volume mute": steps.Expect(1, 0, "volume", ("mute",)),
    "\t  press   p1\t# with a comment\r": steps.Press(1, 0, ("p1",)),
}

REFUSED = {
    "presss p1": "unknown verb 'presss'",
    "Press p1": "unknown verb 'Press'",
    "press": "a button or group is missing",
    "press p9": "unknown button 'p9'",
    "press p0": "unknown button 'p0'",
    "press p1#x": "unknown button 'p1#x'",
    "press p1 p1": "p1 is named twice",
    "tap p1 for": "for in milliseconds is missing",
    "tap p1 for -5": "'-5': for in milliseconds needs a number such as",
    "tap p1 for 0": "must be more than 0",
    "tap p1 for 5 for 5": "a second for",
    "tap p1 for 5 p2": "unknown word 'p2'; known: for, apart",
    "tap p1 apart 1e3": "'1e3'",
    "tap for 5": "a button or group is missing",
    "hold p1": "word (for) is missing",
    "hold p1 for 5 apart 5": "'apart' is too much here",
    "bounce": "how many reversals (or off) is missing",
    "bounce 1.5 10": "'1.5'",
    "bounce 3": "one every in microseconds is missing",
    "bounce 3 0": "must be more than 0",
    "bounce off 3": "'3' is too much here",
    "glitch p1": "the pulse in microseconds is missing",
    "glitch p1 p2 50": "'p2'",
    "speed": "speed (slow, medium, fast, broken) is missing",
    "speed quick": "unknown speed 'quick'; known: slow, medium, fast, broken",
    "power": "power (on, off) is missing",
    "power up": "unknown power 'up'",
    "supply mains": "unknown supply 'mains'",
    "battery": "the battery in volts is missing",
    "battery 6.001": "at most 6 volts",
    "battery 3.0001": "fewer decimals",
    "crash now": "'now' is too much here",
    "wait": "how long in milliseconds is missing",
    "wait x": "'x'",
    "wait ١": "needs a number",
    "wait 99999999999999999999": "needs a number",
    "wait 1000000001": "a number up to 1000000000",
    "wait 0.0000001": "fewer decimals",
    "wait until": "state (",
    "wait until running within 5": "unknown state 'running'",
    "wait until turn": "word (within) is missing",
    "wait until turn in 5": "unknown word 'in'",
    "wait until turn within": "within in milliseconds is missing",
    "expect": "expectation (state,",
    "expect happiness": "unknown expectation 'happiness'",
    "expect state": "state (starting",
    "expect state on": "unknown state 'on'",
    "expect joined slap": "unknown player 'slap'",
    "expect lit": "is missing",
    "expect lit play": "unknown light 'play'",
    "expect losers": "is missing",
    "expect losers 9": "a whole number, 0 … 8",
    "expect losers 1 2": "'2' is too much here",
    "expect losers slap": "unknown player 'slap'",
    "expect tone 880": "'880' is too much here",
    "expect turn_left 5": "turn_left to in milliseconds is missing",
    "expect turn_left 5 4": "MS1 is more than MS2",
    "expect faults some": "'some'",
    "expect journal p1 wins 3": "unknown key 'wins'",
    "expect journal slap lost 3": "unknown player 'slap'",
    "expect volume 11": "unknown volume '11'",
    "+": "'+': +MS needs a number",
    "+ 5 press p1": "'+': +MS needs a number",
    "+x press p1": "'+x': +MS needs a number",
    "+5": "a verb is missing",
    "+5 +5 press p1": "unknown verb '+5'",
    "repeat": "how often is missing",
    "repeat 0": "'0': how often needs a whole number, 1",
    "repeat 2": "repeat without end",
    "end": "end without repeat",
    "repeat 2\nend": "nothing stands between repeat and end",
    "repeat 2 times": "'times' is too much here",
    "board": "a board's name is missing",
    "board pico8 pico6": "'pico6' is too much here",
    "board pico8\nboard pico8": "a second board line",
    "seed x": "'x': a seed needs a whole number, 0",
    "seed -1": "'-1'",
    "seed 1\nseed 2": "a second seed line",
    "settings": "the text of settings.json is missing",
    "settings {}\nsettings {}": "a second settings line",
    "wait 1\nboard pico6": "board belongs before the first step",
    "wait 1\nseed 1": "seed belongs before the first step",
    "repeat 1\nsettings {}": "settings belongs before the first step",
    "+5 settings {} # no": "settings is a header line",
    "+0 seed 1": "seed is a header line",
}


def one(text):
    (step,) = parse(text.encode()).steps
    return step


@pytest.mark.parametrize("text", STEPS)
def test_a_line_is_the_step_that_it_says(text):
    assert one(text) == STEPS[text]


@pytest.mark.parametrize("text", REFUSED)
def test_a_line_that_says_nothing_sound_is_refused_with_its_place(text):
    with pytest.raises(ScenarioError) as refused:
        parse(text.encode(), "some/game")
    line = 1 if "without end" in REFUSED[text] else text.count("\n") + 1
    assert str(refused.value).startswith(f"some/game:{line}: ")
    assert REFUSED[text] in str(refused.value)


def test_every_verb_and_every_expectation_is_in_the_tables():
    verbs = {type(step) for step in STEPS.values()}
    assert verbs == {
        cls for cls in steps.Step.__subclasses__() if cls not in (steps.Repeat, steps.End)
    }
    whats = {step.what for step in STEPS.values() if isinstance(step, steps.Expect)}
    assert len(whats) == 14


def test_the_header_says_what_the_unit_starts_with():
    scenario = parse(
        b"# a game\n\nboard pico6\nseed 7\nspeed slow\nsupply usb\n"
        b'settings {"choose_ms": 0} # 0 \n  \nwait 1'
    )
    assert (scenario.board, scenario.board_line, scenario.seed) == ("pico6", 3, 7)
    assert (scenario.speed, scenario.supply) == ("slow", "usb")
    assert scenario.settings == '{"choose_ms": 0} # 0 '
    assert [step.line for step in scenario.steps] == [9]


def test_a_silent_header_means_eight_seats_medium_battery_and_no_seed():
    scenario = parse(b"")
    assert (scenario.board, scenario.seed, scenario.settings) == (None, None, None)
    assert (scenario.speed, scenario.supply, scenario.steps) == ("medium", "battery", [])


@pytest.mark.parametrize("text", ["{not # json", '{"a":\u20281}', "x  y ", "#", "{}\x0b"])
def test_settings_keep_their_text_as_it_stands(text):
    assert parse(f"  settings {text}\r\nwait 1\r\n".encode()).settings == text


def test_speed_before_the_first_step_is_header_and_later_a_step():
    scenario = parse(b"speed fast\nspeed slow\nspeed broken\nspeed fast\n")
    assert scenario.speed == "slow"
    assert scenario.steps == [steps.Speed(3, 0, "broken"), steps.Speed(4, 0, "fast")]


def test_repeats_nest_and_let_time_pass_where_they_say_so():
    text = b"+1 repeat 2\n press p1\n repeat 3\n  wait 5\n end\n+2 end\nrelease p1"
    played = [(step.line, step.verb) for step in parse(text).walk()]
    round_ = [(2, "press"), (4, "wait"), (4, "wait"), (4, "wait"), (6, "wait")]
    assert played == [(1, "wait"), *round_, *round_, (7, "release")]


def test_a_very_deep_nest_is_no_trouble():
    depth = 5_000
    text = "repeat 1\n" * depth + "wait 1\n" + "end\n" * depth
    assert [step.verb for step in parse(text.encode()).walk()] == ["wait"]


@pytest.mark.parametrize(
    ("text", "by_step"),
    [
        ("press play\npower on", True),
        ("power on", True),
        ("bounce 2 10\npress p1\nspeed broken\n+5 supply usb\nbattery 3\n+5 power on", True),
        ("press play\nwait 5\npower on", False),
        ("press play\nrelease play\npower on", False),
        ("press play", False),
        ("power off\npower on", False),
    ],
)
def test_power_comes_with_the_first_step_or_with_a_power_on(text, by_step):
    assert parse(text.encode()).begins_without_power() is by_step


def test_a_seat_that_the_board_lacks_is_refused():
    scenario = parse(b"tap p6\nexpect lit p7 chosen\n", "game")
    scenario.check_board("pico8", 8)
    with pytest.raises(ScenarioError, match=r"^game:2: p7: board pico6 has p1 … p6, slap, play$"):
        scenario.check_board("pico6", 6)


def test_a_file_that_is_not_utf8_names_its_line(tmp_path):
    path = tmp_path / "game"
    path.write_bytes(b"wait 1\n# caf\xe9\n")
    with pytest.raises(ScenarioError, match=r"game:2: not UTF-8$"):
        read(str(path))


@pytest.mark.parametrize("name", ["nowhere", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_named(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ScenarioError, match="cannot be read"):
        read(name)


def test_a_byte_order_mark_is_no_part_of_the_text():
    assert parse(b"\xef\xbb\xbfseed 5").seed == 5


def test_what_is_shown_of_a_bad_word_can_be_printed_anywhere():
    with pytest.raises(ScenarioError) as refused:
        parse("\x1b[31mé".encode())
    assert str(refused.value).startswith(r"scenario:1: unknown verb '\x1b[31m\xe9'")


def is_sound_or_refused_with_its_place(data):
    refused = None
    try:
        parse(data, "game").begins_without_power()
    except ScenarioError as error:
        refused = str(error)
    assert refused is None or refused.startswith("game:")


@given(st.binary(max_size=200))
def test_no_bytes_make_it_stumble(data):
    is_sound_or_refused_with_its_place(data)


WORDS = st.sampled_from(
    ["+1", "+", "press", "tap", "p1", "slap", "for", "apart", "5", "0", "-1", "expect", "state"]
    + ["turn", "lit", "losers", "journal", "wait", "until", "within", "repeat", "end", "bounce"]
    + ["off", "settings", "seed", "speed", "power", "on", "glitch", "chosen", "#", "9" * 30, "é"]
)


@given(st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=8).map("\n".join))
def test_no_words_make_it_stumble(text):
    is_sound_or_refused_with_its_place(text.encode())


TIMES_NS = st.integers(0, 10**15)
BUTTONS = st.lists(st.sampled_from(steps.BUTTONS + steps.GROUPS), min_size=1, unique=True)


def shown(ns, unit):
    return f"{ns // unit}.{ns % unit:0{len(str(unit)) - 1}}"


@given(TIMES_NS, BUTTONS, st.integers(1, 10**12), st.integers(0, 10**12))
def test_a_tap_comes_back_as_it_was_written_to_the_nanosecond(after, buttons, hold, apart):
    text = f"+{shown(after, MS)} tap {' '.join(buttons)}"
    text += f" for {shown(hold, MS)} apart {shown(apart, US)}"
    assert one(text) == steps.Tap(1, after, tuple(buttons), hold, apart)


@given(TIMES_NS, st.sampled_from(steps.STATES), st.integers(0, 10**12))
def test_a_wait_comes_back_as_it_was_written(after, state, within):
    text = f"+{shown(after, MS)} wait until {state} within {shown(within, MS)}"
    assert one(text) == steps.WaitUntil(1, after, state, within)


@given(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), min_size=1))
def test_settings_come_back_as_they_were_written(text):
    if text.strip() and not text[0].isspace():
        assert parse(f"settings {text}".encode()).settings == text
