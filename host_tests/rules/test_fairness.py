"""No seat is favoured: in 10^5 choices (C2–C4), and by two contacts in one sample (R6).

The choices are made by the unit's own order, entropy pool and filling, from random bytes as the
chip makes them of its oscillator; the bits come from a seed, so that each run is the same.
"""

from collections import Counter
from itertools import combinations, permutations, product
from math import sqrt

import pytest

from unosim.boards import TREE
from unosim.interpreter import Interpreter

CHOICES = 100_000
SEED = 2007
SEATS_OF = {n: sorted(3 * i % 8 for i in range(n)) for n in range(2, 9)}  # not side by side
_Z = 3.09  # chance alone exceeds the bound once in a thousand seeds


def bound(freedom):
    """The 99.9 % quantile of chi-square (Wilson and Hilferty's approximation)."""
    return freedom * (1 - 2 / (9 * freedom) + _Z * sqrt(2 / (9 * freedom))) ** 3


def is_even(seen, kinds):
    """Whether all `kinds`, and nothing else, were seen equally often, as chance has it."""
    kinds = list(kinds)
    counts = Counter(seen)
    assert set(counts) <= set(kinds)
    expected = sum(counts.values()) / len(kinds)
    chi_square = sum((counts[kind] - expected) ** 2 for kind in kinds) / expected
    return chi_square <= bound(len(kinds) - 1)


def choices(name, seats, number):
    """Who plays, `number` times, as the unit draws and commits."""
    device = Interpreter(TREE / "firmware")
    device.load("world").WORLD.entropy = device.load("random_bits").RandomBits(SEED + len(seats))
    turn_order = device.load("unoflash.rules.turn_order")
    fill = device.load("unoflash.hardware.entropy").fill
    entropy = turn_order.Entropy()
    order = turn_order.ORDERS[name](8, entropy)
    for seat in seats:
        order.joined(seat)
    mask = sum(1 << seat for seat in seats)
    made = []
    for _ in range(number):
        fill(entropy)
        seat = order.draw(mask)
        order.commit(seat)
        made.append(seat)
    return made


@pytest.mark.parametrize("seats", SEATS_OF.values(), ids=len)
def test_random_is_even_for_each_and_for_each_pair(seats):
    """C2: uniform, each draw independent of the one before."""
    made = choices("random", seats, CHOICES)
    assert is_even(made, seats)
    pairs = list(zip(made[::2], made[1::2], strict=True))
    assert is_even(pairs, product(seats, repeat=2))


@pytest.mark.parametrize("seats", SEATS_OF.values(), ids=len)
def test_bags_are_even_in_every_place_in_pairs_and_from_one_to_the_next(seats):
    """C3: everybody once, in random order."""
    players = len(seats)
    made = choices("bag", seats, CHOICES - CHOICES % players)
    bags = [made[i : i + players] for i in range(0, len(made), players)]
    assert all(sorted(bag) == seats for bag in bags)
    for place in range(players):
        assert is_even([bag[place] for bag in bags], seats)
    assert is_even([tuple(bag[:2]) for bag in bags], permutations(seats, 2))
    joints = [(bag[-1], after[0]) for bag, after in zip(bags[::2], bags[1::2], strict=False)]
    assert is_even(joints, product(seats, repeat=2))


@pytest.mark.parametrize("seats", SEATS_OF.values(), ids=len)
def test_clockwise_is_exactly_even(seats):
    """C4."""
    made = choices("clockwise", seats, 1_000 * len(seats))
    assert Counter(made) == dict.fromkeys(seats, 1_000)
    assert Counter(zip(made, made[1:] + made[:1], strict=True)) == dict.fromkeys(
        zip(seats, seats[1:] + seats[:1], strict=True), 1_000
    )


def test_the_measure_finds_what_is_uneven():
    assert is_even([0, 1] * 5_000, [0, 1])
    assert not is_even([0, 1] * 5_000 + [0] * 400, [0, 1])
    assert not is_even([0, 1] * 5_000, [0, 1, 2])
    assert bound(1) == pytest.approx(10.8, abs=0.5)
    assert bound(63) == pytest.approx(103.4, abs=0.3)


@pytest.mark.parametrize("last", list(combinations(range(2, 9), 2)))
@pytest.mark.parametrize("reported", [1, -1])
def test_two_last_contacts_in_one_sample_lose_both(table, last, reported):
    """R6: whatever order the capture reports them in."""
    t = table()
    t.play_until_turn(*(f"p{seat}" for seat in range(1, 9)))
    t.wait(500)
    t.tap("slap")
    t.tap(*(f"p{seat}" for seat in range(2, 9) if seat not in last), apart_us=50_000)
    t.press(*(f"p{seat}" for seat in last[::reported]))
    t.wait(5)
    assert t.said("slap_lost")[-1][0] == {f"p{seat}" for seat in last}
