"""A simulated chip with the firmware's capture on it, in CPython; words as the chip writes them."""

from types import SimpleNamespace

import pytest

from unosim.boards import TREE
from unosim.interpreter import Interpreter

FIRST_GPIO = 2
TICKS = (1 << 30) - 1
AT_LEAST_US = 2_000_000  # the contacts' count wraps: a drain must come this often


@pytest.fixture(scope="session")
def new_chip():
    """Makes chips: `chip.world`, `chip.load(module)`, `chip.capture(number, closed_level)`."""

    def make():
        device = Interpreter(TREE / "firmware")
        world = device.load("world").WORLD

        def capture(number=10, closed_level=0):
            """Contacts on GPIO 2 …, and a batch of edges."""
            contacts = device.load("unoflash.hardware.contacts").Contacts
            edges = device.load("unoflash.rules.edges").Edges()
            return contacts(FIRST_GPIO, number, closed_level), edges

        def wait(ms):
            """The CPU is busy with other things."""
            world.spend(int(ms * 1_000_000))

        def drained(contacts, edges):
            """All edges that are known by now: (contact, closed, at_us) each."""
            found = []
            more = True
            while more:
                more = contacts.drain(edges)
                found += _listed(edges)
            return found

        return SimpleNamespace(
            world=world, load=device.load, capture=capture, wait=wait, drained=drained
        )

    return make


@pytest.fixture
def chip(new_chip):
    return new_chip()


@pytest.fixture(scope="session")
def listed():
    """The edges of a batch: (contact, closed, at_us) each."""
    return _listed


def _listed(edges):
    words = edges.words[: 2 * edges.count]
    pairs = zip(words[::2], words[1::2], strict=True)
    return [(what >> 1, what & 1, at_us) for what, at_us in pairs]


class Storm:
    """A made-up history of contacts, as `sift` is given it: a few words a drain.

    `steps`: (microseconds since the step before, contacts that change, drain after it and how
    many microseconds later; -1: none, unless it is high time). Sample 0 was at tick `zero_us`, the
    history begins after sample `first`. All contacts are open at first; a closed one reads 0.
    """

    def __init__(self, number, zero_us, first, steps):
        self.number = number
        self.zero_us = zero_us
        self.begin_us = self.ticks(first)
        self.edges = {contact: [] for contact in range(number)}  # what truly was: (closed, sample)
        self.drains = []  # (until: sample, words)
        every = (1 << number) - 1
        counts = (1 << (32 - number)) - 1
        closed = 0
        sample = first
        words = []
        for gap_us, changed, drain_after_us in [*steps, (1, 0, 5000)]:
            if sample + gap_us - (self.drains[-1][0] if self.drains else first) > AT_LEAST_US:
                self.drains.append((sample, words))
                words = []
            sample += gap_us
            changed &= every
            if changed:
                closed ^= changed
                for contact in range(number):
                    if changed >> contact & 1:
                        self.edges[contact].append((closed >> contact & 1, sample))
                words.append((closed ^ every) << (32 - number) | -sample & counts)
            if drain_after_us >= 0:
                sample += drain_after_us
                self.drains.append((sample, words))
                words = []

    def ticks(self, sample):
        return (self.zero_us + sample) & TICKS


@pytest.fixture(scope="session")
def storm():
    return Storm
