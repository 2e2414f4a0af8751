"""The player: when steps happen, whom groups mean, when power comes, what ends a run."""

import pytest

from unosim.player import StepFailed, Stopped
from unosim.scenario import ScenarioError

STARTING = (10_000, "line", "state starting")
START_US = 10_000  # when the first step begins: with the report, not with its late line
SEEN_US = 10_300  # when that line comes


def test_the_first_step_waits_for_the_report_and_begins_when_its_line_is_there(play):
    run = play("press p1")
    assert run.edges() == [(SEEN_US, "p1", True)]
    power, starting, _ = run.trace.records()
    assert power == {"t": 0, "event": "power", "on": True, "supply": "battery"}
    assert starting == {"t": START_US, "event": "state", "state": "starting", "players": []}


def test_time_before_a_step_counts_from_the_report_not_from_its_late_line(play):
    assert play("+5.001 press p1").edges() == [(START_US + 5_001, "p1", True)]


def test_tap_presses_holds_and_releases_and_the_next_step_begins_at_the_last_release(play):
    run = play("+10 tap p2 p1 for 30 apart 500\npress slap\n+0.02 release slap")
    at = START_US + 10_000
    assert run.edges() == [
        (at, "p2", True),
        (at + 500, "p1", True),
        (at + 30_500, "p2", False),
        (at + 30_500, "p1", False),
        (at + 30_500, "slap", True),
        (at + 30_520, "slap", False),
    ]


def test_tap_holds_sixty_ms_and_hold_presses_together(play):
    run = play("+10 tap p1\nhold play slap for 3000")
    at = START_US + 10_000
    assert run.edges() == [
        (at, "p1", True),
        (at + 60_000, "p1", False),
        (at + 60_000, "play", True),
        (at + 60_000, "slap", True),
        (at + 3_060_000, "play", False),
        (at + 3_060_000, "slap", False),
    ]


def test_the_unit_gets_each_edge_at_its_nanosecond_in_the_order_given(play):
    run = play("+10.000001 press p3 p1\n+0.0005 press p2")
    ns = START_US * 1_000 + 10_000_001
    contacts = run.board.contacts
    assert run.unit.inputs == [
        (ns, contacts["p3"], 0),
        (ns, contacts["p1"], 0),
        (ns + 500, contacts["p2"], 0),
    ]


def test_chatter_of_a_tap_goes_on_into_the_steps_after_it(play):
    run = play("bounce 2 400\n+10 tap p1 for 1\n+0.5 press p2\nbounce off\nwait 5")
    at = START_US + 10_000
    assert [edge[0] - at for edge in run.edges("p1")] == [
        *(0, 400, 600, 800),  # closed; the release comes in its second reversal
        *(1_400, 1_600, 1_800, 2_000),
    ]
    assert [edge[0] - at for edge in run.edges("p2")] == [1_500, 1_900, 2_100, 2_300, 2_500]


def test_chatter_still_to_come_does_not_outlast_a_press_found_by_a_wait(play):
    """The wait ends in the middle of the chatter of the release; the new press wins."""
    run = play(
        "bounce 10 1000\n+10 tap p1\nwait until joining within 100\nbounce off\npress p1\nwait 50",
        on={"p1": [(62_000, "line", "state joining")]},
    )
    assert run.edges()[-1][1:] == ("p1", True)
    assert run.edges()[-1][0] < START_US + 10_000 + 60_000 + 10_000


def test_a_glitch_takes_no_time(play):
    run = play("+10 glitch p1 50\npress p2\nwait 1")
    at = START_US + 10_000
    assert run.edges() == [(at, "p1", True), (at, "p2", True), (at + 50, "p1", False)]


def test_the_speed_switch_closes_to_ground(play):
    run = play("speed slow\n+0 speed medium\nspeed broken\nspeed broken\nspeed fast")
    slow, fast = run.board.speed_slow, run.board.speed_fast
    assert run.unit.inputs[0] == (0, slow, 0)
    assert [entry[1:] for entry in run.unit.inputs[1:]] == [
        *((slow, 1), (fast, 1)),
        *((slow, 0), (fast, 0)),
        *((slow, 1), (fast, 0)),
    ]
    positions = [record["speed"] for record in run.events("speed")]
    assert positions == ["medium", "broken", "fast"]


def test_repeat_plays_again(play):
    run = play("repeat 2\n+10 tap p1 for 5\nend")
    at = START_US
    assert [edge[0] - at for edge in run.edges()] == [10_000, 15_000, 25_000, 30_000]


def test_settings_go_onto_the_device_as_they_stand(play):
    assert play('settings {"é": 1} #\nwait 1').unit.files == {
        "settings.json": '{"é": 1} #'.encode()
    }
    assert play("wait 1").unit.files == {}


