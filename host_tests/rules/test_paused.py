"""paused (P1, P2)."""

import pytest


def test_the_clock_stops_and_goes_on(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(2_000)
    t.tap("play")
    assert t.state == "paused"
    t.wait(900_000)
    t.press("play")
    t.wait_us(100)
    left_us = t.said("turn")[-1][1]
    assert 3_900_000 < left_us < 4_000_000
    t.wait_us(left_us - 1)
    assert t.state == "turn"
    t.wait_us(1)
    assert t.state == "timed_out"


def test_a_turn_has_one_second_left_at_least(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(5_900)
    t.tap("play")
    t.tap("play")
    assert t.said("turn")[-1][1] == 1_000_000


def test_a_turn_without_limit_has_none_afterwards(table):
    t = table(switch="slow")
    t.play_until_turn("p1", "p2")
    t.wait(2_000)
    t.tap("play")
    t.tap("play")
    t.wait(60_000)
    assert t.state == "turn"


def test_the_tail_of_the_last_press_does_not_count_after_a_pause(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(1_000)
    t.tap("play")
    t.press("play")
    t.wait(100)
    t.tap("p1")
    assert t.state == "turn"
    t.wait(100)
    t.tap("p1")
    assert t.state == "choosing"


def test_who_is_concerned_breathes_and_the_others_glow(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3", first=1)
    t.wait(1_000)
    t.tap("play")
    levels = set()
    for _ in range(50):
        levels.add(t.game.lights.levels[1])
        assert 0 < t.game.lights.levels[0] < 50
        assert t.game.lights.levels[3] == 0
        t.wait(20)
    assert len(levels) > 20
    assert max(levels) == 100


def test_silence(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(6_200)
    assert t.state == "timed_out"
    assert t.hz > 0
    t.press("play")
    t.wait(1)
    assert t.hz == 0


def test_from_choosing_all_glow_and_it_chooses_again(table):
    t = table()
    t.join("p1", "p2", "p3")
    t.tap("play")
    t.wait(100)
    t.tap("play")
    assert t.state == "paused"
    t.wait(1_000)
    assert t.lit == set()
    assert t.glowing == {"p1", "p2", "p3"}
    t.tap("play")
    assert t.state == "choosing"
    t.wait(400)
    assert t.state == "turn"


def test_a_draw_is_used_up_only_when_its_light_goes_on(table):
    t = table()
    t.join("p1", "p2", "p3")
    t.draws(2, 1)
    t.tap("play")
    t.tap("play")  # pauses the choosing
    t.tap("play")
    t.wait(500)
    assert t.chosen == "p3"


def test_a_flashing_light_flashes_on_without_sound(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(6_100)
    t.tap("play")
    t.tap("play")
    assert t.state == "timed_out"
    seen = []
    for _ in range(4):
        seen.append(t.lit)
        assert t.hz == 0
        t.wait(250)
    assert {frozenset(lit) for lit in seen} == {frozenset({"p1"}), frozenset()}


def test_slap_lost_waits_on_for_the_same_losers(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3", "p4")
    t.wait(500)
    t.tap("slap")
    t.wait(5_000)
    t.wait(800)
    t.tap("p3")
    t.tap("play")
    t.tap("play")
    assert t.said("slap_lost")[-1] == ({"p2", "p4"}, 0)


def test_play_pause_does_nothing_while_joining(table):
    t = table()
    t.tap("play")
    assert t.state == "joining"


@pytest.mark.parametrize("after_ms", [10, 140, 150, 200, 310])
def test_the_blinks_of_a_reverse_end_with_the_pause(table, after_ms):
    """C4, T1: resumed meanwhile, only the chosen player's light is on."""
    t = table({"turn_order": "clockwise"})
    chosen = t.play_until_turn("p1", "p3", "p6")
    t.wait(500)
    t.tap("play")
    t.press("slap")
    t.wait(after_ms)
    t.press("play")
    t.wait_us(200)
    assert t.state == "turn"
    for _ in range(40):
        t.wait(10)
        assert t.lit == {chosen}


@pytest.mark.parametrize("name", ["p1", "p2"])
def test_a_hold_that_a_reset_ends_does_not_make_the_next_one_leave(table, name):
    """J2: the press that joined never leaves."""
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.press("play")
    t.wait(100)
    t.press("slap")
    t.wait(2_500)
    t.press(name)
    t.wait(700)
    assert t.state == "joining"
    t.release(name)
    t.wait(50)
    t.press(name)
    t.wait(1_500)
    assert t.said("joined")[-1][0] == {name}


def test_no_light_blinks_at_the_first_pause(table):
    """P1, E1: three blinks are the sign of a fault."""
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.press("play")
    t.wait(1)
    for _ in range(150):
        assert t.lit <= {"p1"}
        assert {"p2", "p3"} <= t.glowing
        t.wait(10)
