"""Value Change Dumps, read back by a reader of their own."""

import re

from unosim.value_changes import text


def read_back(dump):
    """name -> [(time, value), …] as another program would read it."""
    header, _, body = dump.partition("$enddefinitions $end")
    names, scope = {}, ""
    for line in header.splitlines():
        if line.startswith("$scope"):
            scope = line.split()[2]
        elif line.startswith("$var"):
            _, _, _, code, name, _ = line.split()
            names[code] = f"{scope}.{name}"
    changes, now = {name: [] for name in names.values()}, 0
    for line in body.split("\n"):
        if line.startswith("#"):
            now = int(line[1:])
        elif re.match("[rs]", line):
            value, code = line[1:].split(" ")
            changes[names[code]].append((now, value))
        elif line[:1] in "01" and line:
            changes[names[line[1:]]].append((now, line[0]))
    return changes


GAME = [
    {"t": 0, "event": "power", "on": True, "supply": "usb"},
    {"t": 500, "event": "state", "state": "joining", "players": []},
    {"t": 900, "event": "speed", "speed": "fast"},
    {"t": 1_000, "event": "press", "button": "p1"},
    {"t": 1_100, "event": "light", "light": "p1", "level": 0.25},
    {"t": 1_200, "event": "light", "light": "p1", "level": 1.0},
    {"t": 1_200, "event": "tone", "hz": 880},
    {"t": 1_300, "event": "joined", "players": [1]},
    {"t": 1_400, "event": "tone", "hz": 0},
    {"t": 1_500, "event": "release", "button": "p1"},
    {"t": 2_000, "event": "power", "on": False, "supply": "usb"},
]


def test_each_signal_changes_when_the_trace_says():
    seen = read_back(text(GAME, seats=2))
    assert seen["buttons.p1"] == [(0, "0"), (1_000, "1"), (1_500, "0")]
    assert seen["lights.p1"] == [(0, "0"), (1_200, "1")]
    assert [float(value) for _, value in seen["levels.p1"]] == [0, 0.25, 1]
    assert seen["buzzer.sounds"] == [(0, "0"), (1_200, "1"), (1_400, "0")]
    assert [float(value) for _, value in seen["tone.hz"]] == [0, 880, 0]
    assert seen["states.joining"] == [(0, "0"), (500, "1"), (2_000, "0")]
    assert seen["unit.state"][1] == (500, "joining")
    assert seen["speed.fast"] == [(0, "0"), (900, "1")]
    assert seen["power.usb"][-1] == (0, "1")
    assert seen["power.on"][-1] == (2_000, "0")
    assert "buttons.p3" not in seen


def test_what_was_before_power_on_shifts_all():
    dump = text([{"t": -300, "event": "press", "button": "play"}, *GAME], seats=2)
    assert read_back(dump)["buttons.play"][-1] == (0, "1")
    assert read_back(dump)["buttons.p1"][1] == (1_300, "1")
    assert "power comes on 300 us after the beginning" in dump


def test_the_same_trace_gives_the_same_dump():
    assert text(GAME, seats=8) == text(GAME, seats=8)
    assert text([], seats=8).count("$var") == 2 * 9 + 10 + 2 + 11 + 4 + 3 + 1


def test_values_of_later_signals_are_never_taken_for_text():
    """Readers without text signals skip `sTEXT` and would read what follows as a value."""
    assert "$var string 1 ! state $end" in text([], seats=2)
