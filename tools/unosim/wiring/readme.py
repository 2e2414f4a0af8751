"""The power budget in boards/README.md, between two marks, so that its numbers are the inputs'."""

from unosim.boards import BOARDS, load
from unosim.power import budget, report

README = BOARDS / "README.md"
BOARD = "pico6"
_BEGIN, _END = f"<!-- unosim power --board {BOARD} -->\n", "<!-- end -->\n"


def with_budget(text: str) -> str:
    """The README's text with the budget of today between its marks.

    Raises ValueError where the marks are not there.
    """
    if _BEGIN not in text or _END not in text:
        raise ValueError(f"{README}: {_BEGIN.strip()} … {_END.strip()} are missing")
    before, rest = text.split(_BEGIN, 1)
    _, after = rest.split(_END, 1)
    lines = "".join(f"    {line}\n" for line in report(budget(load(BOARD))).splitlines())
    return f"{before}{_BEGIN}\n{lines}\n{_END}{after}"
