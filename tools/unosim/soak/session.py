"""One unit on the desktop and the people around it, who do whatever they are told to."""

import json

from unosim import boards, scenario, steps
from unosim.backends import make
from unosim.player import Player
from unosim.recorder import Recorder
from unosim.soak.watch import Broken, Watch
from unosim.trace import Trace

DEFAULTS = {"choose_ms": 400, "slap_limit_s": 5, "sleep_min": 5, "debounce_ms": 25}
_REARM_MS = 120  # longer than any debounce_ms, chatter included


class Session:
    """What is done is kept as a scenario, line by line, and watched after each.

    Methods take names of buttons and whole milliseconds or microseconds. What cannot be (to
    press a contact that is closed, to crash an unit that is off) is left out.
    """

    def __init__(self, settings: dict | None = None, seed: int = 1, board: str = "pico8"):
        self.settings = settings or {}
        self._lines = [f"seed {seed}", f"settings {json.dumps(self.settings)}"]
        header = scenario.parse("\n".join(self._lines).encode())
        self.board = boards.load(board)
        self.buttons = tuple(self.board.contacts)
        self._recorder = Recorder(self.board, 100, Trace(keep=False))
        self._backend = make("host")(self.board, seed, self._recorder)
        self._player = Player(header, self.board, self._backend, self._recorder)
        self._player.begin()
        self.watch = Watch(self._recorder, {**DEFAULTS, **self.settings}, self.board.seats)
        self.closed: set[str] = set()
        self._chatters = False
        self._on = False
        self._power(True)

    @property
    def text(self) -> str:
        """All that was done, as a scenario."""
        return "\n".join(self._lines) + "\n"

    @property
    def view(self):
        return self._recorder.view

    @property
    def now_ms(self) -> int:
        return self._player.at_ns // steps.NS_PER_MS

    def close(self) -> None:
        self._backend.close()

    def do(self, line: str, check: bool = True) -> None:
        """Plays a line of a scenario."""
        self._lines.append(line)
        for step in scenario.parse(line.encode()).steps:
            self._player.play(step)
        if check:
            self.watch.check(self._backend.now_ns, self._on)

    # -- what people do

    def wait(self, ms: int) -> None:
        """At most a second at a time, so that lights are looked at in between."""
        while ms > 0:
            self.do(f"wait {min(ms, 1_000)}")
            ms -= 1_000

    def press(self, name: str) -> None:
        if name not in self.closed:
            self.closed.add(name)
            self.do(f"press {name}")

    def release(self, name: str) -> None:
        if name in self.closed:
            self.closed.discard(name)
            self.do(f"release {name}")

    def tap(self, names: list[str], ms: int = 60, apart_us: int = 0) -> None:
        names = [name for name in dict.fromkeys(names) if name not in self.closed]
        if names:
            self.do(f"tap {' '.join(names)} for {ms} apart {apart_us}")

    def let_go(self) -> None:
        for name in sorted(self.closed):
            self.release(name)

    def bounce(self, count: int, us: int) -> None:
        self._chatters = count > 0
        self.do(f"bounce {count} {us}" if count else "bounce off")

    def glitch(self, name: str, us: int) -> None:
        self.do(f"glitch {name} {us}")

    def power_cycle(self, off_ms: int, held: list[str]) -> None:
        """Off and on again; `held` are down when it comes on."""
        self._power(False)
        for name in self.buttons:
            if name in held and name not in self.closed:
                self.press(name)
            elif name not in held:
                self.release(name)
        self.wait(off_ms)
        self._power(True)

    def crash(self) -> None:
        """E1: paused with the same players, or joining, or safe mode after ten in a minute."""
        self._trouble("crash", 4_300)

    def hang(self) -> None:
        """E2: the same within 10 s of the hang."""
        self._trouble("hang", 10_000)

    def reset(self) -> None:
        """X1: from any state but safe_mode it leads to an empty table."""
        if self.view.state == "safe_mode":
            self.power_cycle(100, [])
        if self._chatters:
            self.bounce(0, 0)
        self.let_go()
        self.wait(_REARM_MS)
        asleep = self.view.state == "asleep"
        self.do(f"hold play slap for {3_255 if asleep else 3_060}", check=False)
        self.wait(100)
        if self.view.state != "joining" or self.view.joined or self.view.chosen is not None:
            raise Broken(f"after a reset: {self.view}")

    def play(self) -> None:
        """A game can be begun now: after a reset two join and one of them has the turn."""
        self.reset()
        self.wait(700)
        self.tap(["p1", "p2"])
        self.wait(100)
        self.tap(["play"])
        self.wait(DEFAULTS["choose_ms"] + self.settings.get("choose_ms", 0) + 50)
        if self.view.state not in ("turn", "timed_out", "asleep"):
            raise Broken(f"two joined and pressed Play/Pause: {self.view}")

    # -- inside

    def _power(self, on: bool) -> None:
        if not on:
            self._on = False
            self.watch.troubled = False
        self.do(f"power {'on' if on else 'off'}", check=False)
        if on:
            self.do("wait 0", check=False)  # this one waits for the first report
            self._on = True
            held = {"slap": "safe_mode", "play": "self_test"}
            wanted = next((held[name] for name in held if name in self.closed), None)
            if not self._chatters and wanted != (
                self.view.state if self.view.state in held.values() else None
            ):
                raise Broken(f"{sorted(self.closed)} held at power-on: {self.view.state}")

    def _trouble(self, verb: str, within_ms: int) -> None:
        before = self.view
        if before.state in ("safe_mode", "asleep"):
            return  # there is no program to be troubled, or it sleeps for seconds
        self.let_go()
        self.wait(_REARM_MS)
        before = self.view
        if before.state in ("asleep", "starting"):
            return
        self.watch.troubled = True
        self.do(verb, check=False)
        self.do(f"wait {within_ms}", check=False)
        after = self.view
        if after.state == "safe_mode":
            self.watch.troubled = False  # that says it all
        states = ("paused",) if len(before.joined) > 1 else ("joining",)
        if self.watch.troubled or after.state not in (*states, "safe_mode", "asleep"):
            raise Broken(f"after a {verb}: {after}")
        if after.state != "safe_mode" and after.joined != before.joined:
            raise Broken(f"after a {verb} {after.joined} are joined, not {before.joined}")
