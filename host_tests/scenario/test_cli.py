"""The command: exit statuses, what is said where, traces, Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from unosim import backends
from unosim.backends import BackendError, BackendUnavailable
from unosim.cli import main

STARTING = (10_000, "line", "state starting")


@pytest.fixture
def unosim(scripted, tmp_path, monkeypatch, capsys):
    """unosim(scenario text, *options) -> (status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)

    def run(text, *options):
        (tmp_path / "game").write_bytes(text if isinstance(text, bytes) else text.encode())
        try:
            status = main(["run", "game", *options])
        except SystemExit as end:
            status = end.code
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return run


def test_every_expectation_held(unosim):
    status, out, err = unosim("+990 expect state starting\nexpect dark p1")
    assert (status, err) == (0, "")
    assert out == "game: 2 expectations held in 1.0 s of the unit\n"


def test_an_expectation_failed(unosim):
    status, out, err = unosim("seed 1\nexpect state turn")
    assert (status, out) == (1, "")
    assert err == "game:2: expected state turn, got starting\n"


def test_a_failing_run_without_a_seed_says_which_repeats_it(unosim):
    _, _, err = unosim("expect state turn")
    assert err.splitlines()[1].startswith("game: --seed ")
    assert err.endswith(" repeats this run\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("press p1\njump", "game:2: unknown verb 'jump'"),
        (b"\xff", "game:1: not UTF-8"),
        ("board pico6\n+5 press p7", "game:2: p7: board pico6 has p1 … p6, slap, play"),
        ("board pico9\npress p1", "game:1: no board 'pico9'"),
        ("press p1\nrelease p2", "game:2: the contact of p2 is open already"),
    ],
)
def test_a_bad_scenario(unosim, text, told):
    status, out, err = unosim(text)
    assert (status, out) == (2, "")
    assert err.startswith(told)


def test_no_scenario(unosim, capsys):
    assert main(["run", "nowhere"]) == 2
    assert capsys.readouterr().err.startswith("nowhere: cannot be read: ")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--board", "pico9"], "unosim: no board 'pico9'"),
        (["--board", "pico6"], "game:1: p7: board pico6"),
        (["--backend", "paper"], "invalid choice: 'paper'"),
        (["--seed", "-1"], "'-1': a whole number, 0 or more, is needed"),
        (["--seed=-1"], "'-1': a whole number, 0 or more, is needed"),
        (["--seed", "1_0"], "'1_0': a whole number"),
        (["--seed", "٣"], "a whole number"),
        (["--seed", str(2**63)], "is more than"),
        (["--pace", "0"], "'0': a number, 0.01 … 1000"),
        (["--pace", "nan"], "'nan': a number"),
        (["--trac", "x"], "unrecognized arguments"),
        (["--trace", "."], "unosim: --trace .: cannot be written: is a directory"),
        (["--trace", "no/x"], "unosim: --trace no/x: cannot be written: No such file"),
        (["--trace", "a\0b"], "cannot be written"),
    ],
)
def test_a_bad_option(unosim, options, told):
    status, out, err = unosim("tap p7", *options)
    assert (status, out) == (2, "")
    assert told in err


def test_no_command(capsys):
    with pytest.raises(SystemExit) as end:
        main([])
    assert end.value.code == 2


def test_every_file_that_is_asked_for_is_written(unosim):
    status, _, _ = unosim("wait 1", "--trace", "a.jsonl", "--vcd", "a.vcd", "--plot", "a.png")
    assert status == 0
    assert Path("a.vcd").read_text().startswith("$date")
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(os.listdir()) == ["a.jsonl", "a.png", "a.vcd", "game"]


@pytest.mark.parametrize("option", ["--vcd", "--plot"])
def test_one_that_cannot_be_written_leaves_no_other(unosim, option):
    status, out, err = unosim("wait 1", "--trace", "a.jsonl", option, "no/such/file")
    assert (status, out) == (2, "")
    assert err.startswith(f"unosim: {option} no/such/file: cannot be written")
    assert os.listdir() == ["game"]


@pytest.mark.parametrize(
    ("options", "other"),
    [(["--trace", "./game"], "the scenario"), (["--trace", "a", "--vcd", "./a"], "--trace")],
)
def test_a_file_is_not_written_over_what_the_same_run_needs(unosim, options, other):
    status, out, err = unosim("wait 1", *options)
    assert (status, out) == (2, "")
    assert f": cannot be written: it is that of {other}" in err
    assert os.listdir() == ["game"]
    assert Path("game").read_text() == "wait 1"


def test_two_may_go_nowhere(unosim):
    assert unosim("wait 1", "--trace", os.devnull, "--vcd", os.devnull)[0] == 0


def test_supply_in_the_header_is_there(unosim):
    assert unosim("supply usb\nwait 1", "--trace", "out.jsonl")[0] == 0
    with open("out.jsonl") as trace:
        assert json.loads(trace.readline())["supply"] == "usb"


def test_a_backend_that_is_not_available_says_what_to_install(unosim, monkeypatch):
    def unavailable(name):
        raise BackendUnavailable(f"{name}: no image; make image")

    monkeypatch.setattr("unosim.backends.make", unavailable)
    told = (3, "", "unosim: rp2040: no image; make image\n")
    assert unosim("wait 1", "--backend", "rp2040", "--trace", "out") == told
    assert os.listdir() == ["game"]


