"""Timelines, compared by what must be in them."""

import io
import json

import pytest
from PIL import Image

from unosim.cli import main
from unosim.plot import png

HALF_SECOND = 500_000
GAME = [
    {"t": 0, "event": "power", "on": True, "supply": "battery"},
    {"t": 0, "event": "state", "state": "joining", "players": []},
    {"t": 1_000_000, "event": "light", "light": "p2", "level": 1.0},
    {"t": 2_000_000, "event": "light", "light": "p2", "level": 0.0},
    {"t": 2_000_000, "event": "state", "state": "turn", "players": [2], "limit_us": None},
    {"t": 3_000_000, "event": "press", "button": "p1"},
    {"t": 3_500_000, "event": "release", "button": "p1"},
    {"t": 4_000_000, "event": "tone", "hz": 880},
    {"t": 4_500_000, "event": "tone", "hz": 0},
    {"t": 5_000_000, "event": "joined", "players": [1, 2]},
]
ORANGE, BLUE, PURPLE, YELLOW = (224, 138, 0), (28, 63, 102), (106, 44, 112), (251, 231, 161)


def columns(data, colour):
    """First and last column in which this colour stands, as shares of the width."""
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    width, height = picture.size
    pixels = picture.load()
    found = [
        x
        for x in range(width)
        if any(pixels[x, y] == colour for y in range(height - 40))  # not the legend
    ]
    return (found[0] / width, found[-1] / width) if found else None


def test_bars_lie_where_things_happened():
    data = png(GAME, 2)
    yellow = columns(data, YELLOW)  # the turn: 2 s … 5 s
    second = (yellow[1] - yellow[0]) / 3
    zero = yellow[0] - 2 * second
    for colour, start, end in ((ORANGE, 1, 2), (BLUE, 3, 3.5), (PURPLE, 4, 4.5)):
        first, last = columns(data, colour)
        assert (first - zero) / second == pytest.approx(start, abs=0.03)
        assert (last - zero) / second == pytest.approx(end, abs=0.03)


def test_without_a_press_there_is_no_bar():
    assert columns(png([record for record in GAME if "button" not in record], 2), BLUE) is None


@pytest.mark.parametrize(("seconds", "strips"), [(5, 1), (30, 1), (31, 2), (120, 4), (3_600, 12)])
def test_time_runs_in_strips_that_can_be_read(seconds, strips):
    one = Image.open(io.BytesIO(png(GAME, 2))).height
    long = png([*GAME, {"t": seconds * 1_000_000, "event": "tone", "hz": 0}], 2)
    assert Image.open(io.BytesIO(long)).height == pytest.approx(one * strips, rel=0.35)


def test_nothing_is_a_picture_too():
    assert png([]).startswith(b"\x89PNG")


@pytest.fixture
def trace(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in GAME))
    return path


def test_the_command_draws_beside_the_trace_and_says_where(trace, capsys):
    assert main(["plot", str(trace)]) == 0
    picture = trace.with_suffix(".png")
    assert capsys.readouterr().out == f"{picture}\n"
    assert picture.read_bytes() == png(GAME)


def test_the_command_draws_where_it_is_told(trace, tmp_path):
    assert main(["plot", str(trace), str(tmp_path / "other.png")]) == 0
    assert (tmp_path / "other.png").exists()
    assert not trace.with_suffix(".png").exists()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "holds no record of a trace"),
        ("{}\n", ":1: no record of a trace"),
        ('{"t": 0, "event": "tone"}\n', ":1: no record of a trace"),
        ('{"t": 0, "event": "tone", "hz": 1}\n[]\n', ":2: no record of a trace"),
        ('{"t": "0", "event": "tone", "hz": 1}\n', ":1: no record of a trace"),
        ("[" * 100_000, ":1: no record of a trace"),
        ("\udcff", "cannot be read"),
    ],
)
def test_what_is_no_trace_is_refused_in_a_line(trace, capsys, content, complaint):
    trace.write_bytes(content.encode(errors="surrogateescape"))
    assert main(["plot", str(trace)]) == 2
    complained = capsys.readouterr().err
    assert complaint in complained
    assert complained.count("\n") == 1


def test_a_picture_never_replaces_its_trace(trace, capsys):
    before = trace.read_text()
    assert main(["plot", str(trace), str(trace)]) == 2
    assert trace.read_text() == before
    assert main(["plot", "nowhere.jsonl"]) == 2
    assert main(["plot", str(trace), "/no/such/file.png"]) == 2
