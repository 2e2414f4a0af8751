"""choosing and turn (C1, C2, C5, T1–T9)."""

import pytest

LIMIT = {"slow": None, "medium": 6_000, "fast": 4_000}


def test_only_the_chosen_light_is_on(table):
    t = table()
    assert t.play_until_turn("p1", "p4", "p6", first=1) == "p4"
    assert t.lit == {"p4"}
    assert t.said("turn") == [({"p4"}, 6_000_000)]


def test_the_run_takes_choose_ms_and_ignores_players(table):
    t = table({"choose_ms": 1_000})
    t.join("p1", "p2")
    t.press("play")
    t.wait(1)
    seen = set()
    for _ in range(9):
        t.tap("p1", hold_ms=30)
        seen |= t.lit
    t.tap("slap", hold_ms=30)
    assert seen == {"p1", "p2"}
    assert t.state == "choosing"
    t.wait(200)
    assert t.state == "turn"


def test_one_joined_light_after_the_other_is_on_while_it_chooses(table):  # C5
    t = table({"choose_ms": 1_000})
    t.join("p2", "p4", "p5")
    t.press("play")
    t.wait_us(100)
    seen = []
    while t.state == "choosing":
        assert t.glowing == set()
        seen += t.lit
        t.wait(60)
    assert seen == (["p2", "p4", "p5"] * 6)[:17]


def test_at_once_with_choose_ms_0(table):
    t = table({"choose_ms": 0})
    t.join("p1", "p2")
    t.press("play")
    t.wait_us(100)
    assert t.state == "turn"
    assert [name for name, *_ in t.events[-3:-1]] == ["choosing", "turn"]


@pytest.mark.parametrize("position", ["medium", "fast"])
def test_the_limit_counts_from_the_light(table, position):
    t = table(switch=position)
    t.play_until_turn("p1", "p2")
    t.wait_until(LIMIT[position] - 0.001)
    assert t.state == "turn"
    t.wait_us(1)
    assert t.state == "timed_out"


def test_slow_has_no_limit_even_across_many_wraps(table):
    t = table({"sleep_min": 60}, switch="slow")
    t.play_until_turn("p1", "p2")
    assert t.said("turn")[-1][1] == -1
    t.wait(3_500_000)
    assert t.state == "turn"
    t.tap("p1")
    assert t.state == "choosing"


@pytest.mark.parametrize(
    ("handicap", "position", "limit_us"),
    [(3, "fast", 7_000_000), (2.5, "medium", 8_500_000), (9, "slow", -1)],
)
def test_handicap_adds_to_the_limit(table, handicap, position, limit_us):
    t = table({"handicap_s": {"p1": handicap}}, switch=position)
    t.play_until_turn("p1", "p2")
    assert t.said("turn")[-1][1] == limit_us


def test_a_moved_switch_counts_from_the_next_turn(table):
    t = table({"choose_ms": 0}, switch="slow")
    t.play_until_turn("p1", "p2")
    t.switch = 2  # fast
    t.wait(10_000)
    assert t.state == "turn"
    t.tap("p1")
    assert t.said("turn")[-1][1] == 4_000_000


