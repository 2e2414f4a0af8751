"""The table card: one page (A5) with the buttons, what each state looks like, and what to do.

Each row's strip shows two seconds of the light it tells of, from left to right.
"""

import datetime
import math
from collections.abc import Callable
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

WIDTH_MM, HEIGHT_MM = 148, 210
_EDGE_MM = 9
_DPI = 200
_ON, _OFF, _LINE, _INK, _GREY = "#f2a900", "#f3f1ec", "#3a3a3a", "#1a1a1a", "#606060"
_STRIP_MM, _STRIP_S, _STRIP_PARTS = 21, 2.0, 210
_ROW_MM = 9.9

Level = Callable[[float], float]  # of a light, by the time in seconds


def _steady(_s: float) -> float:
    return 1.0


def _dark(_s: float) -> float:
    return 0.0


def _blinks(hz: float) -> Level:
    return lambda s: 1.0 if s * hz % 1 < 0.5 else 0.0


def _breathes(s: float) -> float:
    return 0.5 - 0.5 * math.cos(2 * math.pi * s)


def _chases(s: float) -> float:
    return 0.25 if s % 0.8 < 0.1 else 0.05


def _runs_round(s: float) -> float:
    return 1.0 if s > 1.4 or s % 0.35 < 0.1 else 0.0


def _slapped(s: float) -> float:
    return 1.0 if s < 1.1 else 0.0


# What people see, what it means, what to do.
STATES: tuple[tuple[Level, str, str], ...] = (
    (
        _chases,
        "Dim lights run round",
        "Free seats: press the one in front of you to join.\n"
        "Play/Pause starts, with two players or more.",
    ),
    (_runs_round, "Lights run and stop", "The unit chooses who is next. Wait."),
    (
        _steady,
        "One light on",
        "Your turn: play a card, then press your button.\n"
        "After a SLAP card press SLAP, not your button.",
    ),
    (_blinks(4), "It blinks and ticks", "Two seconds left (less with a short limit)."),
    (_blinks(2), "Buzzer, a light flashes", "Too late: draw two, then press that button."),
    (
        _slapped,
        "SLAP lit, a siren",
        "Opponents: hit your own button, fast! Your light\ngoes out when the unit has seen it.",
    ),
    (
        _blinks(2),
        "Sad sound, light flashes",
        "Last in the race: draw two, then press it.\nAll who flash must press.",
    ),
    (
        _breathes,
        "A light breathes",
        "Paused. Play/Pause goes on. Press a free seat to\njoin, hold your own for 1 s to leave.",
    ),
    (
        _dark,
        "All dark",
        "Asleep after five minutes. Play/Pause wakes it,\nand the game goes on where it was.",
    ),
    (_blinks(8), "Only SLAP blinks, fast", "Safe mode: something is wrong (README)."),
)
HOLDS = (
    ("Play/Pause and SLAP, 3 s", "a new game: all leave"),
    ("SLAP alone, 1 s, while joining", "loud, quiet, mute"),
    ("Your button, 1 s, joining or paused", "you leave"),
    ("Play/Pause while switching on", "test the buttons; 3 s ends it"),
    ("SLAP while switching on", "safe mode"),
)
SOUNDS = (
    ("Two low beeps at the start", "a setting is wrong; the game goes on"),
    ("Three falling beeps", "the batteries are low"),
)
SPEEDS = "Speed Switch, underneath: slow – no limit · medium – 6 s · fast – 4 s"
FOOT = (
    "Round over, or somebody needs time? Press Play/Pause. UNO is Mattel's; this project is not"
    " Mattel's."
)


def save(folder: Path, seats: int = 8) -> list[Path]:
    """Writes table-card.pdf and table-card.png into the folder; answers their paths."""
    figure = _draw(seats)
    paths = [folder / "table-card.pdf", folder / "table-card.png"]
    # No date: the same card is the same file.
    figure.savefig(paths[0], metadata={"CreationDate": datetime.datetime(2000, 1, 1)})
    figure.savefig(paths[1], dpi=_DPI)
    return paths


