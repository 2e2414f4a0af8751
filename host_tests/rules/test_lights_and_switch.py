"""Lights that move, and the Speed Switch (B5)."""

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
