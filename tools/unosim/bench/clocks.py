"""`unosim bench --mhz`: how quick would the unit be with a slower processor?

The processor alone is slowed; all else stays as the program sets it, as it would with the dividers
of PWM and PIO set for that clock. What comes out says which `hardware.clock.SYSTEM_HZ` will do.
"""

import functools
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from unosim.bench import plan, races, reactions
from unosim.bench.figures import Figure

ROUNDS = 2  # of presses, on each core
CORES = 2
APART_US = min(races.APART_US)


def jobs(image: Path, mhz: Sequence[int]) -> list[plan.Job]:
    partial = functools.partial
    made = []
    for each in mhz:
        hz = each * 1_000_000
        for seed in range(1, CORES + 1):
            measure = partial(reactions.measure, image, seed, ROUNDS, hz)
            made.append(plan.Job(f"reactions {each}", measure))
        race = partial(races.measure, image, APART_US, plan.TRIALS, APART_US, hz)
        made.append(plan.Job(f"races {each}", race))
    return made


def figures(results: dict[str, list[Any]], mhz: Sequence[int]) -> list[Figure]:
    """From the results of all jobs, by kind."""
    made = []
    for each in mhz:
        parts = results[f"reactions {each}"]
        every = [us for part in parts for times in part.by_kind.values() for us in times]
        worst_ms, median_ms = max(every) / 1000, statistics.median(every) / 1000
        late_ms = max(us for part in parts for us in part.late_us) / 1000
        note, at = f"of {len(every)} presses", f"{each} MHz:"
        [order] = results[f"races {each}"]
        made += [
            Figure(f"{at} contact to light and tone, worst", worst_ms, "ms", plan.REACTION_MS),
            Figure(f"{at} contact to light and tone, median", median_ms, "ms", note=note),
            Figure(f"{at} buzz after the limit, worst", late_ms, "ms", plan.BUZZ_MS),
            plan.race(f"{at} slap order right", order),
        ]
    return made
