"""Boards that the project does not have, for what its own leave undrawn."""

import pytest

from unosim.boards import BOARDS, load


@pytest.fixture
def own_board(tmp_path):
    """own_board("pico8", "LIGHT_ON = 1", "LIGHT_ON = 0"): a board with one thing changed."""

    def make(name, *changes):
        text = (BOARDS / name / "board.py").read_text("utf-8").replace(f'"{name}"', '"own"')
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            assert old in text
            text = text.replace(old, new)
        folder = tmp_path / "own"
        folder.mkdir(exist_ok=True)
        (folder / "board.py").write_text(text, "utf-8")
        return load(folder)

    return make
