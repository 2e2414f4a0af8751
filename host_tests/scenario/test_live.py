"""The live picture and the plain lines: what they show, and at what pace."""

import io

import pytest
from rich.console import Console

from unosim import boards
from unosim.cli import main
from unosim.live import LivePicture, PlainLines, picture_or_lines
from unosim.picture import HEIGHT, WIDTH, Picture, Scene
from unosim.player import Player
from unosim.view import View

STARTING = (10_000, "line", "state starting")
NS_PER_S = 10**9


def drawn(scene, board="pico8"):
    return Picture(boards.load(board), "host").draw(scene).plain.split("\n")


def row_with(lines, text):
    (line,) = [line for line in lines if text in line]
    return line


def test_a_picture_has_its_size_whatever_it_shows():
    players = tuple(range(1, 9))
    view = View("slap_race", players, players)
    scene = Scene(
        10**13, True, "broken", 99_999, view, {}, {"p1"}, "c" * 200, "s" * 200, ["h" * 200] * 30
    )
    for board in ("pico6", "pico8"):
        lines = drawn(scene, board)
        assert [len(line) for line in lines] == [WIDTH] * HEIGHT


def test_seats_lie_round_the_table_clockwise_from_the_top():
    lines = drawn(Scene())
    where = {}
    for y, line in enumerate(lines):
        for seat in range(1, 9):
            if f"○ p{seat}" in line:
                where[seat] = (line.index(f"○ p{seat}"), y)
    assert sorted(where) == list(range(1, 9))
    (top_x, top_y), (right_x, right_y), (bottom_x, bottom_y), (left_x, left_y) = (
        where[seat] for seat in (1, 3, 5, 7)
    )
    assert top_x == bottom_x
    assert left_x < top_x < right_x
    assert top_y < left_y == right_y < bottom_y


def test_lights_show_as_lit_dim_or_dark():
    lines = drawn(Scene(lights={"p1": 1.0, "p2": 0.1, "p3": 0.0, "slap": 0.5}))
    for sign in ("● p1", "• p2", "○ p3", "● SLAP"):
        row_with(lines, sign)


def test_a_button_that_is_down_has_a_thick_frame_and_a_free_seat_a_broken_one():
    lines = drawn(Scene(view=View(joined=(1,)), pressed={"slap"}))
    assert "│  ○ p1  │" in row_with(lines, "p1")
    assert "╎  ○ p2  ╎" in row_with(lines, "p2")
    assert "┃   ○ SLAP   ┃" in row_with(lines, "SLAP")


def test_lights_have_the_colour_of_their_level():
    def face(level):
        text = Picture(boards.load("pico8"), "host").draw(Scene(lights={"p1": level}))
        at = text.plain.index("p1")
        (style,) = [span.style for span in text.spans if span.start <= at < span.end]
        return sum(style.bgcolor.triplet)

    assert face(0.0) < face(0.1) < face(0.5) < face(1.0)


def test_the_panel_tells_state_clock_sound_and_speed():
    view = View("turn", (3,), (1, 3), 3, turn_end_ns=62 * NS_PER_S)
    scene = Scene(60 * NS_PER_S, True, "fast", 880, view, happened=["1.00 p1 pressed"])
    scene.caption, scene.step = "A game", "game:3: wait 5"
    lines = drawn(scene)
    assert lines[0].endswith("UNO Flash            1:00.0".rjust(len(lines[0]))[-27:])
    assert "turn  p3" in row_with(lines, "turn ")
    assert "2.0 s █████ " in row_with(lines, "2.0 s")
    assert "♪ 880 Hz    speed fast" in row_with(lines, "880")
    row_with(lines, "1.00 p1 pressed")
    assert [line.rstrip() for line in lines[-2:]] == ["A game", "game:3: wait 5"]


def test_without_power_or_sound_it_says_so():
    lines = drawn(Scene())
    row_with(lines, " off ")
    row_with(lines, "silent")


class Clock:
    """Wall time that passes only while somebody sleeps."""

    def __init__(self, live):
        self.now_ns, self.slept = 0, []
        live.clock, live.sleep = lambda: self.now_ns, self.sleep

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now_ns += round(seconds * NS_PER_S)


GAME = """
# They join
+20 tap p1
# and then nothing happens
+2000 wait 1
"""
SCRIPT = {
    "start": [STARTING, (11_000, "text", ">>>")],
    "on": {
        "p1": [
            (0, "line", "joined p1"),
            (100, "line", "state paused p1"),
            (100, "tone", 880),
            (200, "tone", 0),
            (1_000, "tone", 440),
            (2_000, "line", "state joining"),
            (3_000, "tone", 330),
            (4_000, "tone", 0),
            *((100 + i * 250_000, "light", "p1", 1.0 - i % 2) for i in range(8)),
        ]
    },
}


