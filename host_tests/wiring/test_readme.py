"""boards/README.md: its budget is that of the inputs, and what it shows is there."""

import re

import pytest

from unosim import board_file, power
from unosim import power_figures as figures
from unosim.boards import BOARDS, TREE, load, names
from unosim.wiring import readme


def test_the_budget_in_it_is_that_of_the_inputs(monkeypatch):
    text = readme.README.read_text("utf-8")
    assert readme.with_budget(text) == text, "run `make wiring`"
    for line in power.report(power.budget(load("pico6"))).splitlines():
        assert f"    {line}\n" in text
    monkeypatch.setitem(figures.AWAKE, "asleep", 0.5)
    assert readme.with_budget(text) != text


def test_a_readme_without_marks_is_told_so():
    with pytest.raises(ValueError, match="unosim power --board pico6 --> … <!-- end --> are miss"):
        readme.with_budget("# Boards\n")


def linked(path):
    """The files that a README shows or links to, relative to itself."""
    text = path.read_text("utf-8")
    return {
        path.parent / target.split("#")[0]
        for target in re.findall(r"\]\(([^)]+)\)", text)
        if "://" not in target and not target.startswith("#")
    }


def test_each_field_of_a_board_is_explained():
    section = readme.README.read_text("utf-8").split("\n## A board of your own\n")[1]
    named = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert set(board_file.FIELDS) <= set(re.findall(r"`(\w+)`", " ".join(named)))


def test_all_that_it_shows_is_there():
    for path in (readme.README, TREE / "README.md", *BOARDS.glob("*/README.md")):
        missing = [target for target in linked(path) if not target.exists()]
        assert not missing, path


@pytest.mark.parametrize("name", names())
def test_each_boards_readme_shows_its_wiring(name):
    wiring = BOARDS / name / "wiring"
    shown = linked(BOARDS / name / "README.md")
    assert {wiring / "pins.png", wiring / "schematic.svg", wiring / "parts.csv"} <= shown
    assert BOARDS / "lids" / f"{load(name).seats}-seats.svg" in {p.resolve() for p in shown}
    assert BOARDS / name / "README.md" in linked(readme.README)


def test_the_main_readme_shows_the_picture_to_wire_from():
    shown = linked(TREE / "README.md")
    assert {BOARDS / "pico6" / "wiring" / "pins.png", BOARDS / "README.md"} <= shown
