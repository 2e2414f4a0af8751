"""Each press is counted once, with the time of its chatter's first edge (B1, B2), whatever the
contact does and however often the unit looks at it. The oracle sees all edges at once."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unoflash.rules.buttons import Buttons
from unoflash.rules.edges import CAPACITY, Edges

WRAP = 1 << 30
START_US = WRAP - 50_000  # soon over the wrap
SETTLE_US, GAP_US = 100, 1_000
REARM_US = (25_000, 50_000)

lengths = st.one_of(
    st.integers(1, 99),
    st.sampled_from((99, 100, 101, 999, 1_000, 1_001, 24_999, 25_000, 49_999, 50_000)),
    st.integers(101, 5_000),
    st.integers(20_000, 90_000),
)


def presses_of(edges, rearm_us, end_us):
    """The presses of one contact, as times: `edges` are when it closes, opens, closes …"""
    found, armed = [], True
    first = 0  # index of the first edge of the present chatter
    for i, at_us in enumerate(edges):
        rests_us = (edges[i + 1] if i + 1 < len(edges) else end_us) - at_us
        if i and at_us - edges[i - 1] >= GAP_US:
            first = i
        closed = i % 2 == 0
        if armed and closed and rests_us >= SETTLE_US:
            found.append(edges[first])
            armed = False
        elif not armed and not closed and rests_us >= rearm_us:
            armed = True
            first = i + 1
    return found


def as_counted(contacts, looks_us, end_us):
    """What the unit counts, looking every `looks_us` in turn."""
    buttons = Buttons(list(REARM_US), 1)
    todo = sorted(
        (at_us, contact, i % 2 == 0)
        for contact, edges in enumerate(contacts)
        for i, at_us in enumerate(edges)
    )
    batch = Edges()
    counted = [[] for _ in contacts]
    now_us = turn = 0
    while now_us < end_us:
        now_us = min(end_us, now_us + looks_us[turn % len(looks_us)])
        turn += 1
        more = True
        while more:
            batch.count = 0
            while todo and todo[0][0] <= now_us and batch.count < CAPACITY:
                at_us, contact, closed = todo.pop(0)
                batch.words[2 * batch.count] = contact << 1 | closed
                batch.words[2 * batch.count + 1] = (START_US + at_us) % WRAP
                batch.count += 1
            more = bool(todo) and todo[0][0] <= now_us
            chip_us = (START_US + now_us) % WRAP
            if more:  # known only up to the last edge that was handed over
                chip_us = batch.words[2 * batch.count - 1]
            buttons.take_and_settle(batch, chip_us)
            while buttons.has_press(chip_us):
                buttons.take_press()
                counted[buttons.button].append((buttons.at_us - START_US) % WRAP)
    assert buttons.dropped == 0
    return counted


@settings(
    max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(
    st.lists(lengths, max_size=30),
    st.lists(lengths, max_size=30),
    st.lists(st.integers(50, 20_000), min_size=1, max_size=6),
)
def test_each_press_is_counted_once_with_its_first_edge(one, other, looks_us):
    contacts = []
    for steps in (one, other):
        at_us, edges = 5_000, []
        for length in steps:
            edges.append(at_us)
            at_us += length
        contacts.append(edges)
    end_us = max((edges[-1] for edges in contacts if edges), default=0) + 200_000
    expected = [
        presses_of(edges, rearm_us, end_us)
        for edges, rearm_us in zip(contacts, REARM_US, strict=True)
    ]
    assert as_counted(contacts, looks_us, end_us) == expected
