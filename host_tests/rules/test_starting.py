"""starting and self_test (S1, S2, F1)."""

import pytest


def test_a_sweep_and_a_jingle_of_a_second_at_most(table):
    t = table(skip_show=False)
    seen, heard, ms = [], set(), 0
    while t.state == "starting":
        seen += [name for name in t.lit if [name] != seen[-1:]]
        heard.add(t.hz)
        t.wait(10)
        ms += 10
    assert seen == ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "slap"]
    assert len(heard - {0}) > 2
    assert ms <= 1_000
    assert t.state == "joining"


@pytest.mark.parametrize("after_ms", [0, 300])
def test_a_press_ends_the_show_and_joins(table, after_ms):
    t = table(skip_show=False)
    t.wait(after_ms)
    t.tap("p6")
    assert t.state == "joining"
    assert t.lit == {"p6"}


def test_play_ends_the_show_with_an_error_sound(table):
    t = table(skip_show=False)
    t.press("play")
    t.wait(1)
    assert t.state == "joining"
    assert t.hz > 0


def test_play_held_at_power_on_is_the_self_test(table):
    t = table(held=("play",), skip_show=False)
    assert t.state == "self_test"


def test_in_the_self_test_each_press_has_its_light_and_its_note(table):
    t = table(held=("play",))
    t.release("play")
    t.wait(100)
    notes = []
    for name in ("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "slap", "play"):
        t.press(name)
        t.wait(5)
        assert t.lit == ({name} if name != "play" else set())
        notes.append(t.hz)
        t.release(name)
        t.wait(500)
        assert t.lit == set()
        assert t.hz == 0
    assert len(set(notes)) == 10


def test_in_the_self_test_a_press_sounds_once(table):
    t = table(held=("play",))
    t.press("p1")
    t.wait_us(100)
    heard_ms = 0
    while t.hz:
        t.wait(5)
        heard_ms += 5
    assert abs(heard_ms - t.game.tunes["note"][1]) <= 5


def test_in_the_self_test_the_switch_beeps_its_position(table):
    t = table(held=("play",))
    for switch, beeps in ((0, 1), (2, 3), (1, 2)):
        t.switch = switch
        heard = []
        for _ in range(300):
            t.wait(5)
            if not heard or heard[-1] != (t.hz > 0):
                heard.append(t.hz > 0)
        assert heard.count(True) == beeps


def test_the_self_test_ends_with_play_let_go_and_held_for_3_s(table):
    t = table(held=("play",))
    t.wait(5_000)
    assert t.state == "self_test"
    t.release("play")
    t.wait(100)
    t.press("play")
    t.wait(2_999)
    assert t.state == "self_test"
    t.wait(2)
    assert t.state == "joining"


@pytest.mark.parametrize("in_a_hurry", [False, True])
def test_signals_follow_one_after_the_other_whatever_is_pressed_meanwhile(table, in_a_hurry):
    """A bad setting (G1) and a weak battery (E4) are both heard, after the jingle or a note."""
    t = table(skip_show=False)
    t.game.signal("setting", t.now_us % (1 << 30))
    t.game.signal("battery", t.now_us % (1 << 30))
    if in_a_hurry:
        t.press("p1", "p4")
    heard = []
    for _ in range(600):
        t.wait(5)
        if t.hz and (not heard or heard[-1] != t.hz):
            heard.append(t.hz)
    low, a, f, c = 262, 880, 698, 523
    assert heard[-4:] == [low, a, f, c]


def test_slap_ends_the_show_with_its_jingle(table):
    t = table(skip_show=False)
    t.wait(100)
    t.tap("slap", hold_ms=5)
    assert t.state == "joining"
    assert t.hz == 0


def test_what_waits_for_the_jingle_follows_when_slap_ends_it(table):
    t = table(skip_show=False)
    t.game.signal("setting", t.now_us % (1 << 30))
    t.wait(100)
    t.press("slap")
    t.wait(1)
    assert t.hz == 262


def test_no_light_blinks_after_the_show(table):
    """S1, E1: three blinks are the sign of a fault."""
    t = table()
    assert t.state == "joining"
    for _ in range(150):
        assert t.lit == set()
        t.wait(10)
