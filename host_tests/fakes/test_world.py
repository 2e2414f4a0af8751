import pytest


@pytest.fixture
def seen(chip):
    """Changes of inputs as the chip sees them: (now_ns, gpio, level)."""
    changes = []
    chip.world.listen(lambda gpio, level: changes.append((chip.world.now_ns, gpio, level)))
    return changes


def test_time_stands_still_outside_calls_of_the_chip(chip):
    assert chip.world.now_ns == 0
    chip.world.spend(7_000)
    assert chip.world.now_ns == 7_000


def test_ticks_start_three_seconds_before_the_wrap(chip):
    assert chip.world.ticks_us() == 2**30 - 3_000_000


def test_edges_during_a_call_come_at_their_own_times(chip, seen):
    chip.world.schedule(3_000, 4, 0)
    chip.world.schedule(1_000, 2, 0)
    chip.world.schedule(9_000, 2, 1)
    chip.world.spend(5_000)
    assert seen == [(1_000, 2, 0), (3_000, 4, 0)]
    assert chip.world.now_ns == 5_000


def test_edges_of_one_time_come_in_the_order_given(chip, seen):
    for gpio in (7, 3, 5):
        chip.world.schedule(1_000, gpio, 0)
    chip.world.schedule(500, 9, 0)
    chip.world.spend(1_000)
    assert seen == [(500, 9, 0), (1_000, 7, 0), (1_000, 3, 0), (1_000, 5, 0)]


def test_listener_sees_the_levels_of_its_moment(chip):
    masks = []
    chip.world.listen(lambda gpio, level: masks.append(chip.world.inputs & 3))
    chip.world.schedule(1_000, 0, 0)
    chip.world.schedule(1_000, 1, 0)
    chip.world.spend(2_000)
    assert masks == [2, 0]


def test_a_level_that_is_there_already_is_no_edge(chip, seen):
    chip.world.schedule(1_000, 3, 1)
    chip.world.spend(2_000)
    assert seen == []


def test_the_past_cannot_be_scheduled(chip):
    chip.world.spend(5_000)
    with pytest.raises(ValueError, match="past"):
        chip.world.schedule(4_999, 0, 0)


def test_many_edges_are_forgotten_once_they_came(chip, seen):
    for i in range(1_000):
        chip.world.schedule(i * 1_000 + 1, 0, i & 1)
        chip.world.spend(1_000)
    assert len(seen) == 1_000
    assert len(chip.world._coming._at_ns) < 200


def test_sleep_ends_at_its_time_when_nothing_wakes(chip, seen):
    chip.world.schedule(2_000, 0, 0)  # an edge that interrupts nobody
    assert chip.world.sleep(10_000) is False
    assert chip.world.now_ns == 10_000
    assert seen == [(2_000, 0, 0)]


def test_alarm_and_interrupt_end_a_sleep(chip):
    served = []
    alarm = chip.world.alarm(lambda: chip.world.interrupt(served.append, 7))
    alarm.set(3_000)
    assert chip.world.sleep(1_000_000) is True
    assert served == [7]
    assert chip.world.now_ns == 3_000 + 10_000  # the handler's entry takes time


def test_an_interrupt_before_the_sleep_is_not_lost(chip):
    chip.world.interrupt(lambda _: None, None)
    chip.world.spend(1_000)
    assert chip.world.sleep(1_000_000) is True
    assert chip.world.sleep(1_000_000) is False


def test_interrupt_makes_the_interrupted_call_longer(chip):
    chip.world.alarm(lambda: chip.world.interrupt(lambda _: None, None)).set(2_000)
    chip.world.spend(5_000)
    assert chip.world.now_ns == 5_000 + 10_000


def test_masked_interrupt_waits(chip):
    served = []
    assert chip.world.mask(True) is False
    chip.world.interrupt(served.append, 1)
    chip.world.spend(5_000)
    assert served == []
    assert chip.world.mask(False) is True
    chip.world.spend(0)
    assert served == [1]


def test_interrupts_do_not_nest_and_edges_go_on_meanwhile(chip, seen):
    order = []

    def handler(name):
        order.append(name)
        if name == "first":
            chip.world.interrupt(handler, "second")
            chip.world.schedule(chip.world.now_ns + 1_000, 5, 0)
            chip.world.spend(20_000)
            order.append("first ends")

    chip.world.interrupt(handler, "first")
    chip.world.spend(0)
    assert order == ["first", "first ends", "second"]
    assert seen == [(11_000, 5, 0)]


def test_scheduled_calls_wait_for_the_interrupt_and_are_at_most_eight(chip):
    order = []

    def handler(_):
        taken = [chip.world.scheduled(order.append, i) for i in range(10)]
        assert taken == [True] * 8 + [False] * 2
        chip.world.spend(1_000)
        assert order == []

    chip.world.interrupt(handler, None)
    chip.world.spend(0)
    assert order == list(range(8))


def test_earlier_of_two_alarms_rings_first_and_a_cancelled_one_never(chip):
    rung = []
    alarms = [chip.world.alarm(lambda i=i: rung.append((i, chip.world.now_ns))) for i in range(3)]
    alarms[0].set(3_000)
    alarms[1].set(2_000)
    alarms[2].set(1_000)
    alarms[2].cancel()
    chip.world.spend(5_000)
    assert rung == [(1, 2_000), (0, 3_000)]


def test_horizon_stops_a_call_in_its_midst_before_what_comes_then(chip, seen):
    def horizon(now_ns):
        seen.append((now_ns, "horizon"))
        chip.world.horizon_ns = now_ns + 2_000

    chip.port.horizon = horizon
    chip.world.horizon_ns = 1_000
    chip.world.schedule(1_000, 0, 0)
    chip.world.spend(4_000)
    assert seen == [(1_000, "horizon"), (1_000, 0, 0), (3_000, "horizon")]
    assert chip.world.now_ns == 4_000


def test_every_call_runs_into_the_cut(chip):
    def cut():
        raise chip.device.load("world").PowerCut

    chip.world.cut = cut
    chip.world.plan()
    for _ in range(2):
        with pytest.raises(chip.device.load("world").PowerCut):
            chip.world.spend(1)


def test_keyboard_interrupt_is_raised_once(chip):
    chip.world.keyboard_interrupt()
    with pytest.raises(KeyboardInterrupt):
        chip.world.spend(1)
    chip.world.spend(1)


def test_sleeping_for_ever_with_nothing_to_come_is_an_error(chip):
    with pytest.raises(RuntimeError, match="for ever"):
        chip.world.sleep(chip.device.load("world").NEVER_NS)


def test_pull_decides_where_nothing_drives(chip, seen):
    chip.world.open_levels = 0b11  # GPIO0 and 1: high is what nobody drives
    chip.world.pull(0, 1)
    chip.world.pull(1, 2)
    assert chip.world.inputs & 3 == 0b01
    chip.world.pull(0, 0)  # it floats: read as if somebody pressed
    assert chip.world.inputs & 3 == 0b00
    assert seen[-1] == (0, 0, 0)


def test_a_wire_that_is_always_driven_never_floats(chip):
    chip.world.open_levels = 0b0
    chip.world.driven = 0b1
    chip.world.input(0, 0)
    assert chip.world.inputs & 3 == 0b10  # GPIO1 floats, GPIO0 does not
    chip.world.input(0, 1)
    assert chip.world.inputs & 1 == 1


def test_output_is_told_when_it_changes(chip):
    for duty in (0, 5, 5, 0):
        chip.world.output(10, 1000, duty)
    assert chip.port.outputs == [(0, 10, 1000, 0), (0, 10, 1000, 5), (0, 10, 1000, 0)]
