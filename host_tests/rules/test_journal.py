"""The seats' figures (N1)."""


def figures(t, seat):
    journal = t.game.journal
    i = int(seat[1:]) - 1
    return {
        name: getattr(journal, name)[i]
        for name in ("turns", "timeouts", "total_ms", "longest_ms", "races", "lost", "best_ms")
    }


def test_turns_are_timed_from_light_to_press_without_pauses(table):
    t = table({"choose_ms": 0, "turn_order": "clockwise"})
    t.play_until_turn("p2", "p1")
    t.wait_until(1_000)
    t.tap("play")
    t.wait(60_000)
    t.tap("play")
    t.wait_until(2_000)
    t.press("p1")
    t.wait(1)
    seen = figures(t, "p1")
    assert seen["turns"] == 1
    assert 2_999 <= seen["total_ms"] <= 3_002
    assert seen["longest_ms"] == seen["total_ms"]
    assert figures(t, "p2")["turns"] == 1  # its turn has begun


def test_a_turn_of_hours_is_timed(table):
    t = table({"sleep_min": 60, "choose_ms": 0}, switch="slow")
    t.play_until_turn("p1", "p2")
    t.wait_until(50 * 60_000)
    t.tap("p1")
    assert abs(figures(t, "p1")["longest_ms"] - 3_000_000) <= 2


def test_a_pause_at_the_very_moment_of_a_lap_counts_it_once(table):
    """The time of a long turn is kept in laps of four minutes."""
    t = table({"sleep_min": 60, "choose_ms": 0}, switch="slow")
    t.play_until_turn("p1", "p2")
    t.wait_us(t.since_us + 240_000_000 - 100 - t.now_us)
    t.tap("play")  # settles with the lap
    t.tap("play")
    t.wait_until(1_000)
    t.tap("p1")
    assert abs(figures(t, "p1")["total_ms"] - 241_000) <= 2


def test_timeouts(table):
    t = table()
    t.play_until_turn("p1", "p2")
    t.wait(7_000)
    assert figures(t, "p1") | {"total_ms": 0, "longest_ms": 0} == {
        "turns": 1,
        "timeouts": 1,
        "total_ms": 0,
        "longest_ms": 0,
        "races": 0,
        "lost": 0,
        "best_ms": -1,
    }
    assert figures(t, "p1")["total_ms"] == 6_000


def test_races(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3", "p4")
    t.wait(500)
    t.press("slap")
    t.late(200_000)
    t.press("p3")
    t.late(1_150_000)
    t.press("p4")
    t.wait(1_500)
    assert t.state == "slap_lost"
    assert [figures(t, p)["races"] for p in ("p1", "p2", "p3", "p4")] == [0, 1, 1, 1]
    assert [figures(t, p)["lost"] for p in ("p1", "p2", "p3", "p4")] == [0, 1, 0, 0]
    assert [figures(t, p)["best_ms"] for p in ("p1", "p2", "p3", "p4")] == [-1, -1, 200, 1_350]


def test_who_did_not_slap_has_no_best_slap(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3", first=1)
    t.wait(500)
    t.tap("slap")
    t.tap("p3")
    t.wait(1_500)
    assert t.said("slap_lost")[-1] == ({"p1"}, 0)
    assert figures(t, "p1")["best_ms"] == -1


def test_a_race_is_counted_once(table):
    t = table({"choose_ms": 0})
    t.play_until_turn("p1", "p2", "p3", first=1)
    t.wait(500)
    t.tap("slap")
    t.tap("p3")
    t.tap("p1", hold_ms=1_000)
    t.tap("p1")
    for _ in range(3):
        t.wait(1_000)
        t.tap("p1")
    assert [figures(t, p)["races"] for p in ("p1", "p2", "p3")] == [1, 0, 1]
    assert [figures(t, p)["lost"] for p in ("p1", "p2", "p3")] == [1, 0, 0]


def test_a_slap_in_the_very_sample_of_the_race_stays_the_best(table):
    t = table({"choose_ms": 0, "lockout_ms": 0, "turn_order": "bag"})
    t.play_until_turn("p1", "p2", "p3")
    for slow_us in (0, 5_000):
        t.wait(500)
        chosen = t.chosen
        t.press("slap")
        t.late(slow_us)
        t.press(*{"p1", "p2", "p3"} - {chosen})
        t.wait(60)
        t.release("slap", *{"p1", "p2", "p3"} - {chosen})
        t.wait(60)
        assert t.state == "slap_lost"
        for name in sorted({"p1", "p2", "p3"} - {chosen}):
            t.tap(name)
    assert figures(t, "p3")["best_ms"] == 0


def test_a_race_that_a_reset_ended_is_dropped(table):
    t = table({"slap_limit_s": 60})
    t.play_until_turn("p1", "p2", "p3", "p4")
    t.wait(500)
    t.press("slap")
    t.wait(100)
    t.tap("p2")
    t.press("play")
    t.wait(3_100)
    assert t.state == "joining"
    assert figures(t, "p2")["races"] == 0
    assert figures(t, "p2")["best_ms"] == -1


def test_the_file_is_written_where_nobody_plays_and_where_somebody_is_awaited(table):
    game = table().game
    states = (
        *(game.starting, game.joining, game.choosing, game.turn, game.timed_out, game.slap_race),
        *(game.slap_lost, game.paused, game.asleep, game.self_test),
    )
    assert [state for state in states if state.rests] == [game.joining, game.paused, game.asleep]
    assert [state for state in states if state.awaits] == [game.timed_out, game.slap_lost]
    assert [state for state in states if not state.has_time] == [game.turn, game.slap_race]


def test_who_writes_the_file_knows_whose_figures_have_changed(table):
    t = table({"choose_ms": 0, "turn_order": "clockwise"})
    t.play_until_turn("p1", "p2", "p3")
    assert t.game.journal.unwritten == 0b010  # p2's turn has begun
    t.game.journal.unwritten = 0
    t.wait(500)
    t.tap("p2")
    assert t.game.journal.unwritten == 0b110  # and ended; p3's has begun


def test_figures_are_reported_when_they_change(table):
    t = table()
    t.play_until_turn("p1", "p2")
    assert len(t.said("figures")) == 1
    t.wait(500)
    t.tap("p1")
    assert len(t.said("figures")) == 2


def test_the_best_slap_is_rounded_to_the_nearest_millisecond(table):
    t = table({"lockout_ms": 0})
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.press("slap")
    t.late(200_499)
    t.press("p2")
    t.late(1)
    t.press("p3")
    t.wait(1)
    assert t.state == "slap_lost"
    assert (figures(t, "p2")["best_ms"], figures(t, "p3")["best_ms"]) == (200, 201)


def test_a_turn_that_a_press_ends_is_no_time_out(table):
    t = table()
    t.play_until_turn("p1", "p2", "p3")
    t.wait(500)
    t.tap("p1")
    t.wait(1_000)
    t.tap("slap")
    assert t.state == "slap_race"
    assert list(t.game.journal.timeouts) == [0] * 8
