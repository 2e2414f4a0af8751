"""The commands where there is nothing to talk to: a line, and the exit status."""

import pytest

from unosim import boards, cli
from unosim.install import port


@pytest.fixture(autouse=True)
def nothing_plugged_in(monkeypatch):
    monkeypatch.setattr(port.list_ports, "comports", list)


@pytest.mark.parametrize(
    "command",
    [
        ["flash"],
        ["stats"],
        ["console"],
        ["settings", "show"],
        ["settings", "set", "sleep_min", "9"],
    ],
    ids=" ".join,
)
def test_without_a_board(command, capsys):
    assert cli.main(command) == 3
    out, err = capsys.readouterr()
    assert "no board found" in err
    assert len(err.splitlines()) == 1
    assert out == ""


def test_a_board_that_is_not_known_is_found_out_before(capsys):
    assert cli.main(["flash", "--board", "pico5"]) == 2
    assert "no board 'pico5'; there are: " in capsys.readouterr().err


def test_a_users_own_board_file_is_checked_before(tmp_path, capsys):
    folder = tmp_path / "mine"
    folder.mkdir()
    text = (boards.BOARDS / "pico6" / "board.py").read_text().replace('"pico6"', '"mine"')
    (folder / "board.py").write_text(text.replace("\nBUZZER = 16\n", "\nBUZZER = 8\n"))
    assert cli.main(["flash", "--board", str(folder)]) == 2
    assert "GPIO 8" in capsys.readouterr().err