def test_own_button_ends_the_turn_with_a_sound(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(400)
    t.press("p1")
    t.wait(1)
    assert t.state == "choosing"
    assert t.hz > 0


def test_others_are_ignored(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait(400)
    t.tap("p2")
    t.tap("p3")
    t.tap("p8")
    assert t.state == "turn"


@pytest.mark.parametrize("name", ["p1", "slap"])
def test_a_press_within_150_ms_of_the_light_does_not_count(table, name):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait_until(150)
    t.tap(name)
    assert t.state == "turn"
    t.tap(name)
    assert t.state != "turn"


def test_a_press_from_before_the_light_does_not_count(table):
    t = table()
    t.join("p1", "p2")
    t.press("play")
    t.wait(399)
    t.press("p1")
    t.wait(500)
    assert t.state == "turn"


def test_a_press_at_the_limit_is_in_time_however_late_it_is_seen(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait_until(5_999)
    t.late(1_000)
    t.press("p1")
    t.late(30_000)  # the unit is busy for 30 ms
    t.wait(1)
    assert t.state == "choosing"


def test_a_press_after_the_limit_is_late_even_if_seen_with_it(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait_until(5_999)
    t.late(1_001)
    t.press("p1")
    t.late(30_000)
    t.wait(1)
    assert t.state == "timed_out"


def chatter(t, name, us):
    """Noise that never rests for 100 us."""
    end_us = t.now_us + us
    while t.now_us < end_us:
        t.noise(name, 40)
        t.wait_us(50)


def test_a_chatter_begun_before_the_limit_may_settle_after_it(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait_until(5_999)
    chatter(t, "p1", 2_700)
    t.press("p1")
    t.wait_us(150)
    assert t.state == "choosing"


def test_noise_at_the_limit_delays_it_by_2_ms_at_most(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait_until(5_999)
    chatter(t, "p1", 2_900)
    assert t.state == "turn"
    t.wait_until(6_002)
    assert t.state == "timed_out"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("p1", "slap", "choosing"), ("slap", "p1", "slap_race")],
)
def test_own_button_and_slap_the_earlier_contact_decides(table, first, second, expected):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.press(first)
    t.late(5)
    t.press(second)
    t.late(2_000)
    t.wait(10)
    assert t.state == expected


def test_own_button_and_slap_in_one_sample_are_a_slap(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.press("p1", "slap")
    t.wait(10)
    assert t.state == "slap_race"


def test_who_just_played_may_be_next(table):
    t = table()
    t.play_until_turn("p1", "p2", first=0)
    t.wait(500)
    t.draws(0)
    t.tap("p1")
    t.wait(500)
    assert t.chosen == "p1"


@pytest.mark.parametrize(
    ("limit_s", "warned_from_ms"), [(6, 4_000), (4, 2_000), (3, 1_500), (1, 500), (300, 298_000)]
)
def test_the_light_blinks_and_ticks_before_the_limit(table, limit_s, warned_from_ms):
    t = table({"turn_limit_s": {"medium": limit_s}})
    t.play_until_turn("p1", "p2")
    t.wait_until(warned_from_ms - 1)
    assert t.lit == {"p1"}
    assert t.hz == 0
    t.wait(1.001)
    seen = []
    while t.state == "turn" and len(seen) < 4:
        seen.append((t.lit, t.hz > 0))
        t.wait(125)
    assert seen == [({"p1"}, True), (set(), False)] * 2


def test_no_warning_without_a_limit(table):
    t = table(switch="slow")
    t.play_until_turn("p1", "p2")
    for _ in range(100):
        t.wait(100)
        assert t.lit == {"p1"}
        assert t.hz == 0


def test_resumed_inside_the_warning_it_blinks_at_once(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait_until(4_500)
    t.tap("play")
    t.press("play")
    t.wait(1)
    assert t.hz > 0
    t.wait(125)
    assert t.lit == set()


def test_the_warning_ends_with_the_turn(table):
    t = table({"choose_ms": 5_000})
    t.play_until_turn("p1", "p2", "p3")
    t.wait_until(4_500)
    t.tap("p1")
    seen = set()
    for _ in range(40):
        t.wait(60)
        seen |= t.lit
        assert t.hz == 0
    assert seen == {"p1", "p2", "p3"}


@pytest.mark.parametrize("choose_ms", [1, 400, 5_000])
def test_the_run_ends_after_choose_ms_to_the_microsecond(table, choose_ms):
    """C5."""
    t = table({"choose_ms": choose_ms})
    t.join("p1", "p2")
    t.press("play")
    t.wait_us(100)
    t.wait_us(t.since_us + choose_ms * 1_000 - 1 - t.now_us)
    assert t.state == "choosing"
    t.wait_us(1)
    assert t.state == "turn"
