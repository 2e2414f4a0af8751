"""Leaving, joining in a pause, the volume, free seats (J2, J3, J6, P3)."""

import pytest


def held(t, *names, ms=1_001):
    t.press(*names)
    t.wait(ms)
    t.release(*names)
    t.wait(60)


def test_holding_a_joined_seat_for_a_second_leaves_it(table):
    t = table()
    t.join("p1", "p2")
    t.press("p1")
    t.wait(999)
    assert t.said("joined")[-1] == ({"p1", "p2"}, 0)
    t.wait(2)
    assert t.said("joined")[-1] == ({"p2"}, 0)
    assert t.hz > 0
    assert t.lit == {"p2"}
    t.release("p1")
    t.wait(60)
    t.tap("p1")
    assert t.said("joined")[-1] == ({"p1", "p2"}, 0)


def test_the_press_that_joined_never_leaves(table):
    t = table()
    held(t, "p1", ms=5_000)
    assert t.said("joined") == [({"p1"}, 0)]


def test_letting_go_before_a_second_leaves_nobody(table):
    t = table()
    t.join("p1")
    held(t, "p1", ms=900)
    t.wait(2_000)
    assert t.said("joined") == [({"p1"}, 0)]


def test_two_leave_at_once(table):
    t = table()
    t.join("p1", "p2", "p3")
    held(t, "p1", "p3")
    assert t.said("joined")[-1] == ({"p2"}, 0)


def test_a_faint_wave_runs_over_the_free_seats(table):
    t = table()
    t.join("p3")
    brightest = [0] * 9
    for _ in range(200):
        t.wait(20)
        levels = t.game.lights.levels
        assert levels[2] == 100
        assert any(levels[:2]) or any(levels[3:8])
        brightest = [max(pair) for pair in zip(brightest, levels, strict=True)]
    assert all(5 < level < 50 for level in brightest[:2] + brightest[3:8])
    assert brightest[8] == 0


def test_nobody_is_invited_to_a_full_table(table):
    t = table(seats=2)
    t.join("p1", "p2")
    t.wait(1_000)
    assert list(t.game.lights.levels) == [100, 100, 0]


def test_holding_slap_alone_steps_the_volume(table):
    t = table()
    assert t.game.volume == 0
    for volume in (1, 2, 0):
        t.press("slap")
        t.wait(1_001)
        assert t.game.volume == volume
        assert t.hz > 0
        assert ("slap" in t.lit) == (volume == 2)
        t.wait(3_000)  # one step a hold
        assert t.game.volume == volume
        assert "slap" not in t.lit
        t.release("slap")
        t.wait(100)
    assert len(t.said("volume")) == 4  # the first one tells the volume at power-on


@pytest.mark.parametrize("other", ["p1", "p5", "play"])
def test_any_other_press_cancels_that(table, other):
    t = table()
    t.join("p1")
    t.press("slap")
    t.wait(500)
    t.tap(other)
    t.wait(2_000)
    assert t.game.volume == 0


def test_slap_pressed_with_another_button_down_does_not(table):
    t = table()
    t.press("p4")
    t.wait(100)
    held(t, "slap")
    assert t.game.volume == 0


def paused(table, *names, settings=None):
    t = table(settings)
    t.play_until_turn(*names)
    t.wait(1_000)
    t.tap("play")
    assert t.state == "paused"
    return t


def test_a_free_seat_joins_in_a_pause_and_is_in_the_next_choice(table):
    t = paused(table, "p1", "p2")
    t.tap("p6")
    assert t.said("joined")[-1] == ({"p1", "p2", "p6"}, 0)
    assert "p6" in t.glowing
    t.tap("play")
    t.draws(2)
    t.wait(200)
    t.tap("p1")
    t.wait(500)
    assert t.chosen == "p6"


def test_leaving_in_a_pause(table):
    t = paused(table, "p1", "p2", "p3")
    held(t, "p3")
    assert t.said("joined")[-1] == ({"p1", "p2"}, 0)
    t.tap("play")
    assert t.state == "turn"
    assert t.lit == {"p1"}


def test_if_the_player_whose_turn_it_was_left_the_unit_chooses(table):
    t = paused(table, "p1", "p2", "p3")
    held(t, "p1")
    t.tap("play")
    assert t.state == "choosing"


def test_even_if_that_player_joined_again(table):
    t = paused(table, "p1", "p2", "p3")
    held(t, "p1")
    t.tap("p1")
    t.tap("play")
    assert t.state == "choosing"


def test_fewer_than_two_left_go_to_joining_at_once(table):
    t = paused(table, "p1", "p2")
    t.press("p2")
    t.wait(1_001)
    assert t.state == "joining"
    assert t.lit == {"p1"}


