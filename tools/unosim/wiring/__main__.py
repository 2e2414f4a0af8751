"""`make wiring`: pictures and bills of all boards, or of the board files that are named.

    python -m unosim.wiring [BOARD ...]

Writes into each board's folder `wiring/schematic`, `wiring/pins` (SVG and PNG) and
`wiring/parts.csv`; into `boards/lids/` a drilling template for each number of seats in use; into
`boards/README.md`, if no board is named, the power budget.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from unosim.boards import BOARDS, Board, BoardError, load, names
from unosim.wiring import bill, drawing, lid, pins, readme, schematic

LIDS = BOARDS / "lids"


def main(arguments: Sequence[str]) -> int:
    """Draws; answers the exit status: 0, or 2 where a board is bad or a folder not writable."""
    try:
        boards = [load(name) for name in arguments or names()]
        for board in boards:
            for path in save(board):
                print(path)
        if not arguments:
            text = readme.README.read_text("utf-8")
            readme.README.write_text(readme.with_budget(text), "utf-8")
            print(readme.README)
    except BoardError as error:
        print(f"wiring: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"wiring: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def save(board: Board) -> list[Path]:
    """Writes a board's pictures, bill and template; answers their paths."""
    folder = board.folder / "wiring"
    for made in (folder, LIDS):
        made.mkdir(exist_ok=True)
    written = [
        *drawing.save(schematic.draw(board), folder / "schematic"),
        *drawing.save(pins.draw(board), folder / "pins"),
    ]
    for path, text in (
        (folder / "parts.csv", bill.as_csv(board)),
        (LIDS / f"{board.seats}-seats.svg", lid.as_svg(board.seats)),
    ):
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
