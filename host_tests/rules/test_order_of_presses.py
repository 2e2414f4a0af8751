"""Order of presses that settle late (B1)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

WRAP = 1 << 30


def test_an_earlier_chatter_is_waited_for_2_ms(contacts):
    c = contacts()
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


def test_but_not_longer(contacts):
    c = contacts()
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


def test_a_chatter_begun_a_microsecond_later_is_not_waited_for(contacts):
    c = contacts()
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
def test_it_asks_to_be_called_when_the_2_ms_are_over_and_acts_then(contacts, now_us):  # B1
    c = contacts()
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


def test_the_2_ms_count_from_the_end_of_the_100_us_however_late_it_is_seen(contacts):  # B1
    c = contacts()
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


def test_nor_do_they_count_from_before_for_who_was_overtaken_in_the_queue(contacts):  # B1
    c = contacts(slap=3)
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


def test_who_was_overtaken_in_the_queue_is_not_waited_for_longer(contacts):  # B1
    c = contacts(number=6, slap=5)
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


@given(
    orders=st.permutations(range(7)),
    gaps_us=st.lists(st.integers(1, 40), min_size=7, max_size=7),
    late_us=st.integers(100, 60_000),
)
def test_order_is_that_of_the_contacts_in_whatever_order_they_are_told(
    contacts, orders, gaps_us, late_us
):
    c = contacts(number=9, slap=7)
    times = dict(zip(orders, itertools.accumulate(gaps_us), strict=True))
    start_us = c.now_us
    for contact in range(7):  # contact by contact, not by time
        c.now_us = start_us + times[contact]
        c.edge(contact, True)
    c.now_us = start_us + sum(gaps_us) + late_us
    c.wait(0)
    assert c.pressed == list(orders)
