"""timed_out and slap_lost (O1–O3, L1)."""

import pytest


def timed_out(table, settings=None):
    t = table(settings)
    t.play_until_turn("p1", "p2", "p3")
    while t.state == "turn":
        t.wait(1)
    return t


def test_buzzer_for_a_second_and_a_flashing_light(table):
    t = timed_out(table)
    assert t.state == "timed_out"
    seen = []
    for _ in range(8):
        seen.append((t.hz > 0, t.lit))
        t.wait(250)
    assert [heard for heard, _ in seen] == [True] * 4 + [False] * 4
    assert [lit for _, lit in seen] == [{"p1"}, set()] * 4


def test_all_other_lights_are_dark(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3", first=1)
    t.wait(6_100)
    for _ in range(8):
        assert t.lit | t.glowing <= {"p2"}
        t.wait(125)


def test_the_press_of_the_late_one_resumes(table):
    t = timed_out(table)
    t.wait(1_000)
    t.tap("p1")
    assert t.state == "choosing"


@pytest.mark.parametrize("name", ["p2", "p3", "slap"])
def test_others_are_ignored(table, name):
    t = timed_out(table)
    t.wait(1_000)
    t.tap(name)
    assert t.state == "timed_out"


def test_a_press_in_the_lockout_is_the_late_press(table):
    t = timed_out(table)
    t.wait_until(700)
    t.press("p1")
    t.wait(200)
    assert t.state == "timed_out"
    t.release("p1")
    t.wait(100)
    t.tap("p1")
    assert t.state == "choosing"


def test_a_press_carried_on_from_before_does_not_count_even_without_lockout(table):
    t = table({"lockout_ms": 0})
    t.play_until_turn("p1", "p2")
    t.wait(100)
    t.press("p1")  # too early for the turn (T6), and held on
    t.wait(7_000)
    assert t.state == "timed_out"
    t.release("p1")
    t.wait(100)
    t.tap("p1")
    assert t.state == "choosing"


def test_the_rest_of_the_lockout_runs_on_after_a_pause(table):
    t = timed_out(table, {"lockout_ms": 3_000})
    t.wait(1_000)
    t.tap("play")
    t.wait(10_000)
    t.tap("play")
    t.wait(1_500)
    t.tap("p1")
    assert t.state == "timed_out"
    t.wait(500)
    t.tap("p1")
    assert t.state == "choosing"


def test_there_is_no_clock(table):
    t = timed_out(table, {"sleep_min": 60})
    t.wait(1_200_000)
    assert t.state == "timed_out"
    t.tap("p1")
    assert t.state == "choosing"


def test_each_loser_presses(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3", "p4")
    t.wait(500)
    t.tap("slap")
    t.tap("p2")
    t.wait(5_000)
    assert t.state == "slap_lost"
    assert t.said("slap_lost") == [({"p3", "p4"}, 0)]
    t.wait(1_000)
    t.tap("p3")
    assert t.said("slap_lost")[-1] == ({"p4"}, 0)
    t.wait(1_000)
    seen = set()
    for _ in range(4):
        seen |= t.lit
        t.wait(250)
    assert seen == {"p4"}
    t.tap("p2")
    assert t.state == "slap_lost"
    t.tap("p4")
    assert t.state == "choosing"


@pytest.mark.parametrize("name", ["p2", "p8", "slap"])
def test_of_others_presses_nothing_is_told(table, name):
    """O3."""
    t = timed_out(table)
    t.wait(1_000)
    t.tap(name)
    assert t.said("timed_out") == [({"p1"}, 0)]


@pytest.mark.parametrize("lockout_ms", [700, 3_000])
@pytest.mark.parametrize(("after_us", "expected"), [(0, "timed_out"), (1, "choosing")])
def test_the_lockout_ends_to_the_microsecond(table, lockout_ms, after_us, expected):
    """O2."""
    t = table({"lockout_ms": lockout_ms})
    t.play_until_turn("p1", "p2")
    t.wait_until(6_000)
    assert t.state == "timed_out"
    t.wait_us(t.since_us + lockout_ms * 1_000 + after_us - t.now_us)
    t.press("p1")
    t.wait(1)
    assert t.state == expected
