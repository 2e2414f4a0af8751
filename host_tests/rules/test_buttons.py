"""Presses from contacts that bounce (B1–B3)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

WRAP = 1 << 30


def test_100_us_of_unbroken_contact_are_a_press(contacts):
    c = contacts()
    at_us = c.now_us
    c.edge(0, True)
    c.wait(99)
    assert c.presses == []
    c.wait(1)
    assert c.presses == [(0, at_us)]


@pytest.mark.parametrize("us", [1, 20, 99])
def test_a_shorter_closure_alone_is_noise(contacts, us):
    c = contacts()
    c.chatter(0, [us, 5_000])
    assert c.presses == []
    c.edge(0, True)
    c.wait(200)
    assert c.pressed == [0]


def test_edges_left_out_of_a_burst_are_no_rest(contacts):
    c = contacts()
    for _ in range(20):  # of chatter at 20 kHz each pass tells only its last edge
        c.now_us += 400
        c.edge(0, True)
    c.now_us += 50
    c.edge(0, False)
    c.wait(5_000)
    assert c.presses == []
    c.edge(0, True)
    c.wait(1_000)
    c.edge(0, False)
    c.now_us += 26_000  # chatter all the while, and no pass
    c.edge(0, False)
    c.wait(20_000)
    assert c.buttons.held == 1


def test_a_press_has_the_time_of_the_first_edge_of_its_chatter(contacts):
    c = contacts()
    at_us = c.now_us
    c.chatter(0, [60, 900, 60, 900, 60, 900, 150])
    assert c.presses == [(0, at_us)]


def test_a_gap_of_a_millisecond_begins_another_chatter(contacts):
    c = contacts()
    c.chatter(0, [60, 1_000])
    at_us = c.now_us
    c.edge(0, True)
    c.wait(150)
    assert c.presses == [(0, at_us % WRAP)]


def test_a_gap_of_a_microsecond_less_does_not(contacts):
    c = contacts()
    at_us = c.now_us
    c.chatter(0, [60, 999])
    c.edge(0, True)
    c.wait(150)
    assert c.presses == [(0, at_us)]


@pytest.mark.parametrize("gap_us", [30, 150, 600])
def test_chatter_of_10_ms_on_closing_and_on_opening_is_one_press(contacts, gap_us):
    c = contacts()
    gaps_us = [gap_us] * (10_000 // gap_us // 2 * 2)
    c.chatter(0, gaps_us)
    c.edge(0, True)
    c.wait(100_000)
    c.chatter(0, gaps_us, closed=False)
    c.edge(0, False)
    c.wait(100_000)
    assert c.pressed == [0]
    assert not c.buttons.held


def test_a_shorter_opening_does_not_end_a_hold(contacts):
    c = contacts()
    c.edge(0, True)
    c.wait(1_000)
    c.edge(0, False)
    c.wait(24_999)
    assert c.buttons.held == 1
    c.edge(0, True)
    c.wait(1_000_000)
    assert c.pressed == [0]
    assert c.buttons.held == 1


def test_rearming_is_counted_afresh_from_every_chatter(contacts):
    c = contacts()
    c.edge(0, True)
    c.wait(1_000)
    for _ in range(5):
        c.edge(0, False)
        c.wait(20_000)
        c.edge(0, True)
        c.wait(20)
    c.edge(0, False)
    c.wait(24_000)
    c.edge(0, True)
    c.wait(500)
    assert c.pressed == [0]
    c.edge(0, False)
    c.wait(25_000)
    c.edge(0, True)
    c.wait(500)
    assert c.pressed == [0, 0]


def test_many_at_once_are_all_seen(contacts):
    c = contacts(number=10, slap=8)
    for contact in range(10):
        c.edge(contact, True)
    c.wait(100)
    assert c.pressed == [8, 0, 1, 2, 3, 4, 5, 6, 7, 9]  # SLAP first in one sample


def test_held_from_the_start_counts_when_pressed_anew(contacts):
    c = contacts(held=0b10)
    c.wait(1_000_000)
    c.edge(1, False)
    c.wait(24_000)
    c.edge(1, True)  # too short an opening
    c.wait(1_000)
    assert c.presses == []
    c.edge(1, False)
    c.wait(26_000)
    c.edge(1, True)
    c.wait(200)
    assert c.pressed == [1]


def test_a_press_settles_at_tick_0_as_well(contacts):
    c = contacts()
    c.now_us = WRAP - 100
    c.edge(0, True)
    c.wait(100)
    assert c.pressed == [0]


def test_it_asks_to_be_called_a_microsecond_later_if_that_is_all(contacts):
    c = contacts()
    c.edge(0, True)
    c.wait(99)
    assert c.buttons.wait_us == 1


def test_it_asks_for_no_call_while_all_contacts_rest(contacts):
    c = contacts()
    buttons = c.buttons
    assert (buttons.wait_us, buttons.unsettled, buttons.undecided) == (-1, 0, 0)
    c.wait(0)
    assert buttons.wait_us == -1
    c.edge(0, True)
    c.wait(100)
    assert (buttons.wait_us, buttons.unsettled, buttons.undecided) == (-1, 0, 0)


def test_a_press_that_was_taken_is_waited_for_no_more(contacts):
    c = contacts()
    c.edge(0, True)
    c.wait(500)
    assert c.pressed == [0]
    c.edge(0, False)
    c.wait(0)
    assert c.buttons.wait_us == 25_000
    c.wait(1_000)
    c.edge(1, True)
    c.wait(10)
    c.edge(1, False)
    c.wait(0)
    assert c.buttons.wait_us == 1_000  # the chatter's own


def test_presses_beyond_sixteen_in_one_pass_are_counted_as_lost(contacts):  # N3
    c = contacts(number=10, slap=8)
    for _ in range(2):  # all ten, twice, while the unit was busy elsewhere
        for contact in range(10):
            c.edge(contact, True)
        c.now_us += 60_000
        for contact in range(10):
            c.edge(contact, False)
        c.now_us += 60_000
    c.wait(0)
    assert c.pressed == [8, *range(8), 9, *range(6)]
    assert c.buttons.dropped == 4


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 40_000)), max_size=60))
def test_each_press_is_followed_by_a_rest_before_the_next(contacts, steps):
    c = contacts()
    closed = [False] * 4
    for contact, us in steps:
        closed[contact] = not closed[contact]
        c.edge(contact, closed[contact])
        c.wait(us)
    c.wait(50_000)
    for contact in range(4):
        times = [at_us for button, at_us in c.presses if button == contact]
        gaps = [(b - a) % WRAP for a, b in itertools.pairwise(times)]
        assert all(gap >= 25_000 for gap in gaps)
    assert c.buttons.dropped == 0
