"""Tunes as RTTTL text."""

import pytest

from unoflash.rules import rtttl
from unoflash.rules.tunes import TUNES, complete


def test_pitch_length_octave_sharp_dot_and_pause():
    tune = rtttl.parse("x:d=4,o=4,b=120:a,8a5,a#,c.,p,2p")
    assert list(tune) == [440, 500, 880, 250, 466, 500, 262, 750, 0, 500, 0, 1000]


def test_the_formats_own_defaults():
    assert list(rtttl.parse("x::c")) == [1047, 952]  # a quarter in octave 6 at 63 a minute


def test_the_dot_may_follow_the_octave_and_spaces_do_not_matter():
    assert list(rtttl.parse(" x : d=4, o=4,, b=120 : a5. , A.5")) == [880, 750, 880, 750]


def test_a_sharp_note_may_have_an_octave_and_a_dot():
    tune = rtttl.parse("x:d=4,o=4,b=120:a#5,a#.,a#5.")
    assert list(tune) == [932, 500, 466, 750, 932, 750]


def test_the_scale():
    tune = rtttl.parse("x:d=4,o=4,b=120:c,d,e,f,g,a,b,h")
    assert list(tune[::2]) == [262, 294, 330, 349, 392, 440, 494, 494]


@pytest.mark.parametrize(
    "text",
    [
        "x:d=32,o=4,b=25:c",
        "x:d=1,o=7,b=900:16c4",
        "x:d=1,o=7,b=0900:c",
        "x:d=4,,b=100,:,c,",
        "~ to spaces:d=16:c",
        "x::" + "c," * 64,
    ],
)
def test_what_is_just_allowed(text):
    assert min(rtttl.parse(text)) > 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "not a text"),
        (7, "not a text"),
        ("", "needs name:defaults:notes"),
        ("x:c", "needs name:defaults:notes"),
        ("x:d=4:c:c", "needs name:defaults:notes"),
        ("d\u00fcdel:d=4:c", "plain ASCII letters only, in one line"),
        ("x:d=4:c,\nd", "plain ASCII letters only, in one line"),
        ("x:d=4:", "needs 1 to 64 notes"),
        ("x::" + "c," * 65, "needs 1 to 64 notes"),
        ("x:d=3:c", "d is one of 1, 2, 4, 8, 16, 32"),
        ("x:o=9:c", "o is 4 to 7"),
        ("x:o=3:c", "o is 4 to 7"),
        ("x:b=24:c", "b is 25 to 900"),
        ("x:b=901:c", "b is 25 to 900"),
        ("x:q=4:c", "'q=4' is no d=, o= or b="),
        ("x:d=:c", "'d=' is no d=, o= or b="),
        ("x:b=10000:c", "'b=10000' is no d=, o= or b="),
        ("x:delay=123456:c", "'delay=123456' is no d=, o= or b="),
        ("x:delay=1234567:c", "'delay=123...' is no d=, o= or b="),
        ("x::j", "'j' is no note"),
        ("x::5c", "'5c' is no note"),
        ("x::c9", "'c9' is no note"),
        ("x::c3", "'c3' is no note"),
        ("x::p#", "'p#' is no note"),
        ("x::4", "'4' is no note"),
        ("x::c-", "'c-' is no note"),
        ("x::c..", "'c..' is no note"),
    ],
)
def test_what_is_no_tune_has_a_reason(text, reason):
    with pytest.raises(ValueError, match=".") as raised:
        rtttl.parse(text)
    assert str(raised.value) == reason


def test_the_units_own_tunes_are_good_and_the_buzzer_lasts_a_second():
    tunes = complete({})
    assert set(tunes) == set(TUNES)
    assert sum(tunes["buzzer"][1::2]) == 1000


def test_a_tune_is_replaced():
    assert list(complete({"join": rtttl.parse("x:d=4,o=4,b=120:a")})["join"]) == [440, 500]
