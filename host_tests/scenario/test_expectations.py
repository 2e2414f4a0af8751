"""Expectations: what holds, what fails, and how the failure is told."""

import pytest

from unosim.player import StepFailed

STARTING = (10_000, "line", "state starting")
AT_MS = 100  # when the reports and outputs of a test begin, after `starting`
AT_US = 110_000


def fails(play, text, told, **script):
    with pytest.raises(StepFailed) as failed:
        play(text, **script)
    assert str(failed.value) == f"game:{text.count(chr(10)) + 1}: expected {told}"


def start(*entries):
    return [STARTING, *((AT_US + after_us, *what) for after_us, *what in entries)]


def reports(*texts):
    return start(*((100 * i, "line", text) for i, text in enumerate(texts)))


LATER = "+200 "


def test_state(play):
    game = reports("state slap_race p1 p4")
    play(LATER + "expect state turn slap_race", start=game)
    told = "state turn or paused, got slap_race p1 p4"
    fails(play, LATER + "expect state turn paused", told, start=game)
    fails(play, "power off\nexpect state turn", "state turn, got no state reported")


def test_joined_means_exactly_these(play):
    game = reports("joined p1 p4")
    play(LATER + "expect joined p4 p1\nexpect joined joined", start=game)
    play("expect joined")
    fails(play, LATER + "expect joined p1", "joined p1, got p1 p4", start=game)
    fails(play, LATER + "expect joined", "joined nobody, got p1 p4", start=game)
    fails(play, "expect joined p2", "joined p2, got nobody")


def test_lit_and_dark_compare_with_one_half(play):
    game = start((0, "light", "p1", 0.5), (0, "light", "p2", 0.49), (0, "light", "slap", 1.0))
    play(LATER + "expect lit p1 slap\nexpect dark p2 p3", start=game)
    fails(
        play, LATER + "expect lit p1 p2 p3", "lit p1 p2 p3, got p2 at 0.49, p3 at 0.0", start=game
    )
    fails(play, LATER + "expect dark p1 p2", "dark p1 p2, got p1 at 0.5", start=game)


def test_lit_counts_at_the_set_brightness(play):
    play(LATER + "expect lit p1", brightness=20, start=start((0, "light", "p1", 0.1)))


def blinking(period_us, times, low=0.0):
    half = period_us // 2
    on = [(i * period_us, "light", "p1", 1.0) for i in range(times)]
    off = [(i * period_us + half, "light", "p1", low) for i in range(times)]
    return start(*on, *off)


def test_flashing_wants_two_goings_on_and_two_off_in_the_last_one_and_a_half_seconds(play):
    twice = blinking(500_000, 2)
    play(f"+{AT_MS + 750} expect flashing p1", start=twice)
    told = "flashing p1, got p1 2x on, 1x off in 1.5 s"
    fails(play, f"+{AT_MS + 749.999} expect flashing p1", told, start=twice)
    play(f"+{AT_MS + 1_499.999} expect flashing p1", start=twice)
    told = "flashing p1, got p1 1x on, 2x off in 1.5 s"
    fails(play, f"+{AT_MS + 1_500} expect flashing p1", told, start=twice)


def test_breathing_and_dim_blinking_are_no_flashing(play):
    slow = blinking(1_000_000, 5)
    for ms in range(1_500, 3_500, 100):
        fails_somehow(play, f"+{AT_MS + ms} expect flashing p1", slow)
    fails_somehow(play, f"+{AT_MS + 1_500} expect flashing p1", blinking(200_000, 9, low=0.6))
    fails_somehow(play, f"+{AT_MS + 1_500} expect flashing p2", blinking(200_000, 9))


def fails_somehow(play, text, script):
    with pytest.raises(StepFailed):
        play(text, start=script)


RACE = ("state slap_race p1 p4", "state slap_lost p1 p4")


def test_losers_are_those_whom_the_last_slap_lost_named_on_entry(play):
    game = reports(*RACE, "state slap_lost p4", "state choosing")
    play(LATER + "expect losers 2\nexpect losers p4 p1", start=game)
    fails(play, LATER + "expect losers 1", "losers 1, got 2: p1 p4", start=game)
    fails(play, LATER + "expect losers p4", "losers p4, got p1 p4", start=game)
    fails(play, "expect losers p4", "losers p4, got nobody")
    again = reports(*RACE, "state choosing", "state slap_race p1 p2", "state slap_lost p2")
    play(LATER + "expect losers p2", start=again)


