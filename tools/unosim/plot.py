"""A trace as a picture: a timeline with a row for each light and button, and the buzzer.

    png(trace.records(), seats=8)       unosim plot TRACE [OUT.png]

Time runs in strips one below the other, as lines of music do, so that two minutes can be read.
A light is a bar as bright and as high as its level; a button is a bar while it is down; the
buzzer is a line at the height of its tone; states are bands with their names.
"""

import io
import math
from collections.abc import Iterable, Iterator
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from unosim.steps import names, seat_number
from unosim.trace import OutputFile, TraceError, read

STRIP_S, MOST_STRIPS = 30, 12  # a strip is longer where there would be more of them
_WIDTH, _ROW, _DPI = 15.0, 0.165, 100  # inches, inches a row
_LETTER_PX = 6.2  # of a state's name, about
_US = 1e-6
# Bright and dark by turns: states that follow each other differ without their colours.
_STATE_COLOURS = {
    "starting": "#d8d8d8",
    "joining": "#cfe3f5",
    "choosing": "#9a9a9a",
    "turn": "#fbe7a1",
    "timed_out": "#d1714f",
    "slap_race": "#4f8fc0",
    "slap_lost": "#b890c8",
    "paused": "#e6f0df",
    "asleep": "#5a5a70",
    "self_test": "#bfe0da",
    "safe_mode": "#303030",
}
_DARK = {"choosing", "timed_out", "slap_race", "asleep", "safe_mode"}
_LIGHT, _BUTTON, _TONE = "#e08a00", "#1c3f66", "#6a2c70"

Span = tuple[float, float, float]  # from and to in seconds, and how much


def main(trace: str, out: str | None) -> str:
    """Draws the trace's file; answers the path of the picture. TraceError says what is wrong."""
    path = out or str(Path(trace).with_suffix(".png"))
    if Path(path).resolve() == Path(trace).resolve():
        raise TraceError(f"{trace}: would be overwritten by its picture; name another file for it")
    records = read(trace)
    try:
        output = OutputFile(path)
        try:
            output.write(png(records))
        finally:
            output.discard()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TraceError(f"{path}: cannot be written: {reason}") from None
    return path


def png(records: Iterable[dict], seats: int | None = None) -> bytes:
    """The timeline as a PNG; without `seats` there are as many as the trace tells of."""
    lines = _Lines(list(records), seats)
    length = max(STRIP_S, math.ceil(lines.seconds / MOST_STRIPS))
    count = max(1, math.ceil((lines.seconds - 0.05) / length))
    if count == 1:
        length = max(1.0, lines.seconds)
    rows = len(lines.rows) + 2
    figure = Figure(figsize=(_WIDTH, count * (rows * _ROW + 0.45) + 0.35), dpi=_DPI)
    FigureCanvasAgg(figure)
    strips = figure.subplots(count, 1, squeeze=False)[:, 0]
    for number, axes in enumerate(strips):
        _strip(axes, lines, lines.start + number * length, length)
    strips[-1].set_xlabel("seconds since the first power-on", fontsize=8, loc="right")
    figure.tight_layout(pad=0.6, h_pad=0.5)
    _name_colours(figure, {state for _, _, state, _ in lines.states})
    file = io.BytesIO()
    # No Software entry: the same trace gives the same file with the same matplotlib.
    figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()


class _Lines:
    """The trace by rows: what each light, button and the buzzer did, and the states."""

    def __init__(self, records: list[dict], seats: int | None):
        times = [record["t"] * _US for record in records] or [0.0]
        self.start, self.end = min(0.0, min(times)), max(times)
        self.seconds = self.end - self.start
        if seats is None:
            seats = max([2, *_seats(records)])
        lights = [*names(range(1, seats + 1)), "slap"]
        self.lights = {name: self._spans(records, "light", name) for name in lights}
        self.buttons = {name: self._presses(records, name) for name in (*lights, "play")}
        self.tone = self._spans(records, "tone", None)
        self.states = list(self._bands(records))
        self.rows = [
            row
            for name in (*lights, "play")
            for row in ((name, "light"), (name, "button"))
            if row != ("play", "light")
        ] + [("buzzer", "tone")]

    def _spans(self, records: list[dict], event: str, name: str | None) -> list[Span]:
        value = "level" if event == "light" else "hz"
        changes = [
            (record["t"] * _US, float(record[value]))
            for record in records
            if record["event"] == event and record.get("light") == name
        ]
        return self._between(changes)

    def _presses(self, records: list[dict], name: str) -> list[Span]:
        return self._between(
            [
                (record["t"] * _US, float(record["event"] == "press"))
                for record in records
                if record.get("button") == name
            ]
        )

    def _between(self, changes: list[tuple[float, float]]) -> list[Span]:
        ends = [at for at, _ in changes[1:]] + [self.end]
        pairs = zip(changes, ends, strict=True) if changes else ()
        return [(at, end, value) for (at, value), end in pairs if value > 0]

    def _bands(self, records: list[dict]) -> Iterator[tuple[float, float, str, str]]:
        """(from, to, state, label) of each state; a race goes on while its players change."""
        changes: list[tuple[float, str, str]] = [(self.start, "", "off")]
        for record in records:
            at = record["t"] * _US
            if record["event"] == "power":
                changes.append((at, "", "" if record["on"] else "off"))
            elif record["event"] == "state":
                state = record["state"]
                if changes[-1][1] != state or state == "turn":
                    who = " ".join(names(record["players"])) if state != "slap_race" else ""
                    changes.append((at, state, f"{state.replace('_', ' ')} {who}".strip()))
        ends = [at for at, _, _ in changes[1:]] + [self.end]
        for (at, state, label), end in zip(changes, ends, strict=True):
            if end > at:
                yield at, end, state, label


