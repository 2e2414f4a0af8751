"""What the contacts did since the last pass: a batch of edges, made once and filled anew."""

from array import array

from micropython import const

CAPACITY = const(96)  # edges in a batch; the rest waits for the next one


class Edges:
    """A batch of edges, and up to when it is complete.

    `words[2 * i]` is the contact shifted left by one, plus 1 if it closed; `words[2 * i + 1]`
    is the time of that edge (microseconds, 0 … 2^30 - 1). Contacts are seats from 0, then
    SLAP, then Play/Pause.

    The edges of one contact are in order of time; those of two contacts need not be. Edges of
    a contact less than 100 µs apart (a burst) are passed on in part, by these rules:

    - the first edge of a burst is always there, the last one too as far as it is known by now;
    - two edges in a row that differ in level are neighbours: nothing came between them;
    - two edges in a row of the same level: the contact never rested 100 µs between them.
    """

    def __init__(self):
        self.words = array("i", [0] * (2 * CAPACITY))
        self.count = 0  # edges in this batch
        self.until_us = 0  # all edges up to this moment are known; later ones have later times
        self.lost = 0  # how often edges were lost, since power-on
