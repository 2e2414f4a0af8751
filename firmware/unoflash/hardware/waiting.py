"""Waiting for the next deadline or the next edge, whichever comes first, with the CPU asleep."""

import select
import time

from micropython import const

_SPIN_US = const(250)  # shorter than this, waiting for a whole millisecond would be late


class Waiting:
    """Sleeps until one of `sources` is readable: objects that `select.poll` takes."""

    def __init__(self, *sources):
        poll = select.poll()
        for source in sources:
            poll.register(source, select.POLLIN)
        self._ipoll = poll.ipoll  # saved once: a bound method allocates

    def wait(self, us):
        """Wait `us` microseconds at most, or a millisecond more; an edge ends it.

        A poll counts whole milliseconds and ends at their boundary, early rather than late:
        the caller comes again with what is left.
        """
        if us >= _SPIN_US:
            for _ in self._ipoll(us // 1000 or 1):
                pass
        elif us > 0:
            time.sleep_us(us)
