"""`python -m unosim.wiring`: all boards, or those that are named."""

import pytest

from unosim.boards import BoardError
from unosim.wiring import __main__ as command


def test_it_draws_a_board_of_ones_own_beside_its_file(own_board, monkeypatch, tmp_path, capsys):
    board = own_board("pico6", "LIGHT_MA = 4.0", "LIGHT_MA = 3.0")
    monkeypatch.setattr(command, "LIDS", tmp_path / "lids")
    assert command.main([str(board.folder)]) == 0
    written = sorted(path.name for path in (board.folder / "wiring").iterdir())
    assert written == ["parts.csv", "pins.png", "pins.svg", "schematic.png", "schematic.svg"]
    assert [path.name for path in (tmp_path / "lids").iterdir()] == ["6-seats.svg"]
    assert len(capsys.readouterr().out.splitlines()) == 6


def test_a_bad_board_is_refused_in_words(own_board, tmp_path, capsys):
    folder = own_board("pico6").folder
    text = (folder / "board.py").read_text("utf-8")
    (folder / "board.py").write_text(text.replace('"schottky"', '"direct"'), "utf-8")
    assert command.main([str(folder)]) == 2
    assert "BATTERY" in capsys.readouterr().err
    assert not (folder / "wiring").exists()


def test_a_folder_that_cannot_be_written_is_named(own_board, capsys):
    folder = own_board("pico6").folder
    (folder / "wiring").write_text("in the way", "utf-8")
    assert command.main([str(folder)]) == 2
    assert str(folder / "wiring") in capsys.readouterr().err


def test_a_p_fet_that_its_own_supply_would_switch_is_refused(own_board):
    with pytest.raises(BoardError, match=r"BATTERY is 'p-fet'.*RP2040-Zero both are the pin 5V"):
        own_board("zero6_ws2812", '"schottky"', '"p-fet"')
