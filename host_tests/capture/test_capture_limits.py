"""Capture when it is too much: storms of chatter, a loop that is late, a count that runs out."""

FIRST = 2
STORM_NS = 25_000  # 20 kHz: 40 000 edges a second


def storm(chip, contact, edges, each_ns=STORM_NS, in_ns=0):
    for i in range(edges):
        chip.world.schedule(chip.world.now_ns + in_ns + each_ns * i, FIRST + contact, i % 2)


def test_twenty_ms_of_storm_are_kept(chip):
    contacts, edges = chip.capture()
    storm(chip, 3, 799)
    chip.world.schedule(chip.world.now_ns + 19_000_000, FIRST + 5, 0)
    chip.wait(20.5)
    found = chip.drained(contacts, edges)
    assert [edge[:2] for edge in found if edge[0] == 5] == [(5, 1)]
    mine = [edge[:2] for edge in found if edge[0] == 3]
    assert mine[0] == mine[-1] == (3, 1)
    assert len(found) <= 4
    assert edges.lost == 0


def test_too_long_a_storm_is_told_and_the_last_levels_hold(chip):
    contacts, edges = chip.capture()
    storm(chip, 3, 2400)
    chip.world.schedule(chip.world.now_ns + 1_000_000, FIRST + 5, 0)
    chip.wait(70)
    assert [edge[:2] for edge in chip.drained(contacts, edges)] == [(5, 1)]
    assert edges.lost == 1
    chip.world.input(FIRST + 3, 0)
    chip.wait(1)
    assert [edge[:2] for edge in chip.drained(contacts, edges)] == [(3, 1)]
    assert edges.lost == 1


def test_ring_gone_round_exactly_once_is_no_silence(chip):
    contacts, edges = chip.capture()
    storm(chip, 3, 1023)
    chip.world.schedule(chip.world.now_ns + 30_000_000, FIRST + 5, 0)
    chip.wait(40)
    found = chip.drained(contacts, edges)
    assert edges.lost == 1
    assert [edge[:2] for edge in found] == [(3, 1), (5, 1)]


def test_words_overwritten_while_they_are_read(chip):
    contacts, edges = chip.capture()
    storm(chip, 3, 901)
    storm(chip, 3, 200, each_ns=2000, in_ns=902 * STORM_NS)
    chip.world.schedule(chip.world.now_ns + 23_000_000, FIRST + 5, 0)
    chip.wait(902 * STORM_NS / 1_000_000)
    sift = contacts._sift
    read = sift.read
    slow = [True]

    def slowly(edges, head, samples):
        read(edges, head, samples)
        if slow.pop() if slow else False:
            chip.wait(1)

    sift.read = slowly
    known = edges.until_us
    found = chip.drained(contacts, edges)
    assert edges.lost == 1
    assert sorted(edge[:2] for edge in found) == [(5, 1)]
    assert edges.until_us > known


def test_dma_count_used_up(chip):
    """After 2^30 edges; here the DMA is told that they have been."""
    contacts, edges = chip.capture()
    used = 0x3FFFFFFF - 0x100000 - 5
    contacts._dma._left -= used
    contacts._left -= used
    chip.world.input(FIRST + 9, 0)
    for i in range(20):
        chip.world.input(FIRST + 4, i % 2)
        chip.wait(10)
        now_us = chip.world.ticks_us()
        found = chip.drained(contacts, edges)
        assert [edge[:2] for edge in found] == [(4, 1 - i % 2), (9, 1)][: 2 if i == 0 else 1]
        assert all((now_us - edge[2] + 300) & 0x3FFFFFFF < 10_400 for edge in found)
    assert edges.lost == 1
    assert contacts._dma._left > 0x3FFFFF00


def test_what_changed_while_it_was_stopped(chip):
    contacts, edges = chip.capture()
    chip.world.input(FIRST + 1, 0)
    chip.wait(1)
    contacts.stop()
    chip.world.input(FIRST + 2, 0)
    chip.wait(60_000)
    contacts.start()
    before_us = chip.world.ticks_us() & 0x3FFFFFFF
    found = chip.drained(contacts, edges)
    assert [edge[:2] for edge in found] == [(1, 1), (2, 1)]
    assert all((before_us - edge[2]) & 0x3FFFFFFF < 1000 for edge in found)
    chip.world.input(FIRST + 2, 1)
    chip.wait(1)
    assert [edge[:2] for edge in chip.drained(contacts, edges)] == [(2, 0)]
    assert edges.lost == 0
