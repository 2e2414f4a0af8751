"""Waiting for the next deadline or the next edge, whichever comes first, with the CPU asleep."""

import select
import time

import micropython
from micropython import const

from unoflash.hardware.clock import ticks_us
from unoflash.rules.ticks import after, diff

_MS = const(1000)
_NAP_US = const(100)


class Waiting:
    """Sleeps until one of `sources` is readable: objects that `select.poll` takes.

    `is_interrupted()` tells in between whether there is something to do.
    """

    def __init__(self, is_interrupted, *sources):
        poll = select.poll()
        for source in sources:
            poll.register(source, select.POLLIN)
        # Saved once: a bound method allocates.
        self._ipoll = poll.ipoll
        self._is_interrupted = is_interrupted

    @micropython.native
    def wait(self, us):
        """Wait `us` microseconds at most; an edge ends it.

        A poll counts whole milliseconds and ends at their boundary, so it may end early, and the
        caller comes again. It would be late for the last millisecond: that is spent awake.
        """
        if us >= _MS:
            for _ in self._ipoll(us // _MS):
                pass
            return
        if us <= 0:
            return
        until_us = after(ticks_us(), us)
        while us > 0 and not self._is_interrupted():
            time.sleep_us(us if us < _NAP_US else _NAP_US)
            us = diff(until_us, ticks_us())
