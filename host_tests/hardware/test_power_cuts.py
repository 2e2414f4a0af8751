"""Power cuts at each write of the flash: the volume and the journal on MicroPython's littlefs."""

from pathlib import Path

SCRIPT = Path(__file__).with_name("cut_flash.py")


def test_each_cut_leaves_the_old_or_the_new(in_micropython):
    told = in_micropython(SCRIPT.read_text("utf-8"), heap="4m")
    # Files that the cut left open complain when they are collected.
    counts = [int(line.rpartition(" ")[2]) for line in told.splitlines() if "writes: " in line]
    assert len(counts) == 7, told
    assert min(counts) >= 3, told
