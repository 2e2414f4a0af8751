"""`unosim stats`: what a journal tells."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflash.rules import records
from unosim.cli import main
from unosim.journal import reading

P1 = [4, 1, 10_000, 6_000, 2, 1, 300]
P2 = [3, 0, 6_000, 2_500, 2, 0, -1]


def figures(session, **seats):
    return records.encode({"session": session, "figures": seats})


def fault(session, text):
    return records.encode({"session": session, **records.fault(text)})


@pytest.fixture
def stats(tmp_path, monkeypatch, capsys):
    """stats(content, …, *options) -> (status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*contents, options=()):
        for i, content in enumerate(contents):
            (tmp_path / f"journal{i}").write_bytes(content)
        status = main(["stats", *(f"journal{i}" for i in range(len(contents))), *options])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def rows(out):
    """The tables' rows, their cells a space apart, by the first one."""
    found = {}
    for line in out.splitlines():
        first, *cells = line.split() or [""]
        found.setdefault(first, " ".join(cells))
    return found


def test_figures_per_seat_over_all_sessions(stats):
    more = [6, 2, 14_000, 5_500, 1, 1, 450]
    content = figures(1, p1=P1, p2=P2) + figures(2, p1=more)
    status, out, err = stats(content)
    assert (status, err) == (0, "")
    seats = rows(out)
    assert seats["p1"] == "10 3 (30 %) 2.4 s 6.0 s 3 2 (67 %) 300 ms"
    assert seats["p2"] == "3 0 (0 %) 2.0 s 2.5 s 2 0 (0 %) –"
    assert seats["1"] == "p1 p2 7 1 (14 %)"
    assert seats["2"] == "p1 6 2 (33 %)"
    assert out.endswith("2 records of 2 sessions\n")


def test_within_a_session_figures_grow_and_are_not_added(stats):
    first, last = figures(1, p1=[1, 0, 900, 900, 0, 0, -1]), figures(1, p1=P1, p2=P2)
    for contents in ((first + last,), (first, last), (last, first)):
        _, out, _ = stats(*contents)
        assert rows(out)["p1"].startswith("4 ")


def test_faults_are_told_with_their_session_and_how_often(stats):
    trace = "Traceback:\n" + "  File\n" * 50 + "ValueError: x"
    content = fault(3, "stuck: p1") * 2 + fault(4, "[bold]") + fault(5, trace)
    _, out, _ = stats(content)
    assert "session 3 (2 times): stuck: p1\n" in out
    assert "session 4: [bold]\n" in out
    assert "session 5: Traceback:\n      File\n" in out
    assert "    …\n" in out
    assert "    ValueError: x\n" in out
    assert out.endswith("4 records of 3 sessions\n")


BROKEN = [
    b"\xff\x00garbage",
    b"00000000 {}",
    figures(1, p1=P1)[:-5],
    records.encode({"session": 1})[:-1],
    records.encode({"session": True, "fault": "x"})[:-1],
    figures(1, p9=P1)[:-1],
    figures(1, p1=P1[:-1])[:-1],
    figures(1, p1=[*P1[:-1], "x"])[:-1],
    figures(1, p1=7)[:-1],
    records.encode({"session": 1, "figures": [1]})[:-1],
]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_record_is_counted_and_the_rest_holds(stats, broken):
    status, out, _ = stats(broken + b"\n" + figures(1, p1=P1) + broken)
    assert status == 0
    assert rows(out)["p1"].startswith("4 ")
    assert "1 record of 1 session; 2 lines left out, broken" in out


@given(st.binary(max_size=200))
def test_no_bytes_are_an_error(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("journal") / "journal.txt"
    path.write_bytes(figures(1, p1=P1) + data)
    journal = reading.read([str(path)])
    assert journal.total["p1"].turns == 4


def test_an_empty_journal(stats):
    assert stats(b"") == (0, "0 records of 0 sessions\n", "")


def test_what_is_no_journal_is_refused(stats):
    status, out, err = stats(b"# Notes\nof something else\n")
    assert (status, out) == (2, "")
    assert err.endswith(": no journal: none of 2 lines is a record of the unit\n")


@pytest.mark.parametrize("name", ["nothing", ".", "a\0b"])
def test_a_file_that_cannot_be_read(stats, name, capsys):
    status, out, err = stats(options=[name])
    assert (status, out) == (2, "")
    assert err.startswith("unosim: ")
    assert "cannot be read" in err


@pytest.mark.parametrize(
    "content", [b"", figures(1, p1=P1, p2=P2), figures(1, **{f"p{i}": P1 for i in range(1, 9)})]
)
def test_the_plot_is_a_picture(stats, tmp_path, content):
    status, _, err = stats(content, options=["--plot", "out.png"])
    assert (status, err) == (0, "")
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_a_plot_that_cannot_be_written(stats):
    status, _, err = stats(b"", options=["--plot", "no/out.png"])
    assert status == 2
    assert err == "unosim: --plot no/out.png: cannot be written: No such file or directory\n"


def check(tmp_path, monkeypatch, capsys, data, *options):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.json").write_bytes(data)
    status = main(["settings", "check", "s.json", *options])
    return status, *capsys.readouterr()


def test_settings_check_says_what_the_unit_would_say(tmp_path, monkeypatch, capsys):
    data = json.dumps({"brightness": 500, "handicap_s": {"p7": 1}}).encode()
    assert check(tmp_path, monkeypatch, capsys, data) == (
        1,
        "s.json: brightness: 500 is not allowed; allowed: 5 to 100, whole\n",
        "",
    )
    status, out, _ = check(tmp_path, monkeypatch, capsys, data, "--board", "pico6")
    assert status == 1
    assert 's.json: handicap_s."p7": unknown key; known: p1, p2, p3, p4, p5, p6\n' in out
    assert check(tmp_path, monkeypatch, capsys, b'{"choose_ms":') == (
        1,
        "s.json: settings.json: not JSON: line 1: a value expected, not the end of the file;"
        " all defaults are used\n",
        "",
    )


def test_settings_check_finds_nothing(tmp_path, monkeypatch, capsys):
    assert check(tmp_path, monkeypatch, capsys, b'{"handicap_s": {"p7": 1}}') == (
        0,
        "s.json: nothing is wrong\n",
        "",
    )


def test_settings_check_without_a_file_or_a_board(tmp_path, monkeypatch, capsys):
    status, _, err = check(tmp_path, monkeypatch, capsys, b"{}", "--board", "pico7")
    assert status == 2
    assert "no board 'pico7'" in err
    assert main(["settings", "check", str(tmp_path)]) == 2
    assert main(["settings", "check", "nothing"]) == 2
    assert "cannot be read" in capsys.readouterr().err
