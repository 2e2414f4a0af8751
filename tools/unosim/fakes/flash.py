"""The fake file system: `WORLD.files`, one folder, with littlefs's promise.

A file keeps its old content until `flush` or `close` ends: then it has the new one whole. Those
take the time of a flash write, in which interrupts wait. A new file exists, empty, from `open`.
"""

import costs
from tracebacks import os_error
from world import WORLD

ENOENT, EBADF, EEXIST, EISDIR, EINVAL = 2, 9, 17, 21, 22
BLOCK = 4096  # of flash, in bytes


def place(path):
    """The name under which a file is kept; "" for the folder itself. ENOENT below that."""
    if not isinstance(path, str):
        raise TypeError("file name %r; a str" % (path,))
    name = path[1:] if path.startswith("/") else path
    if "/" in name:
        raise os_error(ENOENT)
    return name


def look(path):
    """As `place`, for what must exist."""
    WORLD.spend(costs.FLASH_LOOK_NS)
    name = place(path)
    if name and name not in WORLD.files:
        raise os_error(ENOENT)
    return name


def store(name, data):
    """A file's content is `data` once the flash is written; None: it is gone."""
    _program(0 if data is None else len(data))
    _keep(name, data)
    WORLD.spend(0)  # interrupts that waited


def move(old, new):
    """A file takes another name, and the place of a file of that name: at one instant."""
    _program(0)
    if new != old:
        _keep(new, WORLD.files[old])
        _keep(old, None)
    WORLD.spend(0)


def _program(size):
    before = WORLD.mask(True)
    try:
        WORLD.spend((1 + size // BLOCK) * costs.FLASH_WRITE_NS)
    finally:
        WORLD.mask(before)


def _keep(name, data):
    if data is None:
        WORLD.files.pop(name)
    else:
        WORLD.files[name] = data
    if WORLD.port is not None:
        WORLD.port.stored(name, data)


def open(file, mode="r"):
    """MicroPython's `open`: modes r, w, x, a, each with + and b."""
    WORLD.spend(costs.FLASH_LOOK_NS)
    kinds = [letter for letter in mode if letter in "rwxa"]
    if len(kinds) != 1 or [letter for letter in mode if letter not in "rwxa+bt"]:
        raise ValueError("mode %r; one of r, w, x, a, and + b t" % mode)
    kind = kinds[0]
    name = place(file)
    if not name:
        raise os_error(EISDIR)
    data = WORLD.files.get(name)
    if data is None:
        if kind == "r":
            raise os_error(ENOENT)
        data = b""
        store(name, data)
    elif kind == "x":
        raise os_error(EEXIST)
    return _File(name, data, kind, "+" in mode, "b" not in mode)


class _File:
    def __init__(self, name, data, kind, both, text):
        self._name = name
        self._data = bytearray() if kind == "w" else bytearray(data)
        self._changed = kind == "w" and len(data) > 0
        self._appends = kind == "a"
        self._reads = kind == "r" or both
        self._writes = kind != "r" or both
        self._text = text
        self._at = 0
        self._open = True

    def read(self, size=-1):
        self._check(self._reads)
        data = bytes(self._data[self._at :])
        if self._text:
            string = str(data, "utf-8")
            if size is not None and size >= 0:
                string = string[:size]
            self._at += len(string.encode())
            return string
        if size is not None and size >= 0:
            data = data[:size]
        self._at += len(data)
        return data

    def readinto(self, buf, size=None):
        self._check(self._reads)
        count = min(len(buf), len(self._data) - self._at)
        if size is not None:
            count = min(count, size)
        buf[:count] = self._data[self._at : self._at + count]
        self._at += count
        return count

    def readline(self):
        self._check(self._reads)
        end = self._data.find(b"\n", self._at) + 1 or len(self._data)
        line = bytes(self._data[self._at : end])
        self._at = end
        return str(line, "utf-8") if self._text else line

    def readlines(self):
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def write(self, buf):
        self._check(self._writes)
        if self._text != isinstance(buf, str):
            raise TypeError("a text file takes str, a binary one bytes; not %r" % type(buf))
        data = buf.encode() if self._text else bytes(buf)
        if self._appends:
            self._at = len(self._data)
        self._data[self._at : self._at + len(data)] = data
        self._at += len(data)
        self._changed = True
        return len(buf)

    def seek(self, offset, whence=0):
        self._check(True)
        start = (0, self._at, len(self._data))[whence]
        if start + offset < 0:
            raise os_error(EINVAL)
        self._at = min(start + offset, len(self._data))
        return self._at

    def tell(self):
        self._check(True)
        return self._at

    def flush(self):
        self._check(True)
        if self._changed:
            self._changed = False
            store(self._name, bytes(self._data))

    def close(self):
        if self._open:
            self.flush()
            self._open = False

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def _check(self, allowed):
        if not self._open:
            raise ValueError("I/O operation on closed file")
        if not allowed:
            raise os_error(EBADF)
