"""Runs under MicroPython: the real littlefs, on a flash in RAM whose power goes at every write.

The power goes before, within and after each time that the flash is programmed or erased. Then
the flash is mounted anew, as at power-on, and must hold what G2 and N2 promise.
"""

import os

import vfs

from unoflash.hardware import storage
from unoflash.rules import records
from unoflash.rules.settings import with_volume

BLOCK = 4096
BLOCKS = 24
PAGE = 256
RECORD = len(records.encode({"session": 1, "fault": "x" * 80}))


class PowerCut(BaseException):
    pass


class Flash:
    """As the chip's: an erase of a block, then pages that are programmed once."""

    data = bytearray(BLOCK * BLOCKS)  # one for all: there is little memory

    def __init__(self):
        self.writes = 0
        self.cut_at = -1
        self.part = 0  # how much of the last write is done, in quarters
        self.dead = False

    def readblocks(self, number, buf, offset=0):
        if self.dead:
            return -5
        start = number * BLOCK + offset
        buf[:] = self.data[start : start + len(buf)]

    def writeblocks(self, number, buf, offset=0):
        if self.dead:
            return -5
        self._change(number * BLOCK + offset, buf)

    def ioctl(self, op, argument):
        if op == 4:
            return BLOCKS
        if op == 5:
            return BLOCK
        if self.dead:
            return -5
        if op == 6:
            self._change(argument * BLOCK, b"\xff" * BLOCK)
            return 0

    def _change(self, start, buf):
        if self.writes == self.cut_at:
            size = len(buf) * self.part // 4
            self.data[start : start + size] = buf[:size]
            self.dead = True
            raise PowerCut
        self.data[start : start + len(buf)] = buf
        self.writes += 1


class Opened:
    """`open` for the storage: nobody closes a file when the power is gone."""

    left = []  # kept: nor does the garbage collector

    def __init__(self, name, mode):
        self.file = open(name, mode)  # noqa: SIM115

    def __enter__(self):
        return self.file

    def __exit__(self, kind, error, trace):
        if kind is PowerCut:
            self.left.append(self.file)
        else:
            self.file.close()


def mounted(flash):
    try:
        os.chdir("/")
        vfs.umount("/flash")
    except OSError:
        pass
    vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE, readsize=PAGE), "/flash")
    os.chdir("/flash")
    return flash


def content(name):
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        if error.errno != 2:
            raise
        return None


def lines_of(name):
    return [line for line in (content(name) or b"").split(b"\n") if line]


def formatted():
    flash = Flash()
    flash.data[:] = bytes(len(flash.data))
    vfs.VfsLfs2.mkfs(flash, progsize=PAGE, readsize=PAGE)
    mounted(flash)


def each_cut(image, act, check):
    """Does `act` on the flash `image`, cut at each of its writes, and calls `check` after each."""
    flash = mounted(Flash())
    act()
    writes = flash.writes
    for cut in range(writes):
        for part in range(5):
            Flash.data[:] = image
            flash = mounted(Flash())
            flash.cut_at = cut
            flash.part = part
            try:
                act()
            except PowerCut:
                pass
            flash.dead = True
            mounted(Flash())
            check()
    return "writes: %d" % writes


def volume(before):
    formatted()
    if before is not None:
        with open("settings.json", "wb") as file:
            file.write(before)
    after = with_volume(before, "mute")

    def check():
        seen = content("settings.json")
        assert seen in (before, after), seen
        assert storage.store_volume("mute")
        assert content("settings.json") == after
        assert content("settings.json.new") is None

    return each_cut(bytes(Flash.data), lambda: storage.store_volume("mute"), check)


def journal(size):
    """Appends to a journal of about `size` bytes."""
    formatted()
    file = storage.JournalFile()
    assert file.append([{"fault": "x" * 80} for _ in range(size // RECORD)])
    old = lines_of("journal.txt")

    def act():
        file = storage.JournalFile()
        for i in range(3):
            assert file.append([{"fault": "second", "i": i}])

    def check():
        present = lines_of("journal.old.txt") + lines_of("journal.txt")
        whole = [records.decode(line) for line in present]
        assert None not in whole[:-1], whole  # N2
        if whole and whole[-1] is None:
            whole.pop()
        assert present[: len(old)] == old
        new = whole[len(old) :]
        assert [record["i"] for record in new] == list(range(len(new)))
        file = storage.JournalFile()
        assert file.session == whole[-1]["session"] + 1
        assert file.append([{"fault": "third"}])
        assert records.decode(lines_of("journal.txt")[-1])["fault"] == "third"

    return each_cut(bytes(Flash.data), act, check)


storage.open = Opened
print("volume, no file", volume(None))
print("volume", volume(b'{\n  "turn_order": "bag",\n  "volume": "quiet"\n}\n'))
print("volume, long file", volume(b'{"x": "' + b"y" * 6000 + b'"}'))
print("journal, short", journal(250))
print("journal, one block", journal(4000))
print("journal, long", journal(20_000))
print("journal, full", journal(32_600))
