"""`make soak`: after the hours, power cuts on the emulated chip."""

import subprocess

import pytest

from unosim import image
from unosim.soak import __main__ as soak


@pytest.fixture
def ran(monkeypatch):
    """What was run as a program, in words."""
    commands = []

    def run(command, **_):
        commands.append(command)
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(subprocess, "run", run)
    return commands


def soaked(monkeypatch, *options, hours=0):
    monkeypatch.setattr(soak, "soak", lambda options: hours)
    monkeypatch.setattr("sys.argv", ["unosim.soak", *options])
    return soak.main()


def test_after_the_hours_the_power_is_cut_two_hundred_times(monkeypatch, ran):
    monkeypatch.setattr(image, "build_if_possible", lambda board: None)
    assert soaked(monkeypatch) == 1  # as the cuts ended
    (command,) = ran
    assert "--power-cuts=200" in command
    assert "--install-cuts=20" in command
    assert "host_tests/install/test_flash_on_chip.py" in command
    assert "host_tests/emulator/test_power_cuts.py" in command


def test_without_an_image_a_line_says_that_there_were_no_cuts(monkeypatch, ran, capsys):
    def no_image(board):
        raise image.ImageUnavailable("cmake is not there")

    monkeypatch.setattr(image, "build_if_possible", no_image)
    assert soaked(monkeypatch) == 3
    assert capsys.readouterr().err == (
        "soak: no power cuts on the emulated chip: cmake is not there\n"
    )
    assert ran == []


def test_no_cuts_where_the_hours_broke_something(monkeypatch, ran):
    monkeypatch.setattr(image, "build_if_possible", lambda board: None)
    assert soaked(monkeypatch, hours=1) == 1
    assert ran == []


def test_no_cuts_where_none_are_wanted(monkeypatch, ran):
    assert soaked(monkeypatch, "--cuts", "0") == 0
    assert ran == []
