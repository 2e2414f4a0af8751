"""A board at a port, with the unit's program on it: a real one, or in its place an emulated one.

`make device-test` takes the board that is plugged in; `pytest` alone the emulated pico8, so that
these same tests run in CI. No test here needs a hand: nobody should press anything meanwhile.
"""

import ast
import contextlib

import pytest

from unosim import boards
from unosim.emulator.board import EmulatedBoard
from unosim.emulator.socket_port import SocketPort
from unosim.install.device import Device
from unosim.install.port import InstallError, find

SUPPLY_V = 4.5
# The program's own modules, as main.py finds them; the board; what most tests use.
PRELUDE = """
import sys
sys.path[:] = [".frozen"]
try:
    import build_info
except ImportError:
    sys.path[:] = ["/lib", ".frozen"]
import board
from machine import Pin, mem32
from time import sleep_ms, sleep_us, ticks_diff, ticks_us
from unoflash.hardware.clock import set_system_clock
set_system_clock()
"""


class OnBoard:
    """Runs code on the board, its program stopped."""

    def __init__(self, device):
        self._device = device
        device.run(PRELUDE)

    def run(self, code):
        """What the code hands to `answer`, plain data; None if it does not."""
        said = self._device.run(f"def answer(*data): print(repr(data))\n{code}")
        return ast.literal_eval(said.strip().splitlines()[-1]) if said.strip() else None

    def has(self, name):
        return self.run(f"answer(hasattr(board, {name!r}))") == (True,)


def told(do):
    """What it answers; where the board is not as it should be, a line says so, and that is all."""
    try:
        return do()
    except InstallError as error:
        pytest.exit(str(error), error.status)


@pytest.fixture(scope="session")
def device_port(request):
    """Its port; the emulated board is on for as long as the tests run."""
    port = request.config.getoption("port")
    if port is not None:
        yield told(lambda: find(None if port == "auto" else port))
        return
    board = boards.load("pico8")
    open_level = dict.fromkeys(board.contacts.values(), 1 - board.closed_level)
    open_level |= {board.speed_slow: 1, board.speed_fast: 1}
    emulated = EmulatedBoard(request.getfixturevalue("image")("pico8"), 1, open_level)
    emulated.power_on()
    emulated.set_input(0, board.usb_sense, 1)
    emulated.set_analog(0, board.battery_adc, SUPPLY_V / board.battery_divider)
    with SocketPort(emulated) as socket_port:
        yield socket_port.url
    emulated.close()


@pytest.fixture(scope="session")
def on_board(device_port):
    with contextlib.ExitStack() as stack:
        device = told(lambda: stack.enter_context(Device(device_port)))
        yield told(lambda: OnBoard(device))
        device.leave()  # a real unit plays on