def _draw(seats: int) -> Figure:
    figure = Figure(figsize=(WIDTH_MM / 25.4, HEIGHT_MM / 25.4))
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH_MM), ylim=(HEIGHT_MM, 0))
    axes.axis("off")
    _text(axes, _EDGE_MM, 14, "UNO Flash unit", 17, bold=True)
    _text(axes, _EDGE_MM, 20.5, "Buttons and lights, for the table", 9, colour=_GREY)
    _unit(axes, WIDTH_MM - 40, 26, seats)
    _buttons(axes)
    _text(axes, _EDGE_MM, 53, "two seconds of a light", 6, colour=_GREY)
    y = 55.5
    for row in STATES:
        _state(axes, y, *row)
        y += _ROW_MM
    y = _list(axes, y + 4, "Hold", HOLDS)
    y = _list(axes, y + 2.5, "Hear", SOUNDS)
    _text(axes, _EDGE_MM, y + 2.5, SPEEDS, 8.2, bold=True)
    _text(axes, _EDGE_MM, HEIGHT_MM - 8, FOOT, 6.2, colour=_GREY)
    return figure


def _buttons(axes: Axes) -> None:
    rows = (
        ("Player Button", "yours for the game: join, end your turn, slap"),
        ("SLAP", "a SLAP card was played: the race is on"),
        ("Play/Pause", "start, pause, go on, wake"),
    )
    y = 28.0
    for name, what in rows:
        _text(axes, _EDGE_MM, y, name, 8.6, bold=True)
        _text(axes, _EDGE_MM, y + 3.6, what, 7.6)
        y += 8.2


def _unit(axes: Axes, x: float, y: float, seats: int) -> None:
    axes.add_patch(
        FancyBboxPatch(
            (x - 22, y - 13), 44, 26, boxstyle="round,rounding_size=12", fc="white", ec=_LINE
        )
    )
    for seat in range(seats):
        angle = 2 * math.pi * (seat + 0.5) / seats - math.pi / 2
        place = x + 28 * math.cos(angle), y + 18 * math.sin(angle)
        axes.add_patch(Circle(place, 3.6, fc=_ON if seat == 0 else _OFF, ec=_LINE))
        _text(axes, *place, f"p{seat + 1}", 6.5, centre=True)
    axes.add_patch(Circle((x, y - 2), 8, fc=_OFF, ec=_LINE, lw=1.6))
    _text(axes, x, y - 2, "SLAP", 8, bold=True, centre=True)
    axes.add_patch(Rectangle((x - 6.5, y + 7.6), 13, 4, fc="white", ec=_LINE))
    _text(axes, x, y + 9.6, "Play/Pause", 5.4, centre=True)


def _state(axes: Axes, y: float, level: Level, seen: str, meaning: str) -> None:
    _strip(axes, _EDGE_MM, y, level)
    _text(axes, _EDGE_MM + _STRIP_MM + 3, y + 2.6, seen, 7.6, bold=True)
    for i, line in enumerate(meaning.split("\n")):
        _text(axes, _EDGE_MM + _STRIP_MM + 43, y + 2.6 + 3.7 * i, line, 7.4)


def _strip(axes: Axes, x: float, y: float, level: Level) -> None:
    part_mm = _STRIP_MM / _STRIP_PARTS
    for i in range(_STRIP_PARTS):
        light = level((i + 0.5) * _STRIP_S / _STRIP_PARTS)
        axes.add_patch(Rectangle((x + i * part_mm, y), part_mm, 5, fc=_ON, alpha=light, lw=0))
    axes.add_patch(Rectangle((x, y), _STRIP_MM, 5, fc="none", ec=_LINE, lw=0.7))


def _list(axes: Axes, y: float, head: str, rows: tuple[tuple[str, str], ...]) -> float:
    _text(axes, _EDGE_MM, y, head, 8.6, bold=True)
    for what, then in rows:
        _text(axes, _EDGE_MM + 14, y, what, 7.6)
        _text(axes, _EDGE_MM + 71, y, then, 7.6)
        y += 4.2
    return y


def _text(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    points: float,
    bold: bool = False,
    centre: bool = False,
    colour: str = _INK,
) -> None:
    axes.text(
        x,
        y,
        text,
        size=points,
        weight="bold" if bold else "normal",
        ha="center" if centre else "left",
        va="center_baseline",
        color=colour,
    )
