"""The unit's sounds as data: RTTTL texts by name, which settings may replace (`tunes`)."""

from unoflash.rules import rtttl

TUNES = {
    "start": "start:d=16,o=5,b=200:c,e,g,c6,e6,4g6",  # S1: under 1 s
    "join": "join:d=16,o=5,b=180:c",  # raised by a tone for each seat that joined before
    "leave": "leave:d=16,o=5,b=180:e,c",
    "error": "error:d=8,o=4,b=180:d#,p,d#",
    "setting": "setting:d=8,o=4,b=120:c,p,c",  # G1: two low beeps
    "battery": "battery:d=8,o=5,b=120:a,f,c",  # E4: three falling beeps
    "volume": "volume:d=8,o=5,b=180:a",  # J6
    "pressed": "pressed:d=16,o=6,b=220:e",
    "tick": "tick:d=32,o=7,b=240:c",  # T7
    "buzzer": "buzzer:d=1,o=4,b=240:a#",  # O1: 1 s
    "siren": "siren:d=16,o=6,b=150:c,d#,f#,d#",  # repeated as long as the race runs
    "lost": "lost:d=4,o=5,b=200:e,d#,d,2c#",
    "reset": "reset:d=16,o=5,b=180:c,e,g,8c6,p,8g,4c6",
    "note": "note:d=8,o=5,b=180:c",  # F1: raised by a tone for each button
    "beep": "beep:d=16,o=6,b=120:c,p",  # F1: once, twice or three times
}


def complete(tunes):
    """Add our own to `tunes` (by name, as `rtttl.parse` makes them) where they are missing."""
    for name in TUNES:
        if name not in tunes:
            tunes[name] = rtttl.parse(TUNES[name])
    return tunes