# Power


def test_what_is_pressed_before_the_first_power_on_is_held_at_it(play):
    run = play("supply usb\npress play\n+100 speed fast\n+20 power on\nrelease play")
    assert run.trace.records()[:3] == [
        {"t": -120_000, "event": "press", "button": "play"},
        {"t": -20_000, "event": "speed", "speed": "fast"},
        {"t": 0, "event": "power", "on": True, "supply": "usb"},
    ]
    assert (0, run.board.contacts["play"], 0) in run.unit.inputs
    assert run.edges()[-1] == (SEEN_US, "play", False)


def test_chatter_from_before_power_on_goes_on_after_it(play):
    run = play("bounce 2 400\npress play\n+0.5 power on\nwait 1")
    assert run.edges() == [
        (-500, "play", True),
        (-100, "play", False),
        (100, "play", True),
        (300, "play", False),
        (500, "play", True),
    ]


def test_power_off_and_on_again_starts_anew_and_the_next_step_waits_for_the_report(play):
    run = play("wait 100\npower off\n+50 power on\n+5 press p1")
    assert run.events("power") == [
        {"t": 0, "event": "power", "on": True, "supply": "battery"},
        {"t": START_US + 100_000, "event": "power", "on": False, "supply": "battery"},
        {"t": START_US + 150_000, "event": "power", "on": True, "supply": "battery"},
    ]
    assert run.edges() == [(START_US + 150_000 + START_US + 5_000, "p1", True)]


def test_a_power_switch_moved_to_where_it_stands_does_nothing(play):
    run = play("wait 10\npower on\npower off\npower off")
    assert [record["on"] for record in run.events("power")] == [True, False]


def test_contacts_move_while_the_power_is_off(play):
    run = play("power off\n+10 press p1\n+10 power on\nrelease p1")
    at = SEEN_US
    assert run.edges() == [(at + 10_000, "p1", True), (at + 20_000 + SEEN_US, "p1", False)]


def test_a_unit_that_never_reports_fails_the_step_and_is_quoted(play):
    said = [(20_000, "text", "ImportError: no module named 'x'")]
    with pytest.raises(StepFailed, match=r"^game:2: expected starting .* got ImportError: no m"):
        play("\npress p1", start=said)


@pytest.mark.parametrize("state", ["self_test", "safe_mode"])
def test_self_test_and_safe_mode_are_reports_too(play, state):
    assert play("press p1", start=[(7_000, "line", f"state {state}")]).edges()[0][0] == 7_300


def test_without_a_log_steps_begin_when_any_unit_has_started(play):
    assert play('settings {"log": false}\npress p1', start=[]).edges()[0][0] == 3_000_000


def test_an_empty_scenario_does_nothing(play):
    assert play("# nothing").trace.records() == []


# Waiting

TURN = [(400_000, "line", "state turn p3 6000000")]


def test_wait_until_ends_at_the_states_own_time(play):
    run = play("+10 press play\nwait until turn within 1000\n+5 press slap", on={"play": TURN})
    assert run.edges("slap") == [(START_US + 10_000 + 400_000 + 5_000, "slap", True)]


def test_a_step_right_after_begins_when_the_line_is_there(play):
    run = play("+10 press play\nwait until turn within 1000\npress slap", on={"play": TURN})
    assert run.edges("slap") == [(START_US + 10_000 + 400_000 + 300, "slap", True)]


def test_an_expectation_right_after_sees_what_the_line_told_and_delays_no_later_step(play):
    turn = [(400_000, "line", "state turn p3 none"), (400_200, "light", "p3", 1.0)]
    run = play(
        "+10 press play\nwait until turn within 1000\nexpect lit chosen\nwait 3\n+5 press slap",
        on={"play": turn},
    )
    assert run.edges("slap") == [(START_US + 10_000 + 400_000 + 8_000, "slap", True)]


def test_a_step_after_one_that_began_late_counts_from_it(play):
    run = play("press p1\n+1 release p1")
    assert run.edges() == [(SEEN_US, "p1", True), (SEEN_US + 1_000, "p1", False)]


def test_wait_until_a_state_that_is_there_takes_no_time(play):
    assert play("+10 wait until starting within 0\npress p1").edges()[0][0] == START_US + 10_000


def test_wait_until_holds_to_the_microsecond(play):
    text = "+10 press play\nwait until turn within {}"
    play(text.format(400), on={"play": TURN})
    with pytest.raises(
        StepFailed, match=r"^game:2: expected turn within 399.999 ms, got it after 400 ms$"
    ):
        play(text.format(399.999), on={"play": TURN})


