"""The trace: records, order, levels, and a file that is whole or not there."""

import json
import os
import stat

import pytest

from unosim.trace import INPUT, OUTPUT, REPORT, OutputFile, Trace

STARTING = (10_000, "line", "state starting")


def test_records_read_as_the_format_says(play):
    start = [
        STARTING,
        (50_000, "line", "state turn p3 6000000"),
        (50_100, "tone", 880),
        (60_000, "line", "slap p4"),
        (70_000, "line", "setting volume: 11"),
        (80_000, "line", "state turn p3 none"),
        (90_000, "tone", 0),
    ]
    on = {"p1": [(412, "line", "joined p1"), (412, "light", "p1", 1.0)]}
    run = play("+30 press p1\nwait 100", start=start, on=on)
    assert run.trace.text().splitlines() == [
        '{"t": 0, "event": "power", "on": true, "supply": "battery"}',
        '{"t": 10000, "event": "state", "state": "starting", "players": []}',
        '{"t": 40000, "event": "press", "button": "p1"}',
        '{"t": 40412, "event": "joined", "players": [1]}',
        '{"t": 40412, "event": "light", "light": "p1", "level": 1.0}',
        '{"t": 50000, "event": "state", "state": "turn", "players": [3], "limit_us": 6000000}',
        '{"t": 50100, "event": "tone", "hz": 880}',
        '{"t": 60000, "event": "slap", "players": [4]}',
        '{"t": 70000, "event": "setting", "text": "volume: 11"}',
        '{"t": 80000, "event": "state", "state": "turn", "players": [3], "limit_us": null}',
        '{"t": 90000, "event": "tone", "hz": 0}',
    ]


def test_records_are_ordered_by_time_then_input_report_output_then_as_they_came():
    trace = Trace()
    trace.add(5_999, OUTPUT, "light")
    trace.add(5_999, REPORT, "state")
    trace.add(5_999, REPORT, "joined")
    trace.add(5_001, REPORT, "slap")
    trace.add(5_000, INPUT, "press")
    trace.add(4_000, OUTPUT, "tone")
    events = [record["event"] for record in trace.records()]
    assert events == ["tone", "press", "slap", "state", "joined", "light"]
    assert [record["t"] for record in trace.records()] == [4, 5, 5, 5, 5, 5]


def test_a_trace_that_is_not_wanted_keeps_nothing():
    trace = Trace(keep=False)
    assert trace.add(1_000, INPUT, "press", button="p1") == {
        "t": 1,
        "event": "press",
        "button": "p1",
    }
    assert trace.text() == ""


@pytest.mark.parametrize("brightness", [5, 7, 33, 100])
def test_levels_are_of_the_set_brightness_and_full_is_exactly_one(play, brightness):
    """As the unit drives a light: whole percents, of whole percents, of 65535."""
    duties = [level * brightness * 65535 // 10_000 / 65535 for level in range(100, -1, -1)]
    start = [STARTING, *((20_000 + i, "light", "p1", duty) for i, duty in enumerate(duties))]
    run = play("wait 100", brightness=brightness, start=start)
    levels = [record["level"] for record in run.events("light")]
    assert levels == [level / 100 for level in range(100, -1, -1)]


@pytest.mark.parametrize("brightness", [5, 7, 33, 100])
def test_levels_of_a_chain_have_255_steps_but_full_is_full(play, brightness):
    """As the unit sends a light: rounded up to the next of 255 steps."""
    steps = [(level * brightness * 255 + 9_999) // 10_000 for level in range(100, -1, -1)]
    start = [STARTING, *((20_000 + i, "light", "p1", n / 255) for i, n in enumerate(steps))]
    run = play("wait 100", board="zero6_ws2812", brightness=brightness, start=start)
    levels = [record["level"] for record in run.events("light")]
    assert (levels[0], levels[-1]) == (1.0, 0.0)
    assert levels == sorted(levels, reverse=True)
    assert all(level > 0 for level in levels[:-1])


def test_an_output_that_does_not_change_is_no_record_and_a_buzzer_without_duty_is_silent(play):
    start = [STARTING, (20_000, "light", "p1", 0.0), (20_000, "light", "p1", 1.0)]
    start += [(30_000, "light", "p1", 1.0), (40_000, "tone", 880), (50_000, "tone", 880.3)]
    run = play("wait 100", start=start)
    assert [record["t"] for record in run.events("light", "tone")] == [20_000, 40_000]
    run.recorder.output(10**9, run.board.buzzer, 880, 0.0)
    assert run.events("tone")[-1] == {"t": 1_000_000, "event": "tone", "hz": 0}
    run.recorder.output(10**9, 25, 0, 1.0)  # a pin without a name
    assert len(run.events("light", "tone")) == 3


def test_lost_log_lines_are_counted_over_all_power_ons(play):
    start = [STARTING, (20_000, "line", "dropped 3"), (30_000, "line", "dropped 4")]
    run = play("wait 100\npower off\npower on\nwait 100", start=start)
    assert run.recorder.dropped == 8


def test_a_file_is_written_whole_beside_its_place(tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    output = OutputFile(str(path))
    assert path.read_text() == "old"
    output.write("new\n")
    output.discard()
    assert path.read_text() == "new\n"
    assert os.listdir(tmp_path) == ["out.jsonl"]
    assert stat.S_IMODE(path.stat().st_mode) & 0o600 == 0o600


def test_a_file_that_is_given_up_leaves_the_old_one(tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    OutputFile(str(path)).discard()
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["out.jsonl"]


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "real")
    OutputFile(str(tmp_path / "link")).write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    OutputFile(os.devnull).write("anything")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.parametrize("name", [".", "missing/out.jsonl"])
def test_a_place_that_cannot_be_written_is_known_at_once(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError, match=r"directory"):
        OutputFile(name)


def test_every_record_is_one_line_of_ascii_json(play):
    run = play("wait 50", start=[STARTING, (20_000, "line", "fault \u2028 é \x1b")])
    (line,) = [line for line in run.trace.text().split("\n") if "fault" in line]
    assert line.isascii()
    assert json.loads(line)["text"] == "\u2028 é \x1b"
