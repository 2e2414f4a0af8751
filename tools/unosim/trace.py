"""The trace: what was done to the unit and what it did, as JSON Lines.

    {"t": 0, "event": "power", "on": true, "supply": "battery"}
    {"t": 20, "event": "speed", "speed": "fast"}
    {"t": 1500000, "event": "press", "button": "p1"}          (and release)
    {"t": 1500412, "event": "joined", "players": [1]}
    {"t": 1500412, "event": "light", "light": "p1", "level": 1.0}
    {"t": 2000100, "event": "state", "state": "turn", "players": [3], "limit_us": 6000000}
    {"t": 2000200, "event": "tone", "hz": 880}
    {"t": 2500000, "event": "slap", "players": [4]}
    {"t": 2600000, "event": "fault", "text": "…"}             (and stuck, setting)

`t` is in microseconds since the first power-on, rounded down; what was done before it has a
negative one. The Speed Switch's position in the header is no event: nothing moves.
Order: by time; at the same microsecond first what was done to the unit, then what it
reported, then its outputs; of those each kind in the order it was recorded.
"""

import json
import os
import stat
import tempfile
from pathlib import Path

from unosim.steps import NS_PER_US

INPUT, REPORT, OUTPUT = range(3)

_FIELDS = {  # what a record of each event has, `t` besides
    "power": {"on"},
    "speed": {"speed"},
    "press": {"button"},
    "release": {"button"},
    "joined": {"players"},
    "light": {"light", "level"},
    "state": {"state", "players"},
    "tone": {"hz"},
    "slap": {"players"},
    "stuck": {"text"},
    "fault": {"text"},
    "setting": {"text"},
}


class Trace:
    """Records in any order, read back in order. One that does not `keep` forgets all."""

    def __init__(self, keep: bool = True):
        self._keep = keep
        self._records: list[tuple[int, int, int, int, dict]] = []

    def add(self, at_ns: int, rank: int, event: str, **values) -> dict:
        """Records an event; answers the record, `t` in whole microseconds."""
        t = at_ns // NS_PER_US
        record = {"t": t, "event": event, **values}
        if self._keep:
            self._records.append((t, rank, at_ns, len(self._records), record))
        return record

    def cut(self, at_ns: int) -> None:
        """Forgets what is later than that moment: there the run ended."""
        self._records = [entry for entry in self._records if entry[2] <= at_ns]

    def records(self) -> list[dict]:
        """All records, in the trace's order."""
        self._records.sort(key=lambda entry: entry[:4])
        return [entry[4] for entry in self._records]

    def text(self) -> str:
        """The whole trace as JSON Lines."""
        return "".join(json.dumps(record) + "\n" for record in self.records())


class TraceError(Exception):
    """A file that is no trace; as text `FILE:LINE: reason`."""


def read(path: str) -> list[dict]:
    """The records of a trace's file; TraceError where it holds something else."""
    try:
        lines = Path(path).read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, a null byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise TraceError(f"{path}: cannot be read: {reason}") from None
    records = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            if type(record["t"]) is not int or not _FIELDS[record["event"]] <= record.keys():
                raise ValueError
        except (ValueError, TypeError, KeyError, RecursionError):
            raise TraceError(f"{path}:{number}: no record of a trace") from None
        records.append(record)
    if not records:
        raise TraceError(f"{path}: holds no record of a trace")
    return records


class OutputFile:
    """A file, text in UTF-8 or bytes, that gets its new content whole or not at all.

    Made before the run, so that a path that cannot be written is known then (OSError), and
    written next to its place and renamed. What is no plain file, such as a pipe, is written
    as it is.
    """

    def __init__(self, path: str):
        self._path = Path(os.path.realpath(path))
        self._temporary: str | None = None
        try:
            mode = os.stat(self._path).st_mode
        except FileNotFoundError:
            mode = stat.S_IFREG
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(21, "is a directory")
        if not stat.S_ISREG(mode):
            return
        handle, self._temporary = tempfile.mkstemp(
            prefix=f".{self._path.name}.", dir=self._path.parent
        )
        os.close(handle)

    def write(self, content: str | bytes) -> None:
        """Puts the content in place."""
        data = content.encode() if isinstance(content, str) else content
        if self._temporary is None:
            self._path.write_bytes(data)
            return
        Path(self._temporary).write_bytes(data)
        os.chmod(self._temporary, 0o666 & ~_umask())
        os.replace(self._temporary, self._path)
        self._temporary = None

    def discard(self) -> None:
        """Leaves the path as it was, unless it has been written."""
        if self._temporary is not None:
            os.unlink(self._temporary)
            self._temporary = None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
