"""The window's time: how far the unit may run, when a frame is drawn, what events do.

    pace = Screen(board, "host", scenario, recorder, display)
    with pace:
        Player(scenario, board, backend, recorder, pace).run()

The unit never runs ahead of the wall clock. So whatever hands do happens to it at the moment at
which the event was delivered: between two frames the window waits for events, not for time.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import replace

import pygame

from unosim import steps
from unosim.by_hand import ByHand
from unosim.live import Shown
from unosim.recorder import Recorder
from unosim.scenario import Scenario
from unosim.steps import NS_PER_MS, NS_PER_US
from unosim.window.display import Display
from unosim.window.gestures import Gestures
from unosim.window.picture import WindowPicture, WindowScene
from unosim.window.sound import Sound

FRAME_NS = 1_000_000_000 // 60
LINGER_NS = 4_000 * NS_PER_MS  # how long a replay's last picture stays by itself
NOTICE_NS = 6_000 * NS_PER_MS
BEHIND_NS = 500 * NS_PER_MS  # a computer that slept, or is too slow: the unit's time stood still
_HINTS = (
    "L  log   ·   M  mute   ·   F11  full screen   ·   F12  bug report   ·   right click  holds"
)
_VOLTS_STEP_MV, _LOWEST_MV, _HIGHEST_MV = 100, 1_800, 5_000

Save = Callable[[], str]  # writes a bug report; answers what to say


class Screen(Shown):
    """A Pace that shows the unit and, for a ByHand scenario, hears hands.

    `next_step` is what a ByHand asks; `save` is called by the key for a bug report.
    """

    def __init__(
        self,
        board,
        backend: str,
        scenario: Scenario,
        recorder: Recorder,
        display: Display,
        *,
        pace: float = 1.0,
        sound: Sound | None = None,
        save: Save | None = None,
    ):
        super().__init__(scenario, recorder, pace)
        self.factor = pace
        self.closed = False
        self.scene = WindowScene(speed=scenario.speed, supply=scenario.supply)
        self.picture = WindowPicture(board, f"{board.name} on {backend}")
        self.wait_event: Callable[[int], pygame.event.Event] = pygame.event.wait
        self._board = board
        self._by_hand = isinstance(scenario, ByHand)
        self._display = display
        self._sound = sound
        self._save = save
        self._gestures = Gestures(lambda at: self.picture.places.hit(at), display.size)
        self._done: deque[tuple[int, steps.Step]] = deque()  # by hands, and when
        self._touched = False
        self._zero_ns: int | None = None  # the wall's time at which the unit's was 0
        self._drawn_ns = 0
        self._notice_ns = 0
        self._power = True  # where the switches are, once all has been done
        self._supply, self._battery_mv = self.scene.supply, self.scene.battery_mv
        self.scene.status = _HINTS if self._by_hand else ""
        self._say_sound()
        recorder.on_output = self._output

    # -- the player's Pace -------------------------------------------------------------------

    def __enter__(self):
        self.picture.resize(self._display.size())
        return self

    def __exit__(self, *_) -> None:
        if self._sound:
            self._sound.close()
        self._display.close()

    def limit(self, now_ns: int, until_ns: int) -> int:
        """Waits until the unit may run on by a frame at most; says how far."""
        self.scene.now_ns = now_ns
        if self.closed:
            return until_ns
        until_ns = min(until_ns, now_ns + max(1, int(FRAME_NS * self.factor)))
        while not self.closed and self._unit_ns() < until_ns:
            self._wait(self._wall_ns(until_ns))
        return until_ns

    def step(self, step: steps.Step) -> None:
        if self._by_hand:
            return
        super().step(step)
        self.scene.status = self.scene.step
        if isinstance(step, steps.Supply):
            self.scene.supply = step.kind
        elif isinstance(step, steps.Battery):
            self.scene.battery_mv = step.millivolts

    def over(self, failure: str) -> None:
        """The last picture stays for a while, or until the window is closed once it is touched."""
        if self._by_hand:
            return
        self._notify(failure or "The replay is over.", forever=True)
        end_ns, self._touched = self.clock() + LINGER_NS, False
        if self._sound:
            self._sound.play(0, 0.0)
        while not self.closed and (self._touched or self.clock() < end_ns):
            self._wait(self.clock() + FRAME_NS)

    # -- what a ByHand asks ------------------------------------------------------------------

    def next_step(self) -> steps.Step | None:
        """What hands do next, or that nothing was done for a frame; None once it is closed."""
        while not self.closed or self._done:
            now_ns = self.player.at_ns
            if self._done:
                at_ns, step = self._done.popleft()
                after_ns = max(0, at_ns - now_ns)
                return replace(step, after_ns=after_ns)
            self.scene.now_ns = now_ns
            self._wait(self._drawn_ns + FRAME_NS)
            if not self._done and not self.closed:
                passed_ns = self._unit_ns() - now_ns
                if passed_ns > 0:
                    return steps.Wait(0, 0, passed_ns)
        return None

    # -- time --------------------------------------------------------------------------------

    def _unit_ns(self) -> int:
        """What the unit's time is by the wall clock, in whole microseconds."""
        wall_ns, now_ns = self.clock(), self.scene.now_ns
        if self._zero_ns is None or self._behind(wall_ns) > now_ns + BEHIND_NS * self.factor:
            self._zero_ns = wall_ns - int(now_ns / self.factor)
        return self._behind(wall_ns) // NS_PER_US * NS_PER_US

    def _behind(self, wall_ns: int) -> int:
        return int((wall_ns - (self._zero_ns or 0)) * self.factor)

    def _wall_ns(self, unit_ns: int) -> int:
        return (self._zero_ns or 0) + int(unit_ns / self.factor)

    def _wait(self, until_wall_ns: int) -> None:
        """Until then at most: an event ends it, and a frame that is due is drawn."""
        now_ns = self.clock()
        if now_ns - self._drawn_ns >= FRAME_NS:
            self._frame(now_ns)
            now_ns = self.clock()
        until_ns = min(until_wall_ns, self._drawn_ns + FRAME_NS)
        # Rounded up: to wait too short would be to ask again and again.
        event = self.wait_event(max(1, -(-(until_ns - now_ns) // NS_PER_MS)))
        if event.type != pygame.NOEVENT:
            self._hear(event)

    def _frame(self, now_ns: int) -> None:
        self._drawn_ns = now_ns
        if self.scene.notice and now_ns >= self._notice_ns:
            self.scene.notice = ""
        self._display.show(self.picture.draw(self._display.surface, self.scene))

    # -- events ------------------------------------------------------------------------------

    def _hear(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.closed = True
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED):
            if self.picture.places.size != self._display.size():
                self.picture.resize(self._display.size())
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self.picture.forget()
        elif event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
            self._act(self._gestures.let_go())
        else:
            self._touched |= event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
            self._act(self._gestures.take(event))

    def _act(self, actions) -> None:
        for what, which in actions:
            if what == "quit":
                self.closed = True
            elif what == "strip":
                self.picture.strip = not self.picture.strip
            elif what == "mute":
                self._mute()
            elif what == "full screen":
                self._display.toggle_full_screen()
                self.picture.resize(self._display.size())
            elif what == "save":
                self._report()
            elif self._by_hand:
                self._do(what, which)

    def _do(self, what: str, which: str) -> None:
        if which in steps.SEATS and which not in self._board.contacts:
            return
        step: steps.Step
        if what == "press":
            step = steps.Press(0, 0, (which,))
        elif what == "release":
            step = steps.Release(0, 0, (which,))
        elif what == "speed":
            step = steps.Speed(0, 0, which)
        elif what == "power":
            self._power = not self._power
            step = steps.Power(0, 0, self._power)
        elif what == "supply":
            self._supply = "usb" if self._supply == "battery" else "battery"
            self.scene.supply = self._supply
            step = steps.Supply(0, 0, self._supply)
        else:
            change_mv = _VOLTS_STEP_MV if which == "+" else -_VOLTS_STEP_MV
            self._battery_mv = max(_LOWEST_MV, min(_HIGHEST_MV, self._battery_mv + change_mv))
            self.scene.battery_mv = self._battery_mv
            step = steps.Battery(0, 0, self._battery_mv)
        self._done.append((self._unit_ns(), step))

    def _report(self) -> None:
        """The picture of a bug report shows this moment, and nothing said of the last one."""
        if self._save:
            self.scene.notice = ""
            self._frame(self.clock())
            self._notify(self._save())

    def _mute(self) -> None:
        if self._sound:
            self._sound.muted = not self._sound.muted
            self._say_sound()

    def _say_sound(self) -> None:
        if self._sound is None or not self._sound.available:
            self.scene.sound = "(no sound device)" if self._sound else ""
        else:
            self.scene.sound = "(muted)" if self._sound.muted else ""

    def _notify(self, text: str, forever: bool = False) -> None:
        self.scene.notice = text
        self._notice_ns = self.clock() + (1 << 60 if forever else NOTICE_NS)

    # -- what the unit does ------------------------------------------------------------------

    def _output(self, gpio: int, hz: float, duty: float) -> None:
        if gpio == self._board.buzzer:
            if self._sound:
                self._sound.play(hz, duty)
            return
        for name, light in self._board.outputs.items():
            if light == gpio:
                self.scene.duty[name] = duty

    def _tell(self, t: int, text: str) -> None:
        self.scene.happened.append(f"{t / 1e6:7.2f}  {text}")
        del self.scene.happened[:-60]

    def _show(self) -> None:
        """Frames come by their own clock."""
