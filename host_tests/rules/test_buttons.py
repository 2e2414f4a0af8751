"""Presses from contacts that bounce (B1–B3), order of presses that settle late."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflash.rules.buttons import Buttons
from unoflash.rules.edges import Edges

WRAP = 1 << 30


class Contacts:
    """Contacts of which every edge is told at once; the clock starts before the wrap."""

    def __init__(self, number=4, rearm_us=25_000, slap=2, held=0):
        self.buttons = Buttons([rearm_us] * number, slap, held)
        self.edges = Edges()
        self.now_us = WRAP - 50_000
        self.presses = []

    def edge(self, contact, closed):
        self.edges.words[0] = contact << 1 | closed
        self.edges.words[1] = self.now_us % WRAP
        self.edges.count = 1
        self.buttons.take_edges(self.edges)
        self.edges.count = 0

    def wait(self, us):
        end_us = self.now_us + us
        while True:
            now_us = self.now_us % WRAP
            self.buttons.take_and_settle(self.edges, now_us)
            while self.buttons.has_press(now_us):
                self.buttons.take_press()
                self.presses.append((self.buttons.button, self.buttons.at_us))
            if self.now_us >= end_us:
                return
            wait_us = self.buttons.wait_us
            assert wait_us != 0
            self.now_us = min(end_us, self.now_us + wait_us) if wait_us > 0 else end_us

    def chatter(self, contact, gaps_us, closed=True):
        """Edges `gaps_us` apart, the first one to `closed`."""
        for gap_us in gaps_us:
            self.edge(contact, closed)
            self.wait(gap_us)
            closed = not closed

    @property
    def pressed(self):
        return [button for button, _ in self.presses]


def test_100_us_of_unbroken_contact_are_a_press():
    c = Contacts()
    at_us = c.now_us
    c.edge(0, True)
    c.wait(99)
    assert c.presses == []
    c.wait(1)
    assert c.presses == [(0, at_us)]


@pytest.mark.parametrize("us", [1, 20, 99])
def test_a_shorter_closure_alone_is_noise(us):
    c = Contacts()
    c.chatter(0, [us, 5_000])
    assert c.presses == []
    c.edge(0, True)
    c.wait(200)
    assert c.pressed == [0]


def test_edges_left_out_of_a_burst_are_no_rest():
    c = Contacts()
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


def test_a_press_has_the_time_of_the_first_edge_of_its_chatter():
    c = Contacts()
    at_us = c.now_us
    c.chatter(0, [60, 900, 60, 900, 60, 900, 150])
    assert c.presses == [(0, at_us)]


def test_a_gap_of_a_millisecond_begins_another_chatter():
    c = Contacts()
    c.chatter(0, [60, 1_000])
    at_us = c.now_us
    c.edge(0, True)
    c.wait(150)
    assert c.presses == [(0, at_us % WRAP)]


def test_a_gap_of_a_microsecond_less_does_not():
    c = Contacts()
    at_us = c.now_us
    c.chatter(0, [60, 999])
    c.edge(0, True)
    c.wait(150)
    assert c.presses == [(0, at_us)]


@pytest.mark.parametrize("gap_us", [30, 150, 600])
def test_chatter_of_10_ms_on_closing_and_on_opening_is_one_press(gap_us):
    c = Contacts()
    gaps_us = [gap_us] * (10_000 // gap_us // 2 * 2)
    c.chatter(0, gaps_us)
    c.edge(0, True)
    c.wait(100_000)
    c.chatter(0, gaps_us, closed=False)
    c.edge(0, False)
    c.wait(100_000)
    assert c.pressed == [0]
    assert not c.buttons.held


def test_a_shorter_opening_does_not_end_a_hold():
    c = Contacts()
    c.edge(0, True)
    c.wait(1_000)
    c.edge(0, False)
    c.wait(24_999)
    assert c.buttons.held == 1
    c.edge(0, True)
    c.wait(1_000_000)
    assert c.pressed == [0]
    assert c.buttons.held == 1


def test_rearming_is_counted_afresh_from_every_chatter():
    c = Contacts()
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


def test_many_at_once_are_all_seen():
    c = Contacts(number=10, slap=8)
    for contact in range(10):
        c.edge(contact, True)
    c.wait(100)
    assert c.pressed == [8, 0, 1, 2, 3, 4, 5, 6, 7, 9]  # SLAP first in one sample


def test_held_from_the_start_counts_when_pressed_anew():
    c = Contacts(held=0b10)
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


def test_an_earlier_chatter_is_waited_for_2_ms():
    c = Contacts()
    c.edge(0, True)
    c.wait(30)
    c.edge(0, False)
    c.wait(10)
    c.edge(1, True)
    c.wait(500)
    assert c.presses == []
    c.edge(0, True)
    c.wait(100)
    assert c.pressed == [0, 1]


def test_but_not_longer():
    c = Contacts()
    c.edge(0, True)
    c.wait(30)
    c.edge(0, False)
    c.wait(10)
    c.edge(1, True)
    for _ in range(4):
        c.wait(500)
        c.edge(0, True)
        c.wait(20)
        c.edge(0, False)
    c.wait(100)
    assert c.pressed == [1]


def test_a_chatter_begun_a_microsecond_later_is_not_waited_for():
    c = Contacts()
    c.edge(0, True)
    c.wait(1_000)
    c.edge(0, False)
    c.wait(1_000)
    c.edge(1, True)
    c.wait(1)
    c.edge(2, True)
    c.wait(10)
    c.edge(2, False)
    c.wait(89)
    assert c.pressed == [0, 1]


@pytest.mark.parametrize("now_us", [WRAP - 50_000, WRAP - 2_000])  # the latter asks at tick 0
def test_it_asks_to_be_called_when_the_2_ms_are_over_and_acts_then(now_us):  # B1
    c = Contacts()
    c.now_us = now_us
    c.edge(0, True)
    c.wait(30)
    c.edge(0, False)
    c.wait(10)
    c.edge(1, True)
    c.wait(100)  # settled
    settled_us = c.now_us
    for _ in range(4):
        c.wait(450)
        c.edge(0, True)
        c.wait(15)
        c.edge(0, False)
    c.wait(0)
    rest_us = settled_us + 2_000 - c.now_us
    assert c.buttons.wait_us == rest_us  # the chatter alone has time for a millisecond
    c.wait(rest_us - 1)
    assert c.presses == []
    assert c.buttons.wait_us == 1
    c.wait(1)
    assert c.pressed == [1]


def test_the_2_ms_count_from_the_end_of_the_100_us_however_late_it_is_seen():  # B1
    c = Contacts()
    c.edge(0, True)
    c.wait(5)
    c.edge(0, False)
    c.wait(5)
    c.edge(1, True)
    settled_us = c.now_us + 100
    c.now_us += 900  # the unit is busy elsewhere
    for _ in range(2):
        c.edge(0, True)
        c.wait(10)
        c.edge(0, False)
        c.wait(580)
    c.edge(0, True)
    c.wait(5)
    c.edge(0, False)
    c.wait(settled_us + 1_999 - c.now_us)
    assert c.presses == []
    c.wait(1)
    assert c.pressed == [1]


def test_nor_do_they_count_from_before_for_who_was_overtaken_in_the_queue():  # B1
    c = Contacts(slap=3)
    start_us = c.now_us
    for at_us, contact, closed in (  # all of it is looked at in one pass
        *((0, 2, True), (5, 2, False), (500, 2, True), (505, 2, False)),  # chatters for long
        (10, 1, True),  # settles at 110 us
        *((15, 0, True), (20, 0, False), (600, 0, True), (605, 0, False)),
        (1_000, 0, True),  # settles at 1,100 us, but is looked at before contact 1
        *((1_100, 2, True), (1_105, 2, False)),
    ):
        c.now_us = start_us + at_us
        c.edge(contact, closed)
    c.now_us = start_us + 1_300
    for _ in range(3):
        c.wait(395)
        c.edge(2, True)
        c.wait(5)
        c.edge(2, False)
    assert c.pressed == [1]
    c.wait(400)
    c.edge(2, True)
    c.wait(100)
    assert c.pressed == [1, 2, 0]


def test_who_was_overtaken_in_the_queue_is_not_waited_for_longer():  # B1
    c = Contacts(number=6, slap=5)
    c.edge(2, True)  # chatters for long
    c.wait(5)
    c.edge(2, False)
    c.wait(5)
    c.edge(0, True)  # … for less long
    c.wait(5)
    c.edge(0, False)
    c.wait(5)
    c.edge(1, True)  # not at all
    c.wait(40)
    c.edge(0, True)
    c.wait(100)
    for _ in range(4):
        c.wait(450)
        c.edge(2, True)
        c.wait(15)
        c.edge(2, False)
    c.wait(300)
    assert c.pressed == [0, 1]


def test_a_press_settles_at_tick_0_as_well():
    c = Contacts()
    c.now_us = WRAP - 100
    c.edge(0, True)
    c.wait(100)
    assert c.pressed == [0]


def test_it_asks_to_be_called_a_microsecond_later_if_that_is_all():
    c = Contacts()
    c.edge(0, True)
    c.wait(99)
    assert c.buttons.wait_us == 1


def test_it_asks_for_no_call_while_all_contacts_rest():
    c = Contacts()
    buttons = c.buttons
    assert (buttons.wait_us, buttons.unsettled, buttons.undecided) == (-1, 0, 0)
    c.wait(0)
    assert buttons.wait_us == -1
    c.edge(0, True)
    c.wait(100)
    assert (buttons.wait_us, buttons.unsettled, buttons.undecided) == (-1, 0, 0)


def test_a_press_that_was_taken_is_waited_for_no_more():
    c = Contacts()
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


def test_presses_beyond_sixteen_in_one_pass_are_counted_as_lost():  # N3
    c = Contacts(number=10, slap=8)
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


@given(
    orders=st.permutations(range(7)),
    gaps_us=st.lists(st.integers(1, 40), min_size=7, max_size=7),
    late_us=st.integers(100, 60_000),
)
def test_order_is_that_of_the_contacts_in_whatever_order_they_are_told(orders, gaps_us, late_us):
    c = Contacts(number=9, slap=7)
    times = dict(zip(orders, itertools.accumulate(gaps_us), strict=True))
    start_us = c.now_us
    for contact in range(7):  # contact by contact, not by time
        c.now_us = start_us + times[contact]
        c.edge(contact, True)
    c.now_us = start_us + sum(gaps_us) + late_us
    c.wait(0)
    assert c.pressed == list(orders)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 40_000)), max_size=60))
def test_each_press_is_followed_by_a_rest_before_the_next(steps):
    c = Contacts()
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
