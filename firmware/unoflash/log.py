"""The log: a line for each event, in a ring of bytes from which the USB port is fed.

A line is `TICKS EVENT [ARGS]`: the chip's microseconds (wrapping at 2^30) of the step in
which it happened, so that a line that leaves late shifts nothing. Whole lines only: one that
finds no room is dropped and counted, and the count is told as soon as there is room again.
"""

from micropython import const

from unoflash.rules import report, states

_SIZE = const(2048)  # bytes; a power of two
_LONGEST = const(400)  # bytes of a line; what is longer is cut
_DIGITS = const(10)  # of 2^30

_STATES = tuple(name.encode() for name in states.NAMES)
_FAULTS = {
    report.FAULT_INPUT_LOST: b"input was lost: contacts changed faster than they could be read",
    report.FAULT_SPEED_SWITCH: b"speed switch: impossible reading, both ends at once; using medium",
}


class Log:
    """`ring` holds `pending` bytes from `tail` on, wrapping at its end."""

    def __init__(self):
        self.ring = bytearray(_SIZE)
        self.tail = 0
        self.pending = 0
        self._dropped = 0
        self._told = 0
        self._digits = bytearray(_DIGITS)
        self._line = bytearray(_LONGEST + 1)
        self._length = 0

    def text(self, at_us, event, text):
        """A line of free text; allocates, so for the start and for faults only."""
        self._begin(at_us)
        self._put(event.encode())
        self._put(b" ")
        self._put(text.encode())
        self._end()

    def take(self, events):
        """Write a line for each of the report's events, and clear it."""
        if self._dropped != self._told and self.pending < _SIZE // 2:
            self._tell_dropped(events.at_us[0])
        for i in range(events.count):
            self._event(events, i)
        self._dropped += events.dropped
        events.dropped = 0
        events.clear()

    def taken(self, count):
        """The USB port took `count` bytes out."""
        self.tail = (self.tail + count) & (_SIZE - 1)
        self.pending -= count

    def _event(self, events, i):
        self._begin(events.at_us[i])
        kind = events.kinds[i]
        if kind == report.STATE:
            code = events.codes[i]
            self._put(b"state ")
            self._put(_STATES[code])
            self._seats(events.seats[i])
            if code == states.TURN:
                self._limit(events.values[i])
        elif kind == report.JOINED:
            self._put(b"joined")
            self._seats(events.seats[i])
        elif kind == report.SLAP:
            self._put(b"slap")
            self._seats(events.seats[i])
        else:
            self._put(b"fault ")
            self._put(_FAULTS[events.codes[i]])
        self._end()

    def _limit(self, limit_us):
        self._put(b" ")
        if limit_us == report.NO_LIMIT:
            self._put(b"none")
        else:
            self._number(limit_us)

    def _tell_dropped(self, at_us):
        self._told = self._dropped
        self._begin(at_us)
        self._put(b"dropped ")
        self._number(self._told)
        self._end()

    def _seats(self, seats):
        seat = 1
        while seats:
            if seats & 1:
                self._put(b" p")
                self._number(seat)
            seats >>= 1
            seat += 1

    def _number(self, number):
        digits = self._digits
        first = _DIGITS
        while True:
            first -= 1
            digits[first] = 48 + number % 10
            number //= 10
            if not number:
                break
        for i in range(first, _DIGITS):
            self._byte(digits[i])

    def _begin(self, at_us):
        self._length = 0
        self._number(at_us)
        self._byte(32)

    def _put(self, text):
        for byte in text:
            self._byte(byte)

    def _byte(self, byte):
        if self._length < _LONGEST:
            self._line[self._length] = byte
            self._length += 1

    def _end(self):
        """Into the ring with the line, if all of it fits."""
        self._line[self._length] = 10
        length = self._length + 1
        if length > _SIZE - self.pending:
            self._dropped += 1
            return
        line = self._line
        ring = self.ring
        head = (self.tail + self.pending) & (_SIZE - 1)
        for i in range(length):
            ring[head] = line[i]
            head = (head + 1) & (_SIZE - 1)
        self.pending += length
