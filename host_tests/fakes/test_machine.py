import pytest

GPIO_IN = 0xD0000004


@pytest.fixture
def pin_at(chip):
    return chip.machine.Pin


@pytest.mark.parametrize("gpio", [-1, 30, 3.0, None, True])
def test_unknown_pin(pin_at, gpio):
    with pytest.raises(ValueError, match="invalid pin"):
        pin_at(gpio)
    with pytest.raises(ValueError, match="unknown named pin"):
        pin_at("P1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [((7,), "mode"), ((3,), "mode"), ((0, 5), "pull")],
    ids=["unknown mode", "ALT", "unknown pull"],
)
def test_pin_set_up_wrongly(pin_at, arguments, message):
    with pytest.raises(ValueError, match=message):
        pin_at(1, *arguments)


def test_misspelt_names(chip, pin_at):
    with pytest.raises(AttributeError):
        pin_at.PULLUP  # noqa: B018
    with pytest.raises(AttributeError):
        pin_at(0).vlaue()
    with pytest.raises(AttributeError):
        chip.machine.Signal  # noqa: B018
    with pytest.raises(TypeError):
        pin_at(0, mood=pin_at.IN)


def test_one_object_for_each_gpio(pin_at):
    assert pin_at(5) is pin_at(5)
    assert pin_at(pin_at(5)) is pin_at(5)


def test_input_reads_the_wire(chip, pin_at):
    pin = pin_at(4, pin_at.IN, pin_at.PULL_UP)
    assert (pin.value(), pin()) == (1, 1)
    chip.world.input(4, 0)
    assert pin.value() == 0


def test_unused_pin_cannot_be_read_nor_an_input_written(pin_at):
    with pytest.raises(ValueError, match="no mode"):
        pin_at(4).value()
    with pytest.raises(ValueError, match="no output"):
        pin_at(4, pin_at.IN).value(1)
    with pytest.raises(ValueError, match=r"Pin\.OUT"):
        pin_at(3, value=1)


def test_output_drives_its_pin(chip, pin_at):
    pin = pin_at(9, pin_at.OUT, value=1)
    pin.off()
    pin.toggle()
    pin.value(1)
    pin.init(pin_at.IN)
    assert [drive[1:] for drive in chip.port.outputs] == [
        (9, 0, 65535),
        (9, 0, 0),
        (9, 0, 65535),
        (9, 0, 0),
    ]


def test_open_drain_reads_what_both_sides_leave(chip, pin_at):
    pin = pin_at(4, pin_at.OPEN_DRAIN, pin_at.PULL_UP)
    assert pin.value() == 1
    pin.value(0)
    assert pin.value() == 0
    pin.value(1)
    chip.world.input(4, 0)
    assert pin.value() == 0


def test_gpio_in_shows_inputs_and_outputs(chip, pin_at):
    pin_at(1, pin_at.OUT, value=0)
    chip.world.input(3, 0)
    assert chip.machine.mem32[GPIO_IN] & 0xF == 0b0101
    with pytest.raises(ValueError, match="cannot be written"):
        chip.machine.mem32[GPIO_IN] = 0


def test_unknown_registers(chip):
    with pytest.raises(ValueError, match="0x40000000"):
        chip.machine.mem32[0x40000000]
    with pytest.raises(ValueError, match="not aligned"):
        chip.machine.mem32[0xD0000005] = 1


def test_register_of_another_fake(chip):
    kept = []
    chip.world.register(0x50200000, lambda: 5, kept.append)
    assert chip.machine.mem32[0x50200000] == 5
    chip.machine.mem32[0x50200000] = -1
    assert kept == [0xFFFFFFFF]


def test_hard_interrupt_runs_within_the_call(chip, pin_at):
    heard = []
    pin = pin_at(2, pin_at.IN, pin_at.PULL_UP)
    irq = pin.irq(lambda pin: heard.append((chip.world.now_ns, irq.flags())), hard=True)
    start_ns = chip.world.now_ns
    chip.world.schedule(start_ns + 1_000, 2, 0)
    chip.world.schedule(start_ns + 90_000, 2, 1)
    chip.world.spend(30_000)
    assert heard == [(start_ns + 11_000, pin_at.IRQ_FALLING)]
    chip.world.spend(60_000)
    assert heard[1:] == [(start_ns + 100_000, pin_at.IRQ_RISING)]


