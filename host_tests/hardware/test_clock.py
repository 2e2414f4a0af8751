"""The unit's own clock, whatever the MicroPython on the board starts with."""

import pytest

from unosim import boards
from unosim.boards import TREE
from unosim.interpreter import Interpreter

SYSTEM_HZ = 125_000_000


class Port:
    """Keeps what the unit drives."""

    def __init__(self):
        self.outputs = []

    def output(self, now_ns, *drive):
        self.outputs.append(drive)

    def usb(self, *_):
        pass

    stored = drew = usb


@pytest.fixture
def started():
    """started(hz): a chip with the firmware on it, whose MicroPython runs at that clock."""

    def start(hz):
        device = Interpreter(TREE / "firmware", boards.load("pico8").folder)
        device.load("world").WORLD.port = Port()
        clock = device.load("system_clock").CLOCK
        clock.hz = clock.normal_hz = hz
        return device

    return start


@pytest.mark.parametrize("hz", [48_000_000, 125_000_000, 200_000_000])
def test_the_unit_runs_at_its_own_clock(started, hz):
    """The fake chip would refuse it later: what divides the clock is set up after it."""
    device = started(hz)
    machine = device.load("machine")
    unit = device.load("unoflash.unit").Unit(device.load("board"))
    assert machine.freq() == SYSTEM_HZ
    with pytest.raises(RuntimeError, match="divides the clock"):
        machine.freq(100_000_000)
    unit.off()


def test_it_is_the_unit_s_own_after_a_nap_too(started):
    """The fake chip refuses to capture by another clock than the lights were set up by."""
    device = started(200_000_000)
    unit = device.load("unoflash.unit").Unit(device.load("board"))
    unit.sleeper.nap()
    assert device.load("machine").freq() == SYSTEM_HZ
    unit.off()


@pytest.mark.parametrize(("hz", "blinks_hz"), [(125_000_000, 8), (200_000_000, 12)])
def test_safe_mode_blinks_as_slowly_as_the_clock_allows(started, hz, blinks_hz):
    """It needs nothing but the board: the clock stays as it was."""
    device = started(hz)
    device.load("unoflash.hardware.safe_mode").enter(device.load("board"), "asked for")
    assert (18, blinks_hz, 32768) in device.load("world").WORLD.port.outputs
    assert "unoflash.hardware.clock" not in device.modules


def test_a_clock_that_is_right_is_left_alone(started, monkeypatch):
    """To set it anew would stop the chip for a moment, at each start."""
    device = started(SYSTEM_HZ)
    asked = []

    def freq(*hz):
        asked.append(hz)
        return SYSTEM_HZ

    device.load("machine").freq = freq
    device.load("unoflash.hardware.clock").set_system_clock()
    assert asked == [()]
