"""Boards: what is read from them, and every refusal."""

import csv
import re
from pathlib import Path

import pytest

from unosim import boards
from unosim.boards import BoardError, load

GOOD = {
    "NAME": '"mine"',
    "SEATS": "2",
    "FIRST_CONTACT": "0",
    "CONTACT_CLOSED": "0",
    "LIGHTS": "(4, 5, 6)",
    "BUZZER": "8",
    "SPEED_SLOW": "10",
    "SPEED_FAST": "11",
}


@pytest.fixture
def make(tmp_path):
    """Writes a board folder `mine`, the good one with the given changes (None: left out)."""

    def write(**changes: str | None) -> Path:
        lines = [f"{k} = {v}" for k, v in {**GOOD, **changes}.items() if v is not None]
        folder = tmp_path / "mine"
        folder.mkdir()
        (folder / "board.py").write_text('"""A board."""\n\n' + "\n".join(lines) + "\n")
        return folder

    return write


def test_pico8_is_what_the_scenarios_count_on():
    board = load("pico8")
    assert (board.name, board.seats, board.closed_level) == ("pico8", 8, 0)
    assert board.contacts == {**{f"p{i + 1}": i for i in range(8)}, "slap": 8, "play": 9}
    assert board.lights == {**{f"p{i + 1}": 10 + i for i in range(8)}, "slap": 18}
    assert (board.buzzer, board.speed_slow, board.speed_fast) == (20, 22, 26)
    assert board.folder == boards.BOARDS / "pico8"


def test_pico6_has_six_seats():
    board = load("pico6")
    assert list(board.contacts) == ["p1", "p2", "p3", "p4", "p5", "p6", "slap", "play"]
    assert (board.buzzer, board.speed_slow, board.speed_fast) == (16, 20, 21)


@pytest.mark.parametrize("name", boards.names())
def test_pin_names_of_the_image_and_the_wiring_table_agree_with_the_board(name):
    board = load(name)
    with open(board.folder / "pins.csv", newline="") as file:
        pins = dict(csv.reader(file))
    expected = {f"{n.upper()}_BUTTON": g for n, g in board.contacts.items()}
    expected |= {f"{n.upper()}_LIGHT": g for n, g in board.lights.items()}
    expected |= {"BUZZER": board.buzzer, "SPEED_SLOW": board.speed_slow}
    expected |= {"SPEED_FAST": board.speed_fast, "LED": 25}
    assert pins == {name: f"GPIO{gpio}" for name, gpio in expected.items()}

    readme = (board.folder / "README.md").read_text()
    for button, gpio in board.contacts.items():
        light = f"GP{board.lights[button]}" if button in board.lights else "-"
        assert f"| {button} | GP{gpio} | {light} |" in readme
    assert f"| Buzzer | GP{board.buzzer} |" in readme
    assert f"slow | GP{board.speed_slow}," in readme
    assert f"fast | GP{board.speed_fast}," in readme


@pytest.mark.parametrize("name", boards.names())
def test_a_board_says_its_name_in_the_image(name):
    header = (boards.BOARDS / name / "mpconfigboard.h").read_text()
    assert f'#define MICROPY_HW_BOARD_NAME "UNO Flash {name}"\n' in header


def test_a_folder_or_its_file_may_be_given_instead_of_a_name(make, monkeypatch):
    folder = make()
    assert load(folder).name == "mine"
    assert load(str(folder / "board.py")).lights == {"p1": 4, "p2": 5, "slap": 6}
    monkeypatch.chdir(folder)
    assert load(".").folder == folder


def test_every_use_of_a_gpio_has_a_name():
    roles = dict(load("pico6").roles())
    assert len(roles) == 8 + 7 + 3 + 2
    assert roles["slap's light"] == 14
    assert roles["play's contact"] == 7


