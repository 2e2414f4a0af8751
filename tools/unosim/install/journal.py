"""`unosim stats` without files: the journal that is on a board."""

import sys
import tempfile
from pathlib import Path

from unosim.install.device import Device
from unosim.install.port import InstallError, find
from unosim.journal.command import stats

FILES = ("journal.old.txt", "journal.txt")


def stats_of_board(port: str | None, plot: str | None) -> int:
    """Fetches the journal, lets the unit go on, and prints the tables; the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        try:
            with Device(find(port)) as device:
                for name in FILES:
                    data = device.read(f"/{name}")
                    if data is not None:
                        path = Path(folder) / name
                        path.write_bytes(data)
                        paths.append(str(path))
                device.leave()
        except InstallError as error:
            print(f"unosim: {error}", file=sys.stderr)
            return error.status
        if not paths:
            print("no journal on the board: it is written when a game pauses or sleeps")
            return 0
        return stats(paths, plot)
