"""The command: builds the image if need be, measures on all cores, shows, judges."""

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from rich.console import Console

from unosim import image
from unosim.bench import clocks, plan
from unosim.bench import figures as report
from unosim.bench.device import BOARD, Stuck
from unosim.bench.options import add_options

HELD, BROKEN, BAD, UNAVAILABLE = 0, 1, 2, 3


def run(options: argparse.Namespace) -> int:
    """0 all bounds hold; 1 one is broken; 2 an image or a file is bad; 3 there is no image."""
    console = Console()
    try:
        path = image.build_if_possible(BOARD, lambda line: console.print(f"bench: {line}"))
    except image.ImageError as error:
        print(f"bench: {error}", file=sys.stderr)
        return UNAVAILABLE if isinstance(error, image.ImageUnavailable) else BAD
    start_s = time.perf_counter()
    if options.mhz:
        jobs = clocks.jobs(path, options.mhz)
    else:
        jobs = plan.jobs(path, options.quick, options.peers)
    try:
        results = _measure(jobs, console)
    except Stuck as error:
        print(f"bench: the unit did not do what it should: {error}", file=sys.stderr)
        return BROKEN
    wall_s = time.perf_counter() - start_s
    figures = clocks.figures(results, options.mhz) if options.mhz else plan.figures(results)
    report.show(figures, console)
    console.print(f"{wall_s:.0f} s on {os.cpu_count()} cores")
    if options.json:
        text = json.dumps(report.as_json(figures, board=BOARD, wall_s=round(wall_s)), indent=2)
        try:
            Path(options.json).write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            print(f"bench: --json {options.json}: {error.strerror}", file=sys.stderr)
            return BAD
    return HELD if all(figure.ok for figure in figures) else BROKEN


def _measure(jobs: list[plan.Job], console: Console) -> dict[str, list[Any]]:
    """All results by kind, in the jobs' order."""
    results: list[Any] = [None] * len(jobs)
    with ProcessPoolExecutor(os.cpu_count()) as pool, console.status("") as status:
        running = {pool.submit(job.run): i for i, job in enumerate(jobs)}
        try:
            for done, future in enumerate(as_completed(running)):
                status.update(f"measuring: {done} of {len(jobs)} done")
                results[running[future]] = future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    by_kind: dict[str, list[Any]] = {}
    for job, result in zip(jobs, results, strict=True):
        by_kind.setdefault(job.kind, []).append(result)
    return by_kind


def main(arguments: list[str] | None = None) -> int:
    """`python -m unosim.bench`."""
    parser = argparse.ArgumentParser(prog="unosim bench", description=__doc__)
    add_options(parser)
    return run(parser.parse_args(arguments))
