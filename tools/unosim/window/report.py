"""A bug report: what was done, as a scenario, and the picture as it is now."""

import time
from pathlib import Path
from tempfile import gettempdir

import pygame

from unosim.by_hand import ByHand
from unosim.scenario import Scenario

LAST_NS = 120_000_000_000


def save(scenario: Scenario, picture: pygame.Surface, folder: Path | None = None) -> str:
    """Writes both side by side; answers a line that says where, or why not.

    They go into the present folder, or where others are kept if that cannot be written. The
    scenario holds all since the window was opened, with a mark where the last two minutes begin:
    without what was before, the unit would not be where it was then.
    """
    if isinstance(scenario, ByHand):
        text = scenario.script.text(LAST_NS)
    else:
        text = "\n".join(scenario.source)
    reason = ""
    for place in (folder or Path.cwd(), Path(gettempdir())):
        path = _free(place / time.strftime("unosim-%Y%m%d-%H%M%S"))
        try:
            path.with_suffix(".scenario").write_text(text, encoding="utf-8")
            pygame.image.save(picture, path.with_suffix(".png"))
        except (OSError, pygame.error) as error:
            reason = str(error)
            continue
        told = f"Saved {path}.scenario and .png"
        print(told, flush=True)
        return told
    return f"Not saved: {reason}"


def _free(path: Path) -> Path:
    """The path, or one beside it of which there are no files yet."""
    number, free = 1, path
    while free.with_suffix(".scenario").exists() or free.with_suffix(".png").exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free
