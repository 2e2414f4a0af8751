"""`mpremote mip install package.json`, from a checkout, onto an emulated board; broken off.

All of it would take minutes to copy; what mip makes of the whole list: `test_package.py`.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from unosim.bench.device import Device
from unosim.boards import TREE
from unosim.emulator.socket_port import SocketPort

pytestmark = pytest.mark.emulator

MPREMOTE = Path(sys.executable).with_name("mpremote")
BOOT_MS = 500
LAST = "Installing: /lib/unoflash/hardware/battery.py"  # main.py has been copied before


def test_what_mip_copied_in_part_does_not_start(plain_image):
    device = Device(plain_image)
    device.power_on()
    with SocketPort(device.board) as port:
        mip = subprocess.Popen(
            [MPREMOTE, "connect", port.url, "mip", "install", "package.json"],
            cwd=TREE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONUNBUFFERED": "1"},
        )
        assert mip.stdout is not None
        said = []
        while not said or said[-1] != LAST:
            line = mip.stdout.readline()
            assert line, said
            said.append(line.rstrip())
        mip.kill()
        mip.wait()
    device.board.power_off()
    files = device.board.files()
    assert files["main.py"] == (TREE / "firmware/main.py").read_bytes()
    assert files["lib/board.py"] == (TREE / "boards/pico6/board.py").read_bytes()

    said = len(device.lines)
    device.power_on()
    device.run_ms(BOOT_MS)
    assert device.state == "safe_mode"
    assert "only a part of the program was copied" in "\n".join(device.lines[said:])
    assert " ready " not in "\n".join(device.lines[said:])
