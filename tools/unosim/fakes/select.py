"""The fake `select`: `poll` over objects with an `ioctl`, as MicroPython's (extmod/modselect.c).

A wait asks each object, sleeps until an interrupt or the rest of the time-out, and asks again.
The time-out is counted in whole `ticks_ms`: `ipoll(1)` that an interrupt disturbs may end at the
next millisecond.
"""

import costs
from tracebacks import os_error
from world import NEVER_NS, WORLD

POLLIN = 1
POLLOUT = 4
POLLERR = 8
POLLHUP = 16

_POLL_REQUEST = 3  # MP_STREAM_POLL
_FLAGS = POLLIN | POLLOUT | POLLERR | POLLHUP
_ENOENT = 2


class poll:
    def __init__(self):
        self._objects = []
        self._events = []
        self._answers = []  # per object: the pair (object, flags) for each value of flags
        self._found = [[]]  # the list of n answers, for each n: made before, only filled here

    def register(self, obj, eventmask=POLLIN | POLLOUT):
        _check(eventmask)
        i = self._index(obj)
        if i >= 0:
            self._events[i] = eventmask
            return
        if not hasattr(obj, "ioctl"):
            raise OSError("stream operation not supported")
        self._objects.append(obj)
        self._events.append(eventmask)
        self._answers.append([(obj, flags) for flags in range(_FLAGS + 1)])
        self._found.append([None] * len(self._objects))

    def unregister(self, obj):
        i = self._index(obj)
        if i >= 0:
            self._objects.pop(i)
            self._events.pop(i)
            self._answers.pop(i)
            self._found.pop()

    def modify(self, obj, eventmask):
        _check(eventmask)
        i = self._index(obj)
        if i < 0:
            raise os_error(_ENOENT)
        self._events[i] = eventmask

    def poll(self, timeout=-1):
        """The (object, flags) that are ready, after at most `timeout` ms; -1 or None: for ever."""
        return list(self.ipoll(timeout))

    def ipoll(self, timeout=-1, flags=0):
        """As `poll`, to be used in a `for`; allocates nothing, the next call takes it back.

        flags 1: an object that was ready is not asked again until `modify`.
        """
        start_ms = WORLD.ticks_us() // 1000
        endless = timeout is None or timeout < 0
        while True:
            found = self._ask(flags)
            elapsed_ms = WORLD.ticks_us() // 1000 - start_ms
            if found or (not endless and elapsed_ms >= timeout):
                return self._found[found]
            if endless:
                WORLD.sleep(NEVER_NS)
            else:
                WORLD.sleep(WORLD.now_ns + (timeout - elapsed_ms) * 1_000_000)

    def _ask(self, once):
        WORLD.spend(costs.POLL_NS)
        found = 0
        # First into the longest list, then into the one of the right length.
        answers = self._found[len(self._objects)]
        for i in range(len(self._objects)):
            flags = self._objects[i].ioctl(_POLL_REQUEST, self._events[i])
            if flags < 0:
                raise os_error(-flags)
            if flags:
                answers[found] = self._answers[i][flags]
                found += 1
                if once:
                    self._events[i] = 0
        shorter = self._found[found]
        if shorter is not answers:
            for i in range(found):
                shorter[i] = answers[i]
        return found

    def _index(self, obj):
        for i in range(len(self._objects)):
            if self._objects[i] is obj:
                return i
        return -1


def _check(eventmask):
    if eventmask & ~_FLAGS:
        raise ValueError("eventmask %d; POLLIN, POLLOUT, POLLERR, POLLHUP" % eventmask)
