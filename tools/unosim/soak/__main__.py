"""`make soak`: hours of simulated time with people who do anything; the seed says what.

python -m unosim.soak [--hours 100] [--seed 1]

Sessions of some twenty simulated minutes, each with settings of its own. The first that breaks
a promise is made shorter, printed as a scenario and kept in build/soak.scenario; exit status 1.
"""

import argparse
import sys
import time
from random import Random

from unosim.boards import TREE
from unosim.player import StepFailed
from unosim.scenario import ScenarioError
from unosim.soak import people
from unosim.soak.session import Session
from unosim.soak.watch import Broken

_SESSION_MS = 20 * 60_000
_HOUR_MS = 3_600_000
_ACTS = 4_000
_FAILURES = (Broken, StepFailed, ScenarioError)


def play(seed: int, until_ms: int = _SESSION_MS) -> tuple[int, str, str]:
    """One session: milliseconds that passed, what was broken ("": nothing), the scenario."""
    random = Random(seed)
    session = Session(people.settings(random), seed)
    broken = ""
    try:
        for _ in range(_ACTS):
            if session.now_ms >= until_ms:
                break
            people.act(session, random)
        session.play()
    except _FAILURES as error:
        broken = str(error)
    finally:
        session.close()
    return session.now_ms, broken, session.text


def main() -> int:
    """Play until the hours are over."""
    parser = argparse.ArgumentParser(
        prog="unosim.soak", description="Play at random, for simulated hours."
    )
    parser.add_argument("--hours", type=float, default=100, help="simulated hours (100)")
    parser.add_argument("--seed", type=int, default=1, help="of the first session (1)")
    options = parser.parse_args()
    wanted_ms, passed_ms, sessions = options.hours * _HOUR_MS, 0, 0
    hours = "nothing"
    began_s = told_s = time.monotonic()
    while passed_ms < wanted_ms:
        seed = options.seed + sessions
        ms, broken, text = play(seed)
        passed_ms += ms
        sessions += 1
        hours = f"{passed_ms / _HOUR_MS:.1f} of {options.hours:g} simulated hours"
        if broken:
            place = TREE / "build" / "soak.scenario"
            place.parent.mkdir(exist_ok=True)
            place.write_text(text, "utf-8")
            print(f"soak: seed {seed}, after {hours}: {broken}\n\n{text}", flush=True)
            print(f"soak: kept in {place}; again: --seed {seed} --hours 0.01", flush=True)
            return 1
        if time.monotonic() - told_s > 5:
            told_s = time.monotonic()
            print(f"soak: {hours}", flush=True)
    speed = passed_ms / 1000 / (time.monotonic() - began_s)
    print(f"soak: {hours} in {sessions} sessions held, {speed:.0f} times faster than life")
    return 0


if __name__ == "__main__":
    sys.exit(main())
