"""Games played in the window, from join to reset, and their recordings played again."""

import json

import pygame
import pytest

from unosim.cli import main
from unosim.window.layout import Layout

FAST = {"choose_ms": 0, "lockout_ms": 0}


@pytest.fixture
def settings(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(FAST, indent=4))
    return str(path)


def states(trace):
    records = [json.loads(line) for line in trace.splitlines()]
    return [
        " ".join([record["state"], *(f"p{player}" for player in record["players"])])
        for record in records
        if record["event"] == "state"
    ]


def times(trace, event, name):
    """In ms, of each such event of that button."""
    records = [json.loads(line) for line in trace.splitlines()]
    return [
        record["t"] / 1000
        for record in records
        if record["event"] == event and record["button"] == name
    ]


def replayed(path, tmp_path, *options):
    out = tmp_path / "again.jsonl"
    assert main(["run", str(path), "--trace", str(out), *options]) == 0
    return out.read_text()


def a_game(people, hand):
    """Two join, one plays, a SLAP card, the loser presses, pause, reset, one joins anew."""
    people.tap(1000, "1").tap(1200, "2").tap(1500, "p").tap(2000, "1", "2")
    people.tap(2500, " ").tap(2900, "1", "2").tap(4500, "1", "2").tap(5200, "\r")
    people.at(6000, hand.down("p")).at(6050, hand.down(" "))
    people.at(9400, hand.up("p"), hand.up(" ")).tap(9800, "8")


def test_a_game_from_join_to_reset(people, hand, play, settings):
    a_game(people, hand)
    status, trace = play(10_500, settings=settings)
    assert status == 0
    seen = [state.split()[0] for state in states(trace)]
    for state in ("joining", "turn", "slap_race", "slap_lost", "paused"):
        assert state in seen
    assert seen[-1] == "joining"
    joined = [line for line in trace.splitlines() if '"joined"' in line]
    assert json.loads(joined[-1])["players"] == [8]


def test_a_recording_played_again_does_the_same_at_the_same_time(
    people, hand, play, settings, tmp_path
):
    a_game(people, hand)
    record = tmp_path / "record.scenario"
    _, trace = play(10_500, settings=settings, record=str(record), speed="fast", seed=99)
    text = record.read_text()
    assert text.startswith(
        'board pico8\nsettings {"choose_ms": 0, "lockout_ms": 0}\nseed 99\n'.replace(
            '{"', '{ "'
        ).replace("0}", "0 }")
    )
    assert "\nspeed fast\nsupply battery\n" in text
    assert replayed(record, tmp_path) == trace


def test_power_supply_and_switches_are_recorded_as_well(people, hand, play, tmp_path):
    record = tmp_path / "record.scenario"
    people.tap(800, "1", pygame.K_F3).tap(1100, "u").tap(1200, "-", "-").tap(1300, "+")
    people.tap(1500, "o").at(1700, hand.down("p")).tap(1900, "o").at(1905, hand.up("p"))
    people.tap(2500, "3").tap(2600, pygame.K_F1)
    _, trace = play(3_000, record=str(record))
    assert "self_test" in states(trace)
    text = record.read_text()
    for line in ("speed fast", "supply usb", "battery 4.4", "power off", "power on", "speed slow"):
        assert line in text
    assert replayed(record, tmp_path) == trace


def test_a_small_board_has_no_seven(people, play, tmp_path):
    record = tmp_path / "record.scenario"
    people.tap(1000, "6", "7", "8")
    _, trace = play(1_500, record=str(record), board="pico6")
    assert "p7" not in record.read_text()
    assert replayed(record, tmp_path) == trace


def test_presses_are_stamped_when_they_are_delivered_not_once_a_frame(people, play):
    people.tap(1000.4, "1").tap(1000.9, "2").tap(1003.1, "3")
    _, trace = play(1_500)
    first, second, third = (times(trace, "press", f"p{seat}")[0] for seat in (1, 2, 3))
    assert second - first == pytest.approx(0.5, abs=0.01)
    assert third - first == pytest.approx(2.7, abs=0.01)
    assert max(people.asked) <= 18  # ms: a frame


def test_mouse_and_fingers_press_several_at_once(people, hand, play):
    places = Layout(8, (1200, 800), True)
    people.at(1000, hand.finger(pygame.FINGERDOWN, places.middle("p1"), 1))
    people.at(1001, hand.finger(pygame.FINGERDOWN, places.middle("p4"), 2))
    people.at(1002, hand.button(pygame.MOUSEBUTTONDOWN, places.middle("p6")))
    people.at(1100, hand.finger(pygame.FINGERUP, places.middle("p4"), 2))
    people.at(1101, hand.finger(pygame.FINGERUP, places.middle("p1"), 1))
    people.at(1102, hand.button(pygame.MOUSEBUTTONUP, (0, 0)))
    _, trace = play(1_500)
    assert '"players": [1, 4, 6]' in trace


def test_focus_lost_lets_everything_go(people, hand, play):
    people.at(1000, hand.down("p"), hand.down(" "), hand.down("1"))
    people.at(1500, pygame.event.Event(pygame.WINDOWFOCUSLOST))
    people.at(2000, hand.up("p"), hand.up(" "))
    people.tap(5000, "2")
    _, trace = play(5_500)
    for name in ("p1", "slap", "play"):
        (pressed,), (released,) = (times(trace, what, name) for what in ("press", "release"))
        assert released - pressed == pytest.approx(500, abs=1)
    assert '"players": [1, 2]' in trace  # no reset


@pytest.mark.parametrize(
    "what",
    [
        pygame.WINDOWSIZECHANGED,
        pygame.WINDOWEXPOSED,
        pygame.WINDOWMINIMIZED,
        pygame.WINDOWRESTORED,
        pygame.WINDOWHIDDEN,
    ],
)
@pytest.mark.parametrize("ms", [1, 1_640])
def test_whatever_happens_to_the_window_and_whenever_it_is_closed(people, play, what, ms):
    people.tap(1000, "1", "2").tap(1200, "p").tap(1600, " ")
    people.at(ms - 0.5, pygame.event.Event(what))
    people.tap(ms - 0.4, "l", pygame.K_F11, "m", "l", pygame.K_F11)
    status, _ = play(ms)
    assert status == 0


def test_control_q_closes(people, hand, play):
    people.at(1000, hand.down("q", mod=pygame.KMOD_LCTRL)).tap(1200, "1")
    status, trace = play(2_000)
    assert status == 0
    assert '"press"' not in trace


def test_a_pace_of_two_is_twice_as_fast(people, play):
    people.tap(1000, "1").tap(2000, "1")
    _, trace = play(2_500, pace=2.0)
    first, second = times(trace, "press", "p1")
    assert second - first == pytest.approx(2000, abs=1)


def test_a_computer_that_slept_does_not_hurry_afterwards(people, play):
    people.tap(1000, "1").tap(100_000, "2")

    def watching(ms):
        if 1_200 < ms < 1_300:
            people.now_ns += 98_000_000_000

    people.watching = watching
    _, trace = play(100_500)
    assert times(trace, "press", "p2")[0] < 5_000
