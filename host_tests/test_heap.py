"""A pass allocates nothing, in any state once entered: the real unit, rules and hardware.

On the fakes every state is tried with the heap locked; the emulated chip shows the same of the
frozen modules by `gc.mem_alloc` (bench/heap.py).
"""

import json

import pytest

from unosim.boards import TREE
from unosim.interpreter import FAKES

HERE = TREE / "host_tests" / "heap"
STATES = {"starting", "joining", "choosing", "turn", "timed_out", "paused", "asleep"}
RACES = {"slap_race", "slap_lost"}
# Long enough for all that is done in a state; and nobody falls asleep in a long turn.
SETTINGS = {"choose_ms": 2000, "slap_limit_s": 20, "sleep_min": 60}


@pytest.fixture
def every_state(in_micropython):
    """Drives a unit through every state; answers the lines that tell of it."""

    def run(*arguments, board="pico8", **settings):
        path = (FAKES, TREE / "boards" / board, HERE)  # board may be a folder elsewhere
        script = (HERE / "every_state.py").read_text()
        text = json.dumps(SETTINGS | settings)
        return in_micropython(script, text, *arguments, path=path, heap="1m").splitlines()

    return run


@pytest.mark.parametrize(
    ("board", "settings", "states"),
    [
        ("pico8", {}, STATES | RACES),
        ("pico6", {"turn_order": "bag", "log": False, "duel_ms": 300}, STATES | RACES),
        ("pico8", {"turn_order": "clockwise", "volume": "quiet"}, STATES),
    ],
)
def test_no_state_allocates_once_entered(every_state, board, settings, states):
    *told, end = every_state(board=board, **settings)
    assert end == "passed"
    assert {line.split()[0] for line in told} == states
    assert all(int(line.split()[-1]) >= 5 for line in told)


def test_nor_does_a_light_chain(every_state, tmp_path):
    text = (TREE / "boards" / "zero6_ws2812" / "board.py").read_text("utf-8")
    # On USB, as the others here: the fakes of what follows a nap allocate, the chip's do not.
    (tmp_path / "board.py").write_text(text + "USB_SENSE = 28\n", "utf-8")
    *told, end = every_state(board=tmp_path)
    assert end == "passed"
    assert {line.split()[0] for line in told} == STATES | RACES


def test_nor_does_the_self_test(every_state):
    told, end = every_state("self_test")
    assert end == "passed"
    assert told.startswith("self_test tried out ")


@pytest.mark.parametrize("part", ["contacts.drain", "lamps.show", "usb.discard", "game.react"])
def test_a_pass_that_does_is_found(every_state, part):
    with pytest.raises(pytest.fail.Exception, match="MemoryError"):
        every_state(part)
