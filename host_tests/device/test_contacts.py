"""The contacts: open, pulled up, and captured at speed.

A contact closes here without a hand: the chip's pull resistor on its pin is turned round.
"""

import random

import pytest

pytestmark = pytest.mark.emulator

CAPTURE = """
import gc
from unoflash.hardware.contacts import Contacts
from unoflash.rules.edges import Edges
first, number = board.FIRST_CONTACT, board.SEATS + 2
contacts = Contacts(first, number, board.CONTACT_CLOSED)
edges = Edges()
PADS = const(0x4001C004)  # a word for each GPIO: bit 2 pulls down, bit 3 up
pull = [mem32[PADS + 4 * (first + i)] for i in range(number)]
turned = [word ^ 12 for word in pull]

def turn(i, closed):
    mem32[PADS + 4 * (first + i)] = turned[i] if closed else pull[i]

def captured():
    sleep_ms(2)
    contacts.drain(edges)
    words = edges.words
    return [(words[2 * i] >> 1, words[2 * i] & 1, words[2 * i + 1]) for i in range(edges.count)]
"""
CLOSED_MS = 3
TOLERANCE_US = 20


@pytest.fixture(scope="module")
def capture(on_board):
    on_board.run("from micropython import const\n" + CAPTURE)
    yield on_board
    on_board.run("contacts.stop()")


def test_all_contacts_are_open(capture):
    closed, number = capture.run("answer(contacts.closed_at_start, number)")
    names = [f"p{i + 1}" for i in range(number - 2)] + ["slap", "play"]
    assert [name for i, name in enumerate(names) if closed >> i & 1] == []


def test_each_contact_is_seen_to_close_and_to_open_at_its_time(capture):
    number, seen = capture.run(f"""
def turn_timed(i, closed):
    before_us = ticks_us()
    turn(i, closed)
    return before_us, ticks_us()

seen = []
for i in range(number):
    times = turn_timed(i, True)
    sleep_ms({CLOSED_MS})
    times += turn_timed(i, False)
    edges_us = captured()
    seen.append([edge[:2] for edge in edges_us])
    seen.append([ticks_diff(us, times[0]) for us in times + tuple(e[2] for e in edges_us)])
answer(number, seen)
""")
    for i in range(number):
        assert seen[2 * i] == [(i, 1), (i, 0)]
        before, after, before_open, after_open, closed, opened = seen[2 * i + 1]
        assert before - TOLERANCE_US <= closed <= after + TOLERANCE_US
        assert before_open - TOLERANCE_US <= opened <= after_open + TOLERANCE_US


def test_contacts_that_close_at_once_one_after_another_keep_their_order(capture):
    """As fast as the program can turn pulls round, in an order that is no pin order (R6)."""
    (number,) = capture.run("answer(number)")
    orders = [random.Random(seed).sample(range(number), number) for seed in range(10)]
    (seen,) = capture.run(f"""
seen = []
for order in {orders}:
    for i in order:
        turn(i, True)
    found = captured()
    for i in order:
        turn(i, False)
    captured()
    found.sort(key=lambda edge: ticks_diff(edge[2], found[0][2]))
    seen.append([who for who, closed, at_us in found if closed])
answer(seen)
""")
    assert seen == orders


def test_a_storm_of_edges_loses_nothing(capture):
    lost, last, took_us = capture.run("""
before = edges.lost
start_us = ticks_us()
for _ in range(100):
    turn(0, True)
    turn(0, False)
turn(0, True)
took_us = ticks_diff(ticks_us(), start_us)
found = captured()
turn(0, False)
captured()
answer(edges.lost - before, found[-1][:2], took_us)
""")
    assert (lost, last) == (0, (0, 1))
    assert took_us < 20_000
