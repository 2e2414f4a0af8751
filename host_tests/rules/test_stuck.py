"""Buttons that are held over 30 s (B4)."""

import pytest


def in_turn(table, *names, settings=None, first=0, switch="slow"):
    t = table({"sleep_min": 60, **(settings or {})}, switch=switch)
    t.play_until_turn(*names, first=first)
    t.wait(500)
    return t


def test_reported_once_after_30_s(table):
    t = in_turn(table, "p1", "p2", "p3")
    t.press("p2")
    t.wait(29_999)
    assert t.said("stuck") == []
    t.wait(2)
    assert len(t.said("stuck")) == 1
    t.wait(600_000)
    assert len(t.said("stuck")) == 1


def test_reported_at_30_s(table):
    t = in_turn(table, "p1", "p2", "p3")
    t.press("p2")
    t.wait(30_000)
    assert len(t.said("stuck")) == 1


def test_reported_once_whatever_others_press(table):
    t = in_turn(table, "p1", "p2", "p3")
    t.press("p1")
    t.wait(31_000)
    t.tap("p3")
    t.wait(31_000)
    assert t.said("stuck") == [(set(), 0)]


def test_pressed_30_s_after_power_on_is_not_stuck(table):
    t = table(skip_show=False)
    t.wait_us(30_000_000 - 1_500)
    t.noise("p1", 10)
    t.press("p2")  # waits for what becomes of p1's chatter, until after the 30 s
    for _ in range(4):
        t.wait_us(500)
        t.noise("p1", 10)
    t.wait(5)
    assert t.lit == {"p2"}
    assert t.said("stuck") == []


def test_who_is_held_when_the_game_goes_on_after_a_fault_can_play(table):
    """E1, B4: until it has been 30 s."""
    t = table(held=("p1",), carried_on=("p1", "p2"))
    t.wait(2_000)
    assert t.state == "paused"
    t.tap("play")
    assert t.state == "choosing"


def test_slap_that_sticks_in_a_pause_changes_nothing_there(table):
    t = in_turn(table, "p1", "p2", "p3")
    t.tap("play")
    t.wait(230)
    t.press("slap")
    seen = []
    for _ in range(2):
        t.wait(20_000)
        for _ in range(10):
            t.wait(100)
            seen.append(bytes(t.game.lights.levels))
    assert len(t.said("stuck")) == 1
    assert seen[:10] == seen[10:]


def test_buttons_have_the_names_of_scenarios(table):
    t = table(seats=3)
    assert [t.game.name(button) for button in range(5)] == ["p1", "p2", "p3", "slap", "play"]


def test_its_seat_is_not_drawn_until_it_is_let_go(table):
    t = in_turn(table, "p1", "p2", "p3", settings={"choose_ms": 0, "turn_order": "bag"})
    t.press("p2")
    t.wait(31_000)
    drawn = []
    for _ in range(6):
        t.wait(200)
        drawn.append(t.chosen)
        t.tap(t.chosen)
    assert set(drawn) == {"p1", "p3"}
    t.release("p2")
    for _ in range(5):
        t.wait(200)
        drawn.append(t.chosen)
        t.tap(t.chosen)
    assert "p2" in drawn[-5:]


def test_if_it_was_its_turn_the_unit_chooses(table):
    t = in_turn(table, "p1", "p2", "p3", first=1)
    t.press("p1")
    t.wait(10_000)
    t.draws(0)
    t.tap("p2")
    t.wait(500)
    assert (t.state, t.chosen) == ("turn", "p1")  # held since before it
    t.wait(20_000)
    assert (t.state, t.chosen) != ("turn", "p1")


def test_if_it_was_just_drawn_the_unit_draws_again(table):
    t = in_turn(table, "p1", "p2", "p3", settings={"choose_ms": 5_000})
    t.press("p2")
    t.wait(28_000)
    t.draws(1, 0)
    t.tap("p1")
    t.wait(1_000)
    t.draws(1)  # by now of p1 and p3
    t.wait(7_000)
    assert (t.state, t.chosen) == ("turn", "p3")
    assert [seats for seats, _ in t.said("turn")] == [{"p1"}, {"p3"}]


def test_it_is_not_awaited(table):
    t = in_turn(table, "p1", "p2", "p3", "p4")
    t.press("p2")
    t.wait(20_000)
    t.tap("slap")
    t.wait(6_000)
    assert t.said("slap_lost")[-1] == ({"p2", "p3", "p4"}, 0)
    t.wait(5_000)
    assert t.said("slap_lost")[-1] == ({"p3", "p4"}, 0)
    t.tap("p3")
    t.tap("p4")
    assert t.state == "choosing"


def test_it_does_not_race(table):
    t = in_turn(table, "p1", "p2", "p3")
    t.press("p2")
    t.wait(31_000)
    assert len(t.said("turn")) == 1  # whose turn it is goes on
    t.tap("slap")
    assert t.lit == {"p3", "slap"}
    t.tap("p3")
    assert t.said("slap_lost")[-1] == ({"p3"}, 0)


def test_stuck_in_the_middle_of_a_race(table):
    t = in_turn(table, "p1", "p2", "p3", "p4", settings={"slap_limit_s": 60})
    t.press("p2")
    t.wait(25_000)
    t.tap("slap")
    t.wait(6_000)
    assert t.lit == {"p3", "p4", "slap"}
    t.tap("p4")
    t.tap("p3")
    assert t.said("slap_lost")[-1] == ({"p3"}, 0)
    assert list(t.game.journal.races[:4]) == [0, 0, 1, 1]


