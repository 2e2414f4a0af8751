"""The checks of `make lint` find what they are there to find, and let the rest be."""

import pytest

from checks import __main__ as lint
from checks import imports, on_import, package, programs, text
from unosim.boards import TREE


@pytest.fixture
def project(tmp_path):
    """A project of a few files: call it with paths and texts, it answers (root, files)."""

    def make(**texts):
        files = []
        for name, content in texts.items():
            path = tmp_path / name.replace("__", "/").replace("_py", ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
            files.append(path)
        return tmp_path, files

    return make


def in_rules(project, content):
    return project(firmware__unoflash__rules__race_py=content)


@pytest.mark.parametrize(
    ("line", "module"),
    [
        ("import machine", "machine"),
        ("import utime", "utime"),
        ("from time import ticks_us", "time.ticks_us"),
        ("from unoflash import hardware", "unoflash.hardware"),
        ("from unoflash.hardware.lamps import Lamps", "unoflash.hardware.lamps"),
        ("from ..hardware import lamps", "unoflash.hardware.lamps"),
        ("def f():\n    import os", "os"),
        ("__import__('machine')", "by __import__"),
    ],
)
def test_rules_may_not_import(project, line, module):
    found = imports.problems(*in_rules(project, line))
    assert len(found) == 1
    assert found[0].startswith("firmware/unoflash/rules/race.py:")
    assert f"rules may not import {module}" in found[0]


@pytest.mark.parametrize(
    "line",
    [
        "from array import array",
        "from micropython import const",
        "from unoflash.rules.ticks import diff",
        "from .ticks import diff",
    ],
)
def test_rules_may_import(project, line):
    assert imports.problems(*in_rules(project, line)) == []


def test_only_hardware_imports_the_chip(project):
    found = imports.problems(
        *project(
            firmware__main_py="import unoflash.unit\nimport utime",
            firmware__unoflash__unit_py="import gc\nfrom machine import Pin",
            firmware__unoflash__hardware__lamps_py="from machine import Pin",
            boards__pico8__board_py="import rp2",
        )
    )
    assert [line.split(": ")[0] for line in found] == [
        "firmware/main.py:2",
        "firmware/unoflash/unit.py:2",
        "boards/pico8/board.py:1",
    ]


@pytest.mark.parametrize(
    "code",
    [
        "pin = Pin(3)",
        "class A:\n    pin = Pin(3)",
        "def f(pin=Pin(3)):\n    pass",
        "for i in range(3):\n    pass",
        "if True:\n    start()",
        "main.start()",
        "@register(3)\ndef f():\n    pass",
        "TABLE = [Pin(i) for i in range(3)]",
    ],
)
def test_nothing_may_happen_on_import(project, code):
    found = on_import.problems(*in_rules(project, code))
    assert len(found) == 1
    assert "on import" in found[0]


@pytest.mark.parametrize(
    "code",
    [
        "_LIMIT = const(3)\nWORDS = array('i', [0] * 8)",
        "NAMES = 'a b c'.split()\nLINES = tuple(n.encode() for n in NAMES)",
        "SQUARES = tuple(i * i for i in range(9))",
        "class A:\n    SIZE = const(3)\n    def start(self):\n        Pin(3)",
        "@rp2.asm_pio(autopush=True)\ndef contacts():\n    wrap()",
        "@micropython.viper\ndef sift(a: int):\n    ring(a)",
        "if __name__ == '__main__':\n    main()",
        "key = lambda pin: Pin(pin)",
    ],
)
def test_defining_is_not_happening(project, code):
    assert on_import.problems(*in_rules(project, code)) == []


def test_a_manifest_is_not_a_device_file(project):
    root, files = project(boards__pico8__manifest_py="freeze('.')\nimport os")
    assert on_import.problems(root, files) == imports.problems(root, files) == []


@pytest.mark.parametrize(
    "line",
    [
        "fetch https://files.python" + "hosted.org/x",
        "deb http://deb.debian" + ".org/debian trixie main",
        "see /" + "work/main/README.md",
        'open("/' + 'home/me/x")',
    ],
)
def test_no_file_names_a_registry_or_a_machine(project, line):
    found = text.problems(*project(README_py=line))
    assert len(found) == 1
    assert found[0].startswith("README.py:1: ")


def test_ordinary_text_passes(project):
    line = "Debian, PyPI and npm; tools/unosim/work.py; a/home/b; /usr/bin/env; https://micropython.org"
    assert text.problems(*project(README_py=line)) == []


def test_a_file_may_have_400_lines_and_no_more(project):
    assert text.problems(*project(a_py="x = 1\n" * 400)) == []
    assert "401 lines" in text.problems(*project(a_py="x = 1\n" * 401))[0]


def test_mpy_cross_refuses_what_the_device_cannot_run(project):
    root, files = project(
        firmware__good_py="import micropython\n@micropython.viper\ndef f(a: ptr32): a[0] = 1\n",
        firmware__bad_py="match 3:\n    case 3:\n        pass\n",
        tools__unosim__fakes__cpython__gc_py="match 3:\n    case 3:\n        pass\n",
    )
    found = programs.compiles_for_device(root, files)
    assert found
    assert all("good.py" not in line and "gc.py" not in line for line in found)
    assert any("bad.py" in line for line in found)


@pytest.mark.parametrize(("found", "status"), [([], 0), (["a.py:1: wrong"], 1)])
def test_lint_fails_when_any_check_found_something(monkeypatch, capsys, found, status):
    seen = []

    def check(root, files):
        seen.append((root, files))
        return found

    monkeypatch.setattr(lint, "CHECKS", (("first", check), ("second", lambda root, files: [])))
    assert lint.main() == status
    assert all(line in capsys.readouterr().out for line in found)
    root, files = seen[0]
    assert root / "Makefile" in files
    assert root / "tools" / "checks" / "text.py" in files


@pytest.mark.parametrize("content", [None, '{"urls": []}\n'])
def test_a_package_json_that_is_not_the_firmwares_is_found(project, content):
    root, files = project(**({} if content is None else {"package.json": content}))
    (found,) = package.problems(root, files)
    assert "python -m unosim.install.package" in found
    assert package.problems(TREE, files) == []


def test_lint_takes_no_option_that_it_does_not_know(monkeypatch, capsys):
    monkeypatch.setattr(lint, "CHECKS", ())
    with pytest.raises(SystemExit):
        lint.main(["--coverag", "x"])
    assert "unrecognized arguments" in capsys.readouterr().err


def test_lint_goes_on_after_a_file_that_is_no_python(monkeypatch, capsys):
    def check(root, files):
        compile("a = 1\n<<<<<<< HEAD\n", "host_tests/test_x.py", "exec")

    monkeypatch.setattr(lint, "CHECKS", (("first", check), ("second", lambda root, files: [])))
    assert lint.main() == 1
    said = capsys.readouterr().out
    assert "host_tests/test_x.py:2: no Python" in said
    assert "second: ok" in said
