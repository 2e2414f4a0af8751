"""Alarms looked at together, and how late one may be."""

from unoflash.rules.ticks import Alarm, Alarms, Gate, Stopwatch

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


def test_an_alarm_is_not_due_a_microsecond_before_its_moment():
    exact, _, both = alarms()
    exact.set_after(WRAP - 5, 10)
    both.look(4, LONGEST_US)
    assert (both.due, both.wait_us) == (0, 1)
    both.look(5, LONGEST_US)
    assert both.due == 1


def test_a_glance_looks_only_where_an_alarm_was_moved_or_can_have_come():
    looks = []

    class Watched(Alarms):
        def look(self, now_us, longest_us):
            looks.append(now_us)
            super().look(now_us, longest_us)

    alarm = Alarm()
    watched = Watched(alarm)
    alarm.set_after(0, 20_000)
    for now_us in (0, 1_000, 15_000):
        watched.glance(now_us, LONGEST_US)
        assert (watched.due, watched.wait_us) == (0, 20_000 - now_us)
    assert looks == [0]
    alarm.set_after(0, 16_000)
    watched.moved = True
    watched.glance(15_000, LONGEST_US)
    assert (watched.due, watched.wait_us) == (0, 1_000)
    watched.glance(16_000, LONGEST_US)
    assert watched.due == 1
    assert looks == [0, 15_000, 16_000]


def test_what_was_due_and_acted_on_is_waited_for_anew():
    exact, lax, both = alarms()
    exact.set_after(0, 1_000)
    both.look(1_000, LONGEST_US)
    assert both.due == 1
    exact.set_after(1_000, 5_000)
    both.look_again(1_000, LONGEST_US)
    assert (both.due, both.wait_us) == (0, 5_000)


def test_what_is_set_for_this_very_moment_is_due_in_the_next_step():
    exact, lax, both = alarms()
    exact.set_after(0, 1_000)
    both.look(1_000, LONGEST_US)
    exact.clear()
    lax.set(1_000)
    both.look_again(1_000, LONGEST_US)
    assert (both.due, both.wait_us) == (2, 1)


def test_a_gate_is_open_from_a_microsecond_after_its_moment():
    """T6, O2."""
    gate = Gate()
    assert gate.left(WRAP - 10) == 0
    gate.close(5)
    assert gate.left(WRAP - 10) == 15
    assert [gate.passes(at_us) for at_us in (WRAP - 10, 5, 6)] == [False, False, True]
    assert [gate.left(now_us) for now_us in (4, 5, 6, 1_000)] == [1, 0, 0, 0]


def test_a_stopwatch_that_was_reset_measures_nothing():
    watch = Stopwatch()
    watch.go(1_000)
    watch.reset()
    assert watch.halt(5_000_000) == 0


def test_a_stopwatch_rounds_to_whole_milliseconds():
    for us, ms in ((2_499, 2), (2_500, 3), (2_999, 3)):
        watch = Stopwatch()
        watch.go(WRAP - 1_000)
        assert watch.halt((WRAP - 1_000 + us) % WRAP) == ms
