"""Figures: what was measured, beside the bounds of the unit's contract for the emulated chip."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.table import Table

KIB = 1024


@dataclass(frozen=True)
class Figure:
    """`value` in `unit`; `bound` is the most (or the least) that is allowed, None: none is set."""

    name: str
    value: float
    unit: str
    bound: float | None = None
    least: bool = False  # whether the bound is a least
    note: str = ""

    @property
    def ok(self) -> bool:
        if self.bound is None:
            return True
        return self.value >= self.bound if self.least else self.value <= self.bound


def show(figures: Sequence[Figure], console: Console) -> None:
    """A table for people."""
    table = Table(title="UNO Flash unit, pico8 on the emulated RP2040", title_justify="left")
    table.add_column("figure")
    table.add_column("measured", justify="right")
    table.add_column("bound", justify="right")
    table.add_column("")
    table.add_column("of what", style="dim")
    for figure in figures:
        bound, mark = "", ""
        if figure.bound is not None:
            bound = f"{'≥' if figure.least else '≤'} {_number(figure.bound)} {figure.unit}"
            mark = "[green]ok[/]" if figure.ok else "[red]BROKEN[/]"
        table.add_row(
            figure.name, f"{_number(figure.value)} {figure.unit}", bound, mark, figure.note
        )
    console.print(table)


def as_json(figures: Sequence[Figure], **more: object) -> dict[str, object]:
    return {"figures": [asdict(figure) | {"ok": figure.ok} for figure in figures], **more}


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:.3g}"