def test_the_trace_is_written_however_the_run_ends(unosim):
    for text, status in (("wait 1", 0), ("expect state turn", 1), ("release p1", 2)):
        assert unosim(text, "--trace", "out.jsonl")[0] == status
        with open("out.jsonl") as trace:
            events = [json.loads(line)["event"] for line in trace]
        assert events == ["power", "state"]
        os.unlink("out.jsonl")
    assert os.listdir() == ["game"]


def test_the_trace_ends_where_an_expectation_failed(unosim, scripted):
    scripted(start=[STARTING, (20_000, "tone", 880), (20_001, "tone", 440)])
    assert unosim("+10 expect state turn\n+1 press p1", "--trace", "out.jsonl")[0] == 1
    with open("out.jsonl") as trace:
        assert json.loads(trace.read().splitlines()[-1]) == {
            "t": 20_000,
            "event": "tone",
            "hz": 880,
        }


def test_a_bad_scenario_leaves_an_old_trace(unosim, tmp_path):
    (tmp_path / "out.jsonl").write_text("old")
    assert unosim("jump", "--trace", "out.jsonl")[0] == 2
    assert (tmp_path / "out.jsonl").read_text() == "old"


class Seeds:
    """Remembers which seeds backends were made with."""

    def __init__(self, monkeypatch, backend):
        self.used = []

        def make(name):
            def unit(board, seed, observer):
                self.used.append(seed)
                return backend(board, seed, observer)

            return unit

        monkeypatch.setattr("unosim.backends.make", make)


def test_the_option_goes_before_the_headers_seed_and_without_both_it_is_random(unosim, monkeypatch):
    seeds = Seeds(monkeypatch, backends.make("host"))
    unosim("seed 5\nwait 1")
    unosim("seed 5\nwait 1", "--seed", "7")
    unosim("seed 5\nwait 1", "--seed", "0")
    for _ in range(3):
        unosim("wait 1")
    assert seeds.used[:3] == [5, 7, 0]
    assert len({*seeds.used[3:]}) == 3


def test_the_option_goes_before_the_headers_board(unosim):
    assert unosim("board pico6\ntap p7", "--board", "pico8")[0] == 0


def test_lost_log_lines_are_told(unosim, scripted):
    scripted(start=[STARTING, (20_000, "line", "dropped 3")])
    status, _, err = unosim("wait 50")
    assert (status, err) == (0, "game: the unit lost 3 lines of its log\n")


def test_a_fault_of_the_tool_itself_is_no_failed_expectation(
    scripted, monkeypatch, capsys, tmp_path
):
    scripted(start=[(1_000, "light", "p1", None)])
    game = tmp_path / "game"
    game.write_text("wait 1")
    assert main(["run", str(game), "--trace", str(tmp_path / "out")]) == 70
    assert "TypeError" in capsys.readouterr().err
    assert (tmp_path / "out").read_text().startswith('{"t": 0, "event": "power"')


def test_a_device_that_breaks_down_is_told_without_a_traceback(unosim, monkeypatch):
    def power_on(self):
        raise BackendError("MicroPython ended")

    monkeypatch.setattr(backends.make("host"), "power_on", power_on)
    assert unosim("wait 1", "--trace", "out") == (70, "", "unosim: MicroPython ended\n")
    assert sorted(os.listdir()) == ["game", "out"]


INTERRUPTED = """
    import os, signal, sys
    from pathlib import Path
    sys.path.insert(0, {tests!r})
    from conftest import Script, ScriptedUnit
    from unosim import backends, cli

    class Unit(ScriptedUnit):
        script = Script()
        turns = 0
        def advance(self, until_ns):
            super().advance(until_ns)
            Unit.turns += 1
            if Unit.turns == 20:
                os.kill(os.getpid(), signal.SIGINT)
            {after}

    backends.make = lambda name: Unit
    sys.exit(cli.main(["run", "game", "--trace", "out.jsonl"]))
"""


@pytest.mark.parametrize("after", ["pass", "if Unit.turns == 20: raise OSError('broken')"])
def test_ctrl_c_ends_quietly_with_the_trace_so_far(tmp_path, after):
    (tmp_path / "game").write_text("wait 1000000000")
    code = textwrap.dedent(INTERRUPTED.format(tests=os.path.dirname(__file__), after=after))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "unosim: interrupted\n")
    assert (tmp_path / "out.jsonl").read_text().count("\n") == 2


def test_the_command_and_the_module_are_the_same(tmp_path):
    (tmp_path / "game").write_text("jump")
    done = subprocess.run(
        [sys.executable, "-m", "unosim", "run", "game"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr[:6]) == (2, "game:1")


NO_READER = """
    from unosim import cli
    cli.run = lambda options: print("x" * 10**6) or 0
    raise SystemExit(cli.main(["run", "game"]))
"""


def test_a_reader_that_goes_away_is_no_trouble():
    reading, writing = os.pipe()
    os.close(reading)
    code = textwrap.dedent(NO_READER)
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, text=True
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_interrupts_are_as_before_after_a_run(unosim):
    before = signal.getsignal(signal.SIGINT)
    unosim("wait 1")
    assert signal.getsignal(signal.SIGINT) is before
