"""What is measured: independent jobs, for as many processes as there are cores; then figures."""

from __future__ import annotations

import functools
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unosim.bench import desktop, passes, races, reactions, starting
from unosim.bench.figures import KIB, Figure
from unosim.bench.races import APART_US, Order
from unosim.bench.reactions import Reactions
from unosim.window import load

PRESSES = 1_000
TRIALS = 50
PLAYERS = 4  # processes that play a part of the presses each

# unit.md, "Figures", on the emulated chip.
REACTION_MS = 2
BUZZ_MS = 2
FREE_KIB = 100
FROZEN_S = 0.75
FILES_S = 2


@dataclass(frozen=True)
class Job:
    """Something to measure, in a process of its own; results are gathered by `kind`."""

    kind: str
    run: Callable[[], Any]


def jobs(image: Path, quick: bool = False, peers: bool = False) -> list[Job]:
    """The longest first. `quick`: a few of each, to see that it works."""
    rounds = -(-PRESSES // (reactions.PRESSES_IN_A_ROUND * PLAYERS))
    players, rounds, trials = (1, 1, 3) if quick else (PLAYERS, rounds, TRIALS)
    partial = functools.partial
    return [
        *(
            Job("reactions", partial(reactions.measure, image, seed, rounds))
            for seed in range(1, players + 1)
        ),
        *(Job("races", partial(races.measure, image, us, trials, us)) for us in APART_US),
        Job("passes", partial(passes.measure, image)),
        Job("files", starting.from_files),
        Job("frozen", partial(starting.frozen, image)),
        Job("awake", partial(passes.awake, image)),
        Job("host", partial(desktop.ratio, "host")),
        Job("window", partial(load.share, 10.0 if quick else 120.0)),
        *(
            Job("peers", partial(races.measure_poll, image, us, trials, us))
            for us in (APART_US if peers else ())
        ),
    ]


def figures(results: dict[str, list[Any]]) -> list[Figure]:
    """From the results of all jobs, by kind."""
    made = [
        *_reactions(results["reactions"]),
        *(race("slap order right", order) for order in results["races"]),
    ]
    [looked], [awake] = results["passes"], results["awake"]
    worst = max(looked.allocated, key=lambda name: looked.allocated[name])
    longest = max(looked.longest_us, key=lambda name: looked.longest_us[name])
    made += [
        Figure("heap a pass", looked.allocated[worst], "bytes", 0, note=f"worst state: {worst}"),
        Figure("free heap, 8 seats", looked.free_bytes / KIB, "KiB", FREE_KIB, least=True),
        Figure("power-on to a press that joins", results["frozen"][0], "s", FROZEN_S),
        Figure("the same from files", results["files"][0], "s", FILES_S, note="compiled: .mpy"),
        Figure("longest pass", looked.longest_us[longest] / 1000, "ms", note=longest),
        *(Figure("awake while waiting", 100 * awake[name], "%", note=name) for name in awake),
        Figure("unit's time, simulated", results["host"][0] / 3600, "h/s", note="host backend"),
        Figure(
            "the window's share of a core",
            results["window"][0],
            "s/s",
            load.MOST,
            note="60 frames a second",
        ),
        Figure("unit's time, emulated", _emulated(results["reactions"]), "s/s", note="a core"),
        *(race("a 10 ms poll's order right", order) for order in results.get("peers", ())),
    ]
    return made


def _reactions(parts: list[Reactions]) -> list[Figure]:
    by_kind: dict[str, list[float]] = {}
    for part in parts:
        for kind, times_us in part.by_kind.items():
            by_kind.setdefault(kind, []).extend(times_us)
    every = [us for times_us in by_kind.values() for us in times_us]
    late_us = [us for part in parts for us in part.late_us]
    worst = max(by_kind, key=lambda kind: max(by_kind[kind]))
    note = f"of {len(every):,} presses"
    return [
        Figure(
            "contact to light and tone, worst", max(every) / 1000, "ms", REACTION_MS, note=worst
        ),
        Figure(
            "contact to light and tone, median", statistics.median(every) / 1000, "ms", note=note
        ),
        *(
            Figure(f"  {kind}, worst", max(times) / 1000, "ms", note=f"of {len(times)}")
            for kind, times in by_kind.items()
        ),
        Figure(
            "buzz after the limit, worst",
            max(late_us) / 1000,
            "ms",
            BUZZ_MS,
            note=f"of {len(late_us)}",
        ),
        Figure("buzz before the limit", max(0.0, -min(late_us)) / 1000, "ms", 0),
    ]


def race(name: str, order: Order) -> Figure:
    """How many races came out in their true order."""
    bound = None if name.startswith("a ") else order.trials
    note = f"of {order.trials}; {order.tied} tied, {order.reversed} reversed"
    return Figure(f"{name}, {order.apart_us} us apart", order.right, "races", bound, True, note)


def _emulated(parts: list[Reactions]) -> float:
    return sum(part.emulated_s for part in parts) / sum(part.wall_s for part in parts)
