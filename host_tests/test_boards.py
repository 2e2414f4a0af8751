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
    "MODULE": '"pico"',
    "FIRST_CONTACT": "0",
    "CONTACT_CLOSED": "0",
    "LIGHTS": "(4, 5, 6)",
    "LIGHT_MA": "4",
    "BUZZER": "8",
    "SPEED_SLOW": "10",
    "SPEED_FAST": "11",
    "BATTERY": '"none"',
}
CHAIN = {"LIGHTS": None, "LIGHT_CHAIN": "4", "LIGHT_MA": "25"}
ZERO = {"MODULE": '"rp2040_zero"', **CHAIN}


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
    if board.light_chain is None:
        expected |= {f"{n.upper()}_LIGHT": g for n, g in board.lights.items()}
    else:
        expected["LIGHT_CHAIN"] = board.light_chain
    expected |= {"BUZZER": board.buzzer, "SPEED_SLOW": board.speed_slow}
    if board.buzzer_antiphase is not None:
        expected["BUZZER_ANTIPHASE"] = board.buzzer_antiphase
    expected["SPEED_FAST"] = board.speed_fast
    if board.module.name == "pico":
        expected["LED"] = 25
    assert pins == {name: f"GPIO{gpio}" for name, gpio in expected.items()}

    readme = (board.folder / "README.md").read_text()
    for button, gpio in board.contacts.items():
        assert f"| {button} | GP{gpio} | {_light(board, button)} |" in readme
    assert f"| Buzzer | GP{board.buzzer} |" in readme
    assert (f"| Buzzer, other end | GP{board.buzzer_antiphase} |" in readme) == (
        board.buzzer_antiphase is not None
    )
    assert f"slow | GP{board.speed_slow}," in readme
    assert f"fast | GP{board.speed_fast}," in readme


def _light(board, button):
    if button not in board.lights:
        return "-"
    place = board.lights[button]
    if board.light_chain is None:
        return f"GP{place}"
    return f"{place + 1}{ {0: 'st', 1: 'nd', 2: 'rd'}.get(place, 'th') } of the chain"


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


def test_pico4_has_four_seats():
    board = load("pico4")
    assert list(board.contacts) == ["p1", "p2", "p3", "p4", "slap", "play"]
    assert list(board.lights) == ["p1", "p2", "p3", "p4", "slap"]


def test_zero6_has_its_lights_on_a_chain_and_no_sense():
    board = load("zero6_ws2812")
    assert (board.light_kind, board.light_chain) == ("ws2812", 29)
    assert board.lights == {**{f"p{i + 1}": i for i in range(6)}, "slap": 6}
    assert board.outputs == {**{f"p{i + 1}": 30 + i for i in range(6)}, "slap": 36}
    assert (board.buzzer, board.buzzer_antiphase) == (14, 15)
    assert (board.usb_sense, board.battery_adc, board.module.usb_sense) == (None, None, None)


def test_leds_are_told_of_by_their_gpios():
    board = load("pico6")
    assert (board.light_kind, board.light_chain) == ("led", None)
    assert board.outputs == board.lights


def test_what_a_board_may_leave_out(make):
    board = load(make())
    assert (board.debounce_ms, board.slap_debounce_ms, board.light_on) == (25, 50, 1)
    assert (board.buzzer_antiphase, board.usb_sense, board.battery_adc) == (None, None, None)


def test_what_a_board_may_say(make):
    said = {"DEBOUNCE_MS": "8", "SLAP_DEBOUNCE_MS": "90", "LIGHT_ON": "0", "BATTERY": '"p-fet"'}
    board = load(make(**said, BUZZER_ANTIPHASE="9", BATTERY_ADC="28", BATTERY_DIVIDER="2"))
    assert (board.debounce_ms, board.slap_debounce_ms, board.light_on) == (8, 90, 0)
    assert (board.buzzer_antiphase, board.battery, board.battery_adc) == (9, "p-fet", 28)
    assert (board.battery_divider, board.light_ma) == (2.0, 4.0)


def test_every_use_of_a_gpio_has_a_name():
    roles = dict(load("pico6").roles())
    assert len(roles) == 8 + 7 + 3 + 2
    assert roles["slap's light"] == 14
    assert roles["play's contact"] == 7


@pytest.mark.parametrize("name", ["pico9", "", "./pico8", "no/such/board.py"])
def test_an_unknown_board_is_answered_with_those_there_are(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        BoardError, match=f"no board '{re.escape(name)}'; there are: pico4, pico6, pico8, zero6"
    ):
        load(name)


