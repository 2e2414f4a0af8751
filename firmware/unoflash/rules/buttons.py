"""Presses out of contacts that bounce (B1–B3).

A press carries the time of the first edge of the chatter that ended in 100 µs of unbroken
contact. Presses come out in the order of those times, whatever order they settled in: one
that settled early waits up to 2 ms for a chatter that began before it.
"""

from array import array

import micropython
from micropython import const

from unoflash.rules.ticks import diff

SETTLE_US = const(100)  # B1: unbroken contact that makes a press
CHATTER_GAP_US = const(1_000)  # B1: edges further apart belong to different chatters
PATIENCE_US = const(2_000)  # B1: how long order waits for a chatter begun earlier
_QUEUE = const(16)  # settled presses not yet acted on: more than the unit has buttons


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
        self._slap = slap
        self._rearm_us = array("i", rearm_us)
        self._all = (1 << number) - 1
        self._armed = self._all & ~closed_at_start
        self.unsettled = 0  # the next two together: contacts that `settle` has to look at
        self._undecided = 0  # armed and chattering: a press, or noise
        self._opening = 0  # open, and not yet armed again
        self._edge_us = array("i", [0] * number)
        self._chatter_us = array("i", [0] * number)
        self.queued = 0  # presses that wait in the queue
        self._queue_button = bytearray(_QUEUE)
        self._queue_at_us = array("i", [0] * _QUEUE)
        self._queue_settled_us = array("i", [0] * _QUEUE)

    @micropython.native
    def take_edges(self, edges):
        """Take in the edges since the last step; those of one contact are in order."""
        words = edges.words
        for i in range(0, 2 * edges.count, 2):
            word = words[i]
            at_us = words[i + 1]
            button = word >> 1
            bit = 1 << button
            # Two edges in a row of the same level: it did not rest between them (Edges).
            if self.unsettled & bit and (self.closed >> button ^ word) & 1:
                self._rest(button, bit, at_us)
            if word & 1:
                self.closed |= bit
                self._opening &= ~bit
            else:
                self.closed &= ~bit
                if not self._armed & bit:
                    self._opening |= bit
            if self._armed & bit and not self._undecided & bit:
                self._undecided |= bit
                self._chatter_us[button] = at_us
            self._edge_us[button] = at_us
            self.unsettled = self._undecided | self._opening

    @micropython.native
    def settle(self, now_us):
        """Decide what the contacts did until `now_us`, up to which all edges are known."""
        wait_us = -1
        unsettled = self.unsettled
        button = 0
        bit = 1
        while unsettled:
            if unsettled & 1:
                left_us = self._rest(button, bit, now_us)
                if left_us > 0 and (wait_us < 0 or left_us < wait_us):
                    wait_us = left_us
            unsettled >>= 1
            button += 1
            bit <<= 1
        self.unsettled = self._undecided | self._opening
        if self.queued and self._undecided:
            left_us = PATIENCE_US - diff(now_us, self._queue_settled_us[0])
            if 0 < left_us < wait_us:
                wait_us = left_us
        self.wait_us = wait_us

    @micropython.native
    def has_press(self, now_us):
        """Whether the earliest press can be acted on: nothing that began before it is open."""
        if not self.queued:
            return False
        if not self._undecided:
            return True
        if diff(now_us, self._queue_settled_us[0]) >= PATIENCE_US:
            return True
        return not self.undecided_by(self._queue_at_us[0])

    @micropython.native
    def take_press(self):
        """Take the earliest press out: its `button` and `at_us` stand in these attributes."""
        self.button = self._queue_button[0]
        self.at_us = self._queue_at_us[0]
        self.queued -= 1
        for i in range(self.queued):
            self._queue_button[i] = self._queue_button[i + 1]
            self._queue_at_us[i] = self._queue_at_us[i + 1]
            self._queue_settled_us[i] = self._queue_settled_us[i + 1]

    @micropython.native
    def queued_by(self, at_us):
        """Whether a settled press began at or before `at_us`."""
        return self.queued != 0 and diff(self._queue_at_us[0], at_us) <= 0

    def down(self):
        """Pressed, or closed since the start, and not let go since: a mask."""
        return self._all & ~self._armed

    @micropython.native
    def undecided_by(self, at_us):
        """Whether a chatter of which nobody knows yet what it is began at or before `at_us`."""
        undecided = self._undecided
        button = 0
        while undecided:
            if undecided & 1 and diff(self._chatter_us[button], at_us) <= 0:
                return True
            undecided >>= 1
            button += 1
        return False

    @micropython.native
    def _rest(self, button, bit, until_us):
        """The contact has rested since its last edge: what follows? Answers what is missing."""
        rest_us = diff(until_us, self._edge_us[button])
        if self._opening & bit:
            left_us = self._rearm_us[button] - rest_us
            if left_us <= 0:
                self._opening &= ~bit
                self.held &= ~bit
                self._armed |= bit
        elif self.closed & bit:
            left_us = SETTLE_US - rest_us
            if left_us <= 0:
                self._undecided &= ~bit
                self._armed &= ~bit
                self.held |= bit
                self._queue(button, self._chatter_us[button], until_us + left_us)
        else:
            left_us = CHATTER_GAP_US - rest_us
            if left_us <= 0:
                self._undecided &= ~bit
        return left_us

    @micropython.native
    def _queue(self, button, at_us, settled_us):
        i = self.queued
        if i == _QUEUE:
            self.dropped += 1
            return
        while i and self._goes_before(button, at_us, self._queue_at_us[i - 1]):
            self._queue_button[i] = self._queue_button[i - 1]
            self._queue_at_us[i] = self._queue_at_us[i - 1]
            self._queue_settled_us[i] = self._queue_settled_us[i - 1]
            i -= 1
        self._queue_button[i] = button
        self._queue_at_us[i] = at_us
        self._queue_settled_us[i] = settled_us
        self.queued += 1

    @micropython.native
    def _goes_before(self, button, at_us, other_at_us):
        """Earlier contacts go first; in one sample SLAP does (T9, R2)."""
        late_us = diff(at_us, other_at_us)
        return late_us < 0 or (late_us == 0 and button == self._slap)
