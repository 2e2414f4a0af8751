"""Presses out of contacts that bounce (B1–B3).

A press carries the time of the first edge of the chatter that ended in 100 µs of unbroken
contact. Presses come out in the order of those times, whatever order they settled in: one
that settled early waits up to 2 ms for a chatter that began before it.
"""

# Viper's pointer types are names only to its compiler.
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false, reportArgumentType=false

from array import array

import micropython
from micropython import const

from unoflash.rules.ticks import diff

SETTLE_US = const(100)  # B1: unbroken contact that makes a press
CHATTER_GAP_US = const(1_000)  # B1: edges further apart belong to different chatters
PATIENCE_US = const(2_000)  # B1: how long order waits for a chatter begun earlier
_ROOM = const(16)  # settled presses not yet acted on: more than the unit has buttons
_MASK = const(0x3FFFFFFF)  # of times (ticks.py)
_HALF = const(0x20000000)

# What `_look` keeps, in an array of ints; masks have a bit per button.
_CLOSED = const(0)
_HELD = const(1)
_ARMED = const(2)
_UNDECIDED = const(3)  # armed and chattering: a press, or noise
_OPENING = const(4)  # open, and not yet armed again
_QUEUED = const(5)  # presses that wait in the queue
_WAIT_US = const(6)
_DROPPED = const(7)
_NUMBER = const(8)  # of buttons
_SLAP = const(9)
_BUTTONS = const(10)  # three for each button: rearm time, last edge, first edge of the chatter
_QUEUE = const(40)  # three for each press: button, time, when it settled
_SIZE = const(88)


@micropython.viper
def _look(state: ptr32, words: ptr32, edges: int, now: int):
    """Take in so many edges; then, unless `now` is negative, decide what the contacts did by then.

    Each edge, and `now` for all contacts, tells that a contact has rested since its last edge.
    """
    closed = state[_CLOSED]
    held = state[_HELD]
    armed = state[_ARMED]
    undecided = state[_UNDECIDED]
    opening = state[_OPENING]
    wait = -1
    looks = edges
    if now >= 0:
        looks += state[_NUMBER]
    i = 0
    while i < looks:
        word = 0
        at = now
        button = i - edges
        rests = 1
        if i < edges:
            word = words[2 * i]
            at = words[2 * i + 1]
            button = word >> 1
            # Two edges in a row of the same level: it did not rest between them (Edges).
            rests = ((closed >> button) ^ word) & 1
        bit = 1 << button
        others = bit ^ -1
        mine = _BUTTONS + 3 * button
        if rests and (undecided | opening) & bit:
            rest = (((at - state[mine + 1]) & _MASK) ^ _HALF) - _HALF
            if opening & bit:
                left = state[mine] - rest
                if left <= 0:
                    opening &= others
                    held &= others
                    armed |= bit
            elif closed & bit:
                left = SETTLE_US - rest
                if left <= 0:
                    undecided &= others
                    armed &= others
                    held |= bit
                    place = state[_QUEUED]
                    if place == _ROOM:
                        state[_DROPPED] += 1
                    else:
                        state[_QUEUED] = place + 1
                        first = state[mine + 2]
                        entry = _QUEUE + 3 * place
                        # Earlier contacts go first; in one sample SLAP does (T9, R2), then the
                        # lowest seat (C4), whichever settled first.
                        while place > 0:
                            late = (((first - state[entry - 2]) & _MASK) ^ _HALF) - _HALF
                            if late > 0:
                                break
                            if late == 0 and button != state[_SLAP]:
                                ahead = state[entry - 3]
                                if ahead == state[_SLAP] or ahead < button:
                                    break
                            state[entry] = state[entry - 3]
                            state[entry + 1] = state[entry - 2]
                            state[entry + 2] = state[entry - 1]
                            entry -= 3
                            place -= 1
                        state[entry] = button
                        state[entry + 1] = first
                        state[entry + 2] = (at + left) & _MASK
            else:
                left = CHATTER_GAP_US - rest
                if left <= 0:
                    undecided &= others
            if i >= edges and left > 0 and (wait < 0 or left < wait):
                wait = left
        if i < edges:
            if word & 1:
                closed |= bit
                opening &= others
            else:
                closed &= others
                if not armed & bit:
                    opening |= bit
            if armed & bit and not undecided & bit:
                undecided |= bit
                state[mine + 2] = at
            state[mine + 1] = at
        i += 1
    if now >= 0 and undecided and state[_QUEUED]:
        left = PATIENCE_US - ((((now - state[_QUEUE + 2]) & _MASK) ^ _HALF) - _HALF)
        if left > 0 and left < wait:
            wait = left
    state[_CLOSED] = closed
    state[_HELD] = held
    state[_ARMED] = armed
    state[_UNDECIDED] = undecided
    state[_OPENING] = opening
    state[_WAIT_US] = wait


