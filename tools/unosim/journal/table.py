"""A journal as tables for the terminal."""

from rich import box
from rich.console import Console
from rich.table import Table

from unosim.journal.reading import Figures, Journal

_FAULT_LINES = 12  # of one fault, at most
_NOTHING = "–"


def show(journal: Journal, console: Console) -> None:
    """Seats, sessions, faults, and how much of the files was no record."""
    if journal.total:
        console.print(_seats(journal))
        console.print(_sessions(journal))
    _faults(journal, console)
    console.print(_summary(journal), markup=False, highlight=False)


def _seats(journal: Journal) -> Table:
    table = Table(title="Seats", title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column("seat")
    heads = ("turns", "timed out", "mean", "longest", "races", "lost", "best slap")
    for head in heads:
        table.add_column(head, justify="right")
    for name, figures in journal.total.items():
        table.add_row(name, *_cells(figures))
    return table


def _cells(figures: Figures) -> tuple[str, ...]:
    return (
        str(figures.turns),
        share(figures.timeouts, figures.turns),
        _seconds(figures.mean_ms),
        _seconds(figures.longest_ms or None),
        str(figures.races),
        share(figures.lost, figures.races),
        _NOTHING if figures.best_ms is None else f"{figures.best_ms} ms",
    )


def share(part: int, whole: int) -> str:
    """`3 (25 %)`."""
    return f"{part} ({100 * part / whole:.0f} %)" if whole else str(part)


def _seconds(ms: float | None) -> str:
    return _NOTHING if ms is None else f"{ms / 1000:.1f} s"


def _sessions(journal: Journal) -> Table:
    table = Table(title="Sessions (a power-on each)", title_justify="left", box=box.SIMPLE_HEAD)
    for head in ("session", "seats", "turns", "timed out", "faults"):
        table.add_column(head, justify="left" if head == "seats" else "right")
    for number, session in journal.sessions.items():
        seats = session.seats.values()
        turns = sum(figures.turns for figures in seats)
        timeouts = sum(figures.timeouts for figures in seats)
        faults = str(len(session.faults) or "")
        names = " ".join(sorted(session.seats))
        table.add_row(str(number), names, str(turns), share(timeouts, turns), faults)
    return table


def _faults(journal: Journal, console: Console) -> None:
    for number, session in journal.sessions.items():
        for text, times in _counted(session.faults).items():
            lines = text.split("\n")
            if len(lines) > _FAULT_LINES:
                lines[4 : len(lines) - _FAULT_LINES + 5] = ["…"]
            again = f" ({times} times)" if times > 1 else ""
            head = f"session {number}{again}: "
            console.print(head + "\n    ".join(lines), markup=False, highlight=False)


def _counted(faults: list[str]) -> dict[str, int]:
    return {text: faults.count(text) for text in dict.fromkeys(faults)}


def _summary(journal: Journal) -> str:
    records, broken, sessions = journal.records, journal.broken, len(journal.sessions)
    text = f"{_number(records, 'record')} of {_number(sessions, 'session')}"
    if broken:
        text += f"; {_number(broken, 'line')} left out, broken (each power cut may leave one)"
    return text


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
