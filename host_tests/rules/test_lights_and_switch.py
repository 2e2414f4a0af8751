"""Lights that move, and the Speed Switch (B5)."""

from unoflash.rules.edges import Edges
from unoflash.rules.lights import DIM, FULL, Lights
from unoflash.rules.speed_switch import BROKEN, FAST, MEDIUM, SLOW, SpeedSwitch


def test_the_switch_settles_for_50_ms():
    switch = SpeedSwitch()
    switch.start(SLOW)
    assert switch.position == SLOW
    assert not switch.step(FAST, 1_000)
    assert not switch.step(MEDIUM, 20_000)
    assert not switch.step(FAST, 30_000)
    assert not switch.step(FAST, 79_999)
    assert switch.position == SLOW
    assert switch.step(FAST, 80_000)
    assert switch.position == FAST
    assert not switch.step(FAST, 90_000)
    assert not switch.step(SLOW, 100_000)  # a touch, and back
    assert not switch.step(FAST, 110_000)
    assert not switch.step(FAST, 160_000)


def test_an_impossible_reading_counts_as_medium():
    switch = SpeedSwitch()
    switch.start(FAST)
    switch.step(BROKEN, 0)
    assert switch.step(BROKEN, 50_000)
    assert switch.broken
    assert switch.position == MEDIUM


def test_a_broken_switch_is_reported_once(table):
    t = table(switch="broken")
    t.wait(1_000)
    assert len(t.said("fault")) == 1
    t.play_until_turn("p1", "p2")
    assert t.said("turn")[-1][1] == 6_000_000


def test_bouncing_through_a_broken_reading_is_not(table):
    t = table(switch="slow")
    t.switch = BROKEN
    t.wait(20)
    t.switch = FAST
    t.wait(200)
    assert t.said("fault") == []


def test_the_run_shows_one_light_at_a_time(table):
    t = table({"choose_ms": 1_000})
    t.join("p2", "p5", "p6")
    t.press("play")
    t.wait(1)
    seen = []
    for _ in range(16):
        assert len(t.lit) == 1
        seen += t.lit
        t.wait(60)
    assert seen[:4] == ["p2", "p5", "p6", "p2"]


def wave(t):
    """The levels of the lights in each of the wave's steps, for three seconds."""
    seen = []
    for _ in range(150):
        seen.append(list(t.game.lights.levels))
        t.wait(20)
    return seen


def test_the_wave_is_on_two_seats_at_most_and_all_others_are_dark(table):
    """J3."""
    for levels in wave(table()):
        assert 1 <= sum(level > 0 for level in levels) <= 2


def test_at_its_brightest_the_wave_is_brighter_than_a_glow(table):
    """J3, P1: it invites, where a glow only tells who has joined."""
    assert DIM < max(map(max, wave(table()))) < FULL // 2


def test_the_wave_swells_and_fades_by_small_steps(table):
    """J3."""
    seen = wave(table())
    for before, after in zip(seen, seen[1:], strict=False):
        assert all(abs(a - b) <= 2 for a, b in zip(before, after, strict=True))


def test_the_light_of_the_last_free_seat_swells_from_dark(table):
    """J3."""
    t = table(seats=2)
    t.join("p1")
    seen = [levels[1] for levels in wave(t)]
    assert min(seen) == 0
    assert max(seen) > DIM


def test_who_breathes_is_at_full_once_a_second_and_at_a_quarter_between(table):
    """P1."""
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(500)
    t.press("play")
    t.wait_us(100)
    for _ in range(30):
        assert t.game.lights.levels[0] == FULL
        t.wait(500)
        assert t.game.lights.levels[0] == FULL // 4
        t.wait(500)


def test_between_two_flashes_the_light_is_dark(table):
    """O1."""
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait_until(6_000)
    t.wait_until(300)
    assert t.state == "timed_out"
    assert not any(t.game.lights.levels)


def asked_for(t):
    """How many microseconds the rules would have the unit wait now."""
    return t.game.step(t.now_us % (1 << 30), Edges(), t.switch)


def test_a_flash_comes_at_its_moment(table):
    """O1, L1: 2 Hz."""
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait_until(6_000)
    t.wait_until(2_010)
    assert t.state == "timed_out"
    assert asked_for(t) == 240_000


def test_what_glides_may_be_late_by_2_ms(table):
    """The unit then wakes less often; nobody sees it."""
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(500)
    t.press("play")
    t.wait_us(100)
    t.wait_until(2_000)
    assert 20_000 < asked_for(t) <= 22_000


def test_nothing_is_shown_anew_while_nothing_moves(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.game.lights.changed = False
    t.wait(3_000)
    assert not t.game.lights.changed
    assert not t.game.lights.stale


def test_the_light_of_slap_goes_out_when_its_blinks_are_ended():
    """C4: another state begins."""
    lights = Lights(3)
    lights.still(0b001)
    lights.blink(2, 0)
    lights.paint()
    assert list(lights.levels) == [FULL, 0, FULL]
    lights.end_blink()
    assert lights.stale
    lights.paint()
    assert list(lights.levels) == [FULL, 0, 0]
