"""Waiting for edges with `select.poll`: an edge ends the wait, and each wait but one interrupt."""

import pytest

FIRST = 2


@pytest.fixture
def waiting(chip):
    contacts, edges = chip.capture()
    select = chip.load("select")
    poll = select.poll()
    poll.register(contacts, select.POLLIN)

    def wait(ms):
        """(what was ready, milliseconds that it took)"""
        before_ns = chip.world.now_ns
        ready = [flags for _, flags in poll.ipoll(ms)]
        return ready, (chip.world.now_ns - before_ns) / 1_000_000

    contacts.drain(edges)
    return contacts, edges, wait


def interrupts_of(chip):
    """Counts the interrupts that the CPU serves, from now on."""
    world = chip.world
    served = []
    interrupt = world.interrupt
    world.interrupt = lambda handler, argument: (
        served.append(world.now_ns),
        interrupt(handler, argument),
    )
    return served


def test_an_edge_ends_the_wait(chip, waiting):
    contacts, edges, wait = waiting
    chip.world.schedule(chip.world.now_ns + 7_000_000, FIRST, 0)
    ready, ms = wait(1000)
    assert ready == [1]
    assert 7 <= ms < 7.1
    contacts.drain(edges)
    assert edges.count == 1


def test_without_an_edge_it_waits_to_the_end(chip, waiting):
    _, _, wait = waiting
    ready, ms = wait(30)
    assert ready == []
    assert 29 <= ms <= 31


def test_edges_that_wait_already(chip, waiting):
    _, _, wait = waiting
    chip.world.input(FIRST, 0)
    chip.wait(1)
    ready, ms = wait(1000)
    assert ready == [1]
    assert ms < 0.1


def test_an_edge_that_was_read_wakes_nobody(chip, waiting):
    contacts, edges, wait = waiting
    chip.world.input(FIRST, 0)
    chip.wait(1)
    contacts.drain(edges)
    served = interrupts_of(chip)
    assert wait(30)[0] == []
    assert served == []


def test_a_storm_interrupts_once_a_wait(chip, waiting):
    contacts, edges, wait = waiting
    served = interrupts_of(chip)
    for i in range(400):
        chip.world.schedule(chip.world.now_ns + 1_000_000 + 25_000 * i, FIRST, i % 2)
    for _ in range(4):
        assert wait(1000)[0] == [1]
        assert len(served) == 1
        chip.wait(2)
    contacts.drain(edges)
    assert wait(1000)[0] == [1]
    assert len(served) <= 2


def test_after_stop_nothing_comes(chip, waiting):
    contacts, _, wait = waiting
    contacts.stop()
    served = interrupts_of(chip)
    chip.world.input(FIRST, 0)
    assert wait(30)[0] == []
    assert served == []


def test_other_requests_are_refused(waiting):
    contacts, _, _ = waiting
    assert contacts.ioctl(4, 0) == -22
