"""Contact to light or tone: a thousand presses at the product as it is, and the buzz at a limit.

Presses fall at random moments of the loop: while tunes play, while the log is written, while the
press of somebody else is being dealt with.
"""

import random
import time
from dataclasses import dataclass, field
from pathlib import Path

from unosim.bench.device import MS, US, Device, Stuck

LIMIT_MS = 1_000
SETTINGS = {"choose_ms": 0, "lockout_ms": 0, "turn_limit_s": {"medium": LIMIT_MS // 1000}}
RACE_MS = 500  # in which all slap
SEATS = [f"p{seat}" for seat in range(1, 9)]
REACTS_WITHIN_MS = 8  # looked at for so long; more would be a missed press
TURNS, TIME_OUTS, RACES, PAUSES = 10, 3, 3, 2  # in a round
PRESSES_IN_A_ROUND = len(SEATS) + 1 + TURNS + TIME_OUTS + 9 * RACES + 2 * PAUSES


@dataclass
class Reactions:
    """Times in us by what was pressed; `late_us`: the buzz after a limit."""

    by_kind: dict[str, list[float]] = field(default_factory=dict)
    late_us: list[float] = field(default_factory=list)
    emulated_s: float = 0.0
    wall_s: float = 0.0


def measure(image: Path, seed: int, rounds: int, processor_hz: int | None = None) -> Reactions:
    """Play some rounds from joining to a reset. Raises Stuck where a press has no effect."""
    start_s = time.perf_counter()
    player = _Player(Device(image, SETTINGS, seed, processor_hz=processor_hz), seed)
    for _ in range(rounds):
        player.round()
    player.found.emulated_s = player.device.now_ns / 1e9
    player.found.wall_s = time.perf_counter() - start_s
    return player.found


class _Player:
    """Plays at a device, one thing after the other, each at a random moment of the loop."""

    def __init__(self, device: Device, seed: int) -> None:
        self.device = device
        self.found = Reactions()
        self._choice = random.Random(seed)
        device.power_on()
        self._await("joining")

    def round(self) -> None:
        for seat in self._choice.sample(SEATS, len(SEATS)):
            self._join(seat)
        self._start()
        for _ in range(TURNS):
            self._turn()
        for _ in range(TIME_OUTS):
            self._time_out()
        for _ in range(RACES):
            self._race()
        for _ in range(PAUSES):
            self._pause()
        self._reset()

    def _join(self, seat: str) -> None:
        self._wait_ms(40, 200)
        at_ns = self._press(seat)
        self._reacted("join", at_ns, self.device.lit_ns(seat, at_ns), self.device.sound_ns(at_ns))

    def _start(self) -> None:
        self._wait_ms(200, 300)
        self._next_turn("start", "play", sounds=False)

    def _turn(self) -> None:
        self._wait_ms(170, 400)
        self._next_turn("own button", self._chosen)

    def _time_out(self) -> None:
        limit_ns = self.device.since_ns + LIMIT_MS * MS
        self._await("timed_out")
        buzz_ns = self.device.sound_ns(limit_ns - MS)
        self.found.late_us.append(((buzz_ns or self.device.now_ns) - limit_ns) / US)
        self._wait_ms(20, 900)
        self._next_turn("late press", self._chosen)

    def _race(self) -> None:
        self._wait_ms(170, 400)
        device, chosen = self.device, self._chosen
        opponents = [seat for seat in SEATS if seat != chosen]
        at_ns = self._press("slap")
        lights = [device.lit_ns(light, at_ns) for light in ("slap", *opponents)]
        self._reacted("slap", at_ns, *lights, device.sound_ns(at_ns))
        start_ns = device.now_ns
        order = self._choice.sample(opponents, len(opponents))
        times_ms = sorted(self._choice.uniform(1, RACE_MS) for _ in order)
        slaps_ns = [start_ns + round(ms * MS) for ms in times_ms]
        for seat, at_ns in zip(order, slaps_ns, strict=True):
            device.press(seat, at_ns=at_ns)
        self._await("slap_lost")
        for seat, at_ns in zip(order[:-1], slaps_ns, strict=False):
            self._reacted("a slap", at_ns, device.change_ns(seat, at_ns))
        self._reacted("the last slap", slaps_ns[-1], device.change_ns("slap", slaps_ns[-1]))
        device.release(*opponents)
        self._wait_ms(100, 700)
        self._next_turn("loser's press", order[-1])

    def _pause(self) -> None:
        others = [seat for seat in SEATS if seat != self._chosen]
        for kind in ("pause", "resume"):
            self._wait_ms(170, 400)
            at_ns = self._press("play")
            self._reacted(kind, at_ns, *(self.device.change_ns(seat, at_ns) for seat in others))

    def _reset(self) -> None:
        self._wait_ms(200, 300)
        self.device.press("slap", "play")
        self.device.run_ms(3_200)
        self.device.release("slap", "play")
        self._await("joining")
        self.device.run_ms(1_200)

    def _next_turn(self, kind: str, button: str, sounds: bool = True) -> None:
        """A press that ends in a turn; of the same player, perhaps, whose light is then lit."""
        device = self.device
        lit = {seat for seat in SEATS if device.lit(seat)}
        at_ns = self._press(button)
        device.until(lambda: device.state == "turn" and device.since_ns > at_ns)
        times = [] if self._chosen in lit else [device.lit_ns(self._chosen, at_ns)]
        if sounds:
            times.append(device.sound_ns(at_ns))
        if times:
            self._reacted(kind, at_ns, *times)

    # -- how it works --------------------------------------------------------------------------

    @property
    def _chosen(self) -> str:
        return self.device.players[0]

    def _wait_ms(self, least: float, most: float) -> None:
        """Any nanosecond in between: presses meet the loop wherever it is."""
        self.device.run_ms(self._choice.uniform(least, most))

    def _await(self, state: str) -> None:
        self.device.until(lambda: self.device.state == state)

    def _press(self, button: str) -> int:
        """Press for 30 ms, and see what comes of it."""
        at_ns = self.device.press(button)
        self.device.release(button, at_ns=at_ns + 30 * MS)
        self.device.run_ms(REACTS_WITHIN_MS)
        return at_ns

    def _reacted(self, kind: str, at_ns: int, *times_ns: int | None) -> None:
        """All that a press changed; the last of it counts."""
        if None in times_ns:
            raise Stuck(f"{kind}: a light or tone did not change; {self.device.lines[-3:]}")
        last_ns = max(ns for ns in times_ns if ns is not None)
        self.found.by_kind.setdefault(kind, []).append((last_ns - at_ns) / US)
