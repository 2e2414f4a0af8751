"""Power-on to a press that joins: frozen, and from compiled files on the flash."""

from pathlib import Path

from unosim import boards, image
from unosim.bench.device import BOARD, MS, Device, Stuck
from unosim.image_inputs import NO_COMMIT
from unosim.install import program

EXACT_MS = 5
AT_MOST_MS = 320


def frozen(uf2: Path) -> float:
    """Seconds to the earliest moment at which a press joins."""
    low_ms, high_ms = 0, AT_MOST_MS
    joined_s = _joined_s(uf2, high_ms)
    while joined_s is not None and high_ms - low_ms > EXACT_MS:
        ms = (low_ms + high_ms) // 2
        at_s = _joined_s(uf2, ms)
        if at_s is None:
            low_ms = ms
        else:
            high_ms, joined_s = ms, at_s
    if joined_s is None:
        raise Stuck(f"a press {high_ms} ms after power-on does not join")
    return joined_s


def _joined_s(uf2: Path, press_ms: int) -> float | None:
    device = Device(uf2)
    device.power_on()
    device.press("p1", at_ns=press_ms * MS)
    device.run_to((max(press_ms, 200) + 100) * MS)
    for event in device.events:
        if event.kind == "joined" and event.ticks_us is not None:
            return device.board.ticks_to_ns(event.ticks_us) / 1e9
    return None


def from_files() -> float:
    """Seconds, with the program copied onto MicroPython's own image, as `unosim flash` does it."""
    files = program.compiled(boards.load(BOARD), NO_COMMIT).files
    device = Device(
        image.plain_if_possible(), files={path.lstrip("/"): data for path, data in files.items()}
    )
    device.power_on()
    device.until(lambda: device.state)
    device.press("p1")
    device.until(lambda: any(event.kind == "joined" for event in device.events))
    joined = next(event for event in device.events if event.kind == "joined")
    return device.board.ticks_to_ns(joined.ticks_us or 0) / 1e9