def test_a_wait_that_fails_says_what_there_was(play):
    with pytest.raises(StepFailed, match=r"game:1: expected paused within 10 ms, got starting$"):
        play("wait until paused within 10")


def test_a_state_that_has_passed_again_when_its_line_comes_counts(play):
    both = [(1_000, "line", "state choosing"), (1_000, "line", "state turn p1 none")]
    play("+10 press play\nwait until choosing within 5", on={"play": both})


# Expectations do not delay


def test_expect_looks_at_its_own_moment_and_delays_nothing(play):
    on = {"p1": [(200, "line", "state joining"), (200, "light", "p1", 1.0)]}
    run = play(
        "+10 press p1\nexpect state starting\nexpect dark p1\n"
        "+0.3 expect state joining\nexpect lit p1\n+0.1 press p2",
        on=on,
    )
    assert run.player.held == 4
    assert run.edges("p2") == [(START_US + 10_000 + 400, "p2", True)]


def test_what_answers_the_very_moment_of_an_expectation_is_no_part_of_it(play):
    on = {"p1": [(0, "line", "state joining")]}
    assert play("+10 expect state starting\npress p1", on=on).player.held == 1


def test_the_first_of_failing_expectations_is_told_and_the_run_ends_there(make_run):
    run = make_run("+10 expect state turn\n+1 expect state paused\n+1 press p1\n+200 press p2")
    with pytest.raises(StepFailed, match=r"^game:1: expected state turn, got starting$"):
        run.player.run()
    assert [edge[1] for edge in run.edges()] == ["p1"]


def test_an_expectation_that_failed_goes_before_a_later_fault_of_the_scenario(play):
    with pytest.raises(StepFailed, match="game:1"):
        play("+10 expect state turn\npress p1\nrelease p2")
    with pytest.raises(StepFailed, match="game:1"):
        play("+10 expect state turn\npress chosen")


def test_expectations_at_the_end_and_before_a_power_cut_are_judged(play):
    for text in ("expect state turn", "expect state turn\npower off", "press p1\nexpect lit p1"):
        with pytest.raises(StepFailed):
            play(text)
    run = play("expect state starting\npower off\nexpect dark p1 slap\nexpect silent")
    assert run.player.held == 3


def test_a_lit_light_is_seen_before_the_cut_and_dark_after_it(play):
    start = [STARTING, (11_000, "light", "p1", 1.0)]
    run = play("+5 expect lit p1\npower off\nexpect dark p1", start=start)
    assert run.player.held == 2
    assert [record["level"] for record in run.events("light")] == [1.0, 0.0]


# Groups and contacts

GAME = [
    STARTING,
    (20_000, "line", "joined p1 p2 p4"),
    (20_000, "line", "state turn p2 none"),
]


def test_groups_mean_the_buttons_of_that_moment(play):
    run = play("+20 tap chosen for 1\ntap others for 1\ntap free for 1", start=GAME)
    pressed = [button for _, button, closed in run.edges() if closed]
    assert pressed == ["p2", "p1", "p4", "p3", "p5", "p6", "p7", "p8"]


def test_an_empty_group_fails_the_step(play):
    for text in ("+20 press unslapped", "+20 expect lit flashing", "+20 glitch flashing 5"):
        with pytest.raises(StepFailed, match=r"^game:1: expected somebody in \w+, got nobody$"):
            play(text, start=GAME)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("press p1\npress p1", "game:2: the contact of p1 is closed already"),
        ("press p1\ntap p1", "game:2: the contact of p1 is closed already"),
        ("press p1\nhold slap p1 for 5", "game:2: the contact of p1 is closed already"),
        ("press p1\nrelease p2", "game:2: the contact of p2 is open already"),
        ("+20 press chosen p2", "game:1: the contact of p2 is closed already"),
    ],
)
def test_a_contact_cannot_be_closed_twice_or_opened_twice(play, text, reason):
    with pytest.raises(ScenarioError, match=reason):
        play(text, start=GAME)


# Stopping, and a backend that is not exact


def test_stop_ends_the_run_soon_and_keeps_the_trace(make_run):
    run = make_run("wait 1000000", start=[STARTING, (50_000, "tone", 880)])
    run.recorder.on_record = lambda record: record["event"] == "tone" and run.player.stop()
    with pytest.raises(Stopped):
        run.player.run()
    assert run.unit.now_ns < 1_000_000_000
    assert run.events("tone")


def test_an_inexact_backend_shifts_no_later_step(play):
    run = play("+10 tap p1\npress p2\n+1 press p3\n+10 press p4", stop_late_ns=137)
    at = START_US + 10_000
    assert run.edges("p2", "p3", "p4") == [
        (at + 60_000, "p2", True),
        (at + 61_000, "p3", True),
        (at + 71_000, "p4", True),
    ]
