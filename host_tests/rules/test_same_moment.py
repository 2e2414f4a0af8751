"""A press that is acted on at the very moment at which something else comes due."""

import pytest

SETTLE_US = 100
AT_ONCE = {"choose_ms": 0}


def press_at(t, us, *names):
    """Presses that are acted on so many microseconds after the present state was entered."""
    t.wait_us(t.since_us + us - SETTLE_US - t.now_us)
    t.press(*names)
    t.wait_us(SETTLE_US)


def test_the_lockout_holds_where_the_turn_lasted_as_long_as_its_first_moment_is_kept(table):
    """O2: 150 ms and a second."""
    t = table({"turn_limit_s": {"medium": 1.15}})
    t.play_until_turn("p1", "p2")
    t.wait(1_150)
    assert t.state == "timed_out"
    t.wait(100)
    t.tap(t.chosen)
    assert t.state == "timed_out"


def test_so_do_the_first_150_ms_of_a_turn(table):
    """T6."""
    t = table(AT_ONCE)
    t.play_until_turn("p1", "p2")
    t.draws(1)
    press_at(t, 1_150_000, "p1")
    assert t.chosen == "p2"
    t.wait(50)
    t.tap("p2")
    assert (t.chosen, len(t.said("turn"))) == ("p2", 2)


def test_the_next_turn_does_not_begin_with_the_last_ones_warning(table):
    """T1, T7."""
    t = table(AT_ONCE)
    t.play_until_turn("p1", "p2")
    t.draws(1)
    press_at(t, 4_250_000, "p1")
    assert t.chosen == "p2"
    for _ in range(30):
        t.wait(10)
        assert t.lit == {"p2"}


@pytest.mark.parametrize("before_us", [99, 60, 0])
def test_a_press_keeps_awake_that_settles_only_then(table, before_us):
    """A1."""
    t = table({"sleep_min": 1})
    t.join("p1", "p2")
    t.press("p3")
    t.wait_us(SETTLE_US)
    asleep_us = t.now_us + 60_000_000
    t.wait(60)
    t.release("p3")
    t.wait_us(asleep_us - 100 - t.now_us)
    t.late(100 - before_us)
    t.press("p4")
    t.wait(1_000)
    assert t.state == "joining"
    assert t.lit == {"p1", "p2", "p3", "p4"}


def test_a_press_keeps_awake_that_is_acted_on_then(table):
    """A1."""
    t = table({"sleep_min": 1})
    t.press("p3")
    t.wait_us(SETTLE_US)
    t.since_us = t.now_us
    t.wait(60)
    t.release("p3")
    press_at(t, 60_000_000, "p4")
    t.wait(1_000)
    assert t.state == "joining"


def test_noise_does_not_keep_awake(table):
    """A1, B1."""
    t = table({"sleep_min": 1})
    t.press("p3")
    t.wait_us(SETTLE_US)
    asleep_us = t.now_us + 60_000_000
    t.wait(60)
    t.release("p3")
    t.wait_us(asleep_us - 20 - t.now_us)
    t.noise("p4", 10)
    t.wait(3)
    assert t.state == "asleep"


def test_a_new_press_is_not_stuck_because_of_the_one_before(table):
    """B4."""
    t = table()
    t.press("p4")
    t.since_us = t.now_us
    t.wait(60)
    t.release("p4")
    press_at(t, 30_000_000, "p4")
    t.wait(29_000)
    assert t.said("stuck") == []


def test_a_new_press_does_not_end_the_reset_gesture_of_the_one_before(table):
    """X1, X2."""
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.press("play", "slap")
    pressed_us = t.now_us
    t.wait(500)
    t.release("slap")
    t.wait(100)
    t.since_us = pressed_us
    press_at(t, 3_000_000, "slap")
    assert t.state == "paused"
    t.wait(2_990)
    assert t.state == "paused"
    t.wait(20)
    assert t.state == "joining"


def test_a_flip_at_the_step_of_the_last_ones_blinks_has_all_of_its_own(table):
    """C4."""
    t = table({"turn_order": "clockwise"})
    t.play_until_turn("p1", "p2", "p3")
    t.tap("play")
    t.press("slap")
    t.wait_us(SETTLE_US)
    t.since_us = t.now_us
    t.wait(40)
    t.release("slap")
    press_at(t, 150_000, "slap")
    seen = []
    for _ in range(50):
        t.wait(10)
        seen.append("slap" in t.lit)
    assert sum(seen) == 14


def test_in_one_sample_the_lowest_is_the_dealer_whichever_settles_first(table):
    """C4."""
    t = table({"turn_order": "clockwise"})
    t.press("p1", "p3")
    t.wait_us(50)
    t.noise("p1", 30)
    t.wait(60)
    t.release("p1", "p3")
    t.wait(60)
    t.join("p5")
    t.tap("play")
    t.wait(500)
    assert t.chosen == "p3"
