"""The USB serial port: the log goes out when there is room, what comes in is thrown away.

Writing to it would block for up to 500 ms where a terminal is open and not read. POLLOUT
promises room for one byte, so the log leaves byte by byte.
"""

import select
import sys

from micropython import const

_AT_ONCE = const(16)  # bytes a pass, well under a millisecond


class UsbPort:
    """The port of the REPL; `source` is what a poller can wait on for incoming bytes."""

    def __init__(self):
        self.source = sys.stdin
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._byte = bytearray(1)
        self._has_room = select.poll()
        self._has_room.register(sys.stdout, select.POLLOUT)
        self._has_more = select.poll()
        self._has_more.register(sys.stdin, select.POLLIN)

    def write_from(self, log):
        """Write some of what is pending; False when nothing more can leave now."""
        has_room = self._has_room
        write = self._out.write
        ring = log.ring
        for _ in range(_AT_ONCE):
            if not log.pending:
                return False
            room = False
            for _ in has_room.ipoll(0):
                room = True
            if not room:
                return False
            write(ring, log.tail, 1)
            log.taken(1)
        return log.pending > 0

    def discard(self):
        """Throw incoming bytes away, so that a full buffer never keeps Ctrl-C out (E3)."""
        has_more = self._has_more
        for _ in range(_AT_ONCE):
            more = False
            for _ in has_more.ipoll(0):
                more = True
            if not more:
                return
            self._in.readinto(self._byte)