@micropython.viper
def _take(state: ptr32):
    """Close the queue up behind its first press."""
    queued = state[_QUEUED] - 1
    state[_QUEUED] = queued
    i = _QUEUE
    end = _QUEUE + 3 * queued
    while i < end:
        state[i] = state[i + 3]
        i += 1


class Buttons:
    """All contacts of the unit, as bits of masks: seats from 0, then SLAP, then Play/Pause.

    `rearm_us` says for each how long it must be open before it can be pressed again (B2).
    Contacts in `closed_at_start` count only when let go and pressed anew (S1).
    """

    def __init__(self, rearm_us, slap, closed_at_start=0):
        number = len(rearm_us)
        self.closed = closed_at_start  # as the contacts are right now
        self.held = 0  # pressed and not let go since; survives short openings (B2)
        self.button = 0  # the press that `take_press` took
        self.at_us = 0
        self.wait_us = -1  # from `settle`: when a contact wants the next call; -1: never
        self.dropped = 0
        self.queued = 0  # presses that wait in the queue
        self.undecided = 0  # contacts in a chatter that may become a press
        self.unsettled = 0  # contacts that `settle` has to look at
        self._all = (1 << number) - 1
        self._state = state = array("i", [0] * _SIZE)
        state[_CLOSED] = closed_at_start
        state[_ARMED] = self._all & ~closed_at_start
        state[_NUMBER] = number
        state[_SLAP] = slap
        for button in range(number):
            state[_BUTTONS + 3 * button] = rearm_us[button]

    def take_edges(self, edges):
        """Take in the edges since the last step; those of one contact are in order."""
        self.take_and_settle(edges, -1)

    @micropython.native
    def take_and_settle(self, edges, now_us):
        """The same; then decide what the contacts did until `now_us`, as all edges are known."""
        state = self._state
        _look(state, edges.words, edges.count, now_us)
        self.closed = state[_CLOSED]
        self.held = state[_HELD]
        self.queued = state[_QUEUED]
        self.wait_us = state[_WAIT_US]
        self.dropped = state[_DROPPED]
        self.undecided = undecided = state[_UNDECIDED]
        self.unsettled = undecided | state[_OPENING]

    @micropython.native
    def has_press(self, now_us):
        """Whether the earliest press can be acted on: nothing that began before it is open."""
        if not self.queued:
            return False
        state = self._state
        if not state[_UNDECIDED] or diff(now_us, state[_QUEUE + 2]) >= PATIENCE_US:
            return True
        return not self.undecided_by(state[_QUEUE + 1])

    @micropython.native
    def take_press(self):
        """Take the earliest press out: its `button` and `at_us` stand in these attributes."""
        state = self._state
        self.button = state[_QUEUE]
        self.at_us = state[_QUEUE + 1]
        _take(state)
        self.queued = state[_QUEUED]

    @micropython.native
    def queued_by(self, at_us):
        """Whether a settled press began at or before `at_us`."""
        return self.queued != 0 and diff(self._state[_QUEUE + 1], at_us) <= 0

    def down(self):
        """Pressed, or closed since the start, and not let go since: a mask."""
        return self._all & ~self._state[_ARMED]

    @micropython.native
    def undecided_by(self, at_us):
        """Whether a chatter of which nobody knows yet what it is began at or before `at_us`."""
        undecided = self._state[_UNDECIDED]
        chatter = _BUTTONS + 2
        while undecided:
            if undecided & 1 and diff(self._state[chatter], at_us) <= 0:
                return True
            undecided >>= 1
            chatter += 3
        return False
