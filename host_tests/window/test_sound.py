"""The buzzer's sound as samples, and where there is nothing to hear it on."""

import pygame
import pytest

from unosim.window.sound import RATE, Sound, square


@pytest.mark.parametrize("hz", [100, 440, 880, 1_245, 2_637, 6_000])
@pytest.mark.parametrize("duty", [0.5, 0.1, 0.02])
def test_a_loop_has_the_pitch_the_duty_and_no_mean(hz, duty):
    wave = square(hz, duty)
    rises = sum(a <= 0 < b for a, b in zip(wave, wave[1:], strict=False)) + (
        wave[-1] <= 0 < wave[0]
    )
    assert rises * RATE / len(wave) == pytest.approx(hz, rel=0.002)
    assert abs(sum(wave) / len(wave)) < 60
    if hz <= 1_000:
        high = sum(sample > 0 for sample in wave) / len(wave)
        assert high == pytest.approx(duty, abs=0.03)


def test_a_quieter_duty_is_quieter():
    def power(duty):
        return sum(sample**2 for sample in square(880, duty))

    assert power(0.5) > 2 * power(0.1) > 2 * power(0.02)


def test_tones_play_until_they_end_and_muted_ones_wait():
    sound = Sound()
    assert sound.available
    channel = pygame.mixer.Channel(0)
    sound.play(880, 0.5)
    assert channel.get_busy()
    sound.muted = True
    assert not channel.get_busy()
    sound.muted = False
    assert channel.get_busy()
    sound.play(880, 0.0)
    assert not channel.get_busy()
    sound.close()


def test_without_a_device_it_is_quiet_in_every_way(monkeypatch, capfd):
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing-of-the-kind")
    sound = Sound()
    assert not sound.available
    sound.play(880, 0.5)
    sound.muted = True
    sound.close()
    assert capfd.readouterr() == ("", "")
