"""Plays a scenario on a backend.

    recorder = Recorder(board, 100, Trace())
    backend = backends.make("host")(board, seed, recorder)
    Player(scenario, board, backend, recorder).run()

Steps happen at the nanosecond they ask for. A state is found in the unit's log, a little after
the time it carries; the steps after it count from that time, and only what hands would have
done before the line came they do late. `expect` looks at the moment of its own step but judges
a little later, so that it delays nothing.
"""

from collections import deque
from collections.abc import Callable
from typing import NoReturn

from unosim import groups, log, steps
from unosim.expectations import Moment, judge, shown
from unosim.hands import Hands
from unosim.recorder import LATE_NS, Recorder, setting
from unosim.scenario import Scenario, ScenarioError
from unosim.steps import NS_PER_MS, NS_PER_US
from unosim.supply import Supply

# The step after power-on waits for one of these; a unit from files takes up to 3 s.
REPORTS = ("starting", "self_test", "safe_mode")
REPORT_WITHIN_NS = 5_000 * NS_PER_MS
UNLOGGED_START_NS = 3_000 * NS_PER_MS  # the same where the settings switch the log off
SLICE_NS = 100 * NS_PER_MS  # how soon a stop is noticed
INEXACT_NS = NS_PER_US  # an emulated chip may stop one instruction after the asked moment


class StepFailed(Exception):
    """A step did not find what it expected; as text `FILE:LINE: expected …, got …`.

    `at_ns` is the moment that it looked at; to judge it took until a little later.
    """

    def __init__(self, path: str, step: steps.Step, at_ns: int, expected: str, got: str):
        super().__init__(f"{path}:{step.line}: expected {expected}, got {got}")
        self.at_ns = at_ns


class Stopped(Exception):
    """`stop` was called."""


class Pace:
    """Lets virtual time pass as fast as it can; the live pictures have slower ones."""

    player: "Player"  # whose pace it is: a Player says so itself

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        pass

    def limit(self, now_ns: int, until_ns: int) -> int:
        """How far the unit may run next."""
        return until_ns

    def step(self, step: steps.Step) -> None:
        """A step comes next, the time before it included."""

    def over(self, failure: str) -> None:
        """The run has ended; `failure` says why, if not because all has been played."""