def test_a_folder_without_a_board_file_is_named(tmp_path):
    with pytest.raises(BoardError, match=r"board\.py: there is no such file") as caught:
        load(tmp_path)
    assert caught.value.path == tmp_path / "board.py"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"BUZZER": None, "NAME": None}, ["missing: NAME", "missing: BUZZER"]),
        ({"NAME": '"other"'}, "NAME is 'other'; allowed: its folder's name, 'mine'"),
        ({"NAME": "3"}, "NAME is 3; allowed: its folder's"),
        ({"SEATS": "1", "LIGHTS": "(4, 5)"}, "SEATS is 1; allowed: 2 to 8"),
        ({"SEATS": "9", **CHAIN}, "SEATS is 9; allowed: 2 to 8"),
        ({"SEATS": '"2"'}, "SEATS is '2'; allowed: 2 to 8"),
        ({"SEATS": "2.0"}, "SEATS is 2.0; allowed: 2 to 8"),
        ({"MODULE": '"nano"'}, "MODULE is 'nano'; allowed: 'pico', 'rp2040_zero'$"),
        ({"MODULE": '"pico2"'}, "MODULE is 'pico2'; allowed: 'pico', .*; it has an RP2350"),
        ({"MODULE": '"pico_w"'}, "MODULE is 'pico_w'; allowed: 'pico', .* belong to the radio"),
        ({"MODULE": "(1,)"}, r"MODULE is \(1,\); allowed: 'pico'"),
        ({"CONTACT_CLOSED": "False"}, "CONTACT_CLOSED is False; allowed: 0 or 1"),
        ({"CONTACT_CLOSED": "2"}, "CONTACT_CLOSED is 2; allowed: 0 or 1"),
        ({"DEBOUNCE_MS": "4"}, "DEBOUNCE_MS is 4; allowed: 5 to 100, whole"),
        ({"SLAP_DEBOUNCE_MS": "50.0"}, "SLAP_DEBOUNCE_MS is 50.0; allowed: 5 to 100, whole"),
        ({"BUZZER": "30"}, "BUZZER is 30; allowed: a GPIO, 0 to 29"),
        ({"SPEED_FAST": "-1"}, "SPEED_FAST is -1; allowed: a GPIO, 0 to 29"),
        ({"FIRST_CONTACT": "True"}, "FIRST_CONTACT is True; allowed: a GPIO, 0 to 29"),
        ({"BUZZER": "23"}, "the buzzer is on GPIO 23, which the Raspberry Pi Pico does not bring"),
        ({"BUZZER": "23"}, r"\(it is its regulator's power-save pin\); allowed: 0 to 22, 26 to 28"),
        ({"SPEED_SLOW": "29"}, "slow is on GPIO 29, .* its VSYS sense"),
        ({"LIGHTS": "(4, 5)"}, r"LIGHTS is \(4, 5\); allowed: 3 GPIOs, 0 to 29: p1 … then SLAP"),
        ({"LIGHTS": "[4, 5, 6]"}, "LIGHTS is .*; allowed: 3 GPIOs"),
        ({"LIGHTS": "(4, 5, True)"}, "LIGHTS is .*; allowed: 3 GPIOs"),
        ({"LIGHTS": "(4, 5, 24)"}, "slap's light is on GPIO 24, .* its USB sense"),
        ({"LIGHTS": None}, "exactly one of LIGHTS .* and LIGHT_CHAIN"),
        ({"LIGHT_CHAIN": "12"}, "exactly one of LIGHTS .* and LIGHT_CHAIN"),
        ({**CHAIN, "LIGHT_ON": "1"}, "LIGHT_ON is for LEDs"),
        ({"LIGHT_ON": "2"}, "LIGHT_ON is 2; allowed: 0 or 1"),
        ({"LIGHT_MA": '"4"'}, "LIGHT_MA is '4'; allowed: 0.1 to 100"),
        ({"LIGHT_MA": "13"}, "LIGHT_MA is 13; a GPIO gives 12 mA at most"),
        (
            {"SEATS": "4", "LIGHTS": "(12, 13, 14, 15, 16)", "LIGHT_MA": "10.5"},
            "5 lights at 10.5 mA draw 52.5 mA; .* 50 mA in all; allowed: LIGHT_MA up to 10,",
        ),
        ({"CONTACTS": "(0, 1, 2, 3)"}, "line 14: CONTACTS: write FIRST_CONTACT = 0 instead"),
        ({"CONTACTS": "(0, 1, 3, 2)"}, r"CONTACTS is \(0, 1, 3, 2\), which are not contiguous"),
        ({"CONTACTS": "4"}, "CONTACTS is 4; write FIRST_CONTACT"),
        ({"FIRST_CONTACT": "21"}, "contacts take GPIO 21 to 24 without .* brings out 0 to 22, 26"),
        ({**ZERO, "FIRST_CONTACT": "13", "LIGHT_CHAIN": "29"}, "contacts take GPIO 13 to 16"),
        ({"LIGHTS": "(3, 5, 6)"}, "GPIO 3 is used twice: play's contact and p1's light"),
        ({"LIGHTS": "(4, 6, 6)"}, "GPIO 6 is used twice: p2's light and slap's light"),
        ({"SPEED_FAST": "10"}, "GPIO 10 is used twice: .* slow and .* fast"),
        ({**CHAIN, "BUZZER": "4"}, "GPIO 4 is used twice: the light chain and the buzzer"),
        ({"LIGHTS": "(4, 5, 20)"}, r"p1's light \(GPIO 4\) and slap's \(GPIO 20\) share one PWM"),
        ({"BUZZER": "7"}, r"buzzer \(GPIO 7\) and slap's light \(GPIO 6\) share PWM slice 3"),
        ({"BUZZER": "21"}, r"buzzer \(GPIO 21\) and p1's light \(GPIO 4\) share PWM slice 2"),
        ({"BUZZER_ANTIPHASE": "12"}, r"other end \(GPIO 12\) is not .* allowed: 9"),
        ({**CHAIN, "BUZZER_ANTIPHASE": "24"}, "slice 4.*; allowed: 9$"),
        ({**CHAIN, "BUZZER": "17", "BUZZER_ANTIPHASE": "1"}, "slice 0.*; allowed: 0 or 16$"),
        ({"USB_SENSE": "25"}, "the USB sense is on GPIO 25, .* its own LED"),
        (
            {**ZERO, "USB_SENSE": "24"},
            "USB sense is on GPIO 24, .* RP2040-Zero .* a pad on its back",
        ),
        (
            {"BATTERY_ADC": "20"},
            "the battery's ADC is on GPIO 20, which has none; allowed: 26 to 29",
        ),
        ({**ZERO, "BATTERY_ADC": "16"}, ["the battery's ADC is on GPIO 16, which the", "has none"]),
        ({"BATTERY_ADC": "29"}, "BATTERY_DIVIDER is 1; the Raspberry Pi Pico divides VSYS by 3"),
        ({"BATTERY_DIVIDER": "True"}, "BATTERY_DIVIDER is True; allowed: 1 to 10"),
        ({"BATTERY": '"direct"'}, "BATTERY is 'direct'; allowed: .*'schottky'.*USB would charge"),
        ({"BATTERY": "['none']"}, r"BATTERY is \['none'\]; allowed: 'none', "),
        ({"LIGHT": "(1,)"}, "line 14: unknown name LIGHT; there are: NAME, SEATS"),
        ({"SEATS": "len('ab')"}, ["line 4: only NAME = number, text or tuple", "missing: SEATS"]),
        ({"SEATS": "(2"}, "^line 4: cannot be read: '\\(' was never closed$"),
        ({"LIGHTS": "[4, 5, 6]"}, "in round brackets"),
        ({"BUZZER": "8\nBUZZER = 9"}, "line 11: BUZZER stands there twice"),
    ],
)
def test_a_board_that_cannot_be_is_refused(make, changes, message):
    folder = make(**changes)
    with pytest.raises(BoardError) as caught:
        load(folder)
    for expected in [message] if isinstance(message, str) else message:
        assert any(re.search(expected, problem) for problem in caught.value.problems)
    assert str(caught.value).startswith(f"{folder / 'board.py'}: {caught.value.problems[0]}")
    assert "\n" not in "".join([str(caught.value), *caught.value.problems])


def test_all_that_is_wrong_is_told(make):
    with pytest.raises(BoardError, match=r"GPIO 24.* \(and 1 more: unosim board\)$") as caught:
        load(make(BUZZER="24", SPEED_FAST="10"))
    assert len(caught.value.problems) == 2


def test_what_one_pin_does_twice_is_no_matter_of_channels(make):
    with pytest.raises(BoardError) as caught:
        load(make(LIGHTS="(4, 5, 5)", BUZZER_ANTIPHASE="8"))
    assert len(caught.value.problems) == 2


def test_a_board_is_never_run(make, tmp_path):
    folder = make()
    file = folder / "board.py"
    file.write_text(file.read_text() + f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    with pytest.raises(BoardError, match="only NAME = number"):
        load(folder)
    assert not (tmp_path / "ran").exists()
