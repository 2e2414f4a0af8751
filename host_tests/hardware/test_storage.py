"""Settings and journal as files: here on the desktop's own file system, full of surprises."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflash.hardware import storage
from unoflash.rules import records
from unoflash.rules.settings import MAX_BYTES


@pytest.fixture(autouse=True)
def flash(tmp_path, monkeypatch):
    """The folder that the files lie in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(path):
    """The records of a journal, None for a line that is not whole."""
    lines = path.read_bytes().split(b"\n")
    assert lines.pop() == b""
    return [records.decode(line) for line in lines if line]


def test_no_settings_and_settings_that_cannot_be_read_are_two_things(flash):
    assert storage.read_settings() is None
    (flash / "settings.json").mkdir()
    assert storage.read_settings() == "cannot be read, error 21"


def test_of_a_huge_file_no_more_is_read_than_shows_that_it_is(flash):
    (flash / "settings.json").write_bytes(b"x" * 1_000_000)
    assert len(storage.read_settings()) == MAX_BYTES + 1


def test_the_volume_goes_where_it_stands(flash):
    assert storage.store_volume("quiet")
    assert (flash / "settings.json").read_text() == '{"volume": "quiet"}\n'
    (flash / "settings.json").write_text('{\n  "log":false,\n  "volume":"quiet"\n}')
    assert storage.store_volume("mute")
    assert (flash / "settings.json").read_text() == '{\n  "log":false,\n  "volume":"mute"\n}'
    assert [path.name for path in flash.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("data", [b"", b'{"volume": "loud"', b"\xff", b"[1]", b"x" * 100_000])
def test_what_is_no_settings_file_is_left_alone(flash, data):
    (flash / "settings.json").write_bytes(data)
    assert not storage.store_volume("mute")
    assert (flash / "settings.json").read_bytes() == data


@pytest.mark.parametrize("name", ["settings.json", "settings.json.new"])
def test_a_folder_in_the_way_is_no_crash(flash, name):
    (flash / name).mkdir()
    assert not storage.store_volume("mute")


def test_what_a_power_cut_left_is_no_hindrance(flash):
    (flash / "settings.json").write_text("{}")
    (flash / "settings.json.new").write_text('{"volume": "qui')
    assert storage.read_settings() == b"{}"
    assert storage.store_volume("mute")
    assert json.loads((flash / "settings.json").read_text()) == {"volume": "mute"}
    assert not (flash / "settings.json.new").exists()


class FullFlash:
    """`open` on a flash that has no room for one byte more; what is open stays as it was."""

    def __call__(self, name, mode="r"):
        if "r" in mode:
            return open(name, mode)
        with open(name, "ab"):  # a new file is there, empty
            raise OSError(28)


def test_a_full_flash_is_told_and_nothing_is_left_lying_about(flash, monkeypatch):
    (flash / "settings.json").write_text("{}")
    monkeypatch.setattr(storage, "open", FullFlash(), raising=False)
    assert not storage.store_volume("mute")
    assert (flash / "settings.json").read_text() == "{}"
    assert not (flash / "settings.json.new").exists()
    assert not storage.JournalFile().append([{"fault": "x"}])


def test_records_carry_the_session_which_counts_power_ons(flash):
    for i in range(3):
        journal = storage.JournalFile()
        assert journal.append([{"fault": "a"}, {"fault": "b"}])
        assert journal.append([{"fault": "c"}])
        assert journal.session == i + 1
    seen = written(flash / "journal.txt")
    assert [record["session"] for record in seen] == [1] * 3 + [2] * 3 + [3] * 3
    assert "".join(record["fault"] for record in seen) == "abc" * 3


def test_the_journal_is_bounded_and_the_old_one_kept(flash):
    journal = storage.JournalFile()
    for i in range(1_000):
        assert journal.append([{"fault": "x" * 80, "i": i}])
        for name in ("journal.txt", "journal.old.txt"):
            assert not (flash / name).exists() or (flash / name).stat().st_size <= 32_768
    both = written(flash / "journal.old.txt") + written(flash / "journal.txt")
    assert [record["i"] for record in both] == list(range(1_000 - len(both), 1_000))
    assert len(both) > 250


def test_the_session_is_known_right_after_the_journal_became_the_old_one(flash):
    storage.JournalFile().append([{"fault": "x"}])
    (flash / "journal.txt").rename(flash / "journal.old.txt")
    assert storage.JournalFile().session == 2
    (flash / "journal.txt").write_bytes(b"")
    assert storage.JournalFile().session == 2


def test_the_session_is_found_behind_much_rubbish(flash):
    storage.JournalFile().append([{"fault": "x"}])
    with open(flash / "journal.txt", "ab") as file:
        file.write(b"\n\xff{} \0" * 3_000)
    journal = storage.JournalFile()
    assert journal.session == 2
    assert journal.append([{"fault": "y"}])
    assert [r["session"] for r in written(flash / "journal.txt") if r] == [1, 2]


@pytest.mark.parametrize("rubbish", [b"\n" * 40_000, b"x" * 200_000, b"00000000 {}\n" * 9_000])
def test_a_journal_of_rubbish_becomes_the_old_one(flash, rubbish):
    (flash / "journal.txt").write_bytes(rubbish)
    journal = storage.JournalFile()
    assert journal.session == 1
    assert journal.append([{"fault": "y"}])
    assert len(written(flash / "journal.txt")) == 1


@pytest.mark.parametrize("name", ["journal.txt", "journal.old.txt"])
def test_a_folder_of_the_journals_name_is_told(flash, name):
    (flash / name).mkdir()
    (flash / name / "x").touch()
    journal = storage.JournalFile()
    for _ in range(500):
        written = journal.append([{"fault": "x" * 80}])
        if not written:
            break
    assert not written


def test_a_journal_cut_at_any_byte_goes_on(flash):
    journal = storage.JournalFile()
    journal.append([{"fault": "ä"}, {"fault": "b"}])
    data = (flash / "journal.txt").read_bytes()
    first = data.index(b"\n") + 1
    for cut in range(len(data) + 1):
        (flash / "journal.txt").write_bytes(data[:cut])
        journal = storage.JournalFile()
        assert journal.append([{"fault": "c"}])
        seen = written(flash / "journal.txt")
        *before, last = seen
        assert last == {"fault": "c", "session": journal.session}
        whole = (cut >= first - 1) + (cut >= len(data) - 1)  # all but its end is enough
        assert [r["fault"] for r in before if r] == ["ä", "b"][:whole]
        assert before.count(None) <= 1
        assert journal.session == (2 if whole else 1)


@given(st.binary(max_size=200), st.booleans())
def test_no_bytes_in_a_journal_are_an_error(data, good_first):
    line = records.encode({"session": 41, "fault": "x"}) if good_first else b""
    with open("journal.txt", "wb") as file:
        file.write(line + data)
    journal = storage.JournalFile()
    assert journal.session == (42 if good_first else 1)
    assert journal.append([{"fault": "y"}])
    with open("journal.txt", "rb") as file:
        last = file.read().split(b"\n")[-2]
    assert records.decode(last) == {"session": journal.session, "fault": "y"}
