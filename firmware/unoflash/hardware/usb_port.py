"""The USB serial port: the log goes out when there is room, what comes in is thrown away.

Writing to it would block for up to 500 ms where a terminal is open and not read. POLLOUT
promises room for one byte, so the log leaves byte by byte.
"""

import select
import sys

import micropython
from micropython import const

_DISCARD = const(16)  # incoming bytes a pass


class UsbPort:
    """The port of the REPL; `source` is what a poller can wait on for incoming bytes."""

    def __init__(self):
        self.source = sys.stdin
        self._byte = bytearray(1)
        has_room = select.poll()
        has_room.register(sys.stdout, select.POLLOUT)
        has_more = select.poll()
        has_more.register(sys.stdin, select.POLLIN)
        # Saved once: a bound method allocates.
        self._has_room = has_room.ipoll
        self._has_more = has_more.ipoll
        self._write = sys.stdout.buffer.write
        self._read = sys.stdin.buffer.readinto

    @micropython.native
    def write_from(self, ring, count):
        """Write up to `count` bytes of what `ring` holds; whether more could leave now."""
        byte = self._byte
        has_room = self._has_room
        while count and ring.any():
            for _ in has_room(0):
                break
            else:
                return False
            ring.readinto(byte)
            self._write(byte)
            count -= 1
        return ring.any() > 0

    @micropython.native
    def discard(self):
        """Throw incoming bytes away, so that a full buffer never keeps Ctrl-C out (E3)."""
        for _ in range(_DISCARD):
            for _ in self._has_more(0):
                break
            else:
                return
            self._read(self._byte)
