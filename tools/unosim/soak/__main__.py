"""`make soak`: hours of simulated time with people who do anything; the seed says what.

python -m unosim.soak [--hours 100] [--seed 1] [--cuts 200]

Sessions of some twenty simulated minutes, each with settings of its own. The first that breaks
a promise is made shorter, printed as a scenario and kept in build/soak.scenario; exit status 1.
Then power cuts while the emulated chip writes its flash, a tenth of them while the program is
copied onto it; exit status 3 where it has no image.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from unosim import image
from unosim.boards import TREE
from unosim.player import StepFailed
from unosim.scenario import ScenarioError
from unosim.soak import people
from unosim.soak.session import Session
from unosim.soak.shrink import Call, Noting, shorter
from unosim.soak.watch import Broken

_SESSION_MS = 20 * 60_000
_HOUR_MS = 3_600_000
_ACTS = 4_000
_CUTS = "host_tests/emulator/test_power_cuts.py"
_INSTALLS = "host_tests/install/test_flash_on_chip.py"
_FAILURES = (Broken, StepFailed, ScenarioError)


@dataclass
class Played:
    """One session: `ms` that passed, what was `broken` ("": nothing), `text`: the scenario."""

    ms: int
    broken: str
    text: str
    settings: dict
    calls: list[Call]


def play(seed: int, until_ms: int = _SESSION_MS) -> Played:
    """A session at random, the same for the same seed."""
    random = Random(seed)
    settings = people.settings(random)

    def acts(session: Any) -> None:
        for _ in range(_ACTS):
            if session.now_ms >= until_ms:
                break
            people.act(session, random)
        session.play()

    return _played(seed, settings, acts)


def again(seed: int, settings: dict, calls: list[Call]) -> Played:
    """A session in which just these things are done."""

    def acts(session: Any) -> None:
        for name, args in calls:
            getattr(session, name)(*args)

    return _played(seed, settings, acts)


def _played(seed: int, settings: dict, acts: Callable[[Any], None]) -> Played:
    session = Session(settings, seed)
    noting = Noting(session)
    broken = ""
    try:
        acts(noting)
    except _FAILURES as error:
        broken = str(error)
    finally:
        session.close()
    return Played(session.now_ms, broken, session.text, settings, noting.calls)


def _shrunk(seed: int, played: Played) -> Played:
    """The shortest that was found to break something."""
    calls = shorter(played.calls, lambda calls: bool(again(seed, played.settings, calls).broken))
    return again(seed, played.settings, calls)


def cut_power(times: int) -> int:
    """Cut the power of the emulated chip so many times while it writes its flash."""
    try:
        image.build_if_possible("pico8")
    except image.ImageUnavailable as error:
        print(f"soak: no power cuts on the emulated chip: {error}", file=sys.stderr)
        return 3
    print(f"soak: {times} power cuts on the emulated chip", flush=True)
    pytest = [sys.executable, "-m", "pytest", "-q", "-rN", _CUTS, _INSTALLS]
    options = [f"--power-cuts={times}", f"--install-cuts={times // 10}"]
    return subprocess.run(pytest + options, cwd=TREE).returncode


def main() -> int:
    """Play until the hours are over, then cut the power."""
    parser = argparse.ArgumentParser(prog="unosim.soak")
    parser.add_argument("--hours", type=float, default=100, help="simulated hours (100)")
    parser.add_argument("--seed", type=int, default=1, help="of the first session (1)")
    parser.add_argument("--cuts", type=int, default=200, help="of the power; 0: none (200)")
    options = parser.parse_args()
    status = soak(options)
    return status or (cut_power(options.cuts) if options.cuts else 0)


def soak(options: argparse.Namespace) -> int:
    """Play until the hours are over, or a promise is broken."""
    wanted_ms, passed_ms, sessions, hours = options.hours * _HOUR_MS, 0, 0, "0"
    began_s = told_s = time.monotonic()
    while passed_ms < wanted_ms:
        seed = options.seed + sessions
        played = play(seed)
        passed_ms += played.ms
        sessions += 1
        hours = f"{passed_ms / _HOUR_MS:.1f} of {options.hours:g} simulated hours"
        if played.broken:
            print(
                f"soak: seed {seed}, after {hours}: {played.broken}; making it shorter", flush=True
            )
            played = _shrunk(seed, played)
            place = TREE / "build" / "soak.scenario"
            place.parent.mkdir(exist_ok=True)
            place.write_text(played.text, "utf-8")
            print(f"soak: {played.broken}\n\n{played.text}", flush=True)
            print(f"soak: kept in {place}; again: --seed {seed} --hours 0.01 --cuts 0", flush=True)
            return 1
        if time.monotonic() - told_s > 5:
            told_s = time.monotonic()
            print(f"soak: {hours}", flush=True)
    speed = passed_ms / 1000 / (time.monotonic() - began_s)
    print(f"soak: {hours} in {sessions} sessions held, {speed:.0f} times faster than life")
    return 0


if __name__ == "__main__":
    sys.exit(main())
