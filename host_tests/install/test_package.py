"""package.json through mpremote's own `mip`: from a checkout, and from an address on the web."""

import functools
import http.server
import os.path
import threading

import pytest
from mpremote import mip

from unosim.boards import TREE
from unosim.install import package


class Board:
    """Files as mip writes them, in this order."""

    def __init__(self):
        self.written = []

    def fs_exists(self, path):
        return True

    def fs_writefile(self, path, data, progress_callback):
        self.written.append((os.path.normpath(path), data))


@pytest.fixture
def web():
    """The checkout as a web server has it; its address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=TREE)
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("place", ["checkout", "web"])
def test_mip_copies_the_whole_program_the_package_itself_last(place, request, monkeypatch):
    monkeypatch.chdir(TREE)
    board = Board()
    address = f"{request.getfixturevalue('web')}/" if place == "web" else ""
    mip._install_package(board, f"{address}package.json", "", "/lib", None, True)
    first, last = board.written[0], board.written[-1]
    assert first == ("/lib/unoflash/__init__.py", (TREE / "firmware/half_copied.py").read_bytes())
    assert last[0] == "/lib/unoflash/__init__.py"
    firmware = TREE / "firmware"
    wanted = {
        f"/lib/{path.relative_to(firmware).as_posix()}": path.read_bytes()
        for path in [*(firmware / "unoflash").rglob("*.py"), firmware / "build_info.py"]
    }
    wanted["/main.py"] = (firmware / "main.py").read_bytes()
    wanted["/lib/board.py"] = (TREE / "boards/pico6/board.py").read_bytes()
    assert dict(board.written) == wanted
    assert len(board.written) == len(wanted) + 1


def test_package_json_is_up_to_date():
    assert (TREE / "package.json").read_text() == package.text()
