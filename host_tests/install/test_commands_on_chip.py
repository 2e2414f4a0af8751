"""What the commands do with an emulated unit that runs its own image: each lets it play on."""

import base64
import json
import re

import pytest

from unoflash.rules import records
from unosim import cli
from unosim.bench import device as bench
from unosim.emulator.socket_port import SocketPort
from unosim.install import device as device_module
from unosim.install.device import Device
from unosim.install.port import InstallError

pytestmark = pytest.mark.emulator

READY = r"ready unoflash 0\.1\.0 \S+ frozen pico8\n"
SETTINGS = {"sleep_min": 7, "volume": "quiet"}
FIGURES = [3, 1, 9_000, 6_000, 0, 0, -1]


@pytest.fixture
def unit(image):
    """A unit that plays; unit("settings", "show") is the command with that unit's port."""
    journal = records.encode({"session": 1, "figures": {"p1": FIGURES}})
    device = bench.Device(image("pico8"), settings=SETTINGS, files={"journal.txt": journal})
    device.power_on()
    device.until(lambda: device.state == "joining")

    def run(*arguments):
        run.known = len(device.events)
        with SocketPort(device.board) as port:
            return cli.main([*arguments, "--port", port.url])

    run.device = device
    return run


def goes_on(unit):
    """It has started anew, and a press joins."""
    device = unit.device
    device.until(lambda: "joining" in [event.state for event in device.events[unit.known :]], 5_000)
    device.press("p4")
    device.until(lambda: device.events[-1].players == (4,), 1_000)
    return True


def test_files_are_not_copied_beside_an_image(unit, capsys):
    assert unit("flash", "--board", "pico8") == 2
    said = capsys.readouterr()
    assert re.search(r"runs its own image, 0\.1\.0 \S+ frozen pico8; copied files", said.err)
    assert "build/unoflash-" in said.err
    assert goes_on(unit)
    unit.device.board.power_off()
    assert sorted(unit.device.board.files()) == ["journal.txt", "settings.json"]


def test_a_setting_is_changed_on_the_board(unit, capsys):
    assert unit("settings", "set", "handicap_s.p3", "5") == 0
    assert re.search(READY, capsys.readouterr().out)
    assert unit("settings", "set", "handicap_s.p9", "5") == 2
    assert 'handicap_s."p9": unknown key' in capsys.readouterr().err
    assert goes_on(unit)
    assert unit("settings", "show") == 0
    assert '"handicap_s": {"p3": 5}' in capsys.readouterr().out
    unit.device.board.power_off()
    kept = json.loads(unit.device.board.files()["settings.json"])
    assert kept == SETTINGS | {"handicap_s": {"p3": 5}}
    assert "settings.json.new" not in unit.device.board.files()


def test_the_journal_is_fetched(unit, capsys):
    assert unit("stats") == 0
    assert "3.0 s" in capsys.readouterr().out  # a turn of p1, on average
    assert goes_on(unit)


def test_what_does_not_arrive_as_it_was_sent_is_not_taken(unit, monkeypatch):
    torn = base64.b64encode(b"{...}")
    monkeypatch.setattr(device_module.base64, "b64encode", lambda data: torn)
    with (
        SocketPort(unit.device.board) as port,
        Device(port.url) as device,
        pytest.raises(InstallError, match=r"settings\.json: what is on the flash is not what"),
    ):
        device.write("/settings.json", b"{}")
    unit.device.board.power_off()
    files = unit.device.board.files()
    assert json.loads(files["settings.json"]) == SETTINGS
    assert "settings.json.new" not in files
