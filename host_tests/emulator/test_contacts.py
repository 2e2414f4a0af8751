"""The firmware's capture on the emulated chip: what is done to the contacts is what it sees."""

import random

import pytest

pytestmark = pytest.mark.emulator

CAPTURE = """
from unoflash.hardware.contacts import Contacts
from unoflash.rules.edges import Edges
contacts = Contacts(0, 10, 0)
edges = Edges()
def seen():
    contacts.drain(edges)
    return [tuple(edges.words[2 * i : 2 * i + 2]) for i in range(edges.count)]
"""
OPENED, CLOSED = 0, 1


@pytest.fixture(scope="module")
def capture(chip):
    """Runs changes [(after_ns, contact, closed)] -> [(us after the first, contact, closed)]."""
    bench, repl = chip
    repl.run(CAPTURE)

    def run(changes):
        start_ns = bench.board.now_ns + 1_000_137  # off the microsecond
        for after_ns, contact, closed in changes:
            bench.board.set_input(start_ns + after_ns, contact, 1 - closed)
        bench.pass_to(start_ns + max(at_ns for at_ns, _, _ in changes) + 1_000_000)
        seen = [(at_us, word >> 1, word & 1) for word, at_us in eval(repl.run("print(seen())"))]
        first_us = min(at_us for at_us, _, _ in seen)
        return sorted((at_us - first_us, contact, closed) for at_us, contact, closed in seen)

    return run


@pytest.mark.parametrize("trial", range(4))
def test_contacts_a_microsecond_apart_are_seen_in_their_order(capture, trial):
    order = random.Random(trial).sample(range(10), 7)
    for closed in (CLOSED, OPENED):
        seen = capture([(1_000 * i, contact, closed) for i, contact in enumerate(order)])
        assert seen == [(i, contact, closed) for i, contact in enumerate(order)]


def test_contacts_of_the_same_nanosecond_are_seen_in_the_same_sample(capture):
    for closed in (CLOSED, OPENED):
        seen = capture([(0, contact, closed) for contact in (9, 0, 4)])
        assert seen == [(0, contact, closed) for contact in (0, 4, 9)]


def test_the_capture_keeps_time_while_the_cpu_sleeps(capture):
    seen = capture([(0, 3, CLOSED), (1_500_000_000, 5, CLOSED), (1_900_000_000, 3, OPENED)])
    assert seen == [(0, 3, CLOSED), (1_500_000, 5, CLOSED), (1_900_000, 3, OPENED)]
    capture([(0, 5, OPENED)])


def test_edges_have_the_chips_own_time(chip, capture):
    bench, repl = chip
    at_ns = bench.board.now_ns + 2_345_678
    bench.board.set_input(at_ns, 6, 0)
    bench.pass_ms(4)
    ((word, at_us),) = eval(repl.run("print(seen())"))
    assert word == 6 << 1 | CLOSED
    # The firmware reads the time of its first sample some microseconds after it.
    assert at_ns - 2_000 <= bench.board.ticks_to_ns(at_us) <= at_ns + 20_000
    capture([(0, 6, OPENED)])
