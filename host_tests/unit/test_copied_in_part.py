"""A program that was copied onto the board in part: it says so and goes to safe mode."""

import functools
import shutil

import pytest

from unosim.backends import make
from unosim.boards import TREE

PART = "only a part of the program was copied; copy it anew: make flash"


@pytest.fixture(params=["host", "micropython"])
def started(request, tmp_path, units):
    """started(change) is a unit whose firmware was changed by that function of its folder."""
    if request.param == "micropython":
        request.getfixturevalue("micropython")
    folder = tmp_path / "firmware"
    shutil.copytree(TREE / "firmware", folder, ignore=shutil.ignore_patterns("__pycache__"))

    def start(change):
        change(folder)
        unit = units(functools.partial(make(request.param), firmware=folder))
        unit.run(500)
        return unit

    return start


def is_safe(unit):
    """SLAP's light blinks, nothing else is on."""
    slap = unit.board.lights["slap"]
    on = {(gpio, hz) for _, gpio, hz, duty in unit.outputs if duty}
    return on == {(slap, 8)} and "ready" not in "\n".join(unit.lines)


def test_while_it_is_copied(started):
    def mark(folder):
        shutil.copy(folder / "half_copied.py", folder / "unoflash" / "__init__.py")

    unit = started(mark)
    assert is_safe(unit)
    assert unit.said("state") == ["safe_mode"]
    assert f"Safe mode: {PART}" in unit.lines


def test_a_module_is_missing(started):
    unit = started(lambda folder: (folder / "unoflash" / "log.py").unlink())
    assert is_safe(unit)
    assert unit.lines[1].startswith("Safe mode: ")
    assert "unoflash.log" in unit.lines[1]
    assert unit.lines[1].endswith("; copy the program anew: make flash")


def test_a_module_is_torn(started):
    def tear(folder):
        path = folder / "unoflash" / "log.py"
        path.write_bytes(path.read_bytes()[:1_000] + b"\n  (")

    unit = started(tear)
    assert is_safe(unit)
    assert "make flash" in unit.lines[1]


def test_what_stops_the_start_is_told(started):
    """By an exception, of a part that fails: its traceback, and the REPL is left alone (S3)."""

    def spoil(folder):
        with (folder / "unoflash" / "hardware" / "battery.py").open("a") as battery:
            battery.write("\n\ndef _no_battery(*_):\n    raise OSError(5)\n\n\n")
            battery.write("Battery.__init__ = _no_battery\n")

    unit = started(spoil)
    assert is_safe(unit)
    assert any(line.startswith("Traceback") for line in unit.lines)
    assert "Safe mode: the unit cannot start: OSError(5" in "\n".join(unit.lines)


def test_whole_it_starts(started):
    unit = started(lambda folder: None)
    (ready,) = unit.said("ready")
    assert ready == "unoflash 0.1.0 unknown files pico8"