class Player:
    """One run of a scenario.

    `run` raises StepFailed; ScenarioError where a contact is pressed that is closed, or
    released that is open; Stopped after `stop`. An empty group fails its step like an
    expectation: whether somebody is in it is the unit's doing. A Power Switch that is moved
    to where it stands does nothing. `held` counts the expectations that
    held; `at_ns` is when the present step stands.
    """

    def __init__(self, scenario: Scenario, board, backend, recorder: Recorder, pace=None):
        self.held = 0
        self._scenario = scenario
        self._board = board
        self._backend = backend
        self._recorder = recorder
        self._pace = pace or Pace()
        self._pace.player = self
        self._hands = Hands(board, backend, recorder, scenario.speed)
        self._supply = Supply(board, backend, scenario.supply)
        self.at_ns = 0  # when the present step stands
        self._begun = False  # power was on once: only from then on time passes
        self._on = False
        self._starting = False  # power is on, nothing reported yet
        self._pending: deque[tuple[steps.Expect, Moment]] = deque()
        self._awaited: tuple[str, ...] = ()
        self._found_ns: int | None = None
        self._stop = False
        recorder.ticks_to_ns = backend.ticks_to_ns
        self._on_event, recorder.on_event = recorder.on_event, self._event

    def stop(self) -> None:
        """Ends the run at the next opportunity; may be called from a signal handler."""
        self._stop = True

    def run(self) -> None:
        """Plays all steps, then judges what is still open."""
        self.begin()
        power_by_step = self._scenario.begins_without_power()
        for step in self._scenario.walk():
            if not self._begun and not power_by_step:
                self._power(True)
            self.play(step)
        self.settle()

    def begin(self) -> None:
        """The device is as the scenario's header says. Whoever does not `run` begins so."""
        if self._scenario.settings is not None:
            self._backend.store("settings.json", self._scenario.settings.encode())

    def play(self, step: steps.Step) -> None:
        """Plays one step after those before; `run` does it with each."""
        if self._starting:
            self._await_report(step)
        self._pace.step(step)
        self._pass(step.after_ns)
        _STEPS[type(step)](self, step)
        self._hands.flush(self.at_ns)

    # Time

    def _pass(self, for_ns: int) -> None:
        self.at_ns += for_ns
        if self._begun:
            self._advance(self.at_ns)
        elif self._stop:
            raise Stopped

    def _act(self) -> int:
        """When hands that begin now move: as planned, or late where a line was waited for."""
        if self._begun and self._backend.now_ns - self.at_ns > INEXACT_NS:
            self.at_ns = self._backend.now_ns
        return self.at_ns

    def _advance(self, until_ns: int, found: Callable[[], bool] | None = None) -> None:
        """Lets time pass; with `found`, until it says so if that is earlier."""
        backend, hands = self._backend, self._hands
        while True:
            now_ns = backend.now_ns
            if self._stop:
                raise Stopped
            while self._pending and now_ns >= self._pending[0][1].at_ns + LATE_NS:
                self._judge()
            if now_ns >= until_ns or (found and found()):
                return
            limit_ns = min(until_ns, now_ns + SLICE_NS)
            if self._pending:
                limit_ns = min(limit_ns, self._pending[0][1].at_ns + LATE_NS)
            if found:
                # An edge that was handed over cannot be taken back when a step comes early.
                hands.flush(now_ns)
                if hands.contacts.next_ns is not None:
                    limit_ns = min(limit_ns, hands.contacts.next_ns)
            limit_ns = self._pace.limit(now_ns, limit_ns)
            if not found:
                hands.flush(limit_ns)
            backend.advance(limit_ns)
            self._recorder.passed(backend.now_ns)

    def _event(self, event: log.Event, at_ns: int) -> None:
        if event.kind == "state" and self._found_ns is None and event.state in self._awaited:
            self._found_ns = at_ns
        self._on_event(event, at_ns)

    def _await(self, states: tuple[str, ...], until_ns: int) -> bool:
        """Whether one of the states is entered by then; if so, that is the time of the step."""
        self._awaited, self._found_ns = states, None
        # A state of the last moment may be heard of after it.
        self._advance(until_ns + LATE_NS, lambda: self._found_ns is not None)
        self._awaited = ()
        if self._found_ns is None or self._found_ns > until_ns:
            return False
        self.at_ns = max(self.at_ns, self._found_ns)
        return True

    def _await_report(self, step: steps.Step) -> None:
        self._starting = False
        if not setting(self._scenario.settings, "log", True):
            self._pass(UNLOGGED_START_NS)
            return
        until_ns = self.at_ns + REPORT_WITHIN_NS
        if not self._await(REPORTS, until_ns):
            within = f"{steps.ms_text(REPORT_WITHIN_NS)} ms after power-on"
            said = " / ".join(self._recorder.said) or "nothing"
            self._fail(step, until_ns, f"{' or '.join(REPORTS)} within {within}", said)

    # Judging

    def _judge(self) -> None:
        expect, moment = self._pending.popleft()
        unmet = judge(expect, moment)
        if unmet:
            path = self._scenario.path
            raise StepFailed(path, expect, moment.at_ns, unmet.expected, unmet.got)
        self.held += 1

    def settle(self) -> None:
        """Judges all that is open, in its order, once everything has been heard of."""
        if self._on:
            self._advance(self._backend.now_ns + LATE_NS)
        while self._pending:
            self._judge()

    def _fail(self, step: steps.Step, at_ns: int, expected: str, got: str) -> NoReturn:
        self.settle()  # an earlier step may have failed as well
        raise StepFailed(self._scenario.path, step, at_ns, expected, got)

    # Steps

    def _power(self, on: bool) -> None:
        if on == self._on:
            return
        while self._pending:
            self._judge()  # no line comes any more of what was before
        if not self._begun:
            self._hands.switched_on(self.at_ns)
            self._begun, self.at_ns = True, 0
        self._on = self._starting = on
        self._recorder.power(self.at_ns, on, self._supply.kind)
        if on:
            self._backend.power_on()
        else:
            self._backend.power_off()

    def _resolve(self, step: steps.Step, words: tuple[str, ...]) -> list[str]:
        try:
            return groups.resolve(words, self._recorder.view, self._board.seats)
        except groups.EmptyGroup as group:
            at_ns = max(self.at_ns, self._backend.now_ns)
            self._fail(step, at_ns, f"somebody in {group}", "nobody")

    def _move(self, step: steps.Step, at_ns: int, name: str, closed: bool) -> None:
        if self._hands.contacts.resting[name] == closed:
            self.settle()
            reason = f"the contact of {name} is {'closed' if closed else 'open'} already"
            raise ScenarioError(self._scenario.path, step.line, reason)
        self._hands.contacts.move(at_ns, name, closed)

    def _do_press(self, step: steps.Press) -> None:
        at_ns = self._act()
        for name in self._resolve(step, step.buttons):
            self._move(step, at_ns, name, True)

    def _do_release(self, step: steps.Release) -> None:
        at_ns = self._act()
        for name in self._resolve(step, step.buttons):
            self._move(step, at_ns, name, False)

    def _do_tap(self, step: steps.Tap) -> None:
        at_ns = last_ns = self._act()
        buttons = self._resolve(step, step.buttons)
        for i, name in enumerate(buttons):
            last_ns = at_ns + i * step.apart_ns
            self._move(step, last_ns, name, True)
        for name in buttons:
            self._move(step, last_ns + step.hold_ns, name, False)
        self._pass(last_ns + step.hold_ns - at_ns)

    def _do_bounce(self, step: steps.Bounce) -> None:
        self._hands.contacts.bounce(step.count, step.every_ns)

    def _do_glitch(self, step: steps.Glitch) -> None:
        at_ns = self._act()
        for name in self._resolve(step, step.buttons):
            self._hands.contacts.glitch(at_ns, name, step.for_ns)

    def _do_speed(self, step: steps.Speed) -> None:
        self._hands.move_speed(self._act(), step.position)

    def _do_power(self, step: steps.Power) -> None:
        self._hands.flush(self._act())
        self._power(step.on)

    def _do_supply(self, step: steps.Supply) -> None:
        self._supply.choose(self._act(), step.kind)

    def _do_battery(self, step: steps.Battery) -> None:
        self._supply.charge(self._act(), step.millivolts)

    def _do_trouble(self, step: steps.Crash | steps.Hang) -> None:
        self._backend.upset(max(self._act(), self._backend.now_ns), step.verb)

    def _do_wait(self, step: steps.Wait) -> None:
        self._pass(step.for_ns)

    def _do_wait_until(self, step: steps.WaitUntil) -> None:
        if self._recorder.view.state == step.state:
            return
        until_ns = self.at_ns + step.within_ns
        if not self._await((step.state,), until_ns):
            got = shown(self._recorder.view)
            if self._found_ns is not None:
                got = f"it after {steps.ms_text(self._found_ns - self.at_ns)} ms"
            within = f"{steps.ms_text(step.within_ns)} ms"
            self._fail(step, until_ns, f"{step.state} within {within}", got)

    def _do_expect(self, step: steps.Expect) -> None:
        # What has been waited for shows when its line comes, not yet at the time it carries.
        at_ns = max(self.at_ns, self._backend.now_ns)
        moment = Moment(at_ns, self._recorder.view, self._recorder, self._board.seats)
        self._pending.append((step, moment))


_STEPS: dict[type, Callable] = {
    steps.Press: Player._do_press,
    steps.Release: Player._do_release,
    steps.Tap: Player._do_tap,
    steps.Bounce: Player._do_bounce,
    steps.Glitch: Player._do_glitch,
    steps.Speed: Player._do_speed,
    steps.Power: Player._do_power,
    steps.Supply: Player._do_supply,
    steps.Battery: Player._do_battery,
    steps.Crash: Player._do_trouble,
    steps.Hang: Player._do_trouble,
    steps.Wait: Player._do_wait,
    steps.WaitUntil: Player._do_wait_until,
    steps.Expect: Player._do_expect,
}
