"""slap_race (R1–R7)."""

import pytest


def race(table, *names, settings=None):
    t = table(settings)
    t.play_until_turn(*names)
    t.wait(500)
    t.press("slap")
    t.wait_us(200)
    assert t.state == "slap_race"
    return t


def losers(t):
    return t.said("slap_lost")[0][0]


def test_opponents_and_slap_are_lit_and_a_siren_sounds(table):
    t = race(table, "p1", "p2", "p5")
    assert t.lit == {"p2", "p5", "slap"}
    heard = set()
    for _ in range(10):
        heard.add(t.hz)
        t.wait(50)
    assert 0 not in heard
    assert len(heard) > 1


def test_the_last_of_all_loses(table):
    t = race(table, "p1", "p2", "p3", "p4")
    t.wait(100)
    t.tap("p4")
    assert t.lit == {"p2", "p3", "slap"}
    t.tap("p2")
    t.tap("p3")
    assert t.state == "slap_lost"
    assert losers(t) == {"p3"}


def test_one_second_after_only_one_is_left(table):
    t = race(table, "p1", "p2", "p3")
    t.wait(200)
    t.press("p3")
    pressed_at = t.now_us
    t.wait(999)
    assert t.state == "slap_race"
    t.wait_us(pressed_at + 1_000_000 - t.now_us)
    assert t.state == "slap_lost"
    assert losers(t) == {"p2"}


def test_all_who_have_not_slapped_by_the_limit_lose(table):
    t = race(table, "p1", "p2", "p3", "p4", settings={"slap_limit_s": 2.5})
    t.tap("p2")
    t.wait(2_500 - 121)
    assert t.state == "slap_race"
    t.wait(1)
    assert t.state == "slap_lost"
    assert losers(t) == {"p3", "p4"}


def test_the_limit_holds_for_the_last_one_too(table):
    t = race(table, "p1", "p2", "p3", settings={"slap_limit_s": 1})
    t.wait(800)
    t.press("p2")
    t.wait(200)
    assert t.state == "slap_lost"
    assert losers(t) == {"p3"}


def test_a_slap_at_the_end_counts_however_late_it_is_seen(table):
    t = race(table, "p1", "p2", "p3")
    t.press("p2")
    pressed_at = t.now_us
    t.wait(900)
    t.late(pressed_at + 1_000_000 - t.now_us)
    t.press("p3")
    t.late(40_000)
    t.wait(1)
    assert [seats for seats, _ in t.said("slap")] == [{"p2"}, {"p3"}]


def test_whoever_holds_the_button_must_press_it_again(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.press("p2")
    t.wait(1)
    t.press("slap")
    t.wait(100)
    assert t.said("slap") == []
    t.release("p2")
    t.wait(100)
    t.tap("p2")
    assert [seats for seats, _ in t.said("slap")] == [{"p2"}]


def test_a_contact_in_the_very_sample_of_slap_counts(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.press("p2", "slap")
    t.wait(1)
    assert [seats for seats, _ in t.said("slap")] == [{"p2"}]


def test_a_contact_a_microsecond_before_slap_does_not(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.press("p2", "slap", apart_us=1)
    t.wait(10)
    assert t.state == "slap_race"
    assert t.said("slap") == []


def test_later_presses_of_the_same_button_count_nothing(table):
    t = race(table, "p1", "p2", "p3", "p4")
    for _ in range(3):
        t.tap("p2")
    t.tap("p1")
    t.tap("slap") if "slap" not in t.closed else t.release("slap")
    t.tap("p7")
    assert t.state == "slap_race"
    assert len(t.said("slap")) == 1


@pytest.mark.parametrize("order", [("p2", "p3"), ("p3", "p2")])
@pytest.mark.parametrize("apart_us", [1, 5, 500])
def test_contacts_are_ranked_by_their_true_order(table, order, apart_us):
    t = race(table, "p1", "p2", "p3")
    t.press(*order, apart_us=apart_us)
    t.wait(1)
    assert losers(t) == {order[1]}


def test_two_last_ones_in_a_tie_lose_both(table):
    t = race(table, "p1", "p2", "p3", "p4")
    t.tap("p3")
    t.press("p2", "p4")
    t.wait(1)
    assert losers(t) == {"p2", "p4"}


def test_a_long_chatter_keeps_its_place(table):
    t = race(table, "p1", "p2", "p3")
    t.noise("p2", 40)  # p2's contact begins to close …
    t.late(20)
    t.press("p3")  # … p3's closes cleanly …
    t.late(500)
    t.press("p2")  # … and p2's settles
    t.wait(1)
    assert losers(t) == {"p3"}


def test_a_single_opponent_is_always_the_last_one(table):
    t = race(table, "p1", "p2")
    t.tap("p2")
    assert t.state == "slap_lost"
    assert losers(t) == {"p2"}


def test_a_single_opponent_who_does_not_slap_loses_after_a_second(table):
    t = race(table, "p1", "p2")
    t.wait(998)
    assert t.state == "slap_race"
    t.wait(2)
    assert losers(t) == {"p2"}


@pytest.mark.parametrize(("after_ms", "safe"), [(1_490, True), (1_510, False)])
def test_duel_ms_gives_a_single_opponent_a_chance(table, after_ms, safe):
    t = race(table, "p1", "p2", settings={"duel_ms": 1_500})
    t.wait(after_ms)
    if t.state == "slap_race":
        t.tap("p2")
    assert t.state == ("choosing" if safe else "slap_lost")


def test_a_slow_single_opponent_loses_a_short_duel(table):
    t = race(table, "p1", "p2", settings={"duel_ms": 300})
    t.wait(500)
    t.tap("p2")
    assert losers(t) == {"p2"}


def test_play_pause_is_ignored(table):
    t = race(table, "p1", "p2", "p3")
    t.tap("play")
    assert t.state == "slap_race"


def test_the_race_is_seen_alike_however_late_the_step_comes(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3", "p4")
    t.wait(500)
    t.press("slap", "p3", "p4", "p2", apart_us=3_000)
    t.late(40_000)
    t.wait(1)
    assert [seats for seats, _ in t.said("slap")] == [{"p3"}, {"p4"}, {"p2"}]
    assert losers(t) == {"p2"}


def test_a_single_opponent_who_slaps_in_the_very_sample_of_slap_is_the_only_loser(table):
    """R2, R5: not even then quick enough without duel_ms."""
    t = table()
    assert t.play_until_turn("p1", "p2", first=1) == "p2"
    t.wait(500)
    t.press("p1", "slap")
    t.wait(1)
    assert losers(t) == {"p1"}


def test_two_who_slap_in_the_very_sample_of_slap_lose_alone(table):
    """R6."""
    t = table()
    assert t.play_until_turn("p1", "p2", "p3", first=0) == "p1"
    t.wait(500)
    t.press("p2", "p3", "slap")
    t.wait(1)
    assert losers(t) == {"p2", "p3"}


@pytest.mark.parametrize(("after_us", "safe"), [(0, True), (1, False)])
@pytest.mark.parametrize("duel_ms", [1, 300, 1_500])
def test_a_single_opponent_is_safe_within_duel_ms_to_the_microsecond(
    table, duel_ms, after_us, safe
):
    """R5."""
    t = table({"duel_ms": duel_ms})
    t.play_until_turn("p1", "p2")
    t.wait(500)
    t.press("slap")
    began_us = t.now_us
    t.wait_us(min(duel_ms * 1_000 - 100, 200))
    t.late(began_us + duel_ms * 1_000 + after_us - t.now_us)
    t.press("p2")
    t.wait(1)
    assert t.state == ("choosing" if safe else "slap_lost")
