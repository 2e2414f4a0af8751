"""The whole unit without its pins: one step, handed the time and the edges."""

import micropython
from micropython import const

from unoflash.rules import report, states, tunes
from unoflash.rules.buttons import PATIENCE_US, Buttons
from unoflash.rules.lights import Lights
from unoflash.rules.report import Report
from unoflash.rules.speed_switch import SpeedSwitch
from unoflash.rules.states.awaiting import SlapLost, TimedOut
from unoflash.rules.states.choosing import Choosing
from unoflash.rules.states.joining import Joining
from unoflash.rules.states.paused import Paused
from unoflash.rules.states.slap_race import SlapRace
from unoflash.rules.states.turn import Turn
from unoflash.rules.ticks import Alarm, Alarms, Gate, after, diff
from unoflash.rules.turn_order import ORDERS, Entropy
from unoflash.rules.voice import Voice

LONGEST_WAIT_US = const(2_000_000)  # the capture's time base wants a pass at least this often
# Places in `_alarms`, as bits of what is due.
_STATE = const(1)
_RESET = const(2)
_GATE = const(4)
_LIGHTS = const(8)
_VOICE = const(16)

_RESET_US = const(3_000_000)  # X1
_SLAP_REARM_US = const(50_000)  # B2


class Game:
    """The rules at work.

    After each `step`: `lights.levels` (percent by seat, then SLAP) and `voice.hz` are what
    is to be seen and heard, `report` what is to be logged, `entropy` may want to be filled
    when `changed` says that a state was entered.
    """

    def __init__(self, seats, settings, closed_at_start=0):
        self.seats = seats
        self.slap = seats
        self.play_pause = seats + 1
        self.all_lights = (1 << seats + 1) - 1
        self.settings = settings
        self.joined = 0
        self.chosen = -1
        self.changed = False
        self.report = Report()
        self.lights = Lights(seats + 1)
        self.voice = Voice()
        self.tunes = tunes.compiled(settings.tunes)
        self.entropy = Entropy()
        self.order = ORDERS[settings.turn_order](seats, self.entropy)
        self.speed = SpeedSwitch()
        rearm_us = [settings.debounce_ms * 1000] * (seats + 2)
        rearm_us[self.slap] = _SLAP_REARM_US
        self.buttons = Buttons(rearm_us, self.slap, closed_at_start)
        self._inputs_lost = 0
        self._reset_both = 1 << self.slap | 1 << self.play_pause
        self.state_alarm = Alarm()
        self.gate = Gate()
        self._reset_alarm = Alarm()
        self._alarms = Alarms(
            self.state_alarm,
            self._reset_alarm,
            self.gate.alarm,
            self.lights.alarm,
            self.voice.alarm,
            self.speed.alarm,
        )
        self.joining = Joining(self)
        self.choosing = Choosing(self)
        self.turn = Turn(self)
        self.timed_out = TimedOut(self)
        self.slap_race = SlapRace(self)
        self.slap_lost = SlapLost(self)
        self.paused = Paused(self)
        self.state = self.joining

    def start(self, now_us, switch, setting_problems=False):
        """Power is on; `switch` is the Speed Switch's first reading."""
        self.speed.start(switch)
        self._report_switch(now_us)
        self.report.add(report.STATE, now_us, states.STARTING)
        self.enter(self.joining, now_us)
        if setting_problems:
            self.voice.play(self.tunes["setting"], now_us)  # G1

    @micropython.native
    def step(self, now_us, edges, switch):
        """Act on all that happened until `now_us`; answers the microseconds until the next call."""
        self.changed = False
        buttons = self.buttons
        alarms = self._alarms
        if edges.count:
            buttons.take_edges(edges)
        if buttons.unsettled:
            buttons.settle(now_us)
        alarms.look(now_us, LONGEST_WAIT_US)
        due = alarms.due
        if due or buttons.queued or switch != self.speed.reading:
            if self.speed.step(switch, now_us):
                self._report_switch(now_us)
            self._act(now_us)
            if due:
                self._move_on(due, now_us)
            alarms.look(now_us, LONGEST_WAIT_US)
        if edges.lost + buttons.dropped != self._inputs_lost:
            self._report_losses(edges.lost + buttons.dropped, now_us)
        if buttons.unsettled and 0 < buttons.wait_us < alarms.wait_us:
            return buttons.wait_us
        return alarms.wait_us

    @micropython.native
    def _move_on(self, due, now_us):
        """Whatever had come due besides the state."""
        if due & _RESET:
            self._watch_reset(now_us)
        if due & _GATE:
            self.gate.due()
        if due & _LIGHTS:
            self.lights.step(now_us)
        if due & _VOICE:
            self.voice.step(now_us)

    @micropython.native
    def enter(self, state, now_us):
        self.state = state
        self.changed = True
        self.state_alarm.clear()
        state.enter(now_us)
        self.report_state(now_us)

    def resume(self, state, now_us):
        """Go on where `state` was paused (P2)."""
        self.state = state
        self.changed = True
        self.state_alarm.clear()
        state.resume(now_us)
        self.report_state(now_us)

    def pause(self, state, now_us):
        self.paused.origin = state
        self.enter(self.paused, now_us)

    def end_turn(self, now_us):
        """Somebody has done what the unit waited for: it chooses the next one."""
        self.voice.play(self.tunes["pressed"], now_us)
        self.enter(self.choosing, now_us)

    def join(self, seat, now_us):
        self.joined |= 1 << seat
        self.order.joined(seat)
        self.report.add(report.JOINED, now_us, 0, self.joined)

    def has_time(self):
        """Whether some milliseconds' absence would be felt by nobody."""
        state = self.state
        return state is not self.turn and state is not self.slap_race

    @micropython.native
    def report_state(self, now_us):
        state = self.state
        self.report.add(report.STATE, now_us, state.code, state.concerned(), state.value(now_us))

    @micropython.native
    def _act(self, now_us):
        """Presses and the state's alarm, in the order of their moments (T8, R4)."""
        buttons = self.buttons
        while True:
            alarm = self.state_alarm
            if alarm.on and alarm.is_due(now_us) and not self._waits_for_press(alarm.at_us, now_us):
                alarm.clear()
                self.state.due(now_us)
            elif buttons.has_press(now_us):
                buttons.take_press()
                self._press(buttons.button, buttons.at_us, now_us)
            else:
                return

    @micropython.native
    def _waits_for_press(self, at_us, now_us):
        """Whether what is due at `at_us` has to wait for a press that began by then."""
        buttons = self.buttons
        if buttons.queued_by(at_us):
            return True
        return buttons.undecided_by(at_us) and diff(now_us, at_us) < PATIENCE_US

    @micropython.native
    def _press(self, button, at_us, now_us):
        held = self.buttons.held | 1 << button
        if button >= self.slap and held & self._reset_both == self._reset_both:
            self._reset_alarm.set(after(at_us, _RESET_US))
        if button == self.play_pause:
            self.state.play(now_us)
        else:
            self.state.press(button, at_us, now_us)

    def _watch_reset(self, now_us):
        """Play/Pause and SLAP were held for 3 s, from the later contact (X1)."""
        both = self._reset_both
        if self.buttons.held & both != both:
            self._reset_alarm.clear()
        elif self.buttons.closed & both == both:
            self._reset_alarm.clear()
            self._reset(now_us)

    def _reset(self, now_us):
        self.joined = 0
        self.chosen = -1
        self.order.reset()
        self.report.add(report.JOINED, now_us)
        self.joining.show = True
        self.enter(self.joining, now_us)

    def _report_switch(self, now_us):
        if self.speed.broken:
            self.report.add(report.FAULT, now_us, report.FAULT_SPEED_SWITCH)

    def _report_losses(self, lost, now_us):
        self._inputs_lost = lost
        self.report.add(report.FAULT, now_us, report.FAULT_INPUT_LOST)
