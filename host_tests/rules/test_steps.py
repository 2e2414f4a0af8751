"""What one step does of its own, and when it asks for the next one."""


def test_a_reaction_shows_its_lights_at_once(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.press("slap")
    t.late(100)
    t.react()
    assert t.state == "slap_race"
    assert t.lit == {"p2", "p3", "slap"}


def test_what_a_reaction_has_set_off_may_come_due_in_the_very_next_one(table):
    t = table({"choose_ms": 1})
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.press("p1")
    t.late(100)
    t.react()
    assert t.state == "choosing"
    t.late(1_000)
    t.react()
    assert t.state == "turn"


def test_a_button_let_go_does_not_put_off_what_comes_sooner(table):
    """T8: the limit, while the contact is on the way to count anew."""
    t = table({"debounce_ms": 100})
    t.play_until_turn("p1", "p2")
    limit_us = t.since_us + 6_000_000
    t.wait_until(5_900)
    t.press("p2")
    t.wait_until(5_990)
    t.release("p2")
    t.wait(300)
    assert (t.state, t.since_us) == ("timed_out", limit_us)


def test_a_press_that_lacks_a_microsecond_is_acted_on_then(table):
    """B1."""
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(500)
    t.press("play")
    settled_us = t.now_us + 100
    t.wait_us(99)
    assert t.state == "turn"
    t.wait(100)
    assert (t.state, t.since_us) == ("paused", settled_us)


def test_lost_edges_and_dropped_presses_are_told_however_they_come(table):
    """N3."""
    t = table()
    names = ("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "slap", "play")
    for _ in range(2):  # all ten, twice, while the unit is busy: sixteen find room
        t.press(*names)
        t.late(60_000)
        t.release(*names)
        t.late(60_000)
    t.lose_edges(4)
    t.wait(10)
    assert t.game.buttons.dropped == 4
    assert len(t.said("fault")) == 1
    t.wait(1_000)
    assert len(t.said("fault")) == 1
    t.lose_edges(1)
    t.press("p1")
    t.wait(10)
    assert len(t.said("fault")) == 2


def test_play_pause_has_no_light_to_follow_while_it_is_held_in_the_self_test(table):
    """F1: a seat has; its light goes out with the contact."""
    t = table(held=("play",))
    t.release("play")
    t.wait(1_000)
    t.press("play")
    t.wait(500)
    assert t.asked_us > 500_000
    t.press("p1")
    t.wait(500)
    assert t.asked_us <= 20_000
