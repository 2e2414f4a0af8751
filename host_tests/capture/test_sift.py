"""What sifting leaves of the contacts' edges, whatever they do and whenever it looks.

Each storm is sifted in CPython, and a part of them under MicroPython too, where viper is compiled.
"""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

REST_US = 100
TICKS = (1 << 30) - 1

GAPS_US = st.one_of(
    st.integers(1, 5),
    st.integers(95, 105),
    st.integers(1, 400),
    st.sampled_from([1_000, 20_000, 1_900_000]),
)
CHANGED = st.one_of(st.sampled_from([1, 2, 512]), st.integers(1, 1023))
DRAINS_US = st.one_of(st.just(-1), st.just(-1), st.integers(0, 3), st.integers(90, 110))
STEPS = st.lists(st.tuples(GAPS_US, CHANGED, DRAINS_US), max_size=60)


def sifted(chip, storm):
    """What `Sift` passes on of a storm: a list of (until, edges) for each time it is asked."""
    sift_module = chip.load("unoflash.hardware.sift")
    edges = chip.load("unoflash.rules.edges").Edges()
    ring = bytearray(4 * sift_module.WORDS)
    sift = sift_module.Sift(ring, storm.number, 0)
    memory = memoryview(ring).cast("I")
    head = 0
    batches = []
    for until, words in storm.drains:
        for word in words:
            memory[head] = word
            head = (head + 1) % sift_module.WORDS
        while True:
            edges.until_us = storm.ticks(until)
            sift.read(edges, head, until & TICKS)
            batches.append((edges.until_us, list(edges.words[: 2 * edges.count])))
            if sift.tail == head:
                break
    return batches


def check(storm, batches):
    """Hold what was passed on against what truly was."""
    passed = {contact: [] for contact in range(storm.number)}
    begin = storm.begin_us
    known = 0  # microseconds since then, as all times below
    truth = {
        contact: [(closed, (storm.ticks(sample) - begin) & TICKS) for closed, sample in edges]
        for contact, edges in storm.edges.items()
    }
    for until_us, words in batches:
        until = (until_us - begin) & TICKS
        for what, at_us in zip(words[::2], words[1::2], strict=True):
            at = (at_us - begin) & TICKS
            assert known < at <= until
            passed[what >> 1].append((what & 1, at))
        known = until
        for contact, edges in truth.items():
            so_far = [edge for edge in edges if edge[1] <= until]
            assert passed[contact][-1:] == so_far[-1:]  # nothing known is still held back
    for contact, edges in truth.items():
        check_contact(edges, passed[contact])


def check_contact(edges, passed):
    places = [edges.index(edge) for edge in passed]
    assert places == sorted(set(places))
    for i, (_, at) in enumerate(edges):
        begins = i == 0 or at - edges[i - 1][1] >= REST_US
        ends = i + 1 == len(edges) or edges[i + 1][1] - at >= REST_US
        assert i in places or not (begins or ends)
    for a, b in zip(places, places[1:], strict=False):
        if edges[a][0] != edges[b][0]:
            assert b == a + 1
        else:
            times = [at for _, at in edges[a : b + 1]]
            assert all(y - x < REST_US for x, y in zip(times, times[1:], strict=False))


