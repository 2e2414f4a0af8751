"""Tunes as they sound: raised by a tone for each seat that joins (J1), each button (F1)."""

from unoflash.rules.voice import Voice


def test_a_tune_is_raised_by_semitones_of_equal_temperament():
    voice = Voice()
    for semitones in range(21):
        voice.play((1_000, 100), 0, 1, semitones)
        assert voice.hz == round(1_000 * 2 ** (semitones / 12))


HIGH, LOW, LONG = (2_000, 100), (500, 100), (1_000, 100, 800, 300, 600, 50)


def test_each_note_sounds_for_its_own_time():
    voice = Voice()
    voice.play(LONG, 0)
    heard = []
    for ms in range(0, 500, 25):
        voice.step(ms * 1_000)
        heard.append(voice.hz)
    assert heard == [1_000] * 4 + [800] * 12 + [600] * 2 + [0] * 2


def test_silence_also_ends_what_waits_for_its_turn():
    """P1."""
    voice = Voice()
    for tune in (LONG, HIGH, LOW):
        voice.play_next(tune, 0)
    voice.silence()
    voice.play(LOW, 0)
    voice.step(100_000)
    assert voice.hz == 0
