"""`unosim board`: the pins of a board, or every reason why it cannot be."""

import io
import re

import pytest
from rich.console import Console

from unosim import boards
from unosim.board_command import show, uses
from unosim.cli import main


@pytest.fixture
def shown():
    """shown("pico8") -> (exit status, what was printed, each pin's row by its number)."""

    def run(name):
        out = io.StringIO()
        status = show(name, Console(file=out, width=100))
        rows = re.findall(r"│ +(\S+) │ (\S+) +│ (.*?) *│$", out.getvalue(), re.MULTILINE)
        return status, out.getvalue(), {number: (pin, use) for number, pin, use in rows}

    return run


@pytest.mark.parametrize("name", boards.names())
def test_every_pin_is_there_with_its_use(shown, name):
    board = boards.load(name)
    status, _, rows = shown(name)
    assert status == 0
    used = uses(board)
    for pin in board.module.pins:
        assert rows[str(pin.number)][0] == pin.name
        if pin.gpio is not None:
            assert rows[str(pin.number)][1] == used.get(pin.gpio, "")
    assert sorted(used) == sorted(gpio for _, gpio in board.roles())


def test_what_is_wired_to_a_pico(shown):
    _, text, rows = shown("pico8")
    assert rows["1"] == ("GP0", "p1's contact, to GND")
    assert rows["24"] == ("GP18", "slap's light, LED and resistor to GND")
    assert rows["26"] == ("GP20", "the buzzer, other end to GND")
    assert rows["31"] == ("GP26", "the Speed Switch's fast, to GND")
    assert rows["39"] == ("VSYS", "batteries (3 AA) through a Schottky diode")
    assert rows["3"] == ("GND", "ground of everything")
    assert "GP29 " in text
    assert "the battery's ADC (on the module)" in text
    assert "9 LEDs of 4 mA: 36 of 50 mA" in text
    assert "senses: USB power and the battery" in text


def test_what_is_wired_to_a_zero(shown):
    _, text, rows = shown("zero6_ws2812")
    assert rows["4"] == ("GP29", "the light chain, data in of p1's")
    assert rows["8"] == ("GP15", "the buzzer's other end")
    assert "the light chain's supply" in rows["1"][1]
    assert "7 WS2812 of 25 mA: up to 175 mA from 5V, nothing from a GPIO" in text
    assert "senses: neither" in text


def test_without_a_name_it_says_which_there_are(shown):
    status, text, _ = shown(None)
    assert status == 0
    assert [line.split()[0] for line in text.splitlines()] == boards.names()


def test_a_board_of_ones_own_is_refused_with_every_reason(tmp_path, capsys):
    folder = tmp_path / "mine"
    folder.mkdir()
    text = (boards.BOARDS / "pico6" / "board.py").read_text("utf-8")
    text = text.replace('NAME = "pico6"', 'NAME = "mine"').replace("BUZZER = 16", "BUZZER = 21")
    (folder / "board.py").write_text(text.replace("LIGHT_MA = 4.0", "LIGHT_MA = 8"), "utf-8")
    assert main(["board", str(folder)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    start = f"unosim: {folder / 'board.py'}: "
    assert [line.removeprefix(start).split(";")[0] for line in err.splitlines()] == [
        "GPIO 21 is used twice: the buzzer and the Speed Switch's fast",
        "7 lights at 8 mA draw 56 mA",
    ]


def test_an_unknown_board(capsys):
    assert main(["board", "pico9"]) == 2
    assert capsys.readouterr().err.startswith("unosim: no board 'pico9'; there are: pico4")


def test_a_good_board_by_the_command(capsys):
    assert main(["board", "pico4"]) == 0
    assert "p1's contact" in capsys.readouterr().out