def test_fewer_than_two_usable_seats_pause_and_play_does_nothing(table):
    t = in_turn(table, "p1", "p2")
    t.press("p2")
    t.wait(31_000)
    assert t.state == "paused"
    t.tap("play")
    assert t.state == "paused"
    t.release("p2")
    t.wait(100)
    t.tap("play")
    assert t.state == "turn"


@pytest.mark.parametrize("name", ["slap", "play"])
def test_slap_and_play_are_reported_too(table, name):
    t = table({"sleep_min": 60})
    t.join("p1", "p2")
    t.press(name)
    t.wait(31_000)
    assert len(t.said("stuck")) == 1


def test_held_since_power_on(table):
    t = table({"sleep_min": 60}, held=("p3",))
    t.wait(31_000)
    assert len(t.said("stuck")) == 1


def test_it_keeps_nothing_awake(table):
    t = table({"sleep_min": 1})
    t.join("p1", "p2")
    t.press("p3")
    t.wait(61_000)
    assert t.state == "asleep"


def test_a_joined_seat_that_is_held_from_joining_on_cannot_begin_alone(table):
    t = table({"sleep_min": 60})
    t.join("p1")
    t.press("p2")
    t.wait(31_000)
    t.tap("play")
    assert t.state == "joining"


def test_who_sticks_while_awaited_is_awaited_no_more_when_others_have_sat_down(table):
    """B4: with one alone the unit pauses; three more join, and nobody waits for the stuck one."""
    t = table()
    late = t.play_until_turn("p1", "p2")
    t.wait(7_000)
    assert t.state == "timed_out"
    t.press(late)
    t.wait(30_100)
    assert t.state == "paused"
    t.join("p5", "p6")
    t.tap("play")
    assert t.state == "choosing"


def test_who_is_stuck_keeps_the_place_in_the_bag(table):
    t = in_turn(table, "p1", "p2", "p3", settings={"choose_ms": 0, "turn_order": "bag"})
    t.press("p2")
    t.wait(31_000)
    for _ in range(2):  # p1 and p3: a new bag
        t.tap(t.chosen)
        t.wait(200)
    drawn = [t.chosen]
    t.release("p2")
    t.wait(200)
    for _ in range(2):
        t.tap(t.chosen)
        t.wait(200)
        drawn.append(t.chosen)
    assert set(drawn) == {"p1", "p2", "p3"}


def test_who_sticks_in_a_pause_breathes_no_more(table):
    t = table({"turn_limit_s": {"medium": 1}})
    late = t.play_until_turn("p1", "p2", "p3")
    t.wait(1_100)
    assert t.state == "timed_out"
    t.press(late)  # too early to count
    t.wait(100)
    t.tap("play")
    assert t.lit == {late}
    t.wait(31_000)
    assert (t.state, t.lit, t.glowing) == ("paused", set(), {"p1", "p2", "p3"})


def test_who_is_not_awaited_changes_nothing_there(table):
    """O1: the one who was late is waited for as before."""
    t = table({"sleep_min": 60})
    t.play_until_turn("p1", "p2", "p3")
    t.wait_until(6_000)
    t.press("p3")
    t.wait(31_000)
    assert len(t.said("stuck")) == 1
    assert t.said("timed_out") == [({"p1"}, 0)]


def test_who_was_not_drawn_does_not_have_it_draw_again(table):
    """C1, C5."""
    t = in_turn(table, "p1", "p2", "p3", settings={"choose_ms": 1_000})
    t.press("p3")
    t.wait(29_500)
    t.draws(1)
    t.press("p1")
    t.wait_us(100)
    assert t.state == "choosing"
    t.wait(999)
    assert len(t.said("stuck")) == 1
    t.wait(1)
    assert (t.state, t.chosen) == ("turn", "p2")


def sticks_in_the_race(t, name):
    """SLAP is pressed when `name` has been held for 29.5 s, since before the race."""
    t.press(name)
    t.wait(29_500)
    t.press("slap")
    t.wait_us(100)
    assert t.state == "slap_race"


def test_whose_turn_it_was_does_not_make_the_race_longer(table):
    """R4: a second after only one is left."""
    t = in_turn(table, "p1", "p2", "p3")
    t.draws(0)
    t.press("p1")  # ends the turn, and has the next one
    t.wait(29_500)
    assert (t.state, t.chosen) == ("turn", "p1")
    t.press("slap")
    t.wait(100)
    t.press("p2")
    pressed_us = t.now_us
    t.wait(999)
    assert len(t.said("stuck")) == 1
    assert [seats for seats, _ in t.said("slap_race")] == [{"p2", "p3"}, {"p3"}]
    t.wait_us(pressed_us + 1_000_000 - t.now_us)
    assert t.said("slap_lost") == [({"p3"}, 0)]


def test_a_single_opponent_who_sticks_pauses_the_race(table):
    t = in_turn(table, "p1", "p2")
    sticks_in_the_race(t, "p2")
    t.wait(2_000)
    assert t.state == "paused"
    assert t.said("slap_lost") == []


def test_of_those_who_can_race_the_last_one_loses(table):
    """R5: all others have slapped when the one who is left sticks."""
    t = in_turn(table, "p1", "p2", "p3", "p4")
    sticks_in_the_race(t, "p3")
    t.tap("p4")
    t.tap("p2")
    t.wait(500)
    assert t.said("slap_lost") == [({"p2"}, 0)]


def test_a_turn_that_ends_because_of_it_is_no_time_out(table):
    """N1."""
    t = in_turn(table, "p1", "p2", "p3")
    t.draws(0)
    t.press("p1")  # ends the turn, and has the next one
    t.wait(31_000)
    assert t.chosen != "p1"
    assert t.game.journal.timeouts[0] == 0
