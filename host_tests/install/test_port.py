"""Finding the board, and lines from it that go on after it was away."""

import socket
import threading
import time
from types import SimpleNamespace

import pytest

from unosim.install import port
from unosim.install.port import MISSING, REFUSED, InstallError, Lines

LIMIT_S = 60


@pytest.fixture
def plugged_in(monkeypatch):
    def plug_in(*found):
        ports = [SimpleNamespace(device=device, vid=vid) for device, vid in found]
        monkeypatch.setattr(port.list_ports, "comports", lambda: ports)

    return plug_in


def test_the_only_board_is_taken(plugged_in):
    plugged_in(("/dev/ttyS0", None), ("/dev/ttyACM1", 0x2E8A), ("/dev/ttyUSB0", 0x10C4))
    assert port.find(None) == "/dev/ttyACM1"
    assert port.find("COM7") == "COM7"


def test_of_several_one_must_be_named(plugged_in):
    plugged_in(("/dev/ttyACM1", 0x2E8A), ("/dev/ttyACM0", 0x2E8A))
    with pytest.raises(InstallError, match="--port /dev/ttyACM0 or --port /dev/ttyACM1") as caught:
        port.find(None)
    assert caught.value.status == REFUSED


def test_without_a_board_it_says_what_to_do(plugged_in):
    plugged_in(("/dev/ttyS0", None))
    with pytest.raises(InstallError, match="BOOTSEL.*RPI-RP2.*--port") as caught:
        port.find(None)
    assert caught.value.status == MISSING


def test_a_port_that_cannot_be_opened_is_named():
    with pytest.raises(InstallError, match="/dev/nothing: cannot be opened.*dialout"):
        Lines("/dev/nothing").open()


class Board:
    """A TCP port that says a thing and hangs up, then the next, and the last again and again."""

    def __init__(self, *said):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        self.heard = b""
        threading.Thread(target=self._serve, args=(said,), daemon=True).start()

    def _serve(self, said):
        for data in said:
            client, _ = self._listener.accept()
            client.settimeout(0.05)
            self._hear(client)  # whoever opens a port throws away what is there already
            client.sendall(data)
            while data == said[-1] and self._hear(client):
                client.sendall(data)
            client.close()

    def _hear(self, client):
        """False once the other side has hung up."""
        try:
            more = client.recv(100)
        except TimeoutError:
            return True
        self.heard += more
        return bool(more)


def test_lines_go_on_when_the_board_comes_back_and_half_ones_are_dropped():
    board = Board(b"one\r\ntwo\nhal", b"three\n")
    lines = Lines(board.url)
    heard = []
    for line in lines.heard(time.monotonic() + LIMIT_S):
        heard.append(line)
        if line == "three":
            break
    lines.close()
    assert [line for line in heard if line] == ["one", "two", "three"]
    assert None in heard
    assert board.heard == b""  # to listen is all it does
