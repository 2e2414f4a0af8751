"""The whole unit without its pins: one step, handed the time and the edges."""

import micropython
from micropython import const

from unoflash.rules import report, tunes
from unoflash.rules.activity import Activity
from unoflash.rules.buttons import PATIENCE_US, Buttons
from unoflash.rules.holds import Holds
from unoflash.rules.hot import keep
from unoflash.rules.journal import Journal
from unoflash.rules.lights import Lights
from unoflash.rules.masks import count_of
from unoflash.rules.report import Report
from unoflash.rules.reset import ResetGesture
from unoflash.rules.settings import VOLUMES
from unoflash.rules.speed_switch import SpeedSwitch
from unoflash.rules.states.asleep import Asleep
from unoflash.rules.states.awaiting import SlapLost, TimedOut
from unoflash.rules.states.choosing import Choosing
from unoflash.rules.states.joining import Joining
from unoflash.rules.states.paused import Paused
from unoflash.rules.states.self_test import SelfTest
from unoflash.rules.states.slap_race import SlapRace
from unoflash.rules.states.starting import Starting
from unoflash.rules.states.turn import Turn
from unoflash.rules.ticks import Alarm, Alarms, Gate, Stopwatch, diff
from unoflash.rules.turn_order import ORDERS, Entropy
from unoflash.rules.voice import Voice

LONGEST_WAIT_US = const(2_000_000)  # the capture's time base wants a pass at least this often

# Places in `_alarms`, as bits of what is due. The state's own alarm is the first.
_RESET = const(1 << 1)
_HOLDS = const(1 << 2)
_STUCK = const(1 << 3)
_GATE = const(1 << 4)
_WARNING = const(1 << 5)
_IDLE = const(1 << 6)
_TURN_TIME = const(1 << 7)
_LIGHTS = const(1 << 8)
_BLINK = const(1 << 9)
_VOICE = const(1 << 10)
_SPEED = const(1 << 11)
_ANIMATIONS = const(_LIGHTS | _BLINK | _VOICE)  # what goes on by itself: `animate`


