"""The log's lines and its ring (unoflash/log.py)."""

from unoflash.log import Log
from unoflash.rules import report, states
from unoflash.rules.journal import Journal
from unoflash.rules.report import Report


def taken(log):
    """All that is pending, as the USB port would take it."""
    return log.ring.read(log.ring.any()).decode()


def test_lines():
    log = Log(Journal(8))
    events = Report()
    events.add(report.STATE, 5, states.TURN, 0b100, 6_000_000)
    events.add(report.STATE, 1_073_741_823, states.TURN, 0b1, report.NO_LIMIT)
    events.add(report.STATE, 0, states.SLAP_LOST, 0b10000001)
    events.add(report.STATE, 40, states.PAUSED)
    events.add(report.JOINED, 41, 0, 0b1001)
    events.add(report.JOINED, 42)
    events.add(report.SLAP, 43, 0, 0b10)
    events.add(report.FAULT, 44, report.FAULT_SPEED_SWITCH)
    log.take(events)
    assert events.count == 0
    assert taken(log).splitlines() == [
        "5 state turn p3 6000000",
        "1073741823 state turn p1 none",
        "0 state slap_lost p1 p8",
        "40 state paused",
        "41 joined p1 p4",
        "42 joined",
        "43 slap p2",
        "44 fault speed switch: both ends closed at once; using medium",
    ]


def test_each_event_that_is_no_state_says_what_it_is_about():
    log = Log(Journal(3))
    events = Report()
    for fault in (report.FAULT_INPUT_LOST, report.FAULT_VOLUME, report.FAULT_JOURNAL):
        events.add(report.FAULT, 1, fault)
    for button in range(5):
        events.add(report.STUCK, 2, button)
    for volume in range(3):
        events.add(report.VOLUME, 3, volume)
    log.take(events)
    lines = taken(log).splitlines()
    assert [line.split()[2] for line in lines] == (
        ["input", "settings.json", "the"]  # … journal
        + ["p1:", "p2:", "p3:", "slap:", "play:"]
        + ["loud", "quiet", "mute"]
    )


def test_texts():
    log = Log(Journal(8))
    log.text(7, "setting", "brightness: ä is not allowed")
    log.text(8, "ready", "x" * 3_000)  # finds no room
    log.text(9, "ready", "x")
    assert taken(log).splitlines() == ["7 setting brightness: ä is not allowed", "9 ready x"]


def test_whole_lines_are_dropped_and_counted_when_nobody_reads():
    log = Log(Journal(8))
    events = Report()
    for i in range(500):
        events.add(report.JOINED, i, 0, 0xFF)
        log.take(events)
    lines = taken(log).splitlines()
    assert all(line.endswith("joined p1 p2 p3 p4 p5 p6 p7 p8") for line in lines)
    events.add(report.SLAP, 501, 0, 1)
    log.take(events)
    assert taken(log).splitlines() == [f"501 dropped {500 - len(lines)}", "501 slap p1"]
    events.add(report.SLAP, 502, 0, 1)
    log.take(events)
    assert taken(log).splitlines() == ["502 slap p1"]


def test_the_ring_wraps():
    log = Log(Journal(8))
    events = Report()
    for i in range(1_000):
        events.add(report.JOINED, i, 0, i & 0xFF)
        log.take(events)
        seats = "".join(f" p{seat + 1}" for seat in range(8) if i >> seat & 1)
        assert taken(log) == f"{i} joined{seats}\n"


def test_events_beyond_the_reports_room_are_counted():
    log = Log(Journal(8))
    events = Report()
    for i in range(40):
        events.add(report.SLAP, i, 0, 1)
    log.take(events)
    assert len(taken(log).splitlines()) == 32
    events.add(report.SLAP, 99, 0, 1)
    log.take(events)
    assert "dropped 8" in taken(log)


def test_of_a_new_report_nobody_has_taken_or_noticed_anything():
    events = Report()
    assert (events.count, events.taken, events.noticed, events.dropped) == (0, 0, 0, 0)


def test_each_state_has_its_name():
    codes = {name.lower(): code for name, code in vars(states).items() if name.isupper()}
    del codes["names"]
    assert {states.NAMES[code]: code for code in codes.values()} == codes
    assert len(codes) == len(states.NAMES)
