"""Files on the device's flash. Writing stalls the chip for some 40 ms: never in a turn or race.

Nothing here raises: a file that cannot be read or written is told, and the game goes on.
"""

import os

from unoflash.rules import records
from unoflash.rules.settings import MAX_BYTES, with_volume

_SETTINGS = "settings.json"
_SETTINGS_NEW = "settings.json.new"
_JOURNAL = "journal.txt"
_JOURNAL_OLD = "journal.old.txt"
_JOURNAL_BYTES = 32_768  # of each of the two
_BLOCK = 1_024  # read at once
_LONGEST = 6_000  # bytes of a record at most
_ENOENT = 2


def read_settings():
    """What `settings.parse` takes: the bytes of settings.json, at most one more than is allowed;
    None if there is no such file; a str that says why it cannot be read."""
    try:
        with open(_SETTINGS, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        if error.args[0] == _ENOENT:
            return None
        return "cannot be read, error {}".format(error.args[0])


def store_volume(volume):
    """Write the volume into settings.json, by way of a new file (G2).

    False where that cannot be: the flash is full or broken, or the file is no JSON object and so
    left alone.
    """
    data = read_settings()
    changed = None if isinstance(data, str) else with_volume(data, volume)
    if changed is None:
        return False
    try:
        with open(_SETTINGS_NEW, "wb") as file:
            file.write(changed)
        os.rename(_SETTINGS_NEW, _SETTINGS)
    except OSError:
        _remove(_SETTINGS_NEW)  # on a full flash it would stay in the way
        return False
    return True


class JournalFile:
    """Appends records; when the file is full it becomes the old one and a new one begins.

    `session` counts the power-ons that the journal knows of.
    """

    def __init__(self):
        self.session = 1 + (_last_session(_JOURNAL) or _last_session(_JOURNAL_OLD))
        self._mend = not _ends_a_line(_JOURNAL)

    def append(self, some_records):
        """Add records (dicts), all in one write; False where the flash is full or broken."""
        data = b""
        for record in some_records:
            record["session"] = self.session
            data += records.encode(record)
        try:
            size = _size(_JOURNAL)
            if size and size + len(data) > _JOURNAL_BYTES:
                os.rename(_JOURNAL, _JOURNAL_OLD)
                self._mend = False
            with open(_JOURNAL, "ab") as file:
                file.write(b"\n" + data if self._mend else data)
            self._mend = False
        except OSError:
            self._mend = not _ends_a_line(_JOURNAL)
            return False
        return True


def _last_session(name):
    """The session of the last whole record in a journal file; 0 where there is none."""
    try:
        with open(name, "rb") as file:
            start = _size(name)
            stop = max(0, start - _JOURNAL_BYTES)
            rest = b""
            while start > stop:
                end = start
                start = max(stop, end - _BLOCK)
                file.seek(start)
                session, rest = _session_in(file.read(end - start) + rest)
                if session:
                    return session
    except OSError:
        pass
    return 0


def _session_in(data):
    """The session of the last whole record in a piece of a file, or 0; and its first line, of
    which more may stand before."""
    end = len(data)
    while True:
        start = data.rfind(b"\n", 0, end) + 1
        if end > start:
            record = records.decode(data[start:end])
            if record:
                return record["session"], b""
        if not start:
            return 0, data[:end] if end < _LONGEST else b""
        end = start - 1


def _ends_a_line(name):
    """Whether a file ends with a whole line; a power cut may have left a piece of one."""
    try:
        size = _size(name)
        if not size:
            return True
        with open(name, "rb") as file:
            file.seek(size - 1)
            return file.read(1) == b"\n"
    except OSError:
        return True


def _size(name):
    try:
        return os.stat(name)[6]
    except OSError:
        return 0


def _remove(name):
    try:
        os.remove(name)
    except OSError:
        pass
