"""A simulated chip without firmware: its modules, its world, and what left it."""

from types import SimpleNamespace

import pytest

from unosim.interpreter import Interpreter


class Port:
    """Keeps what the device drives and says."""

    def __init__(self):
        self.outputs = []  # (now_ns, gpio, hz, duty_u16)
        self.sent = b""
        self.files = []  # (name, data or None)
        self.bits = 0

    def output(self, *drive):
        self.outputs.append(drive)

    def usb(self, now_ns, data):
        self.sent += data

    def stored(self, name, data):
        self.files.append((name, data))

    def drew(self, bits):
        self.bits += bits


@pytest.fixture
def chip(tmp_path):
    """`chip.world`, `chip.port`, and the device's modules: chip.machine, chip.time, …"""
    device = Interpreter(tmp_path)
    world = device.load("world").WORLD
    world.port = Port()
    names = ("machine", "time", "select", "os", "sys", "flash", "usb_host")
    modules = {name: device.load(name) for name in names}
    return SimpleNamespace(device=device, world=world, port=world.port, **modules)
