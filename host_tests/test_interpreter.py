import builtins
import os
import sys

import pytest

from unosim.interpreter import FAKES, Interpreter


@pytest.fixture
def firmware(tmp_path):
    """Writes a device's files: firmware({"main.py": text, …}) -> their folder."""

    def write(files):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return tmp_path

    return write


def test_two_power_ons_share_nothing(firmware):
    folder = firmware({"main.py": "import array\nseen = []\nkept = array.array('i', [0])\n"})
    first, second = Interpreter(folder), Interpreter(folder)
    first.load("main").seen.append(1)
    assert second.load("main").seen == []
    assert first.load("main") is first.load("main")
    assert first.load("main").kept is not second.load("main").kept
    assert first.load("world").WORLD is not second.load("world").WORLD
    first.load("array").array = None
    first.load("machine").mem32 = None
    assert second.load("array").array is not None
    assert second.load("machine").mem32 is not None


def test_nothing_leaks_to_the_host(firmware):
    before = set(sys.modules)
    folder = firmware({"main.py": "import time, os, machine\nopen = None\n"})
    device = Interpreter(folder).load("main")
    assert set(sys.modules) == before
    assert builtins.open is not None
    assert device.os is not os


def test_packages_and_relative_imports(firmware):
    folder = firmware(
        {
            "main.py": "import unit.parts.lamp\nimport unit.parts.lamp as short\n"
            "from unit import parts, NAME\nfrom unit.parts import lamp\n",
            "unit/__init__.py": "NAME = 'unit'\n",
            "unit/parts/__init__.py": "from . import base\nfrom .base import BASE\n",
            "unit/parts/base.py": "from .. import NAME\nBASE = NAME + '.base'\n",
            "unit/parts/lamp.py": "from ..parts.base import BASE\nfrom . import base as other\n",
        }
    )
    main = Interpreter(folder).load("main")
    assert main.unit.parts.lamp is main.short is main.lamp
    assert main.parts.BASE == main.lamp.BASE == main.lamp.other.BASE == "unit.base"


@pytest.mark.parametrize(
    "text",
    [
        "import socket",
        "import sys, subprocess",
        "from pathlib import Path",
        "import world",
        "from costs import TICKS_NS",
        "import unit.nothing",
        "import lamp.nothing",
        "from unit import nothing",
        "from . import unit",
        "from json import JSONDecodeError",
        "from array import ArrayType",
    ],
)
def test_imports_that_the_chip_refuses(firmware, text):
    folder = firmware({"main.py": text, "unit/__init__.py": "", "lamp.py": ""})
    with pytest.raises(ImportError):
        Interpreter(folder).load("main")


def test_import_error_inside_a_module_is_told_as_it_is(firmware):
    folder = firmware(
        {"main.py": "from unit import part", "unit/__init__.py": "", "unit/part.py": "import nose"}
    )
    with pytest.raises(ImportError, match="no module named 'nose'"):
        Interpreter(folder).load("main")


@pytest.mark.parametrize("name", ["breakpoint", "vars", "memory", "FileNotFoundError", "input"])
def test_builtins_that_the_chip_lacks(firmware, name):
    with pytest.raises(NameError):
        Interpreter(firmware({"main.py": name})).load("main")


def test_module_that_failed_is_tried_anew(firmware):
    folder = firmware({"main.py": "raise ValueError('once')"})
    device = Interpreter(folder)
    with pytest.raises(ValueError, match="once"):
        device.load("main")
    assert "main" not in device.modules


def test_fakes_win_over_files_of_the_firmware(firmware):
    device = Interpreter(firmware({"time.py": "raise ValueError", "board.py": "NAME = 'x'"}))
    assert device.load("time").__file__ == str(FAKES / "time.py")
    assert device.load("board").NAME == "x"


def test_open_and_print_are_the_chips(firmware):
    folder = firmware({"main.py": "open('a', 'w').close()\nprint('hello', 5, sep='-')\n"})
    device = Interpreter(folder)
    world = device.load("world").WORLD
    sent = []

    class Port:
        def usb(self, now_ns, data):
            sent.append(data)

        def stored(self, name, data):
            sent.append(name)

    world.port = Port()
    device.load("main")
    assert sent == ["a", b"hello-5\r\n"]
    assert not (folder / "a").exists()


def test_changed_files_are_compiled_anew(firmware):
    folder = firmware({"main.py": "value = 1"})
    assert Interpreter(folder).load("main").value == 1
    firmware({"main.py": "value = 22"})
    assert Interpreter(folder).load("main").value == 22


def test_tracebacks_name_the_files(firmware):
    folder = firmware({"main.py": "def fail():\n    raise ValueError('x')\n"})
    device = Interpreter(folder)
    with pytest.raises(ValueError, match="x") as caught:
        device.load("main").fail()
    text = device.load("tracebacks").text(caught.value)
    assert text.splitlines() == [
        "Traceback (most recent call last):",
        f'  File "{folder / "main.py"}", line 2, in fail',
        "ValueError: x",
    ]


def test_native_functions_leave_no_trace_as_on_the_chip(firmware):
    text = """import micropython
@micropython.native
def inner():
    raise ValueError("x")
def outer():
    inner()
"""
    folder = firmware({"main.py": text})
    device = Interpreter(folder)
    with pytest.raises(ValueError, match="x") as caught:
        device.load("main").outer()
    lines = device.load("tracebacks").text(caught.value).splitlines()
    assert [line.split()[-1] for line in lines[1:-1]] == ["outer"]
