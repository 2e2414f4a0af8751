"""The log: a line for each event, in a ring of bytes from which the USB port is fed.

A line is `TICKS EVENT [ARGS]`: the chip's microseconds (wrapping at 2^30) of the step in
which it happened, so that a line that leaves late shifts nothing. Whole lines only: one that
finds no room is dropped and counted, and the count is told as soon as there is room again.
"""

import micropython
from micropython import RingIO, const

from unoflash.rules import report, states
from unoflash.rules.settings import VOLUMES

_SIZE = const(2048)  # bytes
_LONGEST_EVENT = const(128)  # bytes of a line, free texts excepted
_DIGITS = const(10)  # of 2^30
_ALL = const(1000)  # events: more than a report holds

_STATES = tuple(b" state " + name.encode() for name in states.NAMES)
_SEATS = tuple(b" p%d" % (seat + 1) for seat in range(8))
_VOLUMES = tuple(b" volume " + name.encode() for name in VOLUMES)
_FAULTS = tuple(b" fault " + text.encode() for text in report.FAULT_TEXTS)


class Log:
    """Lines on their way out; `ring` gives their bytes. The `journal` has the seats' figures."""

    def __init__(self, journal):
        self._journal = journal
        self.ring = RingIO(_SIZE)
        self._write = self.ring.write  # saved once: a bound method allocates
        self._dropped = 0
        self._told = 0
        self._digits = bytearray(_DIGITS)
        self._buttons = _SEATS[: journal.seats] + (b" slap", b" play")

    def text(self, at_us, event, text):
        """A line of free text; allocates, so for the start and for faults only."""
        line = "{} {} {}\n".format(at_us, event, text).encode()
        if len(line) > _SIZE - self.ring.any():
            self._dropped += 1
        else:
            self._write(line)

    def has_taken(self, at_us, event, text):
        """The same for one of many lines; False, and not taken, where it would leave too little
        room for what happens meanwhile."""
        line = "{} {} {}\n".format(at_us, event, text).encode()
        if self.ring.any() and len(line) > _SIZE // 2 - self.ring.any():
            return False
        self._write(line)
        return True

    @micropython.native
    def take(self, events, most=_ALL):
        """Write a line for each of the report's events, oldest first, `most` at most.

        The report is cleared once all are written.
        """
        i = events.taken
        end = min(i + most, events.count)
        while i < end:
            if self.ring.any() > _SIZE - 2 * _LONGEST_EVENT:
                self._dropped += 1
            else:
                if self._dropped != self._told:
                    self._tell_dropped(events.at_us(i))
                self._number(events.at_us(i))
                self._event(events, i)
                self._write(b"\n")
            i += 1
        events.taken = i
        if i == events.count:
            self._dropped += events.dropped
            events.dropped = 0
            events.clear()

    @micropython.native
    def _event(self, events, i):
        write = self._write
        kind = events.kind(i)
        if kind == report.STATE:
            code = events.code(i)
            write(_STATES[code])
            self._seats(events.seats(i))
            if code == states.TURN:
                self._limit(events.value(i))
        elif kind == report.JOINED:
            write(b" joined")
            self._seats(events.seats(i))
        elif kind == report.SLAP:
            write(b" slap")
            self._seats(events.seats(i))
        elif kind == report.FIGURES:
            write(b" journal")
            self._figures(events.code(i))
        elif kind == report.VOLUME:
            write(_VOLUMES[events.code(i)])
        elif kind == report.STUCK:
            write(b" stuck")
            write(self._buttons[events.code(i)])
            write(b": held for 30 s; ignored until it is let go")
        else:
            write(_FAULTS[events.code(i)])

    def _figures(self, seat):
        journal = self._journal
        self._write(_SEATS[seat])
        self._figure(b" turns ", journal.turns[seat])
        self._figure(b" timeouts ", journal.timeouts[seat])
        self._figure(b" total_ms ", journal.total_ms[seat])
        self._figure(b" longest_ms ", journal.longest_ms[seat])
        self._figure(b" races ", journal.races[seat])
        self._figure(b" lost ", journal.lost[seat])
        if journal.best_ms[seat] >= 0:
            self._figure(b" best_ms ", journal.best_ms[seat])

    def _figure(self, name, figure):
        self._write(name)
        self._number(figure)

    def _limit(self, limit_us):
        if limit_us == report.NO_LIMIT:
            self._write(b" none")
        else:
            self._write(b" ")
            self._number(limit_us)

    def _tell_dropped(self, at_us):
        self._told = self._dropped
        self._number(at_us)
        self._write(b" dropped ")
        self._number(self._told)
        self._write(b"\n")

    @micropython.native
    def _seats(self, seats):
        i = 0
        while seats:
            if seats & 1:
                self._write(_SEATS[i])
            seats >>= 1
            i += 1

    @micropython.native
    def _number(self, number):
        digits = self._digits
        first = _DIGITS
        while True:
            first -= 1
            digits[first] = 48 + number % 10
            number //= 10
            if not number:
                break
        self._write(digits, first, _DIGITS - first)  # pyright: ignore (the stubs lack it)
