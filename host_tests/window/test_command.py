"""`unosim window`: what it is asked for, its exit statuses, replays, pictures, reports."""

import shlex

import pygame
import pytest

from unosim.cli import main
from unosim.run import BAD, UNAVAILABLE
from unosim.scenario import read
from unosim.window import display, pictures
from unosim.window.layout import Layout

GAME = """
# Two sit down.
seed 3
+1500 tap p2
+200 tap p5
expect joined p2 p5
"""


@pytest.fixture
def unosim(tmp_path, monkeypatch, capsys):
    """unosim("window …") -> status, what it said, what it complained of; in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game").write_text(GAME)

    def run(line):
        status = main(shlex.split(line))
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def brightness(path, name, seats=8, strip=True, beside=28):
    """Of the place at a light, beside what is written on it: 0 … 255."""
    picture = pygame.image.load(path)
    places = Layout(seats, picture.get_size(), strip)
    x, y = places.middle(name)
    spots = [(x + dx, y + dy) for dx in (-beside, beside) for dy in (-beside, beside)]
    return sum(sum(picture.get_at(spot)[:3]) for spot in spots) / 3 / len(spots)


def test_a_picture_shows_what_is_lit(unosim):
    status, said, complained = unosim("window --replay game --screenshot out.png --at 1600")
    assert (status, complained) == (0, "")
    assert "1 expectations held" in said
    dark = brightness("out.png", "p4")
    assert brightness("out.png", "p2") > dark + 60
    status, _, _ = unosim("window --replay game --screenshot late.png --at 9000")
    assert status == 0
    assert brightness("late.png", "p5") > dark + 60
    assert brightness("late.png", "p2") > dark + 60
    assert abs(brightness("late.png", "slap") - brightness("out.png", "slap")) < 25


def test_a_picture_of_a_dim_light_lies_between(unosim, tmp_path):
    (tmp_path / "dim").write_text('settings {"brightness": 20}\n' + GAME.replace("seed 3", ""))
    unosim("window --replay game --screenshot full.png --at 3000")
    unosim("window --replay dim --screenshot dim.png --at 3000")
    full, dim = brightness("full.png", "p2"), brightness("dim.png", "p2")
    dark = brightness("full.png", "p4")
    assert dark + 10 < dim < full - 30


def test_a_picture_without_a_replay_shows_the_unit_waiting(unosim):
    assert unosim("window --screenshot out.png --at 300 --seed 1 --board pico6")[0] == 0
    lights = [brightness("out.png", f"p{seat}", seats=6) for seat in range(1, 7)]
    assert max(lights) > min(lights) + 60  # the show at power-on runs round


def test_a_picture_that_cannot_be_written(unosim):
    status, _, complained = unosim("window --screenshot no/such/out.png")
    assert status == BAD
    assert "--screenshot no/such/out.png" in complained


def test_a_replay_lasts_as_long_as_the_game_and_stays_a_little(unosim, people):
    status, said, _ = unosim("window --replay game")
    assert status == 0
    assert "game: 1 expectations held in 1.8 s" in said
    assert (people.now_ns - people.start_ns) / 1e9 == pytest.approx(1.9 + 4, abs=0.3)


def test_a_replay_at_a_pace(unosim, people):
    assert unosim("window --replay game --pace 4")[0] == 0
    assert (people.now_ns - people.start_ns) / 1e9 == pytest.approx(1.9 / 4 + 4, abs=0.3)


def test_hands_do_nothing_in_a_replay_but_keep_it_open(unosim, people):
    people.tap(1000, "1").tap(3000, "1").at(60_000, pygame.event.Event(pygame.QUIT))
    assert unosim("window --replay game")[0] == 0
    assert people.now_ns - people.start_ns == 60_000_000_000


def test_a_replay_that_is_closed_is_judged_all_the_same(unosim, people, tmp_path):
    (tmp_path / "game").write_text(GAME + "expect joined p1\n")
    people.at(100, pygame.event.Event(pygame.QUIT))
    status, _, complained = unosim("window --replay game")
    assert status == 1
    assert complained == "game:7: expected joined p1, got p2 p5\n"


def test_a_key_saves_what_was_done_and_says_where(unosim, people, tmp_path, monkeypatch):
    monkeypatch.setattr("unosim.window.report.LAST_NS", 2_000_000_000)
    people.tap(1000, "1").tap(1500, "2").tap(4_000, "3").tap(5_000, pygame.K_F12)
    people.at(5_500, pygame.event.Event(pygame.QUIT))
    status, said, _ = unosim("window --seed 4")
    assert status == 0
    (scenario,) = tmp_path.glob("unosim-*.scenario")
    assert said == f"Saved {scenario.with_suffix('')}.scenario and .png\n"
    assert brightness(scenario.with_suffix(".png"), "p3") > 100
    lines = scenario.read_text().splitlines()
    mark = lines.index(next(line for line in lines if line.startswith("# From here on")))
    assert [line.split()[-2:] for line in lines[mark + 1 :: 2]][:1] == [["press", "p3"]]
    assert main(["run", str(scenario)]) == 0
    assert read(str(scenario)).seed == 4


def test_two_reports_in_a_second_are_two(unosim, people, tmp_path):
    people.tap(1000, pygame.K_F12).tap(1100, pygame.K_F12)
    people.at(1500, pygame.event.Event(pygame.QUIT))
    unosim("window")
    assert len(list(tmp_path.glob("unosim-*.scenario"))) == 2


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("--board nowhere", "no board 'nowhere'"),
        ("--replay nowhere", "nowhere: cannot be read"),
        ("--settings nowhere", "--settings nowhere: cannot be read"),
        ("--settings empty", "--settings empty: is empty"),
        ("--record no/such/file", "--record no/such/file"),
        ("--replay game --record out", "--record does not go with --replay"),
        ("--replay game --speed fast", "--speed does not go with --replay"),
        ("--at 5", "--at says when --screenshot is taken"),
        ("--record out --screenshot out.png", "--record does not go with --screenshot"),
    ],
)
def test_what_cannot_be_is_said(unosim, tmp_path, options, complaint):
    (tmp_path / "empty").write_text("\n")
    status, _, complained = unosim(f"window {options}")
    assert status == BAD
    assert complaint in complained
    assert complained.count("\n") == 1


@pytest.fixture
def no_display(monkeypatch):
    def refuse(title):
        raise display.DisplayUnavailable("no screen was found")

    monkeypatch.setattr(display.Display, "open", refuse)


def test_without_a_display_a_line_and_the_terminal(unosim, no_display):
    status, said, complained = unosim("window --replay game")
    assert status == 0
    assert complained == "unosim: no window: no screen was found; game in the terminal instead\n"
    assert "joined p2 p5" in said


def test_without_a_display_there_is_nothing_to_record(unosim, no_display):
    status, _, complained = unosim("window --record out")
    assert status == UNAVAILABLE
    assert complained == "unosim: no window: no screen was found\n"


def test_a_display_that_nobody_asked_not_to_see_is_none(monkeypatch):
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr("pygame.display.get_driver", lambda: "offscreen")
    monkeypatch.setattr("pygame.display.init", lambda: None)
    with pytest.raises(display.DisplayUnavailable):
        display.Display.open("UNO Flash")


def test_the_real_queue_delivers_what_is_wanted_and_nothing_else(hand):
    shown = display.Display.open("UNO Flash")
    try:
        pygame.event.clear()
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(0, 0)))
        pygame.event.post(hand.down("1"))
        assert pygame.event.wait(1000).type == pygame.KEYDOWN
        assert shown.size() == shown.surface.get_size()
    finally:
        shown.close()


def test_the_pictures_of_the_readme_are_made_here_and_small(unosim, tmp_path):
    assert pictures.main(tmp_path / "pictures") == 0
    made = {path.name: path for path in (tmp_path / "pictures").iterdir()}
    assert set(made) == {path.name for path in pictures.FOLDER.iterdir()}
    for folder in (tmp_path / "pictures", pictures.FOLDER):
        assert all(10_000 < path.stat().st_size < 200_000 for path in folder.iterdir())
    for folder in (tmp_path / "pictures", pictures.FOLDER):  # a race of three
        lit = [brightness(folder / "window.png", f"p{seat}", beside=20) for seat in range(1, 9)]
        assert [seat for seat, light in enumerate(lit, 1) if light > 110] == [3, 5, 6]
