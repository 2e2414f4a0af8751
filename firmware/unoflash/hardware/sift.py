"""Turns the words of the contact program into edges, leaving out most of a contact's chatter."""

# Viper's pointer types are names only to its compiler.
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false

from array import array

import micropython
from micropython import const

from unoflash.rules.edges import CAPACITY

WORDS = const(1024)  # in the ring

# What `_sift` keeps and is given, in an array of ints; masks have a bit per contact.
_TAIL = const(0)  # next word to read
_HEAD = const(1)  # where the next word will be written
_CLOSED = const(2)  # contacts closed at the last word
_BUSY = const(3)  # contacts whose last edge may be less than 100 us old
_UNTIL_US = const(4)  # in: the time of this drain; out: up to when everything is known
_SAMPLES = const(5)  # in: samples taken by then; only the bits that a word's count has matter
_ROOM = const(6)  # a word is read only while there are no more edges than this
_NUMBER = const(7)  # of contacts
_FLIP = const(8)  # mask: turns levels into closed contacts
_BEFORE = const(9)  # _CLOSED before the latest reading
_EDGE_US = const(10)  # from here two a contact: its last edge, and the one before if held back
_SIZE = const(30)

_REST_US = const(100)
_TICKS = const(0x3FFFFFFF)
_HALF = const(0x20000000)
_AHEAD_US = const(0x10000)  # a word's time may lie this much after _UNTIL_US: not yet taken as old


@micropython.viper
def _sift(ring: ptr32, state: ptr32, out: ptr32) -> int:
    """Read the ring up to _HEAD, or until `out` is nearly full; answers how many edges are in it.

    `Edges` tells which are passed on. An edge within 100 us of the one before is held back until
    the contact rests or the drain ends; those held back before it are forgotten, but for one.
    """
    tail = state[_TAIL]
    head = state[_HEAD]
    closed = state[_CLOSED]
    state[_BEFORE] = closed
    busy = state[_BUSY]
    until = state[_UNTIL_US]
    room = state[_ROOM]
    shift = 32 - state[_NUMBER]
    counts = (1 << shift) - 1
    every = (1 << state[_NUMBER]) - 1
    flip = state[_FLIP]
    samples = state[_SAMPLES] + _AHEAD_US
    at = until
    passed = closed  # as last passed on
    held = 0  # contacts whose last edge is held back
    deep = 0  # contacts with two edges or more held back
    hot = -1  # a contact in chatter, most probably the next to change: a quick way for it
    hot_i = _EDGE_US
    n = 0
    last = 0
    while last == 0:
        if n > room or tail == head:
            last = 1
            changed = 0
            look = held
        else:
            word = ring[tail]
            tail = (tail + 1) & (WORDS - 1)
            # The count falls; its own sum with the samples taken by now is the word's age.
            at = (until + _AHEAD_US - ((samples + word) & counts)) & _TICKS
            changed = (((word >> shift) ^ flip) & every) ^ closed
            if changed == hot and ((at - state[hot_i]) & _TICKS) < _REST_US:
                state[hot_i + 1] = state[hot_i]
                state[hot_i] = at
                deep |= hot
                closed ^= hot
                continue
            look = changed
        i = _EDGE_US
        bit = 1
        while look:
            if look & 1:
                contact = i - _EDGE_US  # its number, shifted left by one
                rested = last
                if not busy & bit or ((at - state[i]) & _TICKS) >= _REST_US:
                    rested = 1
                if rested and held & bit:
                    level = 1 if closed & bit else 0
                    if (closed ^ passed) & deep & bit:
                        out[2 * n] = contact | (level ^ 1)
                        out[2 * n + 1] = state[i + 1]
                        n += 1
                    out[2 * n] = contact | level
                    out[2 * n + 1] = state[i]
                    n += 1
                    passed ^= (passed ^ closed) & bit
                    held ^= bit
                    deep &= every ^ bit
                    hot = -1
                if changed:
                    if rested:
                        out[2 * n] = contact | (0 if closed & bit else 1)
                        out[2 * n + 1] = at
                        n += 1
                        passed ^= bit
                        busy |= bit
                    else:
                        if held & bit:
                            state[i + 1] = state[i]
                            deep |= bit
                        held |= bit
                        hot = bit
                        hot_i = i
                    state[i] = at
            i += 2
            bit <<= 1
            look >>= 1
        closed ^= changed
    if tail != head or ((at - until) & _TICKS) < _HALF:
        until = at
    contact = 0
    bit = 1
    while bit <= busy:
        if busy & bit and ((until - state[_EDGE_US + 2 * contact]) & _TICKS) >= _REST_US:
            busy ^= bit
        contact += 1
        bit <<= 1
    state[_TAIL] = tail
    state[_CLOSED] = closed
    state[_BUSY] = busy
    state[_UNTIL_US] = until
    return n


class Sift:
    """Reads `ring` (memory of WORDS words from the contact program) for `number` contacts.

    Contacts are closed at `closed_level`. Reading allocates nothing.
    """

    def __init__(self, ring, number, closed_level):
        self.tail = 0  # next word to read
        self.busy = 0  # not 0: wants to be called again, though no word is waiting
        self._ring = ring
        self._state = array("i", [0] * _SIZE)
        self._state[_NUMBER] = number
        self._state[_FLIP] = 0 if closed_level else (1 << number) - 1
        self._state[_ROOM] = CAPACITY - 3 * number

    def closed(self):
        """The contacts closed at the last word read, a bit each."""
        return self._state[_CLOSED]

    @micropython.native
    def read(self, edges, head, samples):
        """Fill `edges` from the words before `head`; `tail` says how far they went.

        `edges.until_us` is now, and becomes the moment up to which all edges are known;
        `samples` is how many were taken by now.
        """
        state = self._state
        state[_HEAD] = head
        state[_SAMPLES] = samples
        state[_UNTIL_US] = edges.until_us
        edges.count = _sift(self._ring, state, edges.words)
        edges.until_us = state[_UNTIL_US]
        self.busy = state[_BUSY]
        self.tail = state[_TAIL]

    def jump(self, tail):
        """Go on at word `tail`, leaving out what lies before it, a rest of the contacts maybe."""
        self._state[_TAIL] = self.tail = tail
        self._state[_BUSY] = self.busy = 0

    def undo(self):
        """The words of the latest reading were none: forget the levels that they told."""
        self._state[_CLOSED] = self._state[_BEFORE]
