"""Capture on the simulated chip: what people do to the contacts comes out as edges."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

TICKS = (1 << 30) - 1
FIRST = 2  # GPIO of contact 0
UNSURE_US = 12  # the last edges before a drain may be in the next one
LATE_US = 9  # a time may be so much late, always by the same; never early

EDGES = st.lists(
    st.tuples(st.integers(0, 300_000), st.integers(0, 9)),  # ns since the one before, contact
    max_size=30,
)
LOOKS = st.lists(st.integers(0, 400_000), max_size=12)  # ns between drains


def play(chip, changes):
    """Schedule (ns from now, contact) changes; the true (contact, closed, ticks) of each."""
    world = chip.world
    true = []
    closed = [not world.inputs >> (FIRST + contact) & 1 for contact in range(10)]
    for in_ns, contact in changes:
        closed[contact] = not closed[contact]
        at_ns = world.now_ns + in_ns
        world.schedule(at_ns, FIRST + contact, int(not closed[contact]))
        true.append((contact, int(closed[contact]), (world.start_ticks_us + at_ns // 1000) & TICKS))
    return true


def late_us(edge, true):
    assert edge[:2] == true[:2]
    return (edge[2] - true[2]) & TICKS


@pytest.mark.parametrize("closed_level", [0, 1])
@pytest.mark.parametrize("number", range(4, 11))
def test_closed_at_start_is_no_edge(chip, listed, number, closed_level):
    for contact in range(number):
        chip.world.input(FIRST + contact, closed_level ^ (contact % 3 != 1))
    contacts, edges = chip.capture(number, closed_level)
    assert contacts.closed_at_start == sum(1 << c for c in range(number) if c % 3 == 1)
    chip.wait(50)
    assert chip.drained(contacts, edges) == []
    chip.world.input(FIRST + 1, 1 - closed_level)
    chip.world.input(FIRST + 2, closed_level)
    chip.wait(1)
    assert [edge[:2] for edge in chip.drained(contacts, edges)] == [(1, 0), (2, 1)]


def test_contact_with_a_slow_pull_is_open_at_start(chip):
    """Wires take a while to follow a weak pull: 50 kilohms, a nanofarad."""
    world = chip.world
    for contact in range(10):
        world.input(FIRST + contact, 0)
    pin = chip.load("machine").Pin
    init = pin.init

    def slowly(self, mode=None, pull=None, *, value=None):
        init(self, mode, pull, value=value)
        if pull == pin.PULL_UP:
            world.schedule(world.now_ns + 100_000, chip.load("pins").number(self), 1)

    pin.init = slowly
    contacts, _ = chip.capture()
    assert contacts.closed_at_start == 0


@pytest.mark.parametrize(
    ("number", "closed_level", "said"),
    [(3, 0, "number is 3; 4 to 10"), (11, 0, "number is 11; 4 to 10"), (8, 2, "is 2; 0 or 1")],
)
def test_what_it_cannot_capture(chip, number, closed_level, said):
    with pytest.raises(ValueError, match=said):
        chip.capture(number, closed_level)


def test_clock_that_does_not_divide(chip):
    """The count would drift against the ticks."""
    chip.load("machine").freq = lambda: 48_000_000
    with pytest.raises(ValueError, match="no 10 MHz from a clock of 48000000 Hz"):
        chip.capture()


@given(edges_in=EDGES, looks=LOOKS)
@settings(max_examples=200, deadline=None)
def test_everything_until_then_and_nothing_later(new_chip, listed, edges_in, looks):
    chip = new_chip()
    contacts, edges = chip.capture()
    in_ns = 100_000
    changes = []
    for gap_ns, contact in edges_in:
        in_ns += gap_ns
        changes.append((in_ns, contact))
    true = play(chip, changes)
    begin = edges.until_us - 10
    known = 0
    seen = []
    for look_ns in [*looks, in_ns + 1_000_000]:
        chip.world.sleep(chip.world.now_ns + look_ns)
        more = True
        while more:
            more = contacts.drain(edges)
            until = (edges.until_us - begin) & TICKS
            for contact, closed, at_us in listed(edges):
                assert known < (at_us - begin) & TICKS <= until
                seen.append((contact, closed, at_us))
            known = until
            for contact in range(10):
                mine = [e for e in true if e[0] == contact and (e[2] - begin) & TICKS <= until]
                if all((e[2] - begin) & TICKS < until - UNSURE_US for e in mine):
                    told = [e[1] for e in seen if e[0] == contact]
                    assert (told or [0])[-1] == ([e[1] for e in mine] or [0])[-1]
    assert edges.lost == 0


def test_seven_contacts_a_microsecond_apart_in_their_order(chip):
    contacts, edges = chip.capture()
    machine = chip.load("machine")
    for order in ([6, 0, 3, 9, 1, 8, 2], [2, 8, 1, 9, 3, 0, 6]):
        true = play(chip, [(5_000_000 + i * 1000, contact) for i, contact in enumerate(order)])
        state = machine.disable_irq()
        chip.wait(20)
        machine.enable_irq(state)
        found = chip.drained(contacts, edges)
        assert [edge[0] for edge in found] == order
        late = {late_us(edge, was) for edge, was in zip(found, true, strict=True)}
        assert max(late) <= LATE_US
        assert len(late) == 1


def test_one_sample_is_one_time(chip):
    contacts, edges = chip.capture()
    zero_us = contacts._zero_us
    play(chip, [(2_000_000, 4), (2_000_000, 9), (2_000_000, 0)])
    chip.wait(5)
    found = chip.drained(contacts, edges)
    assert [edge[:2] for edge in found] == [(0, 1), (4, 1), (9, 1)]
    assert len({edge[2] for edge in found}) == 1
    assert contacts._zero_us == zero_us


def test_times_stay_true_for_twenty_minutes(chip):
    """Past the wrap of the ticks and hundreds of the count's, looking every two seconds."""
    contacts, edges = chip.capture()
    for i in range(600):
        true = play(chip, [(1_700_000_000, i % 10)] if i % 7 == 0 or i > 590 else [])
        chip.wait(2000)
        found = chip.drained(contacts, edges)
        assert len(found) == len(true)
        assert all(late_us(edge, was) <= LATE_US for edge, was in zip(found, true, strict=True))


