"""`unosim flash` onto emulated boards: cut short and mended, then a game; our own image.

`pytest --install-cuts=20` cuts an install more often than the three times of every run.
"""

import random
import re

import pytest

from unosim import boards
from unosim.bench.device import MS, Device
from unosim.emulator.flash_commands import FlashCommands
from unosim.emulator.socket_port import SocketPort
from unosim.install import program
from unosim.install.flash import flash
from unosim.install.port import MISSING

pytestmark = pytest.mark.emulator

COMMANDS = 700  # to the flash chip, at the least, in a whole install
BOOT_MS = 300
KEPT = {"settings.json": b'{"choose_ms": 0}', "journal.txt": b"a journal", "notes.txt": b"mine"}
SAFE = "Safe mode: only a part of the program was copied; copy it anew: make flash"
READY = r"flash: ready unoflash 0\.1\.0 \S+ files pico8\n"


@pytest.fixture
def cuts(request):
    return request.config.getoption("install_cuts")


def install(device, commands=None, **options):
    """`unosim flash` by way of a socket; its exit status."""
    given = {"board": "pico8", "dry_run": False, "untested": False} | options
    with SocketPort(device.board, lambda: commands is not None and commands.cut) as port:
        return flash(port.url, **given)


def after_cold_boot(device):
    """What the unit says for itself."""
    said = len(device.lines)
    device.power_on()
    device.run_ms(BOOT_MS)
    return "\n".join(device.lines[said:])


def test_an_install_cut_again_and_again_is_mended_and_a_game_played(plain_image, cuts, capsys):
    choice = random.Random(cuts)
    device = Device(plain_image, files=KEPT)
    device.power_on()
    assert install(device, dry_run=True) == 0
    assert "copy   /lib/unoflash/rules/game.mpy" in capsys.readouterr().out
    left, was_safe = COMMANDS, 0
    for i in range(cuts):
        commands = FlashCommands(device.board, choice)
        commands.cut_at(choice.randint(1, 2 * left // (cuts - i + 1)))
        assert install(device, commands) == MISSING
        assert "the board has gone: plug it in again" in capsys.readouterr().err
        left -= commands.count
        device.board.power_off()

        files = device.board.files()
        said = after_cold_boot(device)
        assert " ready " not in said
        assert device.state == ("safe_mode" if "main.py" in files else "")
        if "main.py" in files:
            assert SAFE in said
            assert device.lit("slap")
            was_safe += 1
    assert was_safe >= cuts // 2

    assert install(device) == 0
    told = capsys.readouterr().out
    assert re.search(READY, told)
    assert "copied, and checked by SHA-256" in told
    play(device)

    device.board.power_off()
    files = device.board.files()
    wanted = program.compiled(boards.load("pico8"), "")
    ours = {path.lstrip("/") for path in wanted.files}
    assert {name for name in files if name not in KEPT} == ours
    assert {name: files[name] for name in KEPT} == KEPT


def test_a_module_that_is_missing_is_named_in_safe_mode(plain_image):
    files = program.compiled(boards.load("pico8"), "abc1234").files
    there = {path.lstrip("/"): data for path, data in files.items() if "/faults" not in path}
    device = Device(plain_image, files=there)
    said = after_cold_boot(device)
    assert device.state == "safe_mode"
    assert "Safe mode: no module named 'unoflash.faults'; copy the program anew" in said
    assert device.lit("slap")


def play(device):
    """Two join, take a turn each, and race."""
    device.until(lambda: device.state == "joining")
    for button in ("p2", "p5", "play"):
        device.press(button)
        device.run_ms(40)
        device.release(button)
        device.run_ms(60)
    for _ in range(2):
        device.until(lambda: device.state == "turn")
        device.run_ms(200)
        (player,) = device.players
        assert player in ("p2", "p5")
        assert device.lit(player)
        pressed_ns = device.press(player)
        device.run_ms(40)
        device.release(player)
        assert device.since_ns - pressed_ns < 5 * MS
        device.run_ms(60)
    device.run_ms(150)
    device.press("slap")
    device.until(lambda: device.state == "slap_race")
    device.release("slap")
    device.until(lambda: device.state == "slap_lost")
