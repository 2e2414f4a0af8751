"""A journal as a picture: how the seats compare. Drawn without a display."""

import io

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from unosim.journal.reading import Figures, Journal

# Different in brightness too, for those who do not see the colours, and on grey paper.
_WELL, _BADLY = "#2a78b8", "#f0a03c"
_DPI = 120


def png(journal: Journal) -> bytes:
    """The picture's file."""
    figure = Figure(figsize=(10, 6.4), layout="constrained")
    FigureCanvasAgg(figure)
    (turns, times), (races, slaps) = figure.subplots(2, 2)
    sessions = len(journal.sessions)
    figure.suptitle(f"UNO Flash: {sessions} session{'' if sessions == 1 else 's'}", weight="bold")
    seats = journal.total
    _stack(turns, seats, "Turns", "turns", ("timeouts", "in time", "timed out"))
    _stack(races, seats, "Slap races", "races", ("lost", "safe", "lost"))
    _turn_times(times, seats)
    _best_slaps(slaps, seats)
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=_DPI)
    return out.getvalue()


def _stack(
    axes: Axes, seats: dict[str, Figures], title: str, whole: str, bad: tuple[str, str, str]
) -> None:
    """Bars of `whole`, of which `bad` (a figure, and the labels of the rest and of it)."""
    part, good_label, bad_label = bad
    lost = [getattr(figures, part) for figures in seats.values()]
    well = [getattr(figures, whole) - n for figures, n in zip(seats.values(), lost, strict=True)]
    axes.bar(list(seats), well, color=_WELL, label=good_label)
    axes.bar(list(seats), lost, bottom=well, color=_BADLY, label=bad_label)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    _finish(axes, title, seats, legend=True)


def _turn_times(axes: Axes, seats: dict[str, Figures]) -> None:
    means_s = [(figures.mean_ms or 0) / 1000 for figures in seats.values()]
    longest_s = [figures.longest_ms / 1000 for figures in seats.values()]
    bars = axes.bar(list(seats), means_s, color=_WELL, label="mean")
    axes.bar_label(bars, fmt="%.1f", label_type="center", color="white", fontsize=9)
    axes.plot(list(seats), longest_s, "D", color=_BADLY, markeredgecolor="black", label="longest")
    _finish(axes, "Time of a turn (s)", seats, legend=True)


def _best_slaps(axes: Axes, seats: dict[str, Figures]) -> None:
    bars = axes.bar(list(seats), [figures.best_ms or 0 for figures in seats.values()], color=_WELL)
    labels = ["none" if f.best_ms is None else str(f.best_ms) for f in seats.values()]
    axes.bar_label(bars, labels, fontsize=9)
    _finish(axes, "Best slap (ms)", seats, legend=False)


def _finish(axes: Axes, title: str, seats: dict[str, Figures], legend: bool) -> None:
    axes.set_title(title, loc="left", fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(y=0.12)
    axes.set_ylim(bottom=0)
    if not seats:
        axes.text(0.5, 0.5, "nothing yet", ha="center", va="center", transform=axes.transAxes)
        axes.set_xticks([])
        axes.set_yticks([])
    elif legend:
        axes.legend(frameon=False, fontsize=9, ncols=2, loc="upper right", bbox_to_anchor=(1, 1.14))
