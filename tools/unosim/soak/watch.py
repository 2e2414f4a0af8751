"""What must always hold, judged from the unit's reports and outputs alone."""

from unosim import steps
from unosim.log import Event
from unosim.recorder import Recorder
from unosim.steps import NS_PER_MS, NS_PER_US

_SLACK_NS = 20 * NS_PER_MS  # a moment may be reported and shown that much later
_UNTOLD_NS = 200 * NS_PER_MS  # a contact that chatters goes first, and then the flash (N1)
_BACK_NS = 130 * NS_PER_MS  # lights are judged so far back: by then everything is reported
_RESTED_NS = 12 * NS_PER_MS  # … and if nothing was reported for so long before
_BLINKS_NS = 1_700 * NS_PER_MS  # after a fault or a reset all lights may be on for so long
_SIGNALS_NS = 3_000 * NS_PER_MS  # the beeps after power-on and after a wake are over by then
_FLOOR_NS = 1_000 * NS_PER_MS  # P2
_GAME = ("choosing", "turn", "timed_out", "slap_race", "slap_lost")
_DARK = 0.005

# From which states each may follow; None: the first after power-on. `paused`, `joining` and
# `safe_mode` may follow any: a fault, a reset, too few players.
_BEFORE = {
    "starting": (None,),
    "self_test": (None, "self_test", "asleep"),
    "choosing": ("joining", "asleep", "paused", *_GAME),
    "turn": ("choosing", "paused", "asleep"),
    "timed_out": ("turn", "timed_out", "paused", "asleep"),
    "slap_race": ("turn", "slap_race"),
    "slap_lost": ("slap_race", "slap_lost", "paused", "asleep"),
    "asleep": ("joining", "turn", "choosing", "timed_out", "slap_lost", "paused", "self_test"),
}


class Broken(AssertionError):
    """Something that must always hold does not."""


