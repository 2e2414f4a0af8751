"""What all wiring pictures share: a figure, and saving it so that the same picture is one file.

A picture is saved twice. In the SVG its texts are texts, at their places, so that it can be
searched, and compared with the board's data. The PNG carries a digest of those texts, which tells
whether the two were drawn together.
"""

import hashlib
import re
import warnings
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

INK, PAPER = "#1a1a1a", "white"
# By what goes to a pin; dark enough for white text on them, and different in grey as well.
COLOURS = {
    "button": "#1f5f99",
    "light": "#b35900",
    "buzzer": "#7a3e9d",
    "switch": "#2e7d32",
    "supply": "#b3261e",
    "ground": "#1a1a1a",
}
_DPI = 110
_KEY = "Description"  # of the PNG: where the digest is
_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "unoflash",
}


@dataclass(frozen=True)
class Text:
    """A text of an SVG, and where it begins, is centred or ends, in points from top left."""

    text: str
    x: float
    y: float


def new_figure() -> tuple[Figure, Axes]:
    """An empty figure and axes all over it, in which one unit is as wide as high."""
    figure = Figure(facecolor=PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_aspect("equal")
    axes.axis("off")
    return figure, axes


def save(figure: Figure, path: Path) -> list[Path]:
    """Writes PATH.svg and PATH.png; answers the two paths."""
    svg, png = path.with_suffix(".svg"), path.with_suffix(".png")
    with matplotlib.rc_context(_SETTINGS), warnings.catch_warnings():
        warnings.simplefilter("error")  # a character that the font lacks
        figure.savefig(svg, metadata={"Date": None, "Creator": None})
        figure.savefig(png, dpi=_DPI, metadata={"Software": None, _KEY: digest(texts(svg))})
    return [svg, png]


def texts(svg: Path) -> list[Text]:
    """The texts of a saved SVG, top to bottom, left to right."""
    found = []
    for element in ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text"):
        x, y = element.get("x"), element.get("y")
        if x is None or y is None:  # a text that is not centred has its place in `transform`
            transform = element.get("transform", "")
            x, y = re.findall(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", transform)[0]
        found.append(Text("".join(element.itertext()), float(x), float(y)))
    return sorted(found, key=lambda t: (t.y, t.x))


def digest(found: Iterable[Text]) -> str:
    """One number for what is written in a picture and roughly where."""
    lines = sorted(f"{t.text}\0{t.x:.0f}\0{t.y:.0f}" for t in found)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def digest_in(png: Path) -> str | None:
    """The digest that a saved PNG carries."""
    data = png.read_bytes()
    match = re.search(rb"tEXt" + _KEY.encode() + rb"\0([0-9a-f]{64})", data)
    return match[1].decode() if match else None
