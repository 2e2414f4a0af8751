"""How the chip drives its pins, as told by the emulator, against what a program set."""

import pytest

pytestmark = pytest.mark.emulator

LIGHT, OTHER_LIGHT, BUZZER = 10, 11, 20


@pytest.fixture
def outputs_of(chip):
    """Runs a program; what the pins then did, as (gpio, hz, duty) in their order."""
    bench, repl = chip
    repl.run(
        "from machine import Pin, PWM\nfrom time import sleep_ms, ticks_us\n"
        f"for gpio in ({LIGHT}, {OTHER_LIGHT}, {BUZZER}): Pin(gpio, Pin.OUT, value=0)"
    )

    def run(program):
        bench.outputs.clear()
        repl.run(program)
        return [(gpio, hz, round(duty, 3)) for _, gpio, hz, duty in bench.outputs]

    return run


def test_a_pwm_is_told_with_frequency_and_duty(outputs_of):
    assert outputs_of(f"PWM(Pin({LIGHT}), freq=1000, duty_u16=16384)") == [(LIGHT, 1000, 0.25)]
    assert outputs_of(f"PWM(Pin({BUZZER}), freq=659, duty_u16=32768)") == [(BUZZER, 659, 0.5)]
    assert outputs_of(f"PWM(Pin({BUZZER}), freq=659, duty_u16=0)") == [(BUZZER, 659, 0.0)]
    assert outputs_of(f"PWM(Pin({BUZZER}), freq=659, duty_u16=65535)") == [(BUZZER, 659, 1.0)]


def test_each_setting_is_told_once_and_whole(outputs_of):
    program = f"""
def play():
    pwm = PWM(Pin({BUZZER}), freq=1000, duty_u16=0)
    sleep_ms(1)
    for hz in (523, 2093, 20000):
        pwm.freq(hz)
        pwm.duty_u16(32768)
    pwm.duty_u16(32768)
    pwm.duty_u16(0)
play()
"""
    told = [told for told in outputs_of(program) if told[2]]
    assert told == [(BUZZER, hz, 0.5) for hz in (523, 2093, 20000)]


def test_two_lights_of_a_slice_are_told_apart(outputs_of):
    program = f"""
a = PWM(Pin({LIGHT}), freq=1000, duty_u16=0)
b = PWM(Pin({OTHER_LIGHT}), freq=1000, duty_u16=0)
sleep_ms(1)
b.duty_u16(6554)
a.duty_u16(65535)
"""
    told = [told for told in outputs_of(program) if told[2]]
    assert told == [(OTHER_LIGHT, 1000, 0.1), (LIGHT, 1000, 1.0)]


def test_a_new_frequency_of_a_slice_keeps_the_duty_of_both(outputs_of):
    program = f"""
a = PWM(Pin({LIGHT}), freq=1000, duty_u16=16384)
b = PWM(Pin({OTHER_LIGHT}), freq=1000, duty_u16=32768)
sleep_ms(1)
a.freq(4000)
"""
    assert outputs_of(program)[-2:] == [(LIGHT, 4000, 0.25), (OTHER_LIGHT, 4000, 0.5)]


def test_an_inverted_pwm_is_high_for_the_rest(outputs_of):
    program = f"PWM(Pin({LIGHT}), freq=1000, duty_u16=16384, invert=True)"
    assert outputs_of(program)[-1] == (LIGHT, 1000, 0.75)


def test_plain_pins_have_no_frequency(outputs_of):
    program = f"""
pin = Pin({LIGHT}, Pin.OUT)
pin.value(1)
pin.value(1)
sleep_ms(1)
pin.init(Pin.IN)
"""
    assert outputs_of(program) == [(LIGHT, 0, 1.0), (LIGHT, 0, 0.0)]


def test_a_pwm_that_stops_leaves_its_pin_at_a_level(outputs_of):
    program = f"pwm = PWM(Pin({LIGHT}), freq=1000, duty_u16=65535)\nsleep_ms(1)\npwm.deinit()"
    assert outputs_of(program) == [(LIGHT, 1000, 1.0), (LIGHT, 0, 1.0)]


def test_a_change_has_the_time_of_the_write(chip, outputs_of):
    bench, repl = chip
    bench.outputs.clear()
    before, after = eval(
        repl.run(
            f"pin = Pin({LIGHT}, Pin.OUT)\nset = pin.value\n"
            "def both():\n    t = ticks_us()\n    set(1)\n    return t, ticks_us()\nprint(both())"
        )
    )
    ((at_ns, _, _, _),) = bench.outputs
    assert bench.board.ticks_to_ns(before) < at_ns < bench.board.ticks_to_ns(after)
    assert after - before < 30