@given(
    number=st.integers(4, 10),
    zero_us=st.sampled_from([0, TICKS - 5_000, TICKS // 2]),
    first=st.sampled_from([1, 2**22 - 40, 2**31 - 40, 2**32 - 40]),
    steps=STEPS,
)
@settings(max_examples=400, deadline=None)
def test_nothing_that_matters_is_lost(new_chip, storm, number, zero_us, first, steps):
    history = storm(number, zero_us, first, steps)
    check(history, sifted(new_chip(), history))


def test_a_storm_of_chatter_costs_a_few_edges(chip, storm):
    chatter = [(25, 1, -1)] * 900
    history = storm(10, 0, 1, chatter)
    batches = sifted(chip, history)
    check(history, batches)
    assert sum(len(words) for _, words in batches) <= 2 * 3


def test_more_edges_than_a_batch_holds(chip, storm):
    history = storm(10, TICKS - 50_000, 1, [(200, 1023, -1)] * 100)
    batches = sifted(chip, history)
    check(history, batches)
    assert sum(len(words) for _, words in batches) == 2 * 1000
    assert max(len(words) for _, words in batches) <= 2 * 96


@pytest.mark.parametrize("edges", range(50, 100))
def test_fullest_batch(chip, storm, edges):
    """All contacts chatter when the batch is nearly full: then each still needs three places."""
    steps = [(200, 1023, -1)] * (edges // 10) + [(200, (1 << edges % 10) - 1, -1)]
    steps += [(200, 1023, -1)] + [(10, 1023, -1)] * 3 + [(200, 1023, -1)] * 2
    history = storm(10, 0, 1, steps)
    check(history, sifted(chip, history))


def test_rest_is_100_us(chip, storm):
    history = storm(10, 0, 1, [(500, 1, -1), *[(99, 1, -1)] * 5, *[(100, 1, -1)] * 4])
    [(_, words)] = sifted(chip, history)
    begins = history.edges[0][0][1]
    assert words[1::2] == [begins + us for us in (0, 396, 495, 595, 695, 795, 895)]


def test_rest_of_a_whole_wrap_is_no_chatter(chip, storm):
    """17.9 minutes and 50 us after its last edge, the time says 50 us; and is wrong."""
    waiting = [(2_000_000, 0, 0)] * 536 + [(1_741_874, 1, -1)]
    history = storm(10, 0, 1, [(1, 1, -1), *waiting, (30, 1, -1)])
    *_, (until_us, words) = sifted(chip, history)
    assert words[:2] == [0, history.ticks(history.edges[0][1][1])]
    assert (history.ticks(history.edges[0][0][1]) - words[1]) & TICKS == TICKS - 49


def some_storms(storm):
    chance = random.Random(5)
    gaps = [1, 3, 25, 99, 100, 101, 300, 20_000]
    for _ in range(60):
        steps = [
            (
                chance.choice(gaps),
                1 << chance.randrange(10) if chance.random() < 0.8 else chance.randrange(1, 1024),
                chance.choice([-1, -1, -1, 0, 100]),
            )
            for _ in range(chance.randrange(200))
        ]
        first = chance.choice([1, 2**22 - 50, 2**32 - 50])
        yield storm(chance.randrange(4, 11), chance.choice([0, TICKS - 2000]), first, steps)


SCRIPT = """
import json, sys
from unoflash.hardware.sift import Sift, WORDS
from unoflash.rules.edges import Edges
for number, drains in json.load(open(sys.argv[1])):
    ring = bytearray(4 * WORDS)
    sift = Sift(ring, number, 0)
    edges = Edges()
    head = 0
    batches = []
    for until_us, samples, words in drains:
        for word in words:
            ring[4 * head : 4 * head + 4] = word.to_bytes(4, "little")
            head = (head + 1) % WORDS
        while True:
            edges.until_us = until_us
            sift.read(edges, head, samples)
            batches.append([edges.until_us, list(edges.words)[: 2 * edges.count]])
            if sift.tail == head:
                break
    print(json.dumps(batches))
"""


def test_micropython_sifts_the_same(new_chip, storm, in_micropython, tmp_path):
    storms = list(some_storms(storm))
    given_to_it = [
        [s.number, [[s.ticks(until), until & TICKS, words] for until, words in s.drains]]
        for s in storms
    ]
    path = tmp_path / "storms.json"
    path.write_text(json.dumps(given_to_it))
    said = in_micropython(SCRIPT, str(path), heap="2m").splitlines()
    assert len(said) == len(storms)
    for history, line in zip(storms, said, strict=True):
        batches = sifted(new_chip(), history)
        check(history, batches)
        assert json.loads(line) == [list(batch) for batch in batches]
