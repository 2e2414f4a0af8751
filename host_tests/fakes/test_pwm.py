import pytest


@pytest.fixture
def pwm_at(chip):
    def make(gpio, **arguments):
        return chip.machine.PWM(chip.machine.Pin(gpio), **arguments)

    return make


def drives(chip):
    return [drive[1:] for drive in chip.port.outputs]


def test_drive_begins_with_both_frequency_and_duty(chip, pwm_at):
    pwm = pwm_at(10)
    pwm.duty_u16(100)
    assert drives(chip) == []
    pwm.freq(1000)
    pwm.duty_u16(65535)
    assert drives(chip) == [(10, 1000, 100), (10, 1000, 65535)]
    assert pwm.duty_u16() == 65535


@pytest.mark.parametrize("hz", [8, 9, 440, 1000, 1907, 1908, 62_500_000])
def test_frequencies_that_the_divider_reaches(pwm_at, hz):
    pwm = pwm_at(20, freq=hz, duty_u16=0)
    assert abs(pwm.freq() - hz) <= hz // 500


@pytest.mark.parametrize("hz", [-1, 0, 1, 7, 62_500_001, 10**9])
def test_frequencies_out_of_reach(pwm_at, hz):
    with pytest.raises(ValueError, match="freq too"):
        pwm_at(20, freq=hz, duty_u16=0)


@pytest.mark.parametrize("duty", [-1, 65536])
def test_duty_out_of_range(pwm_at, duty):
    pwm = pwm_at(20, freq=1000, duty_u16=0)
    with pytest.raises(ValueError, match="duty_u16"):
        pwm.duty_u16(duty)


def test_two_pins_on_one_channel(pwm_at):
    pwm_at(4, freq=1000, duty_u16=0)
    with pytest.raises(ValueError, match="GPIO20: its PWM channel drives GPIO4"):
        pwm_at(20)


def test_pair_shares_its_frequency(chip, pwm_at):
    lamp = pwm_at(10, freq=1000, duty_u16=7)
    other = pwm_at(11, freq=1000, duty_u16=0)
    with pytest.raises(ValueError, match="GPIO10"):
        other.freq(440)
    chip.machine.Pin(10, chip.machine.Pin.OUT, value=0)
    other.freq(440)
    with pytest.raises(ValueError, match="lost its pin"):
        lamp.duty_u16(0)
    assert drives(chip)[-2:] == [(10, 0, 0), (11, 440, 0)]


def test_pin_init_takes_the_pin_back_low(chip, pwm_at):
    pwm_at(10, freq=1000, duty_u16=65535)
    chip.machine.Pin(10, chip.machine.Pin.OUT, value=0)
    assert drives(chip) == [(10, 1000, 65535), (10, 0, 0)]
    pwm_at(26, freq=500, duty_u16=1)  # the channel is free again


def test_pwm_takes_a_pin_that_was_high(chip, pwm_at):
    chip.machine.Pin(10, chip.machine.Pin.OUT, value=1)
    pwm_at(10)
    assert drives(chip) == [(10, 0, 65535), (10, 0, 0)]
    with pytest.raises(ValueError, match="no output"):
        chip.machine.Pin(10).value(1)


def test_deinit_stops_both_channels_and_leaves_a_pin_high(chip, pwm_at):
    lamp = pwm_at(10, freq=1000, duty_u16=7)
    other = pwm_at(11, freq=1000, duty_u16=0)
    lamp.deinit()
    assert drives(chip)[-2:] == [(10, 0, 65535), (11, 0, 0)]
    other.deinit()
    chip.machine.Pin(10, chip.machine.Pin.OUT, value=0)
    assert drives(chip)[-1] == (10, 0, 0)
    other.duty_u16(5)
    assert drives(chip)[-1] == (11, 1000, 5)
    with pytest.raises(ValueError, match="lost its pin"):
        lamp.duty_u16(0)
    lamp.deinit()  # stops the slice all the same
    assert drives(chip)[-1] == (11, 0, 65535)


def test_an_inverted_pwm_is_high_for_the_rest(chip, pwm_at):
    pwm = pwm_at(10, freq=1000, duty_u16=0, invert=1)
    pwm.duty_u16(100)
    pwm.deinit()
    assert drives(chip) == [(10, 1000, 65535), (10, 1000, 65435), (10, 0, 0)]
    assert repr(pwm) == "<PWM slice=5 channel=0 invert=1>"


def test_a_pair_in_antiphase_is_one_thing(chip, pwm_at):
    one = pwm_at(10, freq=1000, duty_u16=0)
    pwm_at(11, freq=1000, duty_u16=65535, invert=1)
    one.freq(440)
    assert drives(chip)[-2:] == [(10, 440, 0), (11, 440, 0)]


def test_an_led_that_lights_at_low_is_told_of_by_its_light(chip, pwm_at):
    chip.world.lit_low = 1 << 10
    pin = chip.machine.Pin(10, chip.machine.Pin.OUT, value=1)
    pwm = pwm_at(10, freq=1000, duty_u16=0, invert=1)
    pwm.duty_u16(65535)
    pin.init(chip.machine.Pin.IN)
    assert drives(chip) == [(10, 1000, 0), (10, 1000, 65535), (10, 0, 0)]
    pin.init(chip.machine.Pin.OUT, value=0)
    assert drives(chip)[-1] == (10, 0, 65535)
    pin.init(chip.machine.Pin.OPEN_DRAIN, value=1)
    assert drives(chip)[-1] == (10, 0, 0)


def test_misspelt(pwm_at):
    pwm = pwm_at(10, freq=1000)
    with pytest.raises(AttributeError):
        pwm.duty(5)
    with pytest.raises(TypeError):
        pwm_at(12, frequency=1000)
    with pytest.raises(TypeError):
        pwm.freq(1000.0)
