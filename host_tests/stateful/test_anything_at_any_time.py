"""Anything pressed at any time, on the whole firmware: what must always hold (unosim.soak.watch).

A failure ends with the scenario that shows it, made as short as Hypothesis can.
"""

import os

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from unosim.soak.__main__ import again, play
from unosim.soak.session import Session
from unosim.soak.shrink import shorter
from unosim.soak.watch import Broken

EXAMPLES = int(os.environ.get("UNOFLASH_EXAMPLES", "25"))

BUTTONS = ("p1", "p2", "p3", "p8", "slap", "play")  # the seats are alike; some are enough
buttons = st.sampled_from(BUTTONS)
several = st.lists(buttons, min_size=1, max_size=4, unique=True)
a_while = st.sampled_from((0, 1, 20, 60, 160, 400, 700, 1_100, 2_500))


class AnythingAtAnyTime(RuleBasedStateMachine):
    """People at a unit; after each thing they do the session judges what there is to judge."""

    session = None

    @initialize(
        turn_order=st.sampled_from(("random", "bag", "clockwise")),
        choose_ms=st.sampled_from((0, 400)),
        duel_ms=st.sampled_from((0, 300)),
        debounce_ms=st.sampled_from((5, 25, 100)),
        seed=st.integers(0, 99),
    )
    def switch_on(self, seed, **values):
        self.session = Session({**values, "sleep_min": 1, "lockout_ms": 300}, seed)

    @rule(names=several, ms=st.sampled_from((1, 60, 60, 300, 1_010)), apart_us=st.integers(0, 50))
    def tap(self, names, ms, apart_us):
        self.session.tap(names, ms, apart_us)

    @rule(ms=a_while)
    def wait(self, ms):
        self.session.wait(ms)

    @rule(ms=st.sampled_from((6_000, 31_000, 61_000)))
    def wait_long(self, ms):
        self.session.wait(ms)

    @rule(ms=a_while)
    def begin(self, ms):
        self.session.tap(["p1", "p2", "p3"])
        self.session.tap(["play"])
        self.session.wait(410 + ms)

    @rule(name=buttons)
    def press(self, name):
        self.session.press(name)

    @rule()
    def let_go(self):
        self.session.let_go()

    @rule(count=st.integers(0, 8), us=st.sampled_from((2, 150, 400, 1_000)))
    def bounce(self, count, us):
        self.session.bounce(count, us)

    @rule(name=buttons, us=st.sampled_from((1, 90, 150, 900)))
    def glitch(self, name, us):
        self.session.glitch(name, us)

    @rule(position=st.sampled_from(("slow", "medium", "fast", "broken")))
    def switch(self, position):
        self.session.do(f"speed {position}")

    @rule(kind=st.sampled_from(("battery", "usb")))
    def supply(self, kind):
        self.session.do(f"supply {kind}")

    @rule(off_ms=st.sampled_from((0, 30)), held=st.lists(buttons, max_size=2, unique=True))
    def power(self, off_ms, held):
        self.session.power_cycle(off_ms, held)

    @rule()
    def crash(self):
        self.session.crash()

    @rule()
    def hang(self):
        self.session.hang()

    @rule()
    def reset(self):
        self.session.reset()

    def teardown(self):
        if self.session is None:
            return
        try:
            self.session.play()
        finally:
            note(f"As a scenario:\n{self.session.text}")
            self.session.close()


def test_what_must_always_hold_holds():
    """T1, P2, A1, A2, B4, X1, E1, E2 and more, whatever is done."""
    run_state_machine_as_test(
        AnythingAtAnyTime,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_a_broken_promise_is_found_and_told_as_a_scenario(monkeypatch):
    """With a unit whose turns never end in time: the watch must see it."""
    session = Session({"choose_ms": 0, "turn_limit_s": {"medium": 2}}, 1)
    session.watch._settings["choose_ms"] = -50
    session.tap(["p1", "p2"])
    with pytest.raises(Broken, match="choosing for more than"):
        session.tap(["play"])
    assert session.text.splitlines()[-1] == "tap play for 60 apart 0"
    session.close()


def test_a_report_may_wait_for_the_flash():
    """Paused by a chatter that goes on: the journal is written before anything is said (N1)."""
    late = [_paused_by_chatter(us) for us in range(110, 181, 10)]
    assert True in late


def _paused_by_chatter(us):
    """Whether the report comes more than 25 ms later."""
    session = Session()
    session.tap(["p1", "p2"])
    session.tap(["play"])
    session.wait(800)
    session.tap([f"p{session.view.chosen}"])
    session.wait(320)
    session.bounce(3, us)
    session.wait(19)
    session.press("play")
    session.wait(25)
    late = session.view.state == "choosing"
    session.wait(200)
    assert session.view.state == "paused"
    session.close()
    return late


@pytest.mark.parametrize("seed", [1, 2])
def test_a_soak_is_the_same_each_time_and_holds(seed):
    played = play(seed, 60_000)
    assert played.broken == ""
    assert played.ms >= 60_000
    assert play(seed, 60_000) == played
    assert again(seed, played.settings, played.calls).text == played.text


def test_what_breaks_something_is_made_shorter():
    calls = [("wait", (number,)) for number in range(40)]
    wanted = {("wait", (7,)), ("wait", (31,))}
    assert shorter(calls, lambda some: wanted <= set(some)) == [("wait", (7,)), ("wait", (31,))]