def test_a_hold_to_leave_may_run_on_into_joining(table):
    t = paused(table, "p1", "p2")
    t.press("p2")
    t.wait(500)
    t.press("p1")
    t.wait(501)
    assert t.state == "joining"
    t.wait(500)
    assert t.said("joined")[-1] == (set(), 0)


def test_a_loser_who_left_is_not_waited_for(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3", "p4")
    t.wait(500)
    t.tap("slap")
    t.wait(6_000)
    assert t.said("slap_lost")[-1] == ({"p2", "p3", "p4"}, 0)
    t.tap("play")
    held(t, "p2")
    t.tap("play")
    assert t.said("slap_lost")[-1] == ({"p3", "p4"}, 0)
    t.tap("play")
    held(t, "p3", "p4")
    assert t.state == "joining"  # only p1 is left


def test_if_nobody_is_left_to_wait_for_the_unit_chooses(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait(7_000)
    assert t.state == "timed_out"
    t.tap("play")
    held(t, "p1")
    t.tap("play")
    assert t.state == "choosing"


def test_a_hold_that_began_in_the_turn_does_not_leave(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.press("p2")
    t.wait(100)
    t.tap("play")
    t.wait(2_000)
    assert t.said("joined")[-1] == ({"p1", "p2", "p3"}, 0)


def test_a_reverse_card_before_the_first_turn(table):
    t = paused(table, "p1", "p2", "p3", settings={"turn_order": "clockwise"})
    assert t.game.order.clockwise
    t.press("slap")
    t.wait(1)
    blinks = []
    for _ in range(10):
        blinks.append("slap" in t.lit)
        t.wait(100)
    assert not t.game.order.clockwise
    assert sum(a and not b for a, b in zip(blinks, blinks[1:], strict=False)) == 2
    t.release("slap")
    t.wait(100)
    t.tap("slap")
    assert t.game.order.clockwise


def test_slap_counts_anew_after_50_ms_of_open_contact(table):  # B2
    t = paused(table, "p1", "p2", "p3", settings={"turn_order": "clockwise", "debounce_ms": 5})
    t.press("slap")
    t.wait(10)
    assert not t.game.order.clockwise
    t.release("slap")
    t.wait_us(49_999)
    t.press("slap")
    t.wait(10)
    assert not t.game.order.clockwise
    t.release("slap")
    t.wait_us(50_000)
    t.press("slap")
    t.wait(10)
    assert t.game.order.clockwise


@pytest.mark.parametrize(("open_us", "left"), [(24_999, set()), (25_000, {"p1"})])
def test_a_seat_counts_anew_after_25_ms_of_open_contact(table, open_us, left):  # B2, J2
    t = table()
    t.press("p1")
    t.wait(60)
    t.release("p1")
    t.wait_us(open_us)
    t.press("p1")
    t.wait(1_001)
    assert t.said("joined")[-1][0] == {"p1"} - left


def test_with_two_it_does_nothing(table):
    t = paused(table, "p1", "p2", settings={"turn_order": "clockwise"})
    t.tap("slap")
    assert t.game.order.clockwise


def test_the_show_of_a_reset_is_seen_once(table):  # X1
    t = table()
    t.tap("play", "slap", hold_ms=3_060)
    assert len(t.lit) == 9
    t.wait(1_000)
    t.play_until_turn("p1", "p2")
    t.tap("play")
    t.press("p1")
    t.wait(1_050)
    assert t.state == "joining"
    assert t.lit == {"p2"}


def test_who_is_still_on_the_press_that_joined_stays_when_another_leaves(table):  # J2
    t = table()
    t.wait(4_000)
    t.tap("p2")
    t.press("p1", "p2")
    t.wait(1_100)
    assert t.lit == {"p1"}


@pytest.mark.parametrize("name", ["p1", "p2"])
def test_a_hold_that_began_in_joining_does_not_count_in_a_pause(table, name):
    """A hold counts only if it began in that state."""
    t = table()
    t.join("p1", "p2", "p3")
    t.press(name)
    t.wait(300)
    t.tap("play")
    t.tap("play")
    assert t.state == "paused"
    t.wait(2_000)
    assert t.said("joined")[-1][0] == {"p1", "p2", "p3"}


def test_leaving_does_not_step_the_volume(table):
    """J2, J6."""
    t = table()
    t.join("p1", "p2")
    before = len(t.said("volume"))
    held(t, "p1")
    assert t.said("joined")[-1] == ({"p2"}, 0)
    assert len(t.said("volume")) == before


@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_turn_is_over_whoever_left_it_and_joined_again(table, first):
    """P3."""
    t = table()
    chosen = t.play_until_turn("p1", "p2", "p3", first=first)
    t.wait(500)
    t.tap("play")
    held(t, chosen)
    t.tap(chosen)
    t.tap("play")
    assert t.state == "choosing"
