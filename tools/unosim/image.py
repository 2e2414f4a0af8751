"""`make image`: the firmware as a UF2 for each board, to drop on a Pico or run in the emulator.

MicroPython and a cross compiler come from Debian's packages (Debian 12 or later; no rights
needed, nothing installed) or from MICROPYTHON_DIR, and are kept in a cache outside the project
(UNOFLASH_CACHE). Images are put into `build/` of the project's tree.

An image is up to date as long as what it was made of is the same, file by file: committing alone
changes nothing, so tests do not build again. The commit's name inside it (the unit's first line
over USB shows it) is then that of the build: `abc1234-dirty` if it was made before the commit.
`make image` is strict and also builds again when the name would be another: what it leaves names
the commit that is checked out, without `-dirty` only if nothing in the image differs from it.

    build_if_possible("pico8")   # tests: a path; builds only if something changed
    image_path("pico8")          # a simulator: a path, or ImageUnavailable saying what to do
    plain_if_possible()          # MicroPython alone, as people have it who copy files onto it
"""

import argparse
import hashlib
import json
import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from unosim import boards, image_inputs
from unosim.boards import Board, BoardError
from unosim.image_build import build as build_board
from unosim.image_cache import Cache, ImageError, ImageUnavailable, cache_folder
from unosim.image_sources import HOW, choose

__all__ = [
    "ImageError",
    "ImageUnavailable",
    "build",
    "build_if_possible",
    "image_path",
    "main",
    "plain_if_possible",
]

OUTPUT = boards.TREE / "build"
_PLAIN = "plain"


@dataclass(frozen=True)
class _Record:
    """What an image was made of; lies beside it as .json, written last."""

    inputs: str  # image_inputs.digest
    tools: str  # Source.key
    commit: str
    sha256: str  # of the image: another file in its place is never used


def image_path(board: str | Path | Board) -> Path:
    """The image of a board (a name, a folder or a Board), if it is up to date.

    Raises ImageUnavailable with one line otherwise; BoardError for a bad board. On a machine that
    cannot build, an image that was built elsewhere from the same files will do.
    """
    board = _load(board)
    inputs = image_inputs.digest(image_inputs.read(board))
    try:
        tools, how = choose().key, _command(board)
    except ImageUnavailable:
        tools, how = None, HOW
    if _record(board.name, inputs, tools) is None:
        raise ImageUnavailable(f"there is no up-to-date image of {board.name}; to get one: {how}")
    return _path(board.name)


def build_if_possible(
    board: str | Path | Board, say: Callable[[str], None] = lambda line: None
) -> Path:
    """The image of a board, built if it is not up to date: in seconds, a minute the first time.

    Raises ImageUnavailable with one line where it cannot be built as the machine is, ImageError
    where it should have been, BoardError for a bad board. `say` is told of each step.
    """
    return build([_load(board)], say)[0]


def build(
    which: Sequence[Board], say: Callable[[str], None] = print, commit: str | None = None
) -> list[Path]:
    """The images of some boards, those built that are not up to date; errors as above.

    `commit`, if given, is the name that an image must have; else any will do.
    """
    return _build({board.name: image_inputs.read(board) for board in which}, say, commit)


def plain_if_possible(say: Callable[[str], None] = lambda line: None) -> Path:
    """MicroPython's image for a Pico without the unit; errors as for `build_if_possible`."""
    return _build({_PLAIN: image_inputs.read_plain()}, say, image_inputs.NO_COMMIT)[0]


def _build(
    wanted: Mapping[str, Mapping[str, bytes]], say: Callable[[str], None], commit: str | None
) -> list[Path]:
    source = choose()
    digests = {name: image_inputs.digest(inputs) for name, inputs in wanted.items()}

    def up_to_date(name: str) -> bool:
        record = _record(name, digests[name], source.key)
        return record is not None and commit in (None, record.commit)

    if not all(up_to_date(name) for name in wanted):
        with Cache(cache_folder(), say) as cache:
            tools = None
            for name, inputs in wanted.items():
                if up_to_date(name):  # asked again: another build may just have made it
                    continue
                tools = tools or source.prepare(cache)
                commit_name = commit or image_inputs.commit()
                image = build_board(cache, tools, name, inputs, commit_name)
                sha256 = hashlib.sha256(image).hexdigest()
                record = _Record(digests[name], source.key, commit_name, sha256)
                _write(_path(name), image)
                text = json.dumps(asdict(record), indent=4) + "\n"
                _write(_path(name).with_suffix(".json"), text.encode())
    return [_path(name) for name in wanted]


def _load(board: str | Path | Board) -> Board:
    return board if isinstance(board, Board) else boards.load(board)


def _command(board: Board) -> str:
    if board.folder.parent == boards.BOARDS:
        return "make image"
    return f".venv/bin/python -m unosim.image --board {shlex.quote(str(board.folder))}"


def _path(name: str) -> Path:
    return OUTPUT / f"unoflash-{name}.uf2"


def _record(name: str, inputs: str, tools: str | None) -> _Record | None:
    """What stands beside an image, if that image is up to date. `tools` None: any will do."""
    path = _path(name)
    try:
        record = _Record(**json.loads(path.with_suffix(".json").read_text()))
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    except (OSError, ValueError, TypeError):
        return None
    same = (record.inputs, record.sha256) == (inputs, sha256) and tools in (None, record.tools)
    return record if same else None


def _write(path: Path, data: bytes) -> None:
    """Replace a file at once: nobody ever sees half of it."""
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(exist_ok=True)
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        raise ImageError(f"{path} cannot be written: {error.strerror}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m unosim.image`. Exit status: 0 built; 2 an option, a board, a pin or a compile is
    bad; 3 it cannot be built on this machine as it is."""
    parser = argparse.ArgumentParser(prog="unosim image", description="Build the firmware image.")
    parser.add_argument(
        "--board",
        nargs="+",
        default=["all"],
        metavar="NAME",
        help=f"{', '.join(boards.names())}, a board folder's path, or all (the default)",
    )
    parser.add_argument(
        "--clean", action="store_true", help="empty the cache, downloads too, and build nothing"
    )
    options = parser.parse_args(arguments)
    try:
        if options.clean:
            with Cache(cache_folder(), _say) as cache:
                cache.clean()
                _say(f"emptied {cache.folder}")
            return 0
        names = boards.names() if "all" in options.board else options.board
        commit = image_inputs.commit()
        for path in build([boards.load(name) for name in names], _say, commit=commit):
            shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
            print(f"{shown}  {path.stat().st_size} bytes  commit {commit}")
    except (BoardError, ImageError) as error:
        print(f"image: {error}", file=sys.stderr)
        return 3 if isinstance(error, ImageUnavailable) else 2
    except KeyboardInterrupt:
        print("image: interrupted; the next run goes on from here", file=sys.stderr)
        return 130
    return 0


def _say(line: str) -> None:
    print(f"image: {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
