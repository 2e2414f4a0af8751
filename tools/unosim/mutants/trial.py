"""Tries one mutant after the other, each in a process of its own.

This process has all that is needed imported but the rules; for a mutant it forks, and the child
imports them anew, as they stand in the file by then. Scenarios on the desktop go first: one takes
less time than pytest does to begin.

python -m unosim.mutants.trial FOLDER      (in the copy; PYTHONPATH names its tools)
"""

import contextlib
import importlib
import io
import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkResult

from unosim.backends.host import Host
from unosim.interpreter import Interpreter
from unosim.mutants.selection import Noting, Selection, Timed, limit
from unosim.mutants.work import NOTES, RULES, TIMED_OUT, Work
from unosim.run import HELD, Options, run

TESTS = ("host_tests/rules", "host_tests/stateful/test_presses.py")
SCENARIOS = "host_tests/scenarios"
_SCENARIO = ".scenario"
_PYTEST = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0")
_FOR_THE_CHILDREN = ("hypothesis", "unosim.image")  # what the tests import
_MEMORY = 4 << 30  # bytes a mutant may ask for: some ask for ever more


class Trial:
    """Everything that is known before the first mutant."""

    def __init__(self, folder: Path):
        self._tree = tree = folder / "tree"
        self._scenarios = sorted((tree / SCENARIOS).glob(f"*{_SCENARIO}"))
        for scenario in self._scenarios:
            if _play(scenario) != HELD:
                raise SystemExit(f"mutants: {scenario.name} does not hold without any mutant")
        self._kills: Counter[tuple[Path, str]] = Counter()  # by file and scenario
        notes = folder / NOTES
        if not notes.exists():
            print("mutants: noting which test comes by where", flush=True)
            ended, noted = self._in_a_child(self._note)
            if ended:
                raise SystemExit(f"mutants: the tests fail without any mutant: {' '.join(TESTS)}")
            notes.write_text(noted, "utf-8")
        noted = json.loads(notes.read_text("utf-8"))
        self._selection = Selection(noted["calls"], noted["seconds"])

    def of(self, mutation: MutationSpec) -> WorkResult:
        """Make that mistake, see who notices, and undo it."""
        path = mutation.module_path
        original = path.read_text("utf-8")
        operator = get_operator(mutation.operator_name)(**mutation.operator_args)
        mutant = mutate_code(original, operator, mutation.occurrence)
        if mutant is None:
            return WorkResult(WorkerOutcome.NO_TEST)
        names = self._selection.by(path, mutation.start_pos[0])
        scenarios = [name for name in names if name.endswith(_SCENARIO)]
        scenarios.sort(key=lambda name: -self._kills[path, name])  # whose kind it is
        tests = [name for name in names if not name.endswith(_SCENARIO)]
        path.write_text(mutant, "utf-8")
        try:
            ended, said = self._in_a_child(lambda: self._noticed(scenarios, tests))
        finally:
            path.write_text(original, "utf-8")
        if os.WIFSIGNALED(ended):
            timed_out = os.WTERMSIG(ended) == signal.SIGPROF
            said = TIMED_OUT if timed_out else f"signal {os.WTERMSIG(ended)}"
        elif said.endswith(_SCENARIO):
            self._kills[path, said] += 1
        outcome = TestOutcome.KILLED if ended else TestOutcome.SURVIVED
        return WorkResult(WorkerOutcome.NORMAL, output=said, test_outcome=outcome)

    def _noticed(self, scenarios: list[str], tests: list[str]) -> tuple[int, str]:
        """1 and who noticed, or 0 where nobody did."""
        for name in scenarios:
            limit(self._selection.seconds[name])
            if _play(self._tree / SCENARIOS / name) != HELD:
                return 1, name
        if not tests:
            return 0, ""
        limit(1.0)  # to collect them
        status = pytest.main([*_PYTEST, *tests], plugins=[Timed(self._selection.seconds)])
        return int(status), "tests" if status else ""

    def _note(self) -> tuple[int, str]:
        noting = Noting(self._tree / RULES)
        live = Host._life

        def traced(self: Host, device: Interpreter) -> None:
            sys.settrace(noting.trace)
            live(self, device)

        Host._life = traced
        for scenario in self._scenarios:
            with noting.noting(scenario.name):
                _play(scenario)
        Host._life = live
        status = pytest.main([*_PYTEST, *TESTS], plugins=[noting])
        return int(status), json.dumps({"calls": noting.calls, "seconds": noting.seconds})

    def _in_a_child(self, work: Callable[[], tuple[int, str]]) -> tuple[int, str]:
        """How a child ended that did this `work`: its status, as of `waitpid`, and its answer."""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            _be_a_child(work, writing)
        os.close(writing)
        with open(reading, encoding="utf-8") as pipe:
            said = pipe.read()
        return os.waitpid(child, 0)[1], said


def _play(scenario: Path) -> int:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return run(Options(str(scenario), seed=1))


def _be_a_child(work: Callable[[], tuple[int, str]], writing: int) -> None:
    status = 1
    try:
        with contextlib.suppress(ValueError, OSError):  # not everywhere
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        ended, said = work()
        with open(writing, "w", encoding="utf-8") as pipe:
            pipe.write(said)
        status = ended
    finally:
        os._exit(status)


def main() -> int:
    """Try all that are pending in FOLDER; 130 after Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    work = Work(Path(sys.argv[1]))
    try:
        _try_all(work, Trial(Path(sys.argv[1])))
    except KeyboardInterrupt:
        print("\nmutants: stopped; begun again it goes on from here")
        return 130
    finally:
        work.close()
    return 0


def _try_all(work: Work, trial: Trial) -> None:
    for name in _FOR_THE_CHILDREN:
        importlib.import_module(name)
    sys.dont_write_bytecode = True  # of mutants: a file of the same size may have the same time
    pending = work.pending()
    began_s = told_s = time.monotonic()
    for number, (job, mutation) in enumerate(pending, 1):
        work.done(job, trial.of(mutation))
        now_s = time.monotonic()
        if now_s - told_s > 30:
            told_s = now_s
            left_min = (len(pending) - number) * (now_s - began_s) / number / 60
            place = mutation.module_path.relative_to(work.tree / RULES)
            of_all = f"{number} of {len(pending)}"
            print(f"mutants: {of_all}, {place}; {left_min:.0f} min left", flush=True)


if __name__ == "__main__":
    sys.exit(main())
