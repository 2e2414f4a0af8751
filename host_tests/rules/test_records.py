"""Records of the journal's file (N1–N3)."""

import binascii

import pytest

from unoflash.rules import records
from unoflash.rules.journal import Journal


def line(text):
    return b"%08x %s" % (binascii.crc32(text), text)


def test_a_record_is_a_line_and_comes_back():
    record = {"session": 3, "fault": 'two\nlines, "ä"'}
    data = records.encode(record)
    assert data.endswith(b"\n")
    assert data.count(b"\n") == 1
    assert records.decode(data[:-1]) == record


def test_the_first_session_counts():
    record = {"session": 1, "fault": "x"}
    assert records.decode(records.encode(record)[:-1]) == record


def test_a_record_with_any_bit_changed_is_none():
    data = records.encode({"session": 3, "fault": "x"})[:-1]
    for i in range(8 * len(data)):
        changed = bytearray(data)
        changed[i // 8] ^= 1 << i % 8
        assert records.decode(bytes(changed)) is None


@pytest.mark.parametrize("cut", range(30))
def test_a_record_cut_off_is_none(cut):
    data = records.encode({"session": 3, "fault": "x"})[:-1]
    assert records.decode(data[:cut]) is None


@pytest.mark.parametrize(
    "text", [b"", b"x", b"[]", b"3", b"{}", b'{"session": 0}', b'{"session": "1"}', b"[" * 5_000]
)
def test_what_is_whole_but_no_record_is_none(text):
    assert records.decode(line(text)) is None


def test_of_a_long_text_beginning_and_end_are_kept():
    text = "".join(f"line {i}\n" for i in range(1_000))
    kept = records.fault(text)["fault"]
    assert len(kept) < 900
    assert kept.startswith("line 0\nline 1\n")
    assert kept.endswith("line 998\nline 999\n")
    assert records.fault("short") == {"fault": "short"}


def test_a_text_does_not_grow_by_being_shortened():
    for letters in range(1_000):
        assert len(records.fault("x" * letters)["fault"]) <= letters


def test_figures_of_the_seats_asked_for():
    journal = Journal(4)
    journal.turn_began(2)
    journal.turn_ended(2, 6_000, True)
    journal.race_began()
    journal.slapped(0, 320)
    journal.race_ended(0b0011, 0b0010)
    journal.settle()
    assert records.figures(journal, 0b0111) == {
        "figures": {
            "p1": [0, 0, 0, 0, 1, 0, 320],
            "p2": [0, 0, 0, 0, 1, 1, -1],
            "p3": [1, 1, 6_000, 6_000, 0, 0, -1],
        }
    }
