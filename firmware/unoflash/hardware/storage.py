"""Files on the device's flash. Writing stalls the chip for some 40 ms: never in a turn or race."""

import json
import os

from unoflash.rules import records
from unoflash.rules.settings import MAX_BYTES

_SETTINGS = "settings.json"
_SETTINGS_NEW = "settings.json.new"
_JOURNAL = "journal.txt"
_JOURNAL_OLD = "journal.old.txt"
_TAIL_BYTES = 4_096  # longer than any record
_JOURNAL_BYTES = 32_768  # of each of the two


def read_settings():
    """The bytes of settings.json, at most one more than is allowed; None if there is none."""
    try:
        with open(_SETTINGS, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError:
        return None


def store_volume(volume):
    """Write the volume into settings.json, by way of a new file (G2).

    Whatever else is in there stays; a file that is no JSON object is left alone, and False says
    so.
    """
    data = read_settings()
    try:
        values = {} if data is None else json.loads(str(data, "utf-8"))
    except (ValueError, RuntimeError):
        return False
    if not isinstance(values, dict):
        return False
    values["volume"] = volume
    try:
        with open(_SETTINGS_NEW, "w") as file:
            file.write(json.dumps(values))
        os.rename(_SETTINGS_NEW, _SETTINGS)
    except OSError:
        return False
    return True


class JournalFile:
    """Appends records; when the file is full it becomes the old one and a new one begins."""

    def __init__(self):
        self.session = 1
        self._mend = False  # whether a power cut left an unfinished line
        try:
            with open(_JOURNAL, "rb") as file:
                file.seek(max(0, self._size() - _TAIL_BYTES))
                lines = file.read().split(b"\n")
        except OSError:
            return
        self._mend = lines[-1] != b""
        for line in lines:
            record = records.decode(line)
            if record and isinstance(record.get("session"), int):
                self.session = record["session"] + 1

    def append(self, record):
        """Add `record`, a dict; False where the flash is full or broken."""
        record["session"] = self.session
        line = records.encode(record)
        try:
            if self._size() + len(line) > _JOURNAL_BYTES:
                os.rename(_JOURNAL, _JOURNAL_OLD)
                self._mend = False
            with open(_JOURNAL, "ab") as file:
                file.write(b"\n" + line if self._mend else line)
            self._mend = False
        except OSError:
            return False
        return True

    def _size(self):
        try:
            return os.stat(_JOURNAL)[6]
        except OSError:
            return 0
