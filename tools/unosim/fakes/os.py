"""The fake `os`: the flash's one folder, and the chip's entropy."""

import costs
from flash import BLOCK, EEXIST, EISDIR, ENOENT, look, move, place, store
from tracebacks import os_error
from world import WORLD

_FILE, _FOLDER = 0x8000, 0x4000
_BLOCKS = 352
_POLYNOMIAL = 0xD5
_lfsr = 0


def urandom(n):
    """n random bytes, as the port makes them from its oscillator (rosc_random_u8, main.c)."""
    global _lfsr
    data = bytearray(n)
    for i in range(n):
        WORLD.spend(costs.RANDOM_BYTE_NS)
        for _ in range(8):
            shifted = (_lfsr << 1 | WORLD.random_bit()) & 0xFF
            _lfsr = shifted ^ (_POLYNOMIAL if _lfsr & 0x80 else 0)
        data[i] = _lfsr
        if WORLD.port is not None:
            WORLD.port.drew(8)
    return bytes(data)


def listdir(path="/"):
    _folder(path)
    return sorted(WORLD.files)


def ilistdir(path="/"):
    """Tuples (name, type, inode, size)."""
    _folder(path)
    return iter([(name, _FILE, 0, len(WORLD.files[name])) for name in sorted(WORLD.files)])


def stat(path):
    name = look(path)
    if not name:
        return (_FOLDER, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    return (_FILE, 0, 0, 0, 0, 0, len(WORLD.files[name]), 0, 0, 0)


def statvfs(path):
    look(path)
    used = sum(1 + len(data) // BLOCK for data in WORLD.files.values()) + 2
    free = max(0, _BLOCKS - used)
    return (BLOCK, BLOCK, _BLOCKS, free, free, 0, 0, 0, 0, 255)


def remove(path):
    name = look(path)
    if not name:
        raise os_error(EISDIR)
    store(name, None)


unlink = remove


def rename(old_path, new_path):
    """A file of the new name is replaced, at one instant."""
    old = look(old_path)
    new = place(new_path)
    if not old or not new:
        raise os_error(EISDIR if old else EEXIST)
    move(old, new)


def sync():
    WORLD.spend(costs.FLASH_LOOK_NS)


def getcwd():
    return "/"


def _folder(path):
    if look(path):
        raise os_error(ENOENT)
