"""Draws the pictures into build/pictures/, as PDF to print and PNG to look at."""

import sys

from unosim.boards import TREE
from unosim.pictures import table_card


def main() -> int:
    folder = TREE / "build" / "pictures"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in table_card.save(folder):
            print(path)
    except OSError as error:
        print(f"pictures: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