class Game:
    """The rules at work.

    After each `step`, or `react` and `animate`: `lights.levels` (percent by seat, then SLAP) and
    `voice.hz` are what is to be seen and heard, `volume` how loud; `report` is what is to be
    logged; `entropy` may want to be filled when `changed` says that a state was entered.
    """

    def __init__(self, seats, settings, closed_at_start, slap_debounce_ms=50):
        self.seats = seats
        self.slap = seats
        self.play_pause = seats + 1
        self.all_seats = (1 << seats) - 1
        self.all_lights = (1 << seats + 1) - 1
        self.settings = settings
        self.joined = 0
        self.stuck = 0  # buttons, until they are let go (B4)
        self.chosen = -1
        self.changed = False  # a state was entered; whoever acts on it may clear it
        self.woke = False  # from sleep; whoever acts on it may clear it
        self.volume = VOLUMES.index(settings.volume)
        self.report = Report()
        self.journal = Journal(seats)
        self.lights = Lights(seats + 1)
        self.voice = Voice()
        self.tunes = tunes.complete(settings.tunes)
        self.entropy = Entropy()
        self.order = ORDERS[settings.turn_order](seats, self.entropy)
        self.speed = SpeedSwitch()
        rearm_us = [settings.debounce_ms * 1000] * (seats + 2)
        rearm_us[self.slap] = slap_debounce_ms * 1000  # B2: debounce_ms moves all the others
        self.buttons = Buttons(rearm_us, self.slap, closed_at_start)
        self.holds = Holds(self.buttons, seats + 2)
        self.gate = Gate()
        self.turn_time = Stopwatch()
        self.state_alarm = Alarm()
        self.warning_alarm = Alarm()
        self._both = 1 << self.slap | 1 << self.play_pause
        self._reset = ResetGesture(self.buttons, self._both)
        self._activity = Activity(self.buttons, seats + 2, int(settings.sleep_min * 60_000))
        self._inputs_lost = self._lost = 0
        self._stirred = 1  # whether there was something to do since `settle`: to enter a state
        self._alarms = Alarms(
            self.state_alarm,
            self._reset.alarm,
            self.holds.alarm,
            self._activity.stuck.alarm,
            self.gate.alarm,
            self.warning_alarm,
            self._activity.idle.alarm,
            self.turn_time.alarm,
            self.lights.alarm,
            self.lights.blink_alarm,
            self.voice.alarm,
            self.speed.alarm,
        )
        self.starting = Starting(self)
        self.joining = Joining(self)
        self.choosing = Choosing(self)
        self.turn = Turn(self)
        self.timed_out = TimedOut(self)
        self.slap_race = SlapRace(self)
        self.slap_lost = SlapLost(self)
        self.paused = Paused(self)
        self.asleep = Asleep(self)
        self.self_test = SelfTest(self)
        self.state = self.starting
        keep(self, "react", "settle", "enter", "end_turn", "report_state", "usable")
        keep(self, "_act", "_press", "_change", "_waits_for_press")

    def start(self, now_us, switch):
        """Power is on; `switch` is the Speed Switch's first reading."""
        self._begin(now_us, switch)
        held = self.buttons.closed >> self.play_pause & 1
        self.enter(self.self_test if held else self.starting, now_us)

    def signal(self, tune, now_us):
        """Play a tune of this name after what sounds now."""
        self._alarms.moved = True
        self.voice.play_next(self.tunes[tune], now_us)

    def restart(self, now_us, switch, joined):
        """Go on after a fault, paused, with the same players `joined` (E1, E2)."""
        self._begin(now_us, switch)
        for seat in range(self.seats):
            if joined & 1 << seat:
                self.join(seat, now_us)
        alarmed = self.paused if count_of(self.joined) >= 2 else self.joining
        alarmed.alarmed = True
        self.enter(alarmed, now_us)

    def step(self, now_us, edges, switch):
        """Act on all that happened until `now_us`; answers the microseconds until the next call."""
        self.react(now_us, edges, switch)
        self.animate(now_us)
        return self.settle(now_us)

    @micropython.native
    def react(self, now_us, edges, switch):
        """The part of a step that people wait for; several may come before the other parts."""
        buttons = self.buttons
        alarms = self._alarms
        if edges.count or buttons.unsettled:
            buttons.take_and_settle(edges, now_us)
        alarms.glance(now_us, LONGEST_WAIT_US)
        self._stirred |= alarms.due
        due = alarms.due & ~_ANIMATIONS
        if due or buttons.queued or switch != self.speed.reading:
            self._stirred |= 1
            switched = due & _SPEED or switch != self.speed.reading
            if switched and self.speed.step(switch, now_us):
                self._switched(now_us)
            self._act(now_us)
            alarms.moved = True
            if due > 1:
                self._move_on(due, now_us)
            if self.lights.stale:
                self.lights.paint()
        self._lost = edges.lost

    @micropython.native
    def animate(self, now_us):
        """The part that nobody waits for: tunes and moving lights go on."""
        due = self._alarms.due
        if due & _ANIMATIONS:
            if due & _LIGHTS:
                self.lights.step(now_us)
            if due & _BLINK:
                self.lights.blink_due(now_us)
            if due & _VOICE:
                self.voice.step(now_us)
        if self.lights.stale:
            self.lights.paint()

    @micropython.native
    def settle(self, now_us):
        """The part that nobody sees. Answers how long the next step may wait."""
        buttons = self.buttons
        alarms = self._alarms
        if self._stirred:
            self._stirred = 0
            if self._activity.changed:
                self._activity.settle(now_us)
            if self.journal.changed:
                self.journal.report_to(self.report, now_us)
            alarms.look_again(now_us, LONGEST_WAIT_US)
        lost = self._lost + buttons.dropped
        if lost != self._inputs_lost:
            self._inputs_lost = lost
            self.report.add(report.FAULT, now_us, report.FAULT_INPUT_LOST)
        if buttons.unsettled and 0 < buttons.wait_us < alarms.wait_us:
            return buttons.wait_us
        return alarms.wait_us

    # -- for the states

    @micropython.native
    def usable(self):
        """The seats that are drawn, race and are awaited: joined and not stuck (B4)."""
        self.stuck &= self.stuck and self.buttons.down()
        return self.joined & ~self.stuck

    def is_alone(self, button):
        """Whether no other contact is closed."""
        return not self.buttons.closed & ~(1 << button)

    def join(self, seat, now_us):
        self.joined |= 1 << seat
        self.order.joined(seat)
        self.report.add(report.JOINED, now_us, 0, self.joined)

    def leave(self, seats, now_us):
        for seat in range(self.seats):
            if seats & 1 << seat:
                self.joined &= ~(1 << seat)
                self.order.left(seat)
                self.report.add(report.JOINED, now_us, 0, self.joined)

    def step_volume(self, now_us):
        """Loud, quiet, mute and loud again; a beep at the new volume, or a blink (J6)."""
        self.volume = (self.volume + 1) % len(VOLUMES)
        self.report.add(report.VOLUME, now_us, self.volume)
        self.voice.play(self.tunes["volume"], now_us)
        if VOLUMES[self.volume] == "mute":
            self.lights.blink(1, now_us)

    @micropython.native
    def enter(self, state, now_us):
        # P3: a hold to leave that began in `paused` may run on into `joining`.
        if self.holds.alarm.on and (state is not self.joining or self.state is not self.paused):
            self.holds.cancel(-1)
        self._change(state)
        state.enter(now_us)
        self.report_state(now_us)

    def resume(self, state, now_us):
        """Go on where `state` was suspended (P2)."""
        self._change(state)
        state.resume(now_us)
        self.report_state(now_us)

    def pause(self, now_us):
        """P1: the present state goes on later."""
        self.paused.origin = self.state if self.state.pausable else self.choosing
        self.state.suspend(now_us)
        self.enter(self.paused, now_us)

    @micropython.native
    def end_turn(self, now_us):
        """Somebody has done what the unit waited for: it chooses the next one."""
        self.voice.play(self.tunes["pressed"], now_us)
        self.enter(self.choosing, now_us)

    @micropython.native
    def report_state(self, now_us):
        state = self.state
        self.report.add(report.STATE, now_us, state.code, state.concerned(), state.value)

    def name(self, button):
        """The button's name in scenarios and logs."""
        if button < self.seats:
            return "p" + str(button + 1)
        return "slap" if button == self.slap else "play"

    def is_asleep(self):
        return self.state is self.asleep

    # -- the parts of a step

    def _begin(self, now_us, switch):
        self.speed.start(switch)
        if self.speed.broken:
            self.report.add(report.FAULT, now_us, report.FAULT_SPEED_SWITCH)
        self.report.add(report.VOLUME, now_us, self.volume)
        self._activity.start(now_us, self.buttons.closed)

    @micropython.native
    def _change(self, state):
        self.state = state
        self.changed = self._activity.changed = True
        self.state_alarm.on = False
        self.lights.end_blink()

    @micropython.native
    def _act(self, now_us):
        """Presses and the state's alarm, in the order of their moments (T8, R4)."""
        buttons = self.buttons
        while True:
            alarm = self.state_alarm
            due = alarm.on and diff(now_us, alarm.at_us) >= 0
            pressed = buttons.queued or buttons.unsettled
            if due and not (pressed and self._waits_for_press(alarm.at_us, now_us)):
                alarm.on = False
                self.state.due(now_us)
            elif pressed and buttons.has_press(now_us):
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
        bit = 1 << button
        if self._both & bit:
            self._reset.pressed(at_us)
        self.stuck &= ~bit
        if button == self.play_pause:
            self.state.play(at_us, now_us)
        else:
            self.state.press(button, at_us, now_us)
        self._activity.note(button, at_us)

    @micropython.native
    def _move_on(self, due, now_us):
        """Whatever had come due besides the state, unless it was set anew just now."""
        if due & (_STUCK | _IDLE) and self._activity.changed:
            self._activity.settle(now_us)
        if due & _RESET and self._reset.fired(now_us):
            self._start_anew(now_us)
        if due & _HOLDS:
            fired = self.holds.fired(now_us)
            if fired:
                self.state.held(fired, now_us)
        if due & _STUCK:
            self._stick(self._activity.stuck.fired(now_us), now_us)
        if due & _GATE:
            self.gate.due(now_us)
        if due & _WARNING and self.warning_alarm.is_due(now_us):
            self.turn.warn(now_us)
        if due & _IDLE and self._activity.idle.alarm.is_due(now_us):
            self._be_idle(now_us)
        if due & _TURN_TIME and self.turn_time.alarm.is_due(now_us):
            self.turn_time.due()

    def _start_anew(self, now_us):
        """A reset (X1)."""
        self.joined = 0
        self.order.reset()
        self.turn_time.reset()
        self.warning_alarm.clear()
        self.holds.cancel(-1)
        self.report.add(report.JOINED, now_us)
        self.joining.show = True
        self.enter(self.joining, now_us)

    def _stick(self, buttons, now_us):
        """`buttons`, a mask, have been held for 30 s (B4)."""
        if not buttons:
            return
        self.stuck |= buttons
        for button in range(self.seats + 2):
            if buttons & 1 << button:
                self.report.add(report.STUCK, now_us, button)
        state = self.state
        in_game = state.pausable or state is self.slap_race
        if in_game and count_of(self.usable()) < 2:
            self.pause(now_us)
        if buttons & self.joined:
            self.state.forget(buttons & self.joined, now_us)

    def _be_idle(self, now_us):
        state = self.state
        idle = self._activity.idle
        if self._waits_for_press(idle.alarm.at_us, now_us):
            return
        if idle.due() and state.sleeps:
            state.suspend(now_us)
            self.asleep.origin = state
            self.enter(self.asleep, now_us)

    def _switched(self, now_us):
        if self.speed.broken:
            self.report.add(report.FAULT, now_us, report.FAULT_SPEED_SWITCH)
        self.state.switched(now_us)
