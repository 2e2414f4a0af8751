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
TICKS = 1 << 30  # the period of ticks_us


class Capture:
    """Runs changes [(after_ns, contact, closed)] -> [(us after the first, contact, closed)]."""

    def __init__(self, bench, repl):
        self.bench, self.repl = bench, repl
        repl.run(CAPTURE)

    def __call__(self, changes):
        board = self.bench.board
        start_ns = board.now_ns + 1_000_137  # off the microsecond
        for after_ns, contact, closed in changes:
            board.set_input(start_ns + after_ns, contact, 1 - closed)
        self.bench.pass_to(start_ns + max(at_ns for at_ns, _, _ in changes) + 1_000_000)
        seen = self.seen()
        first_us = seen[0][0]
        return sorted(
            ((at_us - first_us) % TICKS, contact, closed) for at_us, contact, closed in seen
        )

    def seen(self):
        """[(ticks_us, contact, closed)] in the order in which they came."""
        words = eval(self.repl.run("print(seen())"))
        return [(at_us, word >> 1, word & 1) for word, at_us in words]


@pytest.fixture(scope="module")
def capture(chip):
    return Capture(*chip)


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


def test_edges_have_the_chips_own_time(capture):
    board = capture.bench.board
    at_ns = board.now_ns + 2_345_678
    board.set_input(at_ns, 6, 0)
    capture.bench.pass_ms(4)
    ((at_us, contact, closed),) = capture.seen()
    assert (contact, closed) == (6, CLOSED)
    # The firmware reads the time of its first sample some microseconds after it.
    assert at_ns - 2_000 <= board.ticks_to_ns(at_us) <= at_ns + 20_000


def test_time_goes_on_over_the_wrap_of_the_chips_ticks(bench_of):
    bench = bench_of(start_us=TICKS - 1_000_000)
    bench.board.power_on()
    capture = Capture(bench, bench.repl())
    assert bench.board.now_ns < 800_000_000
    at_ns = bench.board.now_ns + 2_000_000
    seen = capture([(0, 3, CLOSED), (1_500_000_000, 5, CLOSED), (1_900_000_000, 3, OPENED)])
    assert seen == [(0, 3, CLOSED), (1_500_000, 5, CLOSED), (1_900_000, 3, OPENED)]
    ticks_us = int(capture.repl.run("import time; print(time.ticks_us())"))
    assert ticks_us < 3_000_000
    assert at_ns < bench.board.ticks_to_ns(ticks_us) < bench.board.now_ns
