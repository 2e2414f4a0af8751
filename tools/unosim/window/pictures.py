"""`make pictures`: README's pictures, made from games that the unit plays here.

python -m unosim.window.pictures [FOLDER]
"""

import os
import sys
from pathlib import Path

from PIL import Image

from unosim.boards import TREE
from unosim.run import Options, run
from unosim.scenario import DEMO
from unosim.window.command import Wanted, window

FOLDER = TREE / ".github" / "pictures"
SEED = 1
# Moments of the demo with that seed.
WINDOWS = (("window.png", 9_200), ("window-turn.png", 12_600))
TIMELINE = "timeline.png"


def main(folder: Path) -> int:
    """Makes all of them; answers an exit status."""
    folder.mkdir(parents=True, exist_ok=True)
    demo = os.path.relpath(DEMO)
    for name, at_ms in WINDOWS:
        path = folder / name
        wanted = Wanted(Options(demo, seed=SEED), replay=demo, screenshot=str(path), at_ms=at_ms)
        status = window(wanted)
        if status:
            return status
        _reduce(path)
        print(os.path.relpath(path))
    path = folder / TIMELINE
    status = run(Options(demo, seed=SEED, outputs={"--plot": str(path)}))
    print(os.path.relpath(path))
    return status


def _reduce(path: Path) -> None:
    """Three quarters of the size, as wide as a page of README, and 256 colours: a small file."""
    with Image.open(path) as picture:
        size = picture.width * 3 // 4, picture.height * 3 // 4
        smaller = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    colours = smaller.quantize(256, kmeans=2)
    dithered = smaller.quantize(palette=colours, dither=Image.Dither.FLOYDSTEINBERG)
    dithered.save(path, optimize=True)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
