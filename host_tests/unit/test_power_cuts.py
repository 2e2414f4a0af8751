"""The power goes at each write of the flash and within it: what is there is old or new (G2), all
records are whole (N2), and the unit plays on."""

import pytest

from unoflash.rules import records, settings
from unosim.backends.host import Host
from unosim.backends.micropython import Micropython
from unosim.backends.virtual import VirtualBackend

WRITE_NS = 40_000_000  # that a write of the flash takes at least
SETTINGS = b'{\n  "turn_limit_s": {"medium": 1}, "choose_ms": 0,\n  "colour": "red"\n}\n'
# Of a size that the next records make it the old one.
RECORD = {"session": 4, "fault": "x" * 200}
JOURNAL = records.encode(RECORD) * (32_700 // len(records.encode(RECORD)))


class Watched(VirtualBackend):
    """Notes when a file has been written, and whether it was for the first time."""

    writes: list[tuple[int, str]]

    def stored(self, name, data):
        self.writes.append((self._power_on_ns + self._world.now_ns, name))


class WatchedHost(Watched, Host):
    pass


def play(unit):
    """An evening: a bad setting, the volume, a turn too long, a pause; some 5 s."""
    unit.hold("slap", 1_600, 1_100)
    unit.hold("p1", 3_000)
    unit.hold("p2", 3_200)
    unit.hold("play", 3_400)
    unit.hold("play", 5_300)  # the turn timed out at 4.4 s


@pytest.fixture
def writes(units):
    """When the flash was written in that evening, and what."""
    unit = units(WatchedHost, {"settings.json": SETTINGS, "journal.txt": JOURNAL})
    unit.backend.writes = []
    play(unit)
    unit.run(6_000)
    return unit.backend.writes


def cut(units, backend, at_ns):
    unit = units(backend, {"settings.json": SETTINGS, "journal.txt": JOURNAL})
    play(unit)
    unit.run_to_ns(at_ns)
    unit.backend.power_off()
    unit.run_to_ns(7_000_000_000)  # until nobody presses any more
    check(unit)
    unit.lines.clear()
    unit.backend.power_on()
    assert unit.plays()
    assert len(unit.said("setting")) == 1
    assert unit.said("fault") == []
    unit.run(2_000)
    check(unit)


def check(unit):
    files = unit.files
    assert files["settings.json"] in (SETTINGS, settings.with_volume(SETTINGS, "quiet"))
    both = files.get("journal.old.txt", b"") + files.get("journal.txt", b"")
    assert both.startswith(JOURNAL)
    sessions = [records.decode(line)["session"] for line in both.splitlines()]
    assert sessions == sorted(sessions)


def test_there_is_a_cut_for_each_kind_of_write(writes):
    names = [name for _, name in writes]
    assert names.count("settings.json.new") == 3  # made, written, renamed
    assert names.count("settings.json") == 1
    assert names.count("journal.old.txt") == 1
    assert names.count("journal.txt") >= 4


@pytest.mark.parametrize("before_ns", [WRITE_NS - 1, WRITE_NS // 2, 1, 0, -1])
def test_the_power_goes_in_each_write(units, writes, before_ns):
    for at_ns, _ in writes:
        cut(units, "host", at_ns - before_ns)


def test_under_micropython_too(units, micropython, writes):
    for at_ns, _ in writes:
        cut(units, "micropython", at_ns - WRITE_NS // 2)


def test_volume_and_journal_are_there_after_the_evening(units, micropython):
    for backend in (Host, Micropython):
        unit = units(backend, {"settings.json": SETTINGS})
        play(unit)
        unit.run(6_000)
        unit.backend.power_off()
        assert unit.files["settings.json"] == settings.with_volume(SETTINGS, "quiet")
        seen = [records.decode(line) for line in unit.files["journal.txt"].splitlines()]
        assert seen[0]["fault"].startswith('setting: "colour": unknown key')
        late = [figures[1] for figures in seen[-1]["figures"].values()]
        assert late.count(1) == 1
        unit.lines.clear()
        unit.backend.power_on()
        unit.run(2_000)
        assert unit.said("volume") == ["quiet"]


def test_a_volume_that_cannot_be_kept_is_told(units):
    unit = units("host", {"settings.json": b'{"choose_ms": 0'})
    play(unit)
    unit.run(6_000)
    told = [text for text in unit.said("fault") if text.startswith("settings.json could not")]
    assert len(told) == 1
    assert unit.files["settings.json"] == b'{"choose_ms": 0'


class Files(dict):
    """A flash that may be full."""

    full = True

    def __setitem__(self, name, data):
        if self.full:
            raise OSError(28)
        super().__setitem__(name, data)


class FullHost(Host):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self._files = Files()


def test_a_full_flash_is_told_once_and_what_could_not_be_written_comes_later(units):
    unit = units(FullHost)
    unit.hold("slap", 1_600, 1_100)
    for name, at_ms in (("p1", 3_000), ("p2", 3_200), ("play", 3_400)):
        unit.hold(name, at_ms)
    for i in range(4):  # pause, resume, pause, resume
        unit.hold("play", 5_000 + 200 * i)
    unit.run(6_000)
    assert [text.split(":")[0].split(" could")[0] for text in unit.said("fault")] == [
        "settings.json",
        "the journal",
    ]
    assert unit.files == {}
    unit.files.full = False
    unit.hold("play", 6_500)
    unit.run(1_000)
    seen = [records.decode(line) for line in unit.files["journal.txt"].splitlines()]
    assert [record["fault"].split(" could")[0] for record in seen[:-1]] == [
        "settings.json",
        "the journal",
    ]
    assert sum(figures[0] for figures in seen[-1]["figures"].values()) == 1
