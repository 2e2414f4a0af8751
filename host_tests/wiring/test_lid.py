"""The drilling template: at 1:1, seats clockwise, nothing on top of anything else."""

import itertools
import math
import xml.etree.ElementTree as ElementTree

import pytest

from unosim.boards import load, names
from unosim.wiring import lid
from unosim.wiring.__main__ import LIDS

SVG = "{http://www.w3.org/2000/svg}"
SEATS = range(2, 9)


@pytest.mark.parametrize("seats", SEATS)
def test_nothing_lies_on_anything_else_or_leaves_the_lid(seats):
    holes = lid.holes(seats)
    for hole in holes:
        from_middle = math.dist((hole.x, hole.y), lid.CENTRE)
        assert from_middle + hole.kind.covers / 2 < lid.LID_MM / 2 - 4, hole
    for one, other in itertools.combinations(holes, 2):
        gap = math.dist((one.x, one.y), (other.x, other.y))
        gap -= (one.kind.covers + other.kind.covers) / 2
        assert gap > (1.5 if one.kind is other.kind is lid.SOUND else 2), (one, other)


@pytest.mark.parametrize("seats", SEATS)
def test_the_seats_go_round_clockwise_from_the_top(seats):
    turns = []
    for hole in lid.holes(seats):
        if hole.kind is lid.PLAYER:
            right, up = hole.x - lid.CENTRE[0], lid.CENTRE[1] - hole.y
            turns.append((math.atan2(right, up) / math.tau % 1, hole.name))
    assert [name for _, name in sorted(turns)] == [f"p{seat + 1}" for seat in range(seats)]
    gaps = [b - a for (a, _), (b, _) in itertools.pairwise(sorted(turns))]
    assert gaps == pytest.approx([1 / seats] * (seats - 1))


@pytest.mark.parametrize("seats", SEATS)
def test_there_is_a_hole_for_each_button_and_light(seats):
    kinds = [hole.kind for hole in lid.holes(seats)]
    assert kinds.count(lid.PLAYER) == seats
    assert kinds.count(lid.LIGHT) == seats + 1
    assert kinds.count(lid.SLAP) == kinds.count(lid.PLAY) == 1
    slap = next(hole for hole in lid.holes(seats) if hole.kind is lid.SLAP)
    assert (slap.x, slap.y) == lid.CENTRE


@pytest.mark.parametrize("seats", SEATS)
def test_a_millimetre_is_a_millimetre(seats):
    page = ElementTree.fromstring(lid.as_svg(seats))
    assert (page.get("width"), page.get("height")) == ("210mm", "297mm")  # A4
    assert page.get("viewBox") == "0 0 210 297"  # so a unit is a millimetre
    bar = [
        float(line.get("x2")) - float(line.get("x1"))
        for line in page.iter(f"{SVG}line")
        if line.get("y1") == line.get("y2")
    ]
    assert max(bar) == 100
    assert any(f"{lid.BAR_MM} mm: measure it" in t.text for t in page.iter(f"{SVG}text"))


@pytest.mark.parametrize("seats", SEATS)
def test_all_that_is_to_be_drilled_is_in_the_drawing(seats):
    page = ElementTree.fromstring(lid.as_svg(seats))
    circles = {
        (float(c.get("cx")), float(c.get("cy")), 2 * float(c.get("r")))
        for c in page.iter(f"{SVG}circle")
    }
    for hole in lid.holes(seats):
        assert (round(hole.x, 2), round(hole.y, 2), hole.diameter) in circles
    texts = [t.text for t in page.iter(f"{SVG}text")]
    for kind in lid.KINDS:
        assert f"{kind.diameter:g} mm" in texts
        assert kind.reason in texts


@pytest.mark.parametrize("seats", sorted({load(name).seats for name in names()}))
def test_the_committed_template_is_up_to_date(seats):
    committed = (LIDS / f"{seats}-seats.svg").read_text("utf-8")
    assert committed == lid.as_svg(seats), "run `make wiring`"
