"""Tunes as they sound: raised by a tone for each seat that joins (J1), each button (F1)."""

from unoflash.rules.voice import Voice


def test_a_tune_is_raised_by_semitones_of_equal_temperament():
    voice = Voice()
    for semitones in range(21):
        voice.play((1_000, 100), 0, 1, semitones)
        assert voice.hz == round(1_000 * 2 ** (semitones / 12))
