"""joining (J1, J4, J5) and the reset (X1, X2)."""

import pytest

SEATS = tuple(f"p{seat}" for seat in range(1, 9))


def test_a_press_joins_and_the_light_stays_on(table):
    t = table()
    t.tap("p3")
    assert t.lit == {"p3"}
    t.tap("p1")
    assert t.lit == {"p1", "p3"}
    assert t.said("joined") == [({"p3"}, 0), ({"p1", "p3"}, 0)]


def test_each_seat_that_joins_sounds_higher(table):
    t = table()
    heard = []
    for name in ("p1", "p2", "p3", "p4"):
        t.press(name)
        t.wait(1)
        heard.append(t.hz)
        t.release(name)
        t.wait(200)
    assert heard[0] == t.game.tunes["join"][0]
    assert heard == sorted(set(heard))
    assert t.hz == 0


def test_all_at_once_are_lit_and_the_note_is_the_eighths(table):
    t, one_by_one = table(), table()
    t.press(*SEATS)
    t.wait(1)
    for name in SEATS:
        one_by_one.press(name)
        one_by_one.wait(1)
    assert t.lit == one_by_one.lit == set(SEATS)
    assert t.hz == one_by_one.hz > 0


def test_who_joins_together_with_play_pause_is_lit(table):
    """Too few to begin: the error sound, and the light all the same (J1, J5)."""
    t = table()
    t.press("p3", "play")
    t.wait(1)
    assert t.lit == {"p3"}
    assert t.hz > 0


def test_nobody_is_welcomed_later_for_having_joined_at_the_start_of_the_game(table):
    t = table()
    t.join("p1")
    t.press("p2", "play")
    t.wait(1)
    assert t.state == "choosing"
    t.release("p2", "play")
    t.wait(100)
    t.tap("play", "slap", hold_ms=3_100)  # a reset …
    t.wait(5_000)
    t.tap("slap")  # … after which a press that joins nobody sounds no note
    assert t.hz == 0


def test_joining_twice_changes_nothing(table):
    t = table()
    t.join("p1", "p1")
    assert t.lit == {"p1"}
    assert len(t.said("joined")) == 1


def test_slap_does_not_join(table):
    t = table()
    t.tap("slap")
    assert t.said("joined") == []


@pytest.mark.parametrize("names", [(), ("p1",)])
def test_too_few_players_are_an_error_sound(table, names):
    t = table()
    t.join(*names)
    t.wait(500)
    t.press("play")
    t.wait(1)
    assert t.hz > 0
    assert t.state == "joining"


def test_two_players_begin(table):
    t = table()
    t.join("p1", "p2")
    t.press("play")
    t.wait(1)
    assert t.state == "choosing"


def test_a_button_held_at_power_on_counts_when_pressed_anew(table):
    t = table(held=("p1",))
    t.wait(500)
    assert t.said("joined") == []
    t.release("p1")
    t.wait(100)
    t.tap("p1")
    assert t.lit == {"p1"}


def test_reset_after_three_seconds_from_the_later_contact(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.press("play")
    t.wait(700)
    t.press("slap")
    t.wait(2_999)
    assert t.state == "paused"
    t.wait(2)
    assert t.state == "joining"
    assert len(t.lit) == 9  # all of them
    assert t.hz > 0
    assert t.said("joined")[-1] == (set(), 0)
    t.wait(1_000)
    assert t.lit == set()


def test_a_press_ends_the_show_of_a_reset(table):
    t = table()
    t.press("play", "slap")
    t.wait(3_050)
    t.tap("p5")
    assert t.lit == {"p5"}


def test_letting_go_before_is_no_reset(table):
    t = table()
    t.join("p1", "p2")
    t.press("play", "slap")
    t.wait(2_900)
    t.release("slap")
    t.wait(40)
    t.press("slap")  # a shorter opening than 50 ms does not end the hold (B2)
    t.wait(30)
    t.release("slap")
    t.wait(500)
    assert t.said("joined")[-1] == ({"p1", "p2"}, 0)


def test_a_short_opening_does_not_end_the_hold(table):
    t = table()
    t.join("p1", "p2")
    t.press("play", "slap")
    t.wait(1_000)
    t.release("slap")
    t.wait(40)
    t.press("slap")
    t.wait(1_959)
    assert t.said("joined")[-1] != (set(), 0)
    t.wait(2)
    assert t.said("joined")[-1] == (set(), 0)


def test_a_hold_fires_only_while_the_contact_is_closed(table):
    t = table()
    t.join("p1", "p2")
    t.press("play", "slap")
    t.wait(2_990)
    t.release("play")
    t.wait(20)
    assert t.said("joined")[-1] != (set(), 0)
    t.press("play")
    t.wait(1)
    assert t.said("joined")[-1] == (set(), 0)


def test_buttons_held_since_power_on_do_not_reset(table):
    t = table(held=("slap",))
    t.join("p1", "p2")
    t.press("play")
    t.wait(4_000)
    assert t.said("joined")[-1] == ({"p1", "p2"}, 0)


def test_reset_works_in_the_middle_of_a_race(table):
    t = table({"slap_limit_s": 60})
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.press("slap")
    t.wait(10)
    t.press("play")
    assert t.state == "slap_race"
    t.wait(3_001)
    assert t.state == "joining"
    assert t.hz > 0


def test_the_note_of_joining_sounds_once(table):
    t = table()
    t.press("p1")
    t.wait_us(100)
    heard_ms = 0
    while t.hz:
        t.wait(5)
        heard_ms += 5
    assert abs(heard_ms - t.game.tunes["join"][1]) <= 5


def test_a_press_on_a_joined_seat_is_not_heard(table):  # J2
    t = table()
    t.join("p1")
    t.wait(1_000)
    t.press("p1")
    for _ in range(10):
        t.wait(10)
        assert t.hz == 0


@pytest.mark.parametrize("name", ["p1", "slap", "play"])
def test_what_changes_nothing_leaves_the_chase_alone(table, name):
    """J2, J3, J5, J6."""
    t = table()
    t.join("p1")
    t.wait(315)
    before = bytes(t.game.lights.levels)
    t.press(name)
    t.wait(1)
    assert any(0 < level < 50 for level in before)
    assert bytes(t.game.lights.levels) == before


def test_another_button_held_as_well_does_not_prevent_a_reset(table):  # X1
    t = table()
    t.press("p4")
    t.wait(100)
    t.press("play", "slap")
    t.wait(3_001)
    assert t.said("joined")[-1] == (set(), 0)