def test_coming_back_to_slap_lost_is_no_entry(play):
    game = reports(*RACE, "state slap_lost p4", "state paused p4", "state slap_lost p4")
    play(LATER + "expect losers p1 p4", start=game)


def test_tone_and_silent(play):
    game = start((0, "tone", 880), (500, "tone", 0))
    play(f"+{AT_MS + 0.1} expect tone\n+1 expect silent", start=game)
    fails(play, "expect tone", "tone, got silence")
    told = "silence, got a tone of 880 Hz"
    fails(play, f"+{AT_MS} expect silent", told, start=game)


def test_a_tone_is_heard_for_one_and_a_half_seconds(play):
    game = start((0, "tone", 880), (1_000, "tone", 0))
    play(f"+{AT_MS + 1_500.999} expect heard", start=game)
    told = "a tone heard in the last 1.5 s, got silence"
    fails(play, f"+{AT_MS + 1_501} expect heard", told, start=game)
    play(f"+{AT_MS + 5_000} expect heard", start=start((0, "tone", 880)))


def test_turn_left_counts_from_the_turns_own_time(play):
    game = reports("state turn p3 6000000")
    play(f"+{AT_MS + 1_000} expect turn_left 5000 5000", start=game)
    told = "turn_left 0 … 4999.5 ms, got 5000 ms"
    fails(play, f"+{AT_MS + 1_000} expect turn_left 0 4999.5", told, start=game)


def test_turn_left_stands_still_in_a_pause_and_goes_on_as_the_turn_says(play):
    game = start(
        (0, "line", "state turn p3 6000000"),
        (2_000_000, "line", "state paused p3"),
        (2_500_000, "line", "state asleep"),
        (5_000_000, "line", "state turn p3 4000000"),
    )
    expect = "expect turn_left 4000 4000"
    play(f"+{AT_MS + 3_000} {expect}\n+2000 {expect}\n+1000 expect turn_left 3000 3000", start=game)


@pytest.mark.parametrize(
    ("report", "got"),
    [
        ("state turn p3 none", "turn p3"),
        ("state choosing", "choosing"),
        ("state paused", "paused"),
    ],
)
def test_there_is_no_turn_left_without_a_running_limit(play, report, got):
    game = reports("state choosing", report)
    told = f"turn_left 0 … 9999 ms, got no running limit in {got}"
    fails(play, LATER + "expect turn_left 0 9999", told, start=game)


def test_asleep_means_the_state_and_dark_and_silent(play):
    play(LATER + "expect asleep", start=reports("state asleep"))
    told = "asleep, dark and silent, got state starting, p2 lit, a tone of 440 Hz"
    lit = start((0, "light", "p2", 1.0), (0, "tone", 440))
    fails(play, LATER + "expect asleep", told, start=lit)


def test_faults_count_since_the_latest_power_on(play):
    game = reports(
        "stuck p3 held", "fault speed switch", "setting brightness: 500", "state joining"
    )
    again = f"{LATER}expect faults 3\npower off\npower on\nexpect faults 0\n{LATER}expect faults 3"
    play(again, start=game)
    fails(play, LATER + "expect faults 2", "faults 2, got 3", start=game)


def test_journal_is_the_latest_figure_told_of_the_seat(play):
    told = "journal p3 turns 1 timeouts 0 total_ms 900 longest_ms 900 races 0 lost 0"
    game = reports(told, "journal p1 turns 5 lost 1", told.replace("turns 1", "turns 2"))
    text = LATER + "expect journal p3 turns 2\nexpect journal p3 longest_ms 900\n"
    text += "expect journal p1 lost 1\nexpect journal p2 turns 0\nexpect journal free timeouts 0"
    play(text, start=game)
    fails(play, LATER + "expect journal p3 turns 1", "journal p3 turns 1, got 2", start=game)
    fails(play, LATER + "expect journal p3 best_ms 0", "journal p3 best_ms 0, got none", start=game)
    fails(play, LATER + "expect journal p2 best_ms 0", "journal p2 best_ms 0, got none", start=game)
    best = reports("journal p3 races 1 best_ms 180")
    play(f"{LATER}expect journal p3 best_ms 180", start=best)
    play(f"{LATER}power off\npower on\nexpect journal p3 races 0", start=best)


def test_volume_is_the_one_reported(play):
    game = reports("volume loud", "volume quiet")
    play(LATER + "expect volume quiet", start=game)
    fails(play, LATER + "expect volume loud", "volume loud, got quiet", start=game)
    fails(play, "expect volume loud", "volume loud, got none reported")
