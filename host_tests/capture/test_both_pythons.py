"""Capture in CPython and under MicroPython: the same edges at the same times, and not a byte.

The script is a loop as the unit's: wait, drain, and meanwhile people press and contacts chatter.
Under MicroPython it runs with the heap locked.
"""

import json

import pytest

from unosim.boards import TREE
from unosim.interpreter import FAKES, Interpreter

SCRIPT = """
import gc
import micropython
import select
from machine import disable_irq, enable_irq
from unoflash.hardware.contacts import Contacts
from unoflash.rules.edges import CAPACITY, Edges

PASSES = 120


class Loop:
    def __init__(self, world):
        self.world = world
        world.input(3, 0)
        self.contacts = Contacts(2, 8, 0)
        self.edges = Edges()
        self.poll = select.poll()
        self.poll.register(self.contacts, select.POLLIN)
        self.batches = [[0] * (4 + 2 * CAPACITY) for _ in range(PASSES)]

    def people(self):
        at_ns = self.world.now_ns
        for i in range(6000):
            at_ns += (26_000, 31_700, 800, 0, 104_000, 40, 1_000_300, 99_000)[i // 80 % 8]
            self.world.schedule(at_ns, 2 + i * i // 7 % 8, i // 3 % 2)
        at_ns = self.world.now_ns + 250_000_000  # while the loop is away
        for i in range(1200):
            self.world.schedule(at_ns + 25_000 * i, 4, i % 2)
        at_ns = self.world.now_ns + 100_000_000  # more than a batch holds
        for i in range(300):
            self.world.schedule(at_ns + 13_000 * i, 2 + i % 8, i // 8 % 2)

    def one_pass(self, batch, masked):
        edges = self.edges
        state = disable_irq() if masked else 0
        for _ in self.poll.ipoll(3):
            pass
        batch[0] = 1 if self.contacts.drain(edges) else 0
        batch[1] = edges.count
        batch[2] = edges.until_us
        batch[3] = edges.lost
        for i in range(2 * edges.count):
            batch[4 + i] = edges.words[i]
        self.world.spend(1_500_000)
        if masked:
            enable_irq(state)

    def passes(self, first, end):
        for i in range(first, end):
            self.one_pass(self.batches[i], i % 5 == 4)


def run(world):
    loop = Loop(world)
    loop.people()
    loop.passes(0, 3)
    gc.collect()
    before = gc.mem_alloc()
    micropython.heap_lock()
    try:
        loop.passes(3, PASSES - 40)
        world.spend(300_000_000)
        loop.passes(PASSES - 40, PASSES)
    finally:
        micropython.heap_unlock()
    allocated = gc.mem_alloc() - before
    return [allocated, [batch[: 4 + 2 * batch[1]] for batch in loop.batches]]
"""
MAIN = """
import json
import script
from world import WORLD
print(json.dumps(script.run(WORLD)))
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory, in_micropython):
    """What the script found in CPython, and under MicroPython."""
    folder = tmp_path_factory.mktemp("script")
    (folder / "script.py").write_text(SCRIPT)
    device = Interpreter(TREE / "firmware", folder)
    here = device.load("script").run(device.load("world").WORLD)
    return here, json.loads(in_micropython(MAIN, path=(FAKES, folder), heap="2m"))


def test_not_a_byte_with_edges_coming(runs):
    _, (allocated, batches) = runs
    assert allocated == 0
    counts = [count for _, count, *_ in batches]
    assert sum(counts) > 500
    assert max(counts) > 60
    assert any(more for more, *_ in batches)


def test_both_pythons_find_the_same(runs):
    (_, here), (_, there) = runs
    assert here == there
    assert here[-1][3] > 0, "the loop was late once: edges must have been lost"