@pytest.mark.parametrize("name", ["pico9", "", "./pico8", "no/such/board.py"])
def test_an_unknown_board_is_answered_with_those_there_are(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BoardError, match=f"no board '{re.escape(name)}'; there are: pico6, pico8"):
        load(name)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"BUZZER": None, "NAME": None}, "missing: NAME, BUZZER"),
        ({"NAME": '"other"'}, "NAME is 'other'; allowed: its folder's name, 'mine'"),
        ({"NAME": "3"}, "NAME is 3; allowed"),
        ({"SEATS": "1", "LIGHTS": "(4, 5)"}, "SEATS is 1; allowed: 2 to 8"),
        ({"SEATS": "9"}, "SEATS is 9; allowed: 2 to 8"),
        ({"SEATS": '"2"'}, "SEATS is '2'; allowed: 2 to 8"),
        ({"SEATS": "2.0"}, "SEATS is 2.0; allowed: 2 to 8"),
        ({"CONTACT_CLOSED": "False"}, "CONTACT_CLOSED is False; allowed: 0 or 1"),
        ({"CONTACT_CLOSED": "2"}, "CONTACT_CLOSED is 2; allowed: 0 or 1"),
        ({"BUZZER": "23"}, "BUZZER is 23; allowed: 0 to 22 or 26 to 28"),
        ({"SPEED_SLOW": "29"}, "SPEED_SLOW is 29; allowed: 0 to 22 or 26 to 28"),
        ({"SPEED_FAST": "-1"}, "SPEED_FAST is -1; allowed: 0 to 22 or 26 to 28"),
        ({"FIRST_CONTACT": "25"}, "FIRST_CONTACT is 25; allowed: 0 to 22 or 26 to 28"),
        ({"LIGHTS": "(4, 5)"}, r"LIGHTS is \(4, 5\); allowed: 3 GPIOs, p1 … then SLAP"),
        ({"LIGHTS": "[4, 5, 6]"}, "LIGHTS is .*; allowed: 3 GPIOs"),
        ({"LIGHTS": "(4, 5, 24)"}, "24 in LIGHTS; allowed: 0 to 22 or 26 to 28"),
        ({"LIGHTS": "(4, 5, True)"}, "True in LIGHTS; allowed"),
        ({"FIRST_CONTACT": "21"}, "contacts take GPIO 21 to 24 .*; allowed: .* 0 to 19"),
        ({"FIRST_CONTACT": "26"}, "contacts take GPIO 26 to 29"),
        ({"LIGHTS": "(3, 5, 6)"}, "GPIO 3 is used twice: play's contact and p1's light"),
        ({"LIGHTS": "(4, 6, 6)"}, "GPIO 6 is used twice: p2's light and slap's light"),
        ({"SPEED_FAST": "10"}, "GPIO 10 is used twice: .* slow and .* fast"),
        ({"LIGHTS": "(4, 5, 20)"}, r"p1's light \(GPIO 4\) and slap's \(GPIO 20\) share one PWM"),
        ({"BUZZER": "7"}, r"buzzer \(GPIO 7\) and slap's light \(GPIO 6\) share PWM slice 3"),
        ({"BUZZER": "21"}, r"buzzer \(GPIO 21\) and p1's light \(GPIO 4\) share PWM slice 2"),
        ({"LIGHT": "(1,)"}, r"board.py:11: unknown name LIGHT; there are: NAME, SEATS"),
        ({"SEATS": "len('ab')"}, "board.py:4: only NAME = number, text or tuple is allowed"),
        ({"SEATS": "(2"}, "board.py: cannot be read"),
    ],
)
def test_a_board_that_cannot_be_is_refused(make, changes, message):
    folder = make(**changes)
    with pytest.raises(BoardError, match=message) as caught:
        load(folder)
    assert str(caught.value).startswith(str(folder / "board.py"))
    assert "\n" not in str(caught.value)


def test_a_board_is_never_run(make, tmp_path):
    folder = make()
    file = folder / "board.py"
    file.write_text(file.read_text() + f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    with pytest.raises(BoardError, match="only NAME = number"):
        load(folder)
    assert not (tmp_path / "ran").exists()