def _seats(records: list[dict]) -> Iterator[int]:
    for record in records:
        for name in (record.get("light"), record.get("button")):
            if isinstance(name, str) and name[:1] == "p" and name[1:].isdigit():
                yield seat_number(name)


def _strip(axes: Axes, lines: _Lines, start: float, length: float) -> None:
    end = start + length
    height = len(lines.rows)
    axes.set_xlim(start, end)
    axes.set_ylim(height + 0.1, -1.7)
    labels = []
    for row, (name, kind) in enumerate(lines.rows):
        if kind == "light":
            axes.axhspan(row, row + 2, color="#f2f2f2" if row % 4 else "#ffffff", lw=0, zorder=0)
            _bars(axes, row + 1, _within(lines.lights[name], start, end), _LIGHT, 0.9)
        elif kind == "button":
            _bars(axes, row + 0.95, _within(lines.buttons[name], start, end), _BUTTON, 0.5)
        else:
            _tones(axes, row, _within(lines.tone, start, end))
        labels.append(f"{name.upper() if name == 'slap' else name}  {kind}" if kind else name)
    _states(axes, lines, start, end)
    axes.set_yticks([-0.85, *(row + 0.5 for row in range(height))], ["state", *labels], fontsize=7)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelsize=8)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=15, steps=[1, 2, 5, 10]))
    axes.grid(axis="x", color="#cccccc", lw=0.5)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _within(spans: list[Span], start: float, end: float) -> list[Span]:
    return [(max(a, start), min(b, end), value) for a, b, value in spans if a < end and b > start]


def _bars(axes: Axes, floor: float, spans: list[Span], colour: str, height: float) -> None:
    """Bars on a floor, as high as their value and, so that eyes find them, never invisible."""
    boxes, colours = [], []
    for start, end, value in spans:
        value = min(1.0, value)
        top = floor - height * (0.12 + 0.88 * value)
        boxes.append([(start, floor), (start, top), (end, top), (end, floor)])
        colours.append((colour, 0.35 + 0.65 * value))
    axes.add_collection(PolyCollection(boxes, facecolors=colours, edgecolors=colours, lw=0.6))


def _tones(axes: Axes, row: int, spans: list[Span]) -> None:
    """100 Hz at the row's floor, 6.4 kHz at its top."""
    for start, end, hz in spans:
        share = min(1.0, max(0.0, math.log2(hz / 100) / 6))
        y = row + 0.9 - 0.8 * share
        axes.plot([start, end], [y, y], color=_TONE, lw=2.2, solid_capstyle="butt")


def _states(axes: Axes, lines: _Lines, start: float, end: float) -> None:
    pixels = _WIDTH * 0.92 * _DPI / (end - start)
    for at, to, state, label in lines.states:
        a, b = max(at, start), min(to, end)
        if b <= a:
            continue
        axes.axvspan(a, b, 0.0, 1.0, color="#888888", alpha=0.08 if state in _DARK else 0.0, lw=0)
        axes.fill_between(
            [a, b], -1.55, -0.15, color=_STATE_COLOURS.get(state, "#ffffff"), ec="#444444", lw=0.6
        )
        ink = "white" if state in _DARK else "black"
        for text in _shorter(label):
            if len(text) * _LETTER_PX <= (b - a) * pixels:
                axes.text((a + b) / 2, -0.85, text, fontsize=7, color=ink, ha="center", va="center")
                break


def _shorter(label: str) -> Iterator[str]:
    """The label, and what may stand for it where there is less room."""
    yield label
    words = label.split()
    if words[:1] == ["turn"]:
        yield words[-1]
    elif words[:1] == ["slap"]:
        yield " ".join(words[1:])


def _name_colours(figure: Figure, states: set[str]) -> None:
    """For the states whose bands are too short for their names."""
    shown = [(state, colour) for state, colour in _STATE_COLOURS.items() if state in states]
    patches = [
        Patch(facecolor=colour, edgecolor="#444444", lw=0.6, label=state.replace("_", " "))
        for state, colour in shown
    ]
    if patches:
        figure.legend(
            handles=patches,
            loc="lower left",
            ncols=len(patches),
            fontsize=7,
            frameon=False,
            handlelength=1.2,
            columnspacing=1.2,
            borderaxespad=0.2,
        )
