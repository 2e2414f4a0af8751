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
    assert list(rtttl.parse(" x : d=4, o=4, b=120 : a5. , A.5")) == [880, 750, 880, 750]


@pytest.mark.parametrize(
    "text",
    [
        None,
        7,
        "",
        "x:c",
        "x:d=4:",
        "x:d=3:c",
        "x:o=9:c",
        "x:b=0:c",
        "x:b=9999:c",
        "x:q=4:c",
        "x:d=:c",
        "x::j",
        "x::5c",
        "x::c9",
        "x::p#",
        "x::4",
        "x::c-",
        "x::" + "c," * 65,
    ],
)
def test_what_is_no_tune_has_a_reason(text):
    with pytest.raises(ValueError, match="."):
        rtttl.parse(text)


def test_the_units_own_tunes_are_good_and_the_buzzer_lasts_a_second():
    tunes = complete({})
    assert set(tunes) == set(TUNES)
    assert sum(tunes["buzzer"][1::2]) == 1000


def test_a_tune_is_replaced():
    assert list(complete({"join": rtttl.parse("x:d=4,o=4,b=120:a")})["join"]) == [440, 500]
