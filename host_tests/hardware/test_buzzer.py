"""The buzzer at one GPIO, and between the two of its PWM slice."""

import pytest

FULL = 65535


@pytest.fixture
def buzzer_of(chip):
    def make(*antiphase, volume="loud"):
        return chip.load("unoflash.hardware.buzzer").Buzzer(14, volume, *antiphase)

    return make


def test_one_gpio_alone(chip, buzzer_of):
    buzzer = buzzer_of()
    buzzer.sound(440)
    assert chip.port.now == {14: (440, 32768)}
    buzzer.sound(0)
    assert chip.port.now == {14: (440, 0)}


@pytest.mark.parametrize(("volume", "duty"), [("loud", 32768), ("quiet", 2048)])
def test_two_gpios_swing_against_each_other(chip, buzzer_of, volume, duty):
    buzzer = buzzer_of(15, volume=volume)
    for hz in (440, 880):
        buzzer.sound(hz)
        assert chip.port.now == {14: (hz, duty), 15: (hz, FULL - duty)}
        assert buzzer.hz == hz


def test_silent_both_are_low(chip, buzzer_of):
    buzzer = buzzer_of(15)
    assert {duty for _, _, _, duty in chip.port.told} == {0}  # never high
    buzzer.sound(440)
    buzzer.sound(0)
    assert chip.port.now == {14: (440, 0), 15: (440, 0)}


def test_mute_is_silence_at_any_pitch(chip, buzzer_of):
    buzzer_of(15, volume="mute").sound(440)
    assert {duty for _, duty in chip.port.now.values()} == {0}


@pytest.mark.parametrize("gpios", [(), (15,)])
def test_off_leaves_plain_low_pins(chip, buzzer_of, gpios):
    buzzer = buzzer_of(*gpios)
    buzzer.sound(440)
    buzzer.off()
    assert chip.port.now == dict.fromkeys((14, *gpios), (0, 0))
    pin = chip.load("machine").Pin
    assert [pin(gpio).value() for gpio in (14, *gpios)] == [0] * (1 + len(gpios))