def test_gpios_share_one_interrupt_served_in_pin_order(chip, pin_at):
    heard = []
    for gpio in (3, 1, 2):
        pin_at(gpio, pin_at.IN).irq(
            lambda pin: heard.append((repr(pin)[4:9], chip.world.now_ns)), hard=True
        )
    start_ns = chip.world.now_ns
    for i, gpio in enumerate((3, 2, 1)):
        chip.world.schedule(start_ns + 1_000 + i, gpio, 0)
    chip.world.spend(100_000)
    assert [name for name, _ in heard] == ["GPIO1", "GPIO2", "GPIO3"]
    assert heard[2][1] - heard[0][1] == 20_000


def test_soft_interrupts_beyond_eight_are_dropped(chip, pin_at):
    heard = []
    chip.machine.disable_irq()
    for gpio in range(10):
        pin_at(gpio, pin_at.IN).irq(heard.append, pin_at.IRQ_FALLING)
        chip.world.input(gpio, 0)
    chip.machine.enable_irq(0)
    assert heard == [pin_at(gpio) for gpio in range(8)]


def test_trigger_and_no_handler(chip, pin_at):
    heard = []
    pin = pin_at(2, pin_at.IN)
    pin.irq(heard.append, pin_at.IRQ_RISING, hard=True)
    chip.world.input(2, 0)
    chip.world.spend(0)
    assert heard == []
    chip.world.input(2, 1)
    chip.world.spend(0)
    assert heard == [pin]
    pin.irq(None)
    chip.world.input(2, 0)
    chip.world.spend(0)
    assert heard == [pin]
    with pytest.raises(ValueError, match="trigger"):
        pin.irq(heard.append, 1)
    with pytest.raises(TypeError):
        pin.irq(5)


def test_handler_that_raises_is_told_and_never_called_again(chip, pin_at):
    calls = []

    def handler(pin):
        calls.append(pin)
        raise KeyError("x")

    pin_at(2, pin_at.IN).irq(handler, hard=True)
    chip.world.input(2, 0)
    chip.world.spend(0)
    chip.world.input(2, 1)
    chip.world.spend(0)
    assert len(calls) == 1
    assert chip.port.sent.startswith(b"Uncaught exception in IRQ callback handler\r\nTraceback")


def test_a_timer_calls_again_and_again(chip):
    called = []
    timer = chip.machine.Timer(period=10, callback=lambda t: called.append((t, chip.world.now_ns)))
    begin_ns = chip.world.now_ns
    chip.world.spend(35_000_000)
    assert [t for t, _ in called] == [timer] * 3
    assert [(at_ns - begin_ns) // 10_000_000 for _, at_ns in called] == [1, 2, 3]
    timer.deinit()
    chip.world.spend(100_000_000)
    assert len(called) == 3


@pytest.mark.parametrize(
    "arguments",
    [{"period": 0, "callback": print}, {"period": 5, "callback": 5}, {"mode": 0, "period": 5}],
)
def test_timers_that_the_fake_does_not_know(chip, arguments):
    with pytest.raises(ValueError, match="Timer"):
        chip.machine.Timer(**{"callback": print, **arguments})


def test_system(chip):
    assert chip.machine.freq() == 125_000_000
    assert chip.machine.reset_cause() == chip.machine.PWRON_RESET
    assert len(chip.machine.unique_id()) == 8
    with pytest.raises(chip.device.load("world").Reset):
        chip.machine.reset()


def test_the_clock_may_change_until_something_divides_it(chip, pin_at):
    chip.machine.freq(200_000_000)
    assert chip.machine.freq() == 200_000_000
    pwm = chip.machine.PWM(pin_at(10), freq=1000, duty_u16=0)
    assert pwm.freq() == 1000
    with pytest.raises(RuntimeError, match="PWM divides the clock already"):
        chip.machine.freq(110_000_000)
    chip.machine.freq(200_000_000)
    assert chip.machine.freq() == 200_000_000


def test_after_lightsleep_the_clock_is_micropython_s_own(chip, pin_at):
    chip.machine.freq(110_000_000)
    pwm = chip.machine.PWM(pin_at(10), freq=1000, duty_u16=0)
    chip.machine.lightsleep(10)
    assert chip.machine.freq() == 125_000_000
    with pytest.raises(RuntimeError, match="the clock is 125000000 Hz; what PWM divides was 110"):
        pwm.freq(2000)
    chip.machine.freq(110_000_000)
    pwm.freq(2000)


@pytest.mark.parametrize("hz", [0, 10_000_000, 125_001_000, 2_000_000_000])
def test_a_clock_that_the_pll_cannot_make(chip, hz):
    with pytest.raises(ValueError, match="cannot change frequency"):
        chip.machine.freq(hz)


def test_a_clock_is_a_whole_number(chip):
    with pytest.raises(TypeError, match="whole number"):
        chip.machine.freq(125e6)
