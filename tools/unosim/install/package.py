"""The package.json by which `mpremote mip install` copies the program, as sources.

    python -m unosim.install.package      # writes it anew, after a file came, went or moved

`mip` copies in the order of the list, and into /lib; only main.py has another place. The mark is
the first and the package's true `__init__.py` the last, as with `unosim flash`.
"""

import json
from pathlib import Path

from unosim import boards
from unosim.boards import TREE
from unosim.install import program
from unosim.install.flash import BOARD

_MARK = program.MARK.removeprefix(program.LIB + "/")
_MAIN = "main.py"


def text() -> str:
    """What package.json should hold."""
    urls = [(_MARK, program.half_copied())]
    for name, path in program.sources(boards.BOARDS / BOARD / "board.py"):
        urls.append((f"../{_MAIN}" if name == _MAIN else name, path))
    lines = ",\n".join(f"    {json.dumps([name, _in_the_project(path)])}" for name, path in urls)
    return (
        f'{{\n  "urls": [\n{lines}\n  ],\n  "deps": [],\n  "version": "{program.version()}"\n}}\n'
    )


def _in_the_project(path: Path) -> str:
    return path.relative_to(TREE).as_posix()


if __name__ == "__main__":
    (TREE / "package.json").write_text(text(), "utf-8")
