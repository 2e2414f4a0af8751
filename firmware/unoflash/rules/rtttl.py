"""Tunes written as RTTTL text, the ring tone format of old telephones.

    name:d=8,o=5,b=120:c,e,g,2c6,8p,4f#.

`d` is the usual note length (1, 2, 4, 8, 16, 32), `o` the usual octave (4–7, as in RTTTL;
a4 is 440 Hz), `b` the beats (quarter notes) a minute. A note is [length]letter[#][.][octave]
with p for a pause; the dot may also follow the octave.
"""

from array import array

MAX_NOTES = 64  # of one tune: a signal, not a concert

_SEMITONES = {"c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11, "h": 11}
_LENGTHS = (1, 2, 4, 8, 16, 32)
_OCTAVES = (4, 5, 6, 7)
_BPM = (25, 900)


def parse(text):
    """The tune as a flat array: frequency in Hz (0: pause) and duration in ms, in turn.

    Raises ValueError with a reason for people.
    """
    if not isinstance(text, str):
        raise ValueError("not a text")
    if text and (min(text) < " " or max(text) > "~"):
        raise ValueError("plain ASCII letters only, in one line")
    parts = text.strip().lower().split(":")
    if len(parts) != 3:
        raise ValueError("needs name:defaults:notes")
    length, octave, bpm = _defaults(parts[1])
    notes = [note.strip() for note in parts[2].split(",") if note.strip()]
    if not 1 <= len(notes) <= MAX_NOTES:
        raise ValueError("needs 1 to {} notes".format(MAX_NOTES))
    whole_ms = 240_000 / bpm
    tune = array("H")
    for note in notes:
        for value in _note(note, length, octave, whole_ms):
            tune.append(value)
    return tune


def _defaults(text):
    values = {"d": 4, "o": 6, "b": 63}  # RTTTL's own defaults
    for item in text.split(","):
        item = item.strip()
        if not item:
            continue
        key, _, number = item.partition("=")
        key = key.strip()
        if key not in values or not _is_digits(number.strip()):
            raise ValueError("'{}' is no d=, o= or b=".format(_cut(item)))
        values[key] = int(number)
    if values["d"] not in _LENGTHS:
        raise ValueError("d is one of 1, 2, 4, 8, 16, 32")
    if values["o"] not in _OCTAVES:
        raise ValueError("o is 4 to 7")
    if not _BPM[0] <= values["b"] <= _BPM[1]:
        raise ValueError("b is {} to {}".format(_BPM[0], _BPM[1]))
    return values["d"], values["o"], values["b"]


def _note(text, length, octave, whole_ms):
    i = 0
    while i < len(text) and _is_digits(text[i]):
        i += 1
    if i:
        length = int(text[:i])
    letter = text[i : i + 1]
    rest = text[i + 1 :]
    sharp = rest.startswith("#")
    if sharp:
        rest = rest[1:]
    dotted = "." in rest
    rest = rest.replace(".", "", 1)
    if rest:
        octave = int(rest) if _is_digits(rest) else 0
    if length not in _LENGTHS or octave not in _OCTAVES:
        raise ValueError("'{}' is no note".format(_cut(text)))
    ms = int(whole_ms / length * (1.5 if dotted else 1))
    if letter == "p" and not sharp:
        return 0, ms
    if letter not in _SEMITONES or not letter:
        raise ValueError("'{}' is no note".format(_cut(text)))
    steps = _SEMITONES[letter] + sharp + 12 * octave - 57  # semitones above a4
    return round(440 * 2 ** (steps / 12)), ms


def _cut(text):
    return text if len(text) <= 12 else text[:9] + "..."


def _is_digits(text):
    return 0 < len(text) <= 4 and all(c in "0123456789" for c in text)
