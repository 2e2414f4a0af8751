"""`make mutants`: how many small mistakes in the rules the tests let pass.

python -m unosim.mutants [--every N]

Some 2000 mistakes, in an hour or so; stopped and begun again it goes on where it was. Exit
status 1 if more than one in ten survives. The survivors stand in build/mutants/survivors.txt.
"""

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path

from unosim.boards import TREE
from unosim.mutants import report
from unosim.mutants.work import open_work


def main() -> int:
    """List the mutants, try those that nobody has, and tell."""
    parser = argparse.ArgumentParser(prog="unosim.mutants")
    parser.add_argument(
        "--every",
        type=int,
        default=1,
        metavar="N",
        help="one mutant of N, evenly chosen, and those tried before (1: all)",
    )
    options = parser.parse_args()
    if options.every < 1:
        parser.error("--every: 1 or more")
    folder = TREE / "build" / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    print("mutants: making a copy and the list", flush=True)
    known = report.reasons(TREE / report.LOOKED_AT)
    work = open_work(
        TREE, folder, options.every, lambda *mutation: report.change(*mutation).key in known
    )
    try:
        if work.pending():
            status = _try_them(folder)
            if status:
                return status
        text, total = report.table(work.results(), work.tree)
        changes = [
            report.change(work.tree, mutation)
            for mutation, result in work.results()
            if not result.is_killed
        ]
    finally:
        work.close()
    print(text)
    changes.sort(key=lambda each: (each.file, each.line))
    listed, new = report.survivors(changes, known)
    place = folder / "survivors.txt"
    place.write_text(listed, "utf-8")
    print(
        f"mutants: {total.survived} of {total.mutants} survived, {total.share:.1%}; {new} of them "
        f"are not in {report.LOOKED_AT}: see {place.relative_to(TREE)}"
    )
    return 1 if total.share > report.MOST else 0


def _try_them(folder: Path) -> int:
    """In a process that has the copy's tools and tests, and nothing of ours."""
    tree = folder / "tree"
    environment = {**os.environ, "PYTHONPATH": str(tree / "tools")}
    trial = [sys.executable, "-m", "unosim.mutants.trial", str(folder)]
    with subprocess.Popen(trial, cwd=tree, env=environment) as process:
        # Ctrl-C is for the trial, which puts back what it has changed.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        status = process.wait()
    signal.signal(signal.SIGINT, before)
    return status


if __name__ == "__main__":
    sys.exit(main())
