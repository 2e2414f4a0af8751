"""The unit as a picture of characters: seats round the table, lights at their levels.

    console.print(Picture(board, "host").draw(scene))

A light is shown by the colour behind its button and, for terminals without colours, by a
sign: `●` lit (half or more), `•` dim, `○` dark. A button that is down has a thick frame, a seat
that nobody has joined a broken one.
"""

import math
from dataclasses import dataclass, field
from itertools import groupby

from rich.style import Style
from rich.text import Text

from unosim.steps import NS_PER_MS, names
from unosim.view import View

WIDTH, HEIGHT = 80, 19
_TABLE_WIDTH = 51
_PANEL = _TABLE_WIDTH + 2
_MIDDLE = (_TABLE_WIDTH // 2, 8)
_RADIUS = (20, 7)  # of the seats' ring, in columns and rows
_HAPPENED = 10  # lines of what happened last
_BAR, _BAR_CELL_MS = 20, 400  # of the turn's clock: full at 8 s
SEAT_COLOURS = ((235, 60, 50), (250, 205, 20), (60, 185, 75), (45, 125, 240))
SLAP_COLOUR = (255, 240, 215)
_OFF = (38, 38, 44)  # a button whose light is off
_QUIET = "grey50"
_FREE, _TAKEN, _DOWN = "╭╌╮╎╰╯", "╭─╮│╰╯", "┏━┓┃┗┛"


@dataclass
class Scene:
    """What the picture shows; lights by name to level, `pressed` the contacts that are closed."""

    now_ns: int = 0
    power: bool = False
    speed: str = "medium"
    tone_hz: int = 0
    view: View = field(default_factory=View)
    lights: dict[str, float] = field(default_factory=dict)
    pressed: set[str] = field(default_factory=set)
    caption: str = ""
    step: str = ""
    happened: list[str] = field(default_factory=list)


class Picture:
    """Draws scenes of one board."""

    def __init__(self, board, backend: str):
        self._board = board
        self._where = f"{board.name} on {backend}"
        self._places = _places(board.seats)

    def draw(self, scene: Scene) -> Text:
        """The picture, HEIGHT lines of WIDTH columns."""
        grid = _Grid()
        for seat, (x, y) in enumerate(self._places):
            name = f"p{seat + 1}"
            colour = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
            joined = seat + 1 in scene.view.joined
            _button(grid, scene, name, x - 5, y - 1, (10, 3), colour, joined)
        x, y = _MIDDLE
        _button(grid, scene, "slap", x - 7, y - 2, (14, 5), SLAP_COLOUR, True)
        play = "bold reverse" if "play" in scene.pressed else _QUIET
        grid.put(x - 7, y + 3, " ▶ play/pause ", play)
        self._panel(grid, scene)
        grid.put(0, HEIGHT - 2, scene.caption[:WIDTH], "bold")
        grid.put(0, HEIGHT - 1, scene.step[:WIDTH], _QUIET)
        return grid.text()

    def _panel(self, grid: "_Grid", scene: Scene) -> None:
        seconds, ms = divmod(scene.now_ns // NS_PER_MS, 1_000)
        clock = f"{seconds // 60}:{seconds % 60:02}.{ms // 100}"
        grid.put(_PANEL, 0, "UNO Flash", "bold")
        grid.put(WIDTH - len(clock), 0, clock, "bold")
        grid.put(_PANEL, 1, self._where[: WIDTH - _PANEL], _QUIET)
        state = scene.view.state or ("…" if scene.power else "off")
        grid.put(_PANEL, 3, f" {state} ", "bold reverse" if scene.power else _QUIET)
        players = " ".join(names(scene.view.players))
        if self._turn_clock(grid, scene):
            grid.put(_PANEL + len(state) + 3, 3, players, "bold")
        else:
            grid.put(_PANEL, 4, players, "bold")
        sound = f"♪ {scene.tone_hz} Hz" if scene.tone_hz else "silent"
        grid.put(_PANEL, 5, sound, "bold bright_yellow" if scene.tone_hz else _QUIET)
        grid.put(_PANEL + 12, 5, f"speed {scene.speed}", _QUIET)
        for row, line in enumerate(scene.happened[-_HAPPENED:]):
            if len(line) > WIDTH - _PANEL:
                line = line[: WIDTH - _PANEL - 1] + "…"
            grid.put(_PANEL, 7 + row, line, _QUIET)

    def _turn_clock(self, grid: "_Grid", scene: Scene) -> bool:
        """What a turn has left, in figures and as a bar; False where there is no such turn."""
        left_ns = scene.view.turn_left(scene.now_ns)
        if left_ns is None or scene.view.state not in ("turn", "paused"):
            return False
        left_ms = max(0, left_ns // NS_PER_MS)
        soon = left_ms < 2_000
        grid.put(_PANEL, 4, f"{left_ms / 1_000:4.1f} s", "bold bright_red" if soon else "bold")
        cells = min(_BAR, -(-left_ms // _BAR_CELL_MS))
        grid.put(_PANEL + 7, 4, "█" * cells, "bright_red" if soon else "green")
        return True


class _Grid:
    """Characters with styles, by column and row."""

    def __init__(self):
        self._cells: list[list[tuple[str, str | Style]]]
        self._cells = [[(" ", "")] * WIDTH for _ in range(HEIGHT)]

    def put(self, x: int, y: int, text: str, style: str | Style = "") -> None:
        row = self._cells[y]
        for i, character in enumerate(text):
            if 0 <= x + i < WIDTH:
                row[x + i] = (character, style)

    def text(self) -> Text:
        text = Text(no_wrap=True, end="")
        for number, row in enumerate(self._cells):
            if number:
                text.append("\n")
            for style, run in groupby(row, key=lambda cell: cell[1]):
                text.append("".join(cell[0] for cell in run), style)
        return text


def _places(seats: int) -> list[tuple[int, int]]:
    """Middles of the seats, clockwise from the top."""
    places = []
    for seat in range(seats):
        angle = 2 * math.pi * seat / seats
        x = round(_MIDDLE[0] + _RADIUS[0] * math.sin(angle))
        places.append((x, round(_MIDDLE[1] - _RADIUS[1] * math.cos(angle))))
    return places


def _button(
    grid: _Grid,
    scene: Scene,
    name: str,
    x: int,
    y: int,
    size: tuple[int, int],
    colour: tuple[int, int, int],
    there: bool,
) -> None:
    width, height = size
    level = min(1.0, scene.lights.get(name, 0.0))
    face = Style.parse(_colour(level, colour))
    pressed = name in scene.pressed
    frame = Style(color="white" if pressed or level else "grey50", bold=pressed, bgcolor=None)
    left_top, line, right_top, side, left_bottom, right_bottom = (
        _DOWN if pressed else _TAKEN if there else _FREE
    )
    grid.put(x, y, left_top + line * (width - 2) + right_top, frame)
    grid.put(x, y + height - 1, left_bottom + line * (width - 2) + right_bottom, frame)
    sign = "●" if level >= 0.5 else "•" if level else "○"
    label = f"{sign} {name.upper() if name == 'slap' else name}".center(width - 2)
    for row in range(1, height - 1):
        grid.put(x, y + row, side, frame)
        inside = label if row == (height - 1) // 2 else " " * (width - 2)
        grid.put(x + 1, y + row, inside, face + Style(bold=there, dim=not there))
        grid.put(x + width - 1, y + row, side, frame)


def _colour(level: float, colour: tuple[int, int, int]) -> str:
    """The style of a button's face: eyes see a tenth of the current as much more than that."""
    share = level**0.6
    mixed = [round(off + (full - off) * share) for off, full in zip(_OFF, colour, strict=True)]
    text = "black" if share > 0.5 else "white"
    return f"{text} on #{mixed[0]:02x}{mixed[1]:02x}{mixed[2]:02x}"
