"""What of the project goes into an image, and which commit it is.

Two things are kept apart: the digest is over contents alone (firmware, board, recipe, tools), so
that committing, switching branches and back, or a fresh clone make no image out of date. The
commit is only a name for those contents, frozen in as `build_info.COMMIT`.
"""

import hashlib
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from unosim.boards import BOARDS, TREE, Board
from unosim.image_cache import ImageError

FIRMWARE = TREE / "firmware"
NO_COMMIT = "unknown"
_PLAIN = Path(__file__).with_name("plain")

_BOARD_FILES = ("board.py", "manifest.py", "mpconfigboard.cmake", "mpconfigboard.h", "pins.csv")
_SHARED_FILES = ("*.py", "*.cmake", "*.h")  # beside the boards' folders
_RECIPE = ("image_build.py", "image_pins.py", "image_sources.py", "image_uf2.py")
# The paths whose changes make an image "dirty": all that goes into one.
_IN_THE_IMAGE = ("firmware", "boards", *(f"tools/unosim/{name}" for name in _RECIPE))


def read(board: Board) -> dict[str, bytes]:
    """All the files an image is made of, as `firmware/main.py`, `boards/pico8/board.py` …

    Read once, so that an edit during the build cannot come between the digest and the image.
    """
    return dict(_read(board))


def _read(board: Board) -> Iterator[tuple[str, bytes]]:
    modules = [FIRMWARE / "main.py", *sorted((FIRMWARE / "unoflash").rglob("*.py"))]
    files = {f"firmware/{p.relative_to(FIRMWARE)}": p for p in modules}
    files |= {f"boards/{board.name}/{name}": board.folder / name for name in _BOARD_FILES}
    files |= {f"boards/{p.name}": p for kind in _SHARED_FILES for p in BOARDS.glob(kind)}
    for name, path in files.items():
        try:
            yield name, path.read_bytes()
        except OSError as error:
            raise ImageError(f"{path}: {error.strerror}; the image needs it") from None


def read_plain() -> dict[str, bytes]:
    """The board directory of an image that holds MicroPython alone, as `boards/plain/…`."""
    return {f"boards/plain/{path.name}": path.read_bytes() for path in sorted(_PLAIN.iterdir())}


def digest(inputs: Mapping[str, bytes]) -> str:
    """One number for the inputs and for the recipe that makes an image of them."""
    recipe = {f"recipe/{name}": Path(__file__).with_name(name).read_bytes() for name in _RECIPE}
    total = hashlib.sha256()
    for name, data in sorted({**inputs, **recipe}.items()):
        total.update(f"{name}\0{len(data)}\0".encode() + data)
    return total.hexdigest()


def commit(tree: Path = TREE) -> str:
    """The commit checked out, as `abc1234`; `abc1234-dirty` if what goes into an image differs
    from it (new files included); `unknown` where there is no git."""
    try:
        name = _git(tree, "rev-parse", "--short=7", "HEAD").strip()
        changed = _git(tree, "status", "--porcelain", "--untracked-files=all", "--", *_IN_THE_IMAGE)
    except (OSError, subprocess.CalledProcessError):
        return NO_COMMIT
    return f"{name}-dirty" if changed else name


def _git(tree: Path, *arguments: str) -> str:
    command = ["git", "-C", str(tree), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
