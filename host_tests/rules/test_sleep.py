"""asleep (A1, A3–A5, X1) as the rules see it."""

import pytest

MINUTE = 60_000


def dark_and_silent(t):
    return not any(t.game.lights.levels) and t.hz == 0


@pytest.mark.parametrize("minutes", [1, 5, 60])
def test_after_sleep_min_without_a_press(table, minutes):
    t = table({"sleep_min": minutes})
    t.join("p1")
    t.wait(minutes * MINUTE - 130)
    assert t.state == "joining"
    t.wait(100)
    assert t.state == "asleep"
    assert dark_and_silent(t)


def test_an_ignored_press_keeps_awake(table):
    t = table({"sleep_min": 1})
    t.join("p1")
    for _ in range(5):
        t.wait(50_000)
        t.tap("p1")
    assert t.state == "joining"


def test_a_limited_turn_and_a_race_do_not_fall_asleep(table):
    t = table({"sleep_min": 1, "turn_limit_s": {"medium": 120}, "slap_limit_s": 60})
    t.play_until_turn("p1", "p2", "p3", "p4")
    t.wait(119_000)
    assert t.state == "turn"
    t.tap("slap")
    t.wait(59_800)
    assert t.state == "slap_race"
    t.wait(1_000)
    assert t.state == "slap_lost"
    t.wait(61_000)
    assert t.state == "asleep"


def test_a_turn_without_limit_does_and_goes_on(table):
    t = table(switch="slow")
    t.play_until_turn("p1", "p2", first=1)
    t.wait(5 * MINUTE + 10)
    assert t.state == "asleep"
    t.tap("play")
    assert t.state == "turn"
    assert t.chosen == "p2"
    assert t.lit == {"p2"}


def test_a_pause_resumes_at_once(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(2_000)
    t.tap("play")
    t.wait(6 * MINUTE)
    assert t.state == "asleep"
    t.press("play")
    t.wait_us(100)
    assert t.state == "turn"
    assert 3_900_000 < t.said("turn")[-1][1] < 4_000_000


def test_joining_comes_back_with_the_same_seats(table):
    t = table()
    t.join("p1", "p4")
    t.wait(6 * MINUTE)
    t.tap("play")
    assert t.state == "joining"
    assert t.lit == {"p1", "p4"}
    t.tap("play")
    assert t.state == "choosing"


@pytest.mark.parametrize("released", [True, False])
def test_the_self_test_sleeps_as_soon_where_nobody_presses_anything(table, released):
    """A1: Play/Pause held at power-on is no press."""
    t = table({"sleep_min": 1}, held=("play",))
    begin_us = t.now_us
    t.wait(100)
    if released:
        t.release("play")
    t.wait_us(begin_us + MINUTE * 1_000 - 1_000 - t.now_us)
    assert t.state == "self_test"
    t.wait(50)
    assert t.state == "asleep"


def test_the_self_test_comes_back(table):
    t = table(held=("play",))
    t.release("play")
    t.wait(6 * MINUTE)
    assert t.state == "asleep"
    t.tap("play")
    assert t.state == "self_test"


@pytest.mark.parametrize("name", ["p1", "p2", "slap"])
def test_other_buttons_do_not_wake_it(table, name):
    t = table()
    t.join("p1")
    t.wait(6 * MINUTE)
    t.tap(name)
    assert t.state == "asleep"
    assert dark_and_silent(t)


def test_a_late_player_is_waited_for(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(7 * MINUTE)
    assert t.state == "asleep"
    t.tap("play")
    assert t.state == "timed_out"
    assert t.hz == 0
    t.tap("p1")
    assert t.state == "choosing"


def test_reset_from_sleep(table):
    t = table()
    t.join("p1", "p2")
    t.wait(6 * MINUTE)
    t.press("slap")
    t.wait(100)
    assert t.state == "asleep"
    t.press("play")
    t.wait(2_999)
    assert t.said("joined")[-1] == ({"p1", "p2"}, 0)
    t.wait(2)
    assert t.said("joined")[-1] == (set(), 0)
