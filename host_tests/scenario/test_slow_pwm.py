"""A light on a slow PWM is seen blinking (S3)."""

import pytest

from unosim.slow_pwm import SLOW_HZ, Blinks

MS = 1_000_000


@pytest.fixture
def seen():
    return []


@pytest.fixture
def blinks(seen):
    return Blinks(lambda *what: seen.append(what))


def test_it_goes_on_and_off_in_the_share_of_its_duty(blinks, seen):
    assert blinks.set(1_000 * MS, "slap", 8, 0.25)
    blinks.until(1_200 * MS)
    assert seen == [
        (1_000 * MS, "slap", True),
        (1_031_250_000, "slap", False),
        (1_125 * MS, "slap", True),
        (1_156_250_000, "slap", False),
    ]
    blinks.until(1_250 * MS)
    assert seen[4:] == [(1_250 * MS, "slap", True)]


def test_a_new_drive_ends_it_where_it_is(blinks, seen):
    blinks.set(0, "p1", 10, 0.5)
    assert not blinks.set(120 * MS, "p1", 0, 0.0)
    blinks.until(900 * MS)
    assert seen == [(0, "p1", True), (50 * MS, "p1", False), (100 * MS, "p1", True)]


@pytest.mark.parametrize(
    ("hz", "duty"), [(SLOW_HZ, 0.5), (1_000, 0.5), (8, 0.0), (8, 1.0), (0, 1.0)]
)
def test_what_does_not_blink(blinks, seen, hz, duty):
    assert not blinks.set(0, "p1", hz, duty)
    blinks.until(1_000 * MS)
    assert seen == []


def test_a_scenario_sees_it_flash(play):
    start = [(10_000, "line", "state safe_mode"), (10_000, "light", "slap", 0.5, 8)]
    assert play("+1600 expect flashing slap", start=start).player.held == 1