class Watch:
    """Hears what a recorder hears. `settings` are as the unit has them, in their own units."""

    def __init__(self, recorder: Recorder, settings: dict, seats: int):
        self._recorder = recorder
        self._settings = settings
        self._slaps = settings.get("turn_order") != "clockwise"
        self._lights = [*steps.SEATS[:seats], "slap"]
        self._broken: list[str] = []
        self.troubled = False  # a crash or a hang was asked for and has not been told of yet
        self.off()
        recorder.on_event, self._told = self._event, recorder.on_event
        recorder.on_record, self._recorded = self._record, recorder.on_record

    def off(self) -> None:
        """The power went: what was reported before counts no more."""
        self._state: str | None = None
        self._entered_ns = 0
        self._fault_ns = -_BLINKS_NS
        self._woke_ns = -_SIGNALS_NS
        self._left_ns: int | None = None  # of a turn that is interrupted
        self._stuck: set[int] = set()
        self._figures: dict[tuple[int, str], int] = {}

    # -- what is heard

    def _record(self, record: dict) -> None:
        if record["event"] in ("press", "release"):
            button = record["button"]
            if button in steps.SEATS:
                self._stuck.discard(steps.seat_number(button))
        elif record["event"] == "power":
            self.off()
        self._recorded(record)

    def _event(self, event: Event, at_ns: int) -> None:
        if event.kind == "state" and event.state:
            self._state_is(event, at_ns)
        elif event.kind == "stuck":
            name = event.text.split(":")[0]
            if name in steps.SEATS:
                self._stuck.add(steps.seat_number(name))
        elif event.kind == "fault":
            if event.text.startswith(("watchdog", "RuntimeError: the scenario")):
                self._fault_ns = at_ns
                if not self.troubled:
                    self._say(at_ns, f"a fault that nobody asked for: {event.text}")
                self.troubled = False
            elif not event.text.startswith("speed switch"):
                self._say(at_ns, f"a fault: {event.text}")
        elif event.kind == "ready" and self.troubled:
            self.off()
        elif event.kind == "journal":
            self._journal_is(event, at_ns)
        elif event.kind == "dropped":
            self._say(at_ns, f"{event.count} lines of the log were lost")
        self._told(event, at_ns)

    def _state_is(self, event: Event, at_ns: int) -> None:
        state, before, view = event.state or "", self._state, self._recorder.view
        joined, players = set(view.joined), set(event.players)
        usable = joined - self._stuck
        self._due(before, at_ns)
        if before not in _BEFORE.get(state or "", (before,)):
            self._say(at_ns, f"{state} after {before}")
        if players - usable and state in _GAME:
            self._say(at_ns, f"{state} waits for {sorted(players - usable)}: left or stuck")
        if state in ("choosing", "turn") and len(usable) < 2:
            self._say(at_ns, f"{state} with {len(usable)} who can play")
        if state == "turn":
            self._turn_is(event, before, at_ns)
        elif state in ("timed_out", "slap_lost") and not players:
            self._say(at_ns, f"{state} waits for nobody")
        elif state == "timed_out" and players != {view.chosen}:
            self._say(at_ns, "timed_out is not about the player whose turn it was")
        elif state == "slap_race" and (view.chosen in players or not self._slaps):
            self._say(at_ns, "a race in which the player races, or without slaps")
        elif state == "joining" and before is None and joined and not self._is_fault(at_ns):
            self._say(at_ns, "somebody had joined before anybody pressed")
        elif state == "asleep" and before == "turn" and view.turn_end_ns is not None:
            self._say(at_ns, "asleep in a limited turn (A1)")
        if state in ("paused", "asleep"):
            self._left_ns = view.turn_left(at_ns)
        elif state != before:
            self._left_ns = None
        if before in (None, "asleep"):
            self._woke_ns = at_ns
        if state != before or state in ("joining", "choosing", "paused"):
            self._entered_ns = at_ns  # the others are told again when somebody has pressed
        self._state = state

    def _turn_is(self, event: Event, before: str | None, at_ns: int) -> None:
        if len(event.players) != 1:
            self._say(at_ns, f"a turn of {list(event.players)}")
        if before in ("paused", "asleep"):
            if (event.limit_us is None) != (self._left_ns is None):
                self._say(at_ns, "a turn with a limit resumed without one, or the reverse")
            elif event.limit_us is not None and self._left_ns is not None:
                most_ns = max(self._left_ns, _FLOOR_NS) + NS_PER_MS
                if not _FLOOR_NS <= event.limit_us * NS_PER_US <= most_ns:
                    self._say(at_ns, f"resumed with {event.limit_us} us of {self._left_ns} ns")

    def _journal_is(self, event: Event, at_ns: int) -> None:
        for key, number in event.figures:
            old = self._figures.get((event.players[0], key))
            if old is not None and (number > old if key == "best_ms" else number < old):
                self._say(at_ns, f"{key} of p{event.players[0]} went from {old} to {number}")
            self._figures[event.players[0], key] = number

    # -- what is seen

    def check(self, now_ns: int, on: bool) -> None:
        """Raises Broken for whatever was broken until now."""
        if on and not self.troubled:
            self._due(self._state, now_ns - _UNTOLD_NS)
            self._look(now_ns - _BACK_NS)
        if self._broken:
            raise Broken("\n".join(self._broken))

    def _due(self, state: str | None, now_ns: int) -> None:
        """States that end by themselves have ended by then."""
        settings, view = self._settings, self._recorder.view
        ms = {
            "starting": 1_000,
            "choosing": settings.get("choose_ms", 400),
            "slap_race": settings.get("slap_limit_s", 5) * 1_000,
        }.get(state or "")
        if self.troubled or self._is_fault(now_ns):
            return
        if ms is not None and now_ns > self._entered_ns + ms * NS_PER_MS + _SLACK_NS:
            self._say(now_ns, f"{state} for more than {ms} ms")
        if state == "turn" and view.turn_end_ns and now_ns > view.turn_end_ns + _SLACK_NS:
            self._say(now_ns, "a turn goes on after its limit")

    def _look(self, at_ns: int) -> None:
        """Lights and tone agree with the state, where that has stood for a moment."""
        views = self._recorder.views
        view = views.at(at_ns)
        if view.state is None or any(
            told is not view for told in views.within(at_ns - _RESTED_NS, at_ns)
        ):
            return
        levels = {light: self._recorder.lights[light].at(at_ns) for light in self._lights}
        lit = {light for light in self._lights if levels[light] >= 0.5}
        wanted, allowed = self._lights_of(view, at_ns)
        if not wanted <= lit <= allowed:
            self._say(at_ns, f"{view.state}: {sorted(lit)} lit; {sorted(wanted)} have to be")
        tone = self._recorder.tone.at(at_ns)
        if tone and (view.state == "asleep" or self._silent(view, at_ns)):
            self._say(at_ns, f"{view.state}: a tone of {tone} Hz")
        if view.state == "asleep" and any(level > _DARK for level in levels.values()):
            self._say(at_ns, f"asleep, but {levels}")
        if view.state == "slap_race" and not tone and view.volume != "mute":
            self._say(at_ns, "a race without its siren")

    def _silent(self, view, at_ns: int) -> bool:
        if at_ns < self._woke_ns + _SIGNALS_NS:
            return False  # E4
        return view.state == "paused" and at_ns > self._entered_ns + _SLACK_NS

    def _lights_of(self, view, at_ns: int) -> tuple[set[str], set[str]]:
        """Which lights have to be lit in this view, and which may be."""
        players, joined = set(steps.names(view.players)), set(steps.names(view.joined))
        everything = set(self._lights)
        if view.state == "turn":
            left_ns = view.turn_left(at_ns)
            blinks = left_ns is not None and left_ns < 2_050 * NS_PER_MS
            return (set() if blinks else players), players
        if view.state == "slap_race":
            return players | {"slap"}, players | {"slap"}
        if view.state in ("timed_out", "slap_lost"):
            return set(), players
        if view.state == "choosing":
            return set(), joined
        if view.state == "asleep":
            return set(), set()
        if self._is_fault(at_ns) or at_ns < self._entered_ns + _BLINKS_NS:
            return set(), everything
        if view.state == "joining":
            return joined, joined | {"slap"}
        if view.state == "paused":
            return set(), joined | {"slap"}
        if view.state == "safe_mode":
            return set(), {"slap"}
        return set(), everything

    def _is_fault(self, at_ns: int) -> bool:
        return at_ns < self._fault_ns + _BLINKS_NS

    def _say(self, at_ns: int, what: str) -> None:
        self._broken.append(f"at {at_ns / NS_PER_MS:.3f} ms: {what}")