def test_rest_of_a_whole_wrap_is_no_chatter(chip):
    """17.9 minutes after its last edge a contact's time is the same again."""
    contacts, edges = chip.capture()
    play(chip, [(1_000_000, 0)])
    last_ns = chip.world.now_ns + 1_000_000
    chip.wait(1.02)
    assert len(chip.drained(contacts, edges)) == 1
    for _ in range(536):
        chip.wait(2000)
        chip.drained(contacts, edges)
    in_ns = last_ns + (1 << 30) * 1000 + 50_000 - chip.world.now_ns
    true = play(chip, [(in_ns, 0), (in_ns + 30_000, 0), (in_ns + 60_000, 0), (in_ns + 90_000, 0)])
    chip.wait(in_ns / 1_000_000 + 1)
    assert late_us(chip.drained(contacts, edges)[0], true[0]) <= LATE_US


def test_looking_at_once_misses_nothing_and_repeats_nothing(chip, listed):
    contacts, edges = chip.capture()
    true = play(chip, [(10_000 + 13_300 * i, i % 10) for i in range(100)])
    found = []
    while len(found) < 100:
        contacts.drain(edges)
        found += listed(edges)
    assert sorted(late_us(a, b) for a, b in zip(found, true, strict=True))[-1] <= LATE_US
    assert edges.lost == 0


def test_all_numbers_that_are_kept_are_small(chip):
    """31 bits on the chip; a larger number would be an object on the heap."""
    contacts, edges = chip.capture()
    for _ in range(6):
        play(chip, [(1_000_000 + 25_000 * i, i % 3) for i in range(300)])
        chip.wait(1900)
        chip.drained(contacts, edges)
        kept = [contacts._left, contacts._zero_us, contacts._base, *contacts._sift._state]
        kept += [contacts._sift.tail, contacts._sift.busy, *edges.words, edges.until_us]
        assert all(-(1 << 30) <= number < 1 << 30 for number in kept)
