"""Contacts: exact edges of moves, chatter and glitches."""

from hypothesis import given
from hypothesis import strategies as st

from unosim.contacts import Contacts


class Bench:
    def __init__(self):
        self.edges = []
        self.contacts = Contacts(("a", "b"), lambda *edge: self.edges.append(edge))

    def all(self):
        self.contacts.flush(10**12)
        return self.edges


def test_a_move_is_one_edge():
    bench = Bench()
    bench.contacts.move(5, "a", True)
    bench.contacts.flush(4)
    assert bench.edges == []
    assert bench.contacts.next_ns == 5
    bench.contacts.flush(5)
    assert bench.edges == [(5, "a", True)]
    assert bench.contacts.next_ns is None


def test_moves_at_one_moment_keep_their_order():
    bench = Bench()
    bench.contacts.move(5, "b", True)
    bench.contacts.move(5, "a", True)
    assert bench.all() == [(5, "b", True), (5, "a", True)]


def test_each_edge_of_press_and_release_bounces_and_rests_where_it_should():
    bench = Bench()
    bench.contacts.bounce(2, 400)
    bench.contacts.move(1_000, "a", True)
    bench.contacts.move(9_000, "a", False)
    assert bench.all() == [
        (1_000, "a", True),
        (1_400, "a", False),
        (1_600, "a", True),
        (1_800, "a", False),
        (2_000, "a", True),
        (9_000, "a", False),
        (9_400, "a", True),
        (9_600, "a", False),
        (9_800, "a", True),
        (10_000, "a", False),
    ]


def test_bounce_off_ends_it_for_later_edges_only():
    bench = Bench()
    bench.contacts.bounce(1, 400)
    bench.contacts.move(0, "a", True)
    bench.contacts.bounce(0, 0)
    bench.contacts.move(1_000, "a", False)
    assert [edge[0] for edge in bench.all()] == [0, 400, 600, 1_000]


def test_a_new_move_replaces_the_chatter_still_to_come():
    bench = Bench()
    bench.contacts.bounce(3, 400)
    bench.contacts.move(0, "a", True)
    bench.contacts.flush(500)
    bench.contacts.bounce(0, 0)
    bench.contacts.move(700, "a", False)
    # The reversal at 400 ended at 600; those at 800 and 1200 never come.
    assert bench.all() == [(0, "a", True), (400, "a", False), (600, "a", True), (700, "a", False)]


def test_a_move_during_a_reversal_to_where_the_contact_is_makes_no_edge():
    bench = Bench()
    bench.contacts.bounce(1, 400)
    bench.contacts.move(0, "a", True)
    bench.contacts.bounce(0, 0)
    bench.contacts.move(500, "a", False)
    assert bench.all() == [(0, "a", True), (400, "a", False)]


def test_a_glitch_is_a_pulse_away_from_rest_and_never_bounces():
    bench = Bench()
    bench.contacts.bounce(5, 10)
    bench.contacts.glitch(100, "a", 50)
    bench.contacts.bounce(0, 0)
    bench.contacts.move(200, "a", True)
    bench.contacts.bounce(5, 10)
    bench.contacts.glitch(300, "a", 50)
    assert bench.all() == [
        (100, "a", True),
        (150, "a", False),
        (200, "a", True),
        (300, "a", False),
        (350, "a", True),
    ]


def test_shift_calls_another_moment_zero():
    bench = Bench()
    bench.contacts.bounce(1, 400)
    bench.contacts.move(100, "a", True)
    bench.contacts.flush(100)
    bench.contacts.shift(-100)
    assert bench.contacts.next_ns == 400
    assert bench.all()[1:] == [(400, "a", False), (600, "a", True)]


MOVES = st.tuples(st.integers(0, 500), st.sampled_from("ab"), st.integers(0, 4), st.integers(1, 90))


@given(st.lists(MOVES, max_size=20))
def test_whatever_is_done_edges_ascend_alternate_and_end_at_rest(moves):
    bench = Bench()
    at = 0
    for after, name, count, every in moves:
        at += after
        bench.contacts.flush(at)
        bench.contacts.bounce(count, every)
        if count == 4:
            bench.contacts.glitch(at, name, every)
        else:
            bench.contacts.move(at, name, not bench.contacts.resting[name])
    edges = bench.all()
    assert [edge[0] for edge in edges] == sorted(edge[0] for edge in edges)
    for name, resting in bench.contacts.resting.items():
        levels = [closed for _, contact, closed in edges if contact == name]
        assert levels == [i % 2 == 0 for i in range(len(levels))]
        assert (levels[-1] if levels else False) == resting
