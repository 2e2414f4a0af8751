"""Passes of the loop, on the chip: what they allocate, how long the longest works, free heap.

The real unit plays from state to state; in each it is looked at for a while, with presses that
change nothing, noise, and bytes that come in by USB. How much of the time the CPU is awake is
read from the product itself, undisturbed.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from unosim.bench import chip
from unosim.bench.device import MS, US, Device, Stuck
from unosim.emulator.raw_repl import RawRepl

SETTINGS = {"choose_ms": 400, "lockout_ms": 0, "slap_limit_s": 10}
SEATS = [f"p{seat}" for seat in range(1, 9)]
LOOK_MS = 150
AWAKE_MS = 2_000


@dataclass
class Passes:
    """By state and what was done in it: bytes allocated, and the longest pass in us."""

    allocated: dict[str, int] = field(default_factory=dict)
    longest_us: dict[str, int] = field(default_factory=dict)
    free_bytes: int = 0


def measure(image: Path, spoiled: str = "") -> Passes:
    """Through all states. `spoiled` is code for the chip that breaks something, for tests."""
    looker = _Looker(Device(image, SETTINGS))
    looker.repl.run(chip.PASSES + spoiled)
    looker.through_the_states()
    return looker.found


class _Looker:
    def __init__(self, device: Device) -> None:
        self.device = device
        self._state, self._chosen = "", ""
        self.found = Passes()
        device.power_on()
        self.repl = RawRepl(device.board)
        self.repl.enter()

    def through_the_states(self) -> None:
        self._run(30)
        self._look("show")
        self._until("joining")
        self._look("nobody", "play")
        self._press(*SEATS)
        self._look("all", *SEATS[:4])
        self._press("play")
        self._look("the run", *SEATS)
        self._until("turn")
        self._look("others press", *self._others)
        self._press("play")
        self._look("from turn", "slap")
        self._press("play")
        self._until("timed_out")
        self._look("others press", *self._others)
        self._press(self._chosen)
        self._until("turn")
        self._run(200)
        others = self._others
        self._press("slap")
        self._look("nobody slapped", "play", "slap")
        self._press(*others[:-2])
        self._look("all but two", *others[:2])
        self._until("slap_lost")
        self._look("two await", "slap")
        self.found.free_bytes = int(self.repl.run(chip.FREE).split()[-1])

    def _look(self, what: str, *ignored: str) -> None:
        """Look at passes for a while; `ignored` are pressed, and change nothing."""
        device = self.device
        self.repl.start(f"measure({LOOK_MS})")
        device.board.usb.send(b"hello, is anybody there? ")
        device.press(*ignored, at_ns=device.now_ns + 40 * MS)
        device.release(*ignored, at_ns=device.now_ns + 70 * MS)
        at_ns = device.now_ns + 20 * MS
        device.press("p8", at_ns=at_ns)  # noise: too short for a press
        device.release("p8", at_ns=at_ns + 60 * US)
        told = re.search(r"#passes (\w+) (-?\d+) (\d+)", self.repl.finish())
        if told is None:
            raise Stuck(f"{what}: the chip said nothing")
        name = f"{told[1]}, {what}"
        self.found.allocated[name], self.found.longest_us[name] = int(told[2]), int(told[3])

    def _press(self, *buttons: str) -> None:
        device = self.device
        self.repl.start("play(150)")
        device.press(*buttons)
        device.release(*buttons, at_ns=device.now_ns + 30 * MS)
        self._told()

    def _run(self, ms: int) -> None:
        self.repl.start(f"play({ms})")
        self._told()

    def _until(self, state: str) -> None:
        self.repl.start(f"play(15000, {state!r})")
        self._told()
        if self._state != state:
            raise Stuck(f"waited for {state}, got {self._state}")

    def _told(self) -> None:
        """What the chip says at the end: the log may be cut off in the midst of a line."""
        told = re.search(r"#now (\w+) (\d+)", self.repl.finish(limit_ms=30_000))
        if told is None:
            raise Stuck("the chip did not say what it does now")
        self._state, self._chosen = told[1], f"p{told[2]}"

    @property
    def _others(self) -> list[str]:
        return [seat for seat in SEATS if seat != self._chosen]


def awake(image: Path) -> dict[str, float]:
    """The share of the time that the CPU of the waiting product is awake, by state."""
    device = Device(image, {"choose_ms": 0})
    device.power_on()
    device.until(lambda: device.state == "joining")
    shares = {"joining, nobody": _awake(device)}
    device.press(*SEATS)
    device.run_ms(40)
    device.release(*SEATS)
    shares["joining, all"] = _awake(device)
    for state in ("turn", "paused"):
        device.press("play")
        device.run_ms(40)
        device.release("play")
        device.until(lambda state=state: device.state == state)
        shares[state] = _awake(device)
    return shares


def _awake(device: Device) -> float:
    device.run_ms(500)  # the log is written, the tune over
    awake_ns, start_ns = device.awake_ns, device.now_ns
    device.run_ms(AWAKE_MS)
    return (device.awake_ns - awake_ns) / (device.now_ns - start_ns)
