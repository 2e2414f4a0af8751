"""Settings and journal full of anything: the unit says what is wrong, and plays (G1, N2)."""

import json

import pytest

from unoflash.rules import records, settings

GOOD = b'{"choose_ms": 100, "turn_order": "bag", "tunes": {"join": "x:d=16,o=5,b=200:c"}}'
WRONG = [
    "null",
    "true",
    "-1",
    "1e999",
    "0.25",
    '"x"',
    '"\\ud800\\n"',
    "[]",
    "{}",
    '{"a": 1}',
    "9" * 99,
]
KEYS = settings.KEYS
FILES = {
    "empty": b"",
    "spaces": b"  \n",
    "huge": b'{"volume": "mute"}' + b" " * 100_000,
    "largest": b'{"volume": "mute"}' + b" " * (settings.MAX_BYTES - 18),
    "UTF-16": '{"volume": "mute"}'.encode("utf-16"),
    "byte order mark": b'\xef\xbb\xbf{"choose_ms": 100}',
    "not UTF-8": b'{"volume": "\xff"}',
    "nested": b'{"choose_ms": ' + b"[" * 4_000 + b"]" * 4_000 + b"}",
    "nested and open": b'{"a":' * 1_600,
    "no comma": b'{"choose_ms": 0 "volume": "mute"}',
    "comma at the end": b'{"choose_ms": 0,}',
    "a comment": b'// mine\n{"choose_ms": 0}',
    "a list": b'["choose_ms", 0]',
    "zeros": bytes(200),
    "erased flash": b"\xff" * 200,
    "many unknown keys": b"{" + b",".join(b'"%d":1' % i for i in range(900)) + b"}",
    "a tune full of signs": b'{"tunes": {"join": "x:d=4:\\ud83d\\ude00\\n", "lost": "'
    + b"q" * 5_000
    + b'"}}',
    "every seat and tune": json.dumps(
        {
            "handicap_s": {f"p{i}": -1 for i in range(12)},
            "turn_limit_s": dict.fromkeys(("slow", "medium", "fast", "x"), 0),
            "tunes": dict.fromkeys([*settings.TUNES, "x"], "none"),
        }
    ).encode(),
    **{
        f"all are {text[:12]}": ("{" + ",".join(f'"{k}":{text}' for k in KEYS) + "}").encode()
        for text in WRONG
    },
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES.keys())
def test_the_unit_says_what_is_wrong_and_plays(units, micropython, data):
    _, problems = settings.parse(data, 8)
    told = []
    for backend in ("host", "micropython"):
        unit = units(backend, {"settings.json": data})
        assert unit.plays()
        assert unit.said("setting") == problems
        assert all(len(line) < 400 for line in unit.lines)
        assert unit.files["settings.json"] == data  # G2
        told.append((unit.lines, unit.outputs))
    assert told[0] == told[1]


def test_settings_cut_at_any_byte(units):
    for cut in range(len(GOOD)):
        unit = units("host", {"settings.json": GOOD[:cut]})
        unit.run(200)
        (problem,) = unit.said("setting")
        assert problem.startswith("settings.json: not JSON: line 1: ")
        assert problem.endswith("; all defaults are used")


def test_bad_settings_are_in_the_journal_and_so_is_that_there_were_more(units):
    unit = units("host", {"settings.json": b'{"volume": 3, "x": 1}'})
    unit.run(300)
    seen = [records.decode(line)["fault"] for line in unit.files["journal.txt"].splitlines()]
    assert seen[0].startswith('setting: "x": unknown key; known: brightness, ')
    assert seen[1] == "setting: volume: 3 is not allowed; allowed: loud, quiet, mute"
    unit = units("host", {"settings.json": FILES["many unknown keys"]})
    unit.run(300)
    seen = [records.decode(line)["fault"] for line in unit.files["journal.txt"].splitlines()]
    assert len(seen) == 11
    assert seen[-1] == "and 31 more like the last one"


def test_of_many_that_stick_each_is_in_the_journal_once(units):
    """B4, N3: more than are logged in a pass."""
    unit = units("host", {"settings.json": b'{"turn_limit_s": {"medium": null}}'})
    for number in range(1, 9):
        unit.hold(f"p{number}", 1_000)
        unit.hold(f"p{number}", 3_000, 31_000)
    unit.hold("play", 2_000)
    unit.hold("play", 35_000)  # somebody has a turn, then a pause: written again
    unit.hold("play", 37_000)
    unit.run(38_000)
    written = [records.decode(line) for line in unit.files["journal.txt"].splitlines()]
    faults = [record["fault"] for record in written if "fault" in record]
    assert sorted(faults) == [f"stuck: p{number}" for number in range(1, 9)]


JOURNAL = b"".join(records.encode({"session": 6 + i, "fault": "x" * 90}) for i in range(3))
JOURNALS = {
    "empty": b"",
    "garbage": bytes(range(256)) * 40,
    "one endless line": b"x" * 60_000,
    "empty lines": b"\n" * 30_000,
    "no end": JOURNAL[:-1],
    "half a record": JOURNAL[:-40],
    "garbage behind": JOURNAL + b"\xff\0" * 5_000,
}


@pytest.mark.parametrize("backend", ["host", "micropython"])
@pytest.mark.parametrize("data", JOURNALS.values(), ids=JOURNALS.keys())
def test_any_journal_is_continued(units, micropython, backend, data):
    unit = units(backend, {"journal.txt": data})
    assert unit.plays()
    unit.hold("play", unit.now_ms + 100)  # pause, if the turn is not over yet
    unit.run(8_000)
    assert unit.said("fault") == []
    last = records.decode(unit.files["journal.txt"].splitlines()[-1])
    assert set(last["figures"]) <= {"p1", "p2"}
    before = [record for line in data.split(b"\n") if (record := records.decode(line))]
    assert last["session"] == (before[-1]["session"] + 1 if before else 1)
    kept = unit.files.get("journal.old.txt", b"") + unit.files["journal.txt"]
    assert kept.startswith(data)


ON_CHIP = {
    "mistakes": b'{"choose_ms": 1e999, "x\\u0041": [], "volume": "l\xc3\xb6ud", "duel_ms": 0.5,'
    b' "low_battery_v": 5.01, "tunes": {"join": "x::\\ud83d"}, "turn_limit_s": {"slow": "6"}}',
    "no comma": FILES["no comma"],
}


@pytest.mark.emulator
@pytest.mark.parametrize("data", ON_CHIP.values(), ids=ON_CHIP.keys())
def test_the_chip_says_the_same(units, image, data):
    image("pico8")
    _, problems = settings.parse(data, 8)
    unit = units("rp2040", {"settings.json": data})
    unit.run(500)
    assert unit.said("setting") == problems
