"""The unit's log: lines that are understood, and lines that are kept as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unosim.log import Event, parse

EVENTS = {
    "123 ready unoflash 0.1.0 abc1234 frozen pico8": Event(
        "ready", 123, text="unoflash 0.1.0 abc1234 frozen pico8"
    ),
    "1073741823 state starting": Event("state", 1073741823, state="starting"),
    "0 joined": Event("joined", 0),
    "5 joined p4 p1\r": Event("joined", 5, players=(1, 4)),
    "5 state turn p3 6000000\r\n": Event("state", 5, state="turn", players=(3,), limit_us=6000000),
    "5 state turn p3 none": Event("state", 5, state="turn", players=(3,)),
    "5 state slap_race p1 p4": Event("state", 5, state="slap_race", players=(1, 4)),
    "5 slap p4": Event("slap", 5, players=(4,)),
    "5 stuck p3 held over 30 s": Event("stuck", 5, text="p3 held over 30 s"),
    "5 fault": Event("fault", 5),
    "5 setting brightness: 500 is not allowed": Event(
        "setting", 5, text="brightness: 500 is not allowed"
    ),
    "5 journal p3 turns 1 best_ms 180": Event(
        "journal", 5, players=(3,), figures=(("turns", 1), ("best_ms", 180))
    ),
    "5 volume mute": Event("volume", 5, text="mute"),
    "5 dropped 12": Event("dropped", 5, count=12),
}
TEXTS = [
    "",
    ">>>",
    "Traceback (most recent call last):",
    "MicroPython v1.25.0",
    "1073741824 state starting",
    "5 state flying",
    "5 state",
    "5 state turn",
    "5 state turn p3",
    "5 state turn p3 soon",
    "5 state joining p9",
    "5 joined slap",
    "5 slap p10",
    "5 dropped some",
    "5 whistled",
    "5 journal",
    "5 journal turns 3",
    "5 journal p3 turns",
    "5 journal p3 turns three",
    "5 journal p3 wins 3",
    "5 volume 11",
    "5 volume",
    "-5 state joining",
]


@pytest.mark.parametrize("line", EVENTS)
def test_a_line_of_the_log_is_an_event(line):
    assert parse(line) == EVENTS[line]


@pytest.mark.parametrize("line", TEXTS)
def test_any_other_line_is_text(line):
    assert parse(line) == Event("text", text=line)


@given(st.text(max_size=60))
def test_no_line_makes_it_stumble(line):
    assert parse(line).kind


WORDS = st.sampled_from(["5", "state", "turn", "p3", "p9", "none", "joined", "slap", "dropped"])


@given(st.lists(WORDS).map(" ".join))
def test_no_words_of_the_log_make_it_stumble(line):
    assert parse(line).kind
