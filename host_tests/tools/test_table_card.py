"""The table card: one page on which everything can be read."""

import itertools

import pytest
from matplotlib.text import Text

from unosim.pictures import table_card


@pytest.mark.parametrize("seats", [2, 6, 8])
def test_no_text_leaves_the_page_or_lies_on_another(seats):
    figure = table_card._draw(seats)
    figure.canvas.draw()
    page = figure.bbox.padded(-figure.dpi * 0.2)  # what every printer prints
    boxes = [(t.get_text(), t.get_window_extent()) for t in figure.findobj(Text) if t.get_text()]
    assert len(boxes) > 40
    for text, box in boxes:
        assert page.x0 <= box.x0, text
        assert box.x1 <= page.x1, text
        assert page.y0 <= box.y0, text
        assert box.y1 <= page.y1, text
    for (text, box), (other, other_box) in itertools.combinations(boxes, 2):
        assert not box.padded(-1).overlaps(other_box.padded(-1)), (text, other)


def test_the_same_card_is_the_same_file(tmp_path):
    first, second = tmp_path / "1", tmp_path / "2"
    for folder in (first, second):
        folder.mkdir()
    names = ["table-card.pdf", "table-card.png"]
    assert [path.name for path in table_card.save(first)] == names
    table_card.save(second)
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes()
    assert (first / names[0]).read_bytes().count(b"/Type /Page ") == 1
