"""A simulated chip with the firmware on it, in CPython."""

from types import SimpleNamespace

import pytest

from unosim.boards import TREE
from unosim.interpreter import Interpreter


class Outputs:
    """The world's port: what was driven, in order of time."""

    def __init__(self):
        self.told = []  # (now_ns, gpio or CHAIN + place, hz, duty_u16)

    def output(self, *drive):
        self.told.append(drive)

    def since(self, count):
        return [drive[1:] for drive in self.told[count:]]

    @property
    def now(self):
        """What each output does by now."""
        return {gpio: (hz, duty) for _, gpio, hz, duty in self.told}


@pytest.fixture
def new_chip():
    """Makes chips: `chip.world`, `chip.port`, `chip.load(module)`."""

    def make():
        device = Interpreter(TREE / "firmware")
        world = device.load("world").WORLD
        world.port = Outputs()
        return SimpleNamespace(world=world, port=world.port, load=device.load)

    return make


@pytest.fixture
def chip(new_chip):
    return new_chip()