def watched(make_run, live_of, text=GAME, **script):
    run = make_run(text, **(script or SCRIPT))
    live = live_of(run)
    clock = Clock(live)
    run.player = Player(run.scenario, run.board, run.unit, run.recorder, live)
    with live:
        run.player.run()
    return run, clock


def test_plain_lines_tell_each_thing_once_and_do_not_wait(make_run):
    told = []
    _, clock = watched(
        make_run, lambda run: PlainLines(run.scenario, run.recorder, None, told.append)
    )
    assert clock.slept == []
    assert [" ".join(line.split()) for line in told] == [
        "0.000 power on",
        "0.010 state starting",
        "# They join",
        "0.030 p1 pressed",
        "0.030 sound 880 Hz",
        "0.030 joined p1",
        "0.030 state paused p1",
        "0.031 sound 440 Hz",
        "0.032 state joining",
        "0.033 sound 330 Hz",
        "# and then nothing happens",
        "0.030 lights p1",
        "0.280 lights off",
    ]


def test_lines_at_a_pace_come_when_the_unit_would_do_it(make_run):
    _, clock = watched(
        make_run, lambda run: PlainLines(run.scenario, run.recorder, 2.0, lambda line: None)
    )
    assert clock.now_ns == pytest.approx(2_191_000_000 / 2, abs=20_000_000)
    assert max(clock.slept) < 0.04


def live_picture(run, console):
    return LivePicture(run.board, "host", run.scenario, run.recorder, console, 1.0)


def terminal(width=WIDTH, height=HEIGHT + 2):
    return Console(file=io.StringIO(), force_terminal=True, width=width, height=height)


def test_the_picture_keeps_pace_draws_often_and_leaves_the_last_one(make_run):
    console = terminal()
    _, clock = watched(make_run, lambda run: live_picture(run, console))
    assert clock.now_ns == pytest.approx(2_191_000_000, abs=20_000_000)
    pictures = console.file.getvalue().split("UNO Flash")[1:]
    assert 50 < len(pictures) < 80
    assert any("● p1" in picture for picture in pictures)
    assert "and then nothing happens" in pictures[-1]
    assert "0:02.1" in pictures[-1]


def test_a_unit_slower_than_time_is_not_rushed_afterwards(make_run):
    run = make_run("wait 1000", **SCRIPT)
    live = live_picture(run, terminal())
    clock = Clock(live)
    live.limit(0, NS_PER_S)
    clock.now_ns = 10 * NS_PER_S  # the unit took ten seconds for its first 33 ms
    for frame in range(1, 4):
        live.limit(frame * 33_000_000, NS_PER_S)
    assert clock.slept == [pytest.approx(0.033), pytest.approx(0.033)]


@pytest.mark.parametrize(
    ("console", "kind", "pace"),
    [
        (terminal(), LivePicture, 1.0),
        (terminal(width=WIDTH - 1), PlainLines, 1.0),
        (terminal(height=HEIGHT), PlainLines, 1.0),
        (Console(file=io.StringIO(), width=200, height=100), PlainLines, None),
    ],
)
def test_a_picture_where_it_fits_plain_lines_where_not(make_run, console, kind, pace):
    run = make_run("wait 1")
    live = picture_or_lines(run.board, "host", run.scenario, run.recorder, console=console)
    assert (type(live), live.pace) == (kind, pace)
    live = picture_or_lines(
        run.board, "host", run.scenario, run.recorder, pace=3.0, console=console
    )
    assert live.pace == 3.0


def test_run_live_shows_plain_lines_where_output_is_piped(scripted, tmp_path, capsys):
    game = tmp_path / "game"
    game.write_text("+20 tap p1\n")
    assert main(["run", "--live", str(game)]) == 0
    out = capsys.readouterr().out
    assert "     0.010  state starting\n     0.030  p1 pressed\n" in out


@pytest.mark.parametrize("board", ["pico6", "pico8"])
@pytest.mark.parametrize("seed", range(3))
def test_the_demo_plays_on_the_firmware_whoever_is_chosen(board, seed, capsys):
    assert main(["demo", "--board", board, "--seed", str(seed)]) == 0
    out = capsys.readouterr().out
    for told in ("state slap_race", "state timed_out", "state paused", "joined nobody"):
        assert told in out
