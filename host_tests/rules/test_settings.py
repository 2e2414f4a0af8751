"""settings.json (G1)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflash.rules import rtttl
from unoflash.rules.settings import MAX_BYTES, MAX_PROBLEMS, Settings, parse, with_volume


def read(**values):
    return parse(json.dumps(values).encode(), 8)


def as_dict(settings):
    return vars(settings)


DEFAULTS = {
    "turn_limit_s": [None, 6, 4],
    "handicap_s": [0] * 8,
    "turn_order": "random",
    "choose_ms": 400,
    "lockout_ms": 700,
    "slap_limit_s": 5,
    "duel_ms": 0,
    "sleep_min": 5,
    "volume": "loud",
    "debounce_ms": 25,
    "brightness": 100,
    "tunes": {},
    "low_battery_v": 3.0,
    "log": True,
}


def test_without_a_file_all_is_default_and_nothing_is_wrong():
    settings, problems = parse(None, 8)
    assert as_dict(settings) == DEFAULTS
    assert problems == []
    assert as_dict(Settings(8)) == DEFAULTS


GOOD = [
    ("choose_ms", 0),
    ("choose_ms", 5000),
    ("lockout_ms", 3000),
    ("slap_limit_s", 1),
    ("slap_limit_s", 59.5),
    ("duel_ms", 5000),
    ("sleep_min", 1.5),
    ("debounce_ms", 5),
    ("brightness", 5),
    ("low_battery_v", 0),
    ("low_battery_v", 4.2),
    ("turn_order", "bag"),
    ("volume", "mute"),
    ("log", False),
]


@pytest.mark.parametrize(("key", "value"), GOOD)
def test_a_good_value_is_taken(key, value):
    settings, problems = read(**{key: value})
    assert getattr(settings, key) == value
    assert problems == []


BAD = [
    ("choose_ms", -1),
    ("choose_ms", 5001),
    ("choose_ms", 400.5),
    ("choose_ms", "400"),
    ("choose_ms", None),
    ("choose_ms", True),
    ("choose_ms", False),
    ("lockout_ms", [700]),
    ("slap_limit_s", 0.9),
    ("slap_limit_s", 61),
    ("duel_ms", 1e300),
    ("sleep_min", False),
    ("debounce_ms", 4),
    ("debounce_ms", {}),
    ("brightness", 50.5),
    ("brightness", 101),
    ("low_battery_v", 5.01),
    ("turn_order", "left"),
    ("turn_order", ["bag"]),
    ("volume", 3),
    ("log", 1),
    ("turn_limit_s", 6),
    ("handicap_s", [1]),
    ("tunes", "beep"),
]


@pytest.mark.parametrize(("key", "value"), BAD)
def test_a_bad_value_falls_back_alone_and_is_named(key, value):
    other = "duel_ms" if key != "duel_ms" else "lockout_ms"
    settings, problems = read(**{key: value, other: 70})
    assert getattr(settings, key) == DEFAULTS[key]
    named = [line for line in problems if line.startswith(key + ":")]
    assert len(named) == 1
    assert json.dumps(value) in named[0]
    assert "allowed: " in named[0]
    assert getattr(settings, other) == 70
    assert len(problems) == 1


RANGES = {  # of the contract's table: the least, the most, whether only whole numbers
    "choose_ms": (0, 5000, True),
    "lockout_ms": (0, 3000, True),
    "slap_limit_s": (1, 60, False),
    "duel_ms": (0, 5000, True),
    "sleep_min": (1, 60, False),
    "debounce_ms": (5, 100, True),
    "brightness": (5, 100, True),
    "low_battery_v": (0, 5.0, False),
    "turn_limit_s.fast": (1, 300, False),
    "handicap_s.p3": (0, 120, False),
}


@pytest.mark.parametrize("key", RANGES)
def test_each_number_is_taken_within_its_range_and_refused_beside_it(key):
    least, most, whole = RANGES[key]
    name, _, entry = key.partition(".")

    def problems(value):
        return read(**{name: {entry: value} if entry else value})[1]

    allowed = f"allowed: {'null or ' if entry == 'fast' else ''}{least} to {most}"
    allowed += ", whole" if whole else ""
    assert problems(least) == problems(most) == []
    for beside in (least - 1, most + 1, least - 0.001, most + 0.001):
        assert problems(beside) == [f"{key}: {beside} is not allowed; {allowed}"]
    assert (problems(least + 0.5) == []) != whole


@pytest.mark.parametrize("said", [True, False])
def test_log_is_true_or_false(said):
    settings, problems = read(log=said)
    assert settings.log is said
    assert problems == []


def test_a_whole_number_may_be_written_with_a_point():
    settings, problems = read(choose_ms=250.0)
    assert settings.choose_ms == 250
    assert isinstance(settings.choose_ms, int)
    assert problems == []


def test_an_unknown_key_is_named_with_those_that_are_known():
    settings, problems = read(colour="red", brightness=20)
    assert settings.brightness == 20
    assert len(problems) == 1
    assert "colour" in problems[0]
    assert "brightness" in problems[0]


def test_inside_objects_only_the_entry_falls_back():
    settings, problems = read(
        turn_limit_s={"slow": 30, "medium": 0, "fast": None, "quick": 3},
        handicap_s={"p1": 4.5, "p2": 121, "p9": 1},
    )
    assert settings.turn_limit_s == [30, 6, None]
    assert settings.handicap_s == [4.5] + [0] * 7
    assert sorted(line.split(":")[0] for line in problems) == [
        'handicap_s."p9"',
        "handicap_s.p2",
        'turn_limit_s."quick"',
        "turn_limit_s.medium",
    ]


def test_a_seat_that_the_board_lacks_is_unknown():
    _, problems = parse(b'{"handicap_s": {"p7": 1}}', 6)
    assert len(problems) == 1
    assert "p6" in problems[0]


def test_tunes_are_checked():
    settings, problems = read(tunes={"join": "a:d=8:c,e", "buzzer": "nonsense", "polka": "a::c"})
    assert settings.tunes == {"join": rtttl.parse("a:d=8:c,e")}
    assert sorted(line.split(":")[0] for line in problems) == ['tunes."polka"', "tunes.buzzer"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"3",
        b"\xff\xfe{}",
        b'{"choose_ms": 100',
        b"{}" + b" " * MAX_BYTES,
        b"[" * 5_000,
        b'{"a":' * 1_600,
        b'{"choose_ms": 0, "turn_limit_s": {"fast": 1}',  # MicroPython's parser takes it
        "cannot be read, error 21",
    ],
)
def test_what_is_no_json_object_leaves_all_at_default(data):
    settings, problems = parse(data, 8)
    assert as_dict(settings) == DEFAULTS
    assert len(problems) == 1
    assert problems[0].startswith("settings.json: ")


def test_a_file_of_8_kib_is_read_and_none_larger():
    assert parse(b'{"duel_ms": 70}'.ljust(8_192), 8)[0].duel_ms == 70
    settings, problems = parse(b'{"duel_ms": 70}'.ljust(8_193), 8)
    assert settings.duel_ms == 0
    assert problems == ["settings.json: larger than 8192 bytes; all defaults are used"]


@given(st.binary(max_size=300))
def test_no_bytes_are_ever_an_error(data):
    settings, _ = parse(data, 8)
    assert isinstance(settings, Settings)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


def test_the_rearm_time_is_the_boards_unless_the_file_says_another():
    for data, expected_ms in (
        (None, 12),
        (b'{"debounce_ms": 40}', 40),
        (b'{"debounce_ms": 4}', 12),
    ):
        assert parse(data, 8, 12)[0].debounce_ms == expected_ms


@given(st.dictionaries(st.sampled_from(sorted(DEFAULTS)), JSON))
def test_no_value_is_ever_an_error_and_each_result_is_allowed(values):
    settings, problems = parse(json.dumps(values).encode(), 8)
    assert 0 <= settings.choose_ms <= 5000
    assert 5 <= settings.debounce_ms <= 100
    assert 1 <= settings.slap_limit_s <= 60
    assert settings.turn_order in ("random", "bag", "clockwise")
    assert all("\n" not in line for line in problems)


def test_a_value_nested_deeply_falls_back_alone():
    data = b'{"choose_ms":' + b"[" * 2_000 + b"]" * 2_000 + b', "duel_ms": 70}'
    settings, problems = parse(data, 8)
    assert settings.duel_ms == 70
    assert len(problems) == 1
    assert problems[0].startswith("choose_ms: [[[")


def test_values_are_named_as_they_were_written():
    _, problems = parse(b'{"choose_ms": 4.0E9, "duel_ms": {"b": 1,\n "a": [ ]}}', 8)
    assert problems[0].startswith("choose_ms: 4.0E9 is not allowed")
    assert problems[1].startswith('duel_ms: {"b": 1,  "a": [ ]} is not allowed')


def test_of_a_key_given_twice_the_last_one_counts():
    settings, problems = parse(b'{"volume": 3, "duel_ms": 70, "volume": "mute"}', 8)
    assert (settings.volume, settings.duel_ms, problems) == ("mute", 70, [])


def test_a_file_full_of_mistakes_is_told_in_few_lines():
    data = b"{" + b",".join(b'"%d":1' % i for i in range(900)) + b"}"
    _, problems = parse(data, 8)
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1] == f"settings.json: {900 - MAX_PROBLEMS} more mistakes like these"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, '{"volume": "mute"}\n'),
        ("{}", '{"volume": "mute"}'),
        ("\ufeff{\n}\n", '\ufeff{"volume": "mute"\n}\n'),
        ('{"volume":"loud"}', '{"volume":"mute"}'),
        ('{ "volume" : 7 , "x":1}', '{ "volume" : "mute" , "x":1}'),
        ('{"v\\u006flume": "loud"}', '{"v\\u006flume": "mute"}'),
        ('{"volume": 1, "volume": 2}', '{"volume": 1, "volume": "mute"}'),
        ('{"a":1}', '{"a":1, "volume": "mute"}'),
        ('{"a":1,"b":2}', '{"a":1,"b":2, "volume": "mute"}'),
        ('{"x": {"volume": 1}}', '{"x": {"volume": 1}, "volume": "mute"}'),
        (
            '{\r\n    "brightness": 40,\r\n    "wörter":  []\r\n}\r\n',
            '{\r\n    "brightness": 40,\r\n    "wörter":  [],\r\n    "volume": "mute"\r\n}\r\n',
        ),
    ],
)
def test_the_volume_is_stored_and_all_else_stays_as_it_was_written(before, after):
    assert with_volume(before and before.encode(), "mute").decode() == after


@pytest.mark.parametrize("data", [b"", b"[]", b'{"volume": "loud"', b"\xff", b'{"a": nan}'])
def test_what_is_no_object_takes_no_volume(data):
    assert with_volume(data, "mute") is None


def test_a_full_settings_file_takes_no_volume_either():
    data = b'{"a": "' + b"x" * (MAX_BYTES - 10) + b'"}'
    assert len(data) < MAX_BYTES
    assert with_volume(data, "mute") is None


def test_the_volume_may_fill_the_settings_file_to_its_last_byte():
    rest = b'"volume": "loud"}'
    changed = with_volume(b"{" + rest.rjust(MAX_BYTES - 1), "mute")
    assert (len(changed), parse(changed, 8)[0].volume) == (MAX_BYTES, "mute")
    assert with_volume(b"{" + rest.rjust(MAX_BYTES - 1), "quiet") is None


@given(st.dictionaries(st.text() | st.just("volume"), JSON), st.sampled_from([None, 2]))
def test_a_stored_volume_is_what_the_unit_reads(values, indent):
    data = json.dumps(values, indent=indent, allow_nan=True).encode("utf-8")
    changed = with_volume(data, "quiet")
    if b"NaN" in data or b"Infinity" in data:
        return
    assert json.loads(changed) == values | {"volume": "quiet"}
    assert parse(changed, 8)[0].volume == "quiet"
