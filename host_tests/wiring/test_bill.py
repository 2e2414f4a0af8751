"""The bill of materials: complete, counted, with a reason for each value."""

import csv
import io

import pytest

from unosim.boards import BOARDS, load, names
from unosim.wiring import bill


def rows(board):
    return list(csv.DictReader(io.StringIO(bill.as_csv(board))))


def count(board, part, value=None):
    found = [row for row in rows(board) if row["part"] == part]
    return sum(int(row["count"]) for row in found if value in (None, row["value"]))


@pytest.mark.parametrize("name", names())
def test_there_is_a_part_for_each_role_and_a_reason_for_each_part(name):
    board = load(name)
    assert count(board, "Player Button") == board.seats
    assert count(board, "SLAP Button") == count(board, "Play/Pause Button") == 1
    assert count(board, "LED") + count(board, "light", "WS2812B") == board.seats + 1
    assert count(board, "buzzer") == count(board, "Speed Switch") == 1
    assert count(board, "battery") == 3
    assert count(board, "module", board.module.title) == 1
    assert all(row["reason"] and row["value"] for row in rows(board))


@pytest.mark.parametrize("name", names())
def test_the_committed_bill_is_up_to_date(name):
    committed = (BOARDS / name / "wiring" / "parts.csv").read_text("utf-8")
    assert committed == bill.as_csv(load(name)), "run `make wiring`"


def test_a_resistors_reason_is_its_sum():
    (led,) = (r for r in rows(load("pico8")) if r["part"] == "resistor" and r["count"] == "9")
    assert led["value"] == "330 Ω"
    assert led["reason"] == (
        "(3.3 V - 2 V) / 4 mA = 325 Ω, the next one up: 3.9 mA; all 9 lit: 35 mA of 50 mA"
    )


def test_what_a_board_says_is_what_has_to_be_bought(own_board):
    brighter = own_board("pico6", "LIGHT_MA = 4.0", "LIGHT_MA = 7.0")
    assert count(brighter, "resistor", "220 Ω") == 7  # 186 Ω, the next one up
    fet = own_board("pico6", '"schottky"', '"p-fet"')
    assert count(fet, "P-FET") == 1
    assert count(fet, "Schottky diode") == 0
    usb = own_board("pico6", '"schottky"', '"none"')
    assert not count(usb, "battery") + count(usb, "On/Off Switch") + count(usb, "Schottky diode")
    loud = own_board("pico6", "BUZZER = 16", "BUZZER = 16\nBUZZER_ANTIPHASE = 17")
    assert count(loud, "resistor", "680 Ω") == 1


def test_a_chain_needs_a_second_diode_for_the_batteries_and_one_for_usb(own_board):
    board = load("zero6_ws2812")
    assert count(board, "Schottky diode", "1N5817") == 2
    assert count(board, "diode", "1N4001") == 1
    usb = own_board("zero6_ws2812", '"schottky"', '"none"')
    assert count(usb, "Schottky diode") == 0
    assert count(usb, "diode", "1N4001") == 1
