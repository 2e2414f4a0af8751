"""How the unit goes on after a fault (E1)."""

import pytest


def blinks(t, ms=2_000):
    """How often all lights go on in that time."""
    seen = 0
    were_on = False
    for _ in range(ms // 10):
        t.wait(10)
        are_on = len(t.lit) == 9
        seen += are_on and not were_on
        were_on = are_on
    return seen


@pytest.mark.parametrize(
    ("joined", "expected"), [(("p1", "p3"), "paused"), (("p3",), "joining"), ((), "joining")]
)
def test_all_lights_blink_three_times(table, joined, expected):
    t = table(carried_on=joined)
    assert blinks(t) == 3
    assert t.state == expected
    assert t.said("joined")[-1:] == ([(set(joined), 0)] if joined else [])


def test_a_pause_later_on_begins_without_blinks(table):
    t = table(carried_on=("p1", "p2", "p3"))
    t.wait(2_000)
    t.tap("play")
    t.wait(1_000)
    assert t.state == "turn"
    t.press("play")
    assert blinks(t) == 0
    assert t.state == "paused"


def test_so_does_joining(table):
    t = table(carried_on=("p1",))
    t.wait(2_000)
    t.join("p2")
    t.tap("play")
    t.wait(1_000)
    t.tap("play")
    assert t.state == "paused"
    t.press("p2")  # leaves
    t.wait(1_001)
    assert t.state == "joining"
    assert blinks(t) == 0
