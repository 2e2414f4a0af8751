"""A setting changed in a file that is on a board: by the firmware's rules, the rest as it was."""

import json

import pytest

from unosim.install import settings
from unosim.install.port import REFUSED, InstallError
from unosim.install.settings import with_value


def changed(data, key, value, seats=6):
    return json.loads(with_value(data, key, value, seats))


def test_a_key_is_added_and_the_others_stay():
    data = b'{"volume": "quiet", "handicap_s": {"p1": 2}}'
    assert changed(data, "sleep_min", "10") == json.loads(data) | {"sleep_min": 10}
    handicap = changed(data, "handicap_s.p3", "5.5")["handicap_s"]
    assert handicap == {"p1": 2, "p3": 5.5}


def test_without_a_file_it_begins_one():
    assert changed(None, "handicap_s.p3", "5") == {"handicap_s": {"p3": 5}}


@pytest.mark.parametrize(
    ("value", "meant"),
    [("bag", "bag"), ('"bag"', "bag")],
)
def test_words_need_no_quotes(value, meant):
    assert changed(b"{}", "turn_order", value) == {"turn_order": meant}


def test_a_tune_is_a_text_and_null_and_false_are_what_they_are():
    tune = "x:d=8,o=5,b=120:c"
    assert changed(b"{}", "tunes.error", tune) == {"tunes": {"error": tune}}
    assert changed(b"{}", "turn_limit_s.fast", "null") == {"turn_limit_s": {"fast": None}}
    assert changed(b"{}", "log", "false") == {"log": False}


def test_default_takes_it_out():
    data = b'{"sleep_min": 9, "handicap_s": {"p3": 5}}'
    assert changed(data, "sleep_min", "default") == {"handicap_s": {"p3": 5}}
    assert changed(data, "handicap_s.p3", "default") == {"sleep_min": 9}
    with pytest.raises(InstallError, match="volume has its default already"):
        with_value(data, "volume", "default", 6)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("handicap_s.p7", "5", "known: p1, p2, p3, p4, p5, p6"),
        ("handicap_s.p6", "121", "0 to 120"),
        ("sleep_min", "0", "1 to 60"),
        ("turn_order", "bog", "random, bag, clockwise"),
        ("speed", "1", "unknown key"),
        ("log", "1", "true or false"),
        ("volume.x", "1", "no object"),
    ],
)
def test_what_the_unit_would_not_take_is_refused(key, value, said):
    with pytest.raises(InstallError, match=said) as caught:
        with_value(b'{"volume": "quiet"}', key, value, 6)
    assert caught.value.status == REFUSED


def test_an_old_mistake_stays_and_stops_nothing():
    assert changed(b'{"sleep_min": 99}', "brightness", "50") == {"sleep_min": 99, "brightness": 50}


@pytest.mark.parametrize("data", [b"{", b"[]", b"\xff"])
def test_a_file_that_is_none_is_left_alone(data):
    with pytest.raises(InstallError, match="settings.json"):
        with_value(data, "sleep_min", "9", 6)


def test_it_is_a_key_a_line():
    assert with_value(b'{"volume":"mute"}', "log", "false", 6) == (
        b'{\n  "volume": "mute",\n  "log": false\n}\n'
    )


def test_without_the_program_show_says_so(monkeypatch, capsys):
    class Board:
        def __init__(self, port):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *error):
            pass

        def read(self, path):
            return b'{"volume": "mute"}'

        def ask(self, code):
            return None

        def leave(self):
            pass

    monkeypatch.setattr(settings, "Device", Board)
    assert settings.show("a port") == REFUSED
    out, err = capsys.readouterr()
    assert out == '{"volume": "mute"}\n'
    assert err == "unosim: the unit's program is not on this board: make flash\n"
