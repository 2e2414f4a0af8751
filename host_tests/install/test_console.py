"""The console: the log as sentences, with the time since the unit was heard first."""

import pytest

from unosim.install import console
from unosim.install.console import Story

WRAP = 1 << 30


@pytest.fixture
def tell():
    return Story().tell


def test_times_begin_with_the_first_line_and_go_on_over_the_wrap(tell):
    assert tell(f"{WRAP - 500_000} joined p1").split()[0] == "0.000"
    assert tell("500000 joined p1 p2").split()[0] == "1.000"
    assert tell("400000 slap p1").split()[0] == "0.900"  # a line that came late
    assert tell("900000 ready unoflash 0.1.0 abc1234 files pico6").split()[0] == "0.000"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("5 state turn p3 6000000", "turn p3, 6.0 s"),
        ("5 state turn p3 none", "turn p3, no limit"),
        ("5 state slap_race p1 p4", "slap_race p1 p4"),
        ("5 state joining", "joining"),
        ("5 joined", "joined: nobody"),
        ("5 joined p1 p2", "joined: p1 p2"),
        ("5 slap p4", "slap p4"),
        ("5 volume quiet", "volume quiet"),
        ("5 fault ValueError: 3", "fault ValueError: 3"),
        ("5 dropped 12", "12 lines of this log lost so far"),
        ("5 journal p2 turns 3 timeouts 1", "p2: turns 3, timeouts 1"),
    ],
)
def test_each_event_in_words(tell, line, words):
    assert tell(line).split(" s  ", 1)[1] == words


def test_what_is_no_event_stays_as_it_is(tell):
    assert tell("Traceback (most recent call last):") == "Traceback (most recent call last):"


class Lines:
    """A board that says a line, is gone for a while, says another; then Ctrl-C is pressed."""

    is_open = True

    def __init__(self, port):
        assert port == "COM7"

    def open(self):
        pass

    def heard(self, until_s):
        yield "5 state joining"
        self.is_open = False
        yield None
        self.is_open = True
        yield None
        yield "1000005 joined p1"
        raise KeyboardInterrupt

    def close(self):
        pass


def test_it_goes_on_after_the_board_was_away_and_ends_with_ctrl_c(monkeypatch, capsys):
    monkeypatch.setattr(console, "Lines", Lines)
    assert console.console("COM7") == 0
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "COM7: listening; Ctrl-C ends this, not the game",
        "0.000 s  joining",
        "the board has gone; waiting",
        "the board is back",
        "1.000 s  joined: p1",
        "",
    ]


def test_without_a_board_it_says_so(capsys):
    assert console.console("/dev/nothing") == 3
    assert "/dev/nothing: cannot be opened" in capsys.readouterr().err
