import pytest

HALF = 2**29
MASK = 2**30 - 1


def test_ticks_step_by_themselves_and_wrap(chip):
    first = chip.time.ticks_us()
    assert first == 2**30 - 3_000_000 + 7
    assert chip.time.ticks_us() == first + 7
    chip.time.sleep_ms(3_000)
    after = chip.time.ticks_us()
    assert after < 1_000
    assert chip.time.ticks_diff(after, first) == 3_000_000 + 19


def test_milliseconds_do_not_wrap_with_the_microseconds(chip):
    first = chip.time.ticks_ms()
    chip.time.sleep(4)
    assert chip.time.ticks_ms() - first == 4_000


def test_diff_and_add_are_micropythons(chip):
    assert chip.time.ticks_diff(5, MASK) == 6
    assert chip.time.ticks_diff(MASK, 5) == -6
    assert chip.time.ticks_diff(HALF, 0) == -HALF
    assert chip.time.ticks_add(MASK, 6) == 5
    assert chip.time.ticks_add(5, -6) == MASK
    for delta in (HALF, -HALF):
        with pytest.raises(OverflowError):
            chip.time.ticks_add(0, delta)


@pytest.mark.parametrize(
    ("ticks", "error"), [(-1, ValueError), (2**30, ValueError), (0.5, TypeError)]
)
def test_what_are_no_ticks(chip, ticks, error):
    for call in (chip.time.ticks_diff, chip.time.ticks_add):
        with pytest.raises(error, match="ticks"):
            call(ticks, 0)
    with pytest.raises(error, match="ticks"):
        chip.time.ticks_diff(0, ticks)


def test_there_is_no_wall_clock(chip):
    for name in ("time", "time_ns", "localtime", "ticks_cpu"):
        with pytest.raises(AttributeError):
            getattr(chip.time, name)


@pytest.mark.parametrize("us", [1, 20, 999, 1_001, 2_500, 10_000])
def test_sleep_us_is_exact(chip, us):
    chip.world.spend(1_234)
    start_ns = chip.world.now_ns
    chip.time.sleep_us(us)
    assert chip.world.now_ns - start_ns == 5_000 + us * 1000


def test_sleep_ms_goes_on_after_an_interrupt(chip):
    chip.world.alarm(lambda: chip.world.interrupt(lambda _: None, None)).set(2_300_000)
    start_ms = chip.world.ticks_us() // 1000
    chip.time.sleep_ms(5)
    assert chip.world.ticks_us() // 1000 - start_ms == 5


def test_sleeps_of_nothing(chip):
    for ms in (0, -5):
        chip.time.sleep_ms(ms)
    chip.time.sleep_us(0)
    assert chip.world.now_ns == 15_000
