"""Alarms looked at together, and how late one may be."""

from unoflash.rules.ticks import Alarm, Alarms, Stopwatch

WRAP = 1 << 30
LONGEST_US = 2_000_000


def alarms():
    exact, lax = Alarm(), Alarm()
    lax.slack_us = 2_000
    return exact, lax, Alarms(exact, lax)


def test_the_first_alarm_is_waited_for_across_the_wrap():
    exact, lax, both = alarms()
    exact.set_after(WRAP - 100, 5_000)
    lax.set_after(WRAP - 100, 9_000)
    both.look(WRAP - 50, LONGEST_US)
    assert (both.due, both.wait_us) == (0, 4_950)


def test_one_that_may_be_late_is_waited_for_longer_but_is_due_in_time():
    exact, lax, both = alarms()
    lax.set_after(0, 20_000)
    both.look(0, LONGEST_US)
    assert both.wait_us == 22_000
    both.glance(19_000, LONGEST_US)
    assert (both.due, both.wait_us) == (0, 3_000)
    both.glance(20_000, LONGEST_US)
    assert both.due == 2


def test_an_exact_one_is_not_late_for_the_sake_of_the_other():
    exact, lax, both = alarms()
    lax.set_after(0, 20_000)
    exact.set_after(0, 20_500)
    both.look(0, LONGEST_US)
    assert both.wait_us == 20_500
    both.glance(20_400, LONGEST_US)
    assert both.due == 2


def test_a_stopwatch_rounds_to_whole_milliseconds():
    for us, ms in ((2_499, 2), (2_500, 3), (2_999, 3)):
        watch = Stopwatch()
        watch.go(WRAP - 1_000)
        assert watch.halt((WRAP - 1_000 + us) % WRAP) == ms
