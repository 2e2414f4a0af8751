"""`make mutants`: which mistakes are made, who notices, what is told."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cosmic_ray.work_item import MutationSpec, WorkerOutcome, WorkResult
from cosmic_ray.work_item import TestOutcome as Outcome  # pytest looks for Test…

from unosim.mutants import report, trial
from unosim.mutants.selection import Selection
from unosim.mutants.work import RULES, TIMED_OUT, Work, open_work

KILLED = WorkResult(WorkerOutcome.NORMAL, "tests", Outcome.KILLED)
SURVIVED = WorkResult(WorkerOutcome.NORMAL, "", Outcome.SURVIVED)
LONG = WorkResult(WorkerOutcome.NORMAL, TIMED_OUT, Outcome.KILLED)
COUNTING = """
LONG_US = 1_500_000


def count(most):
    n = 0
    while n < most:
        n = n + 1
    return n


def is_odd(n):
    return n & 1 == 1
"""


@pytest.fixture
def project(tmp_path):
    """project({name: content}) -> a folder that holds as much as is copied, and these files."""

    def made(files) -> Path:
        for folder in ("boards", "tools", RULES, "host_tests/rules", "host_tests/stateful"):
            (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        every = {"pyproject.toml": "", "host_tests/stateful/test_presses.py": "", **files}
        for name, content in every.items():
            (tmp_path / name).write_text(content, "utf-8")
        (tmp_path / "build").mkdir(exist_ok=True)
        return tmp_path

    return made


def rules(source, name="x.py"):
    return {str(RULES / name): source}


def listed(work, root):
    """What would be changed, as (before, after)."""
    changes = [report.change(work.tree, mutation) for _, mutation in work.pending()]
    return [(change.before, change.after) for change in changes]


def opened(root, every=1, looked_at=()):
    return open_work(
        root, root / "build", every, lambda *mutation: report.change(*mutation).after in looked_at
    )


def test_numbers_grow_operators_are_confused_conditions_are_turned_round(project):
    work = opened(project(rules("a = 3\nb = a < 2\nif a and b:\n    a = not b\n")), 1)
    assert listed(work, project) == [
        ("a = 3", "a = 4"),
        ("b = a < 2", "b = a <= 2"),
        ("b = a < 2", "b = a < 3"),
        ("if a and b:", "if not a and b:"),
        ("if a and b:", "if a or b:"),
        ("a = not b", "a = b"),
    ]


def test_a_long_time_a_microsecond_longer_is_no_mistake(project):
    root = project(rules("A_US = 25_000\nB_US = 100\nMASK = 0x3FFFFFFF\nC_US = 3_000_000\n"))
    assert [before for before, _ in listed(opened(root), root)] == [
        "B_US = 100",
        "MASK = 0x3FFFFFFF",
    ]


def test_a_part_is_chosen_evenly_and_is_in_every_larger_part(project):
    root = project(rules("\n".join(f"a = {n}" for n in range(20))))
    half, fourth = listed(opened(root, 2), root), listed(opened(root, 4), root)
    assert len(half) == 10
    assert len(fourth) == 5
    assert set(fourth) <= set(half)


def test_what_changes_in_one_file_chooses_no_others_in_another(project):
    before = listed(
        opened(project(rules("a = 1\n" * 3, "x.py") | rules("b = 1\n" * 9, "y.py")), 4), project
    )
    after = listed(opened(project(rules("a = 1\n", "x.py")), 4), project)
    assert before[1:] == after[1:]
    assert len(before) == 4


def try_all(work, result):
    for job, _ in work.pending():
        work.done(job, result)
    work.close()


@pytest.mark.parametrize(
    ("result", "changed", "left"),
    [
        (KILLED, {}, 0),
        (SURVIVED, {}, 0),
        (KILLED, {"host_tests/rules/test_x.py": "# new"}, 0),
        (SURVIVED, {"host_tests/rules/test_x.py": "# new"}, 2),  # it may be noticed now
        (KILLED, rules("a = 1\n"), 1),
        (KILLED, rules("# new", "y.py"), 0),
    ],
)
def test_begun_again_it_goes_on_where_it_was(project, result, changed, left):
    try_all(opened(project(rules("a = 1\nb = 2\n"))), result)
    work = opened(project(changed))
    assert len(work.pending()) == left


def test_what_was_tried_before_counts_in_a_smaller_part_as_well(project):
    root = project(rules("a = 1\n" * 8))
    try_all(opened(root), KILLED)
    assert len(list(opened(root, every=4).results())) == 8


def test_who_survived_and_was_looked_at_is_not_tried_again(project):
    try_all(opened(project(rules("a = 1\nb = 2\n"))), SURVIVED)
    root = project({"host_tests/rules/test_x.py": "# new"})
    assert listed(opened(root, looked_at=["a = 2"]), root) == [("b = 2", "b = 3")]


def test_a_stopped_run_keeps_what_it_has_tried(project):
    root = project(rules("a = 1\nb = 2\n"))
    work = opened(root)
    work.done(work.pending()[0][0], KILLED)
    work.close()
    assert listed(opened(root), root) == [("b = 2", "b = 3")]


def test_a_line_is_tried_by_who_comes_by_its_function_the_quickest_first(tmp_path):
    path = tmp_path / "x.py"
    path.write_text(
        "A = 1\n\n\nclass X:\n    @native\n    def f(self):\n        return 1\n\n"
        "    def g(self):\n        return 2\n",
        "utf-8",
    )
    calls = {"slow": {str(path): [5]}, "quick": {str(path): [5, 9]}, "other": {"y.py": [5]}}
    selection = Selection(calls, {"slow": 2.0, "quick": 1.0, "other": 0.1})
    assert selection.by(path, 7) == ["quick", "slow"]
    assert selection.by(path, 10) == ["quick"]
    assert selection.by(path, 1) == ["quick", "slow"]  # outside all functions: who comes by any


def test_mutants_are_killed_survive_or_take_too_long(project):
    root = project(
        {
            **rules(COUNTING),
            "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["firmware/unoflash"]\n',
            "host_tests/rules/test_x.py": (
                "from rules.x import count, is_odd\n\n"
                "def test_count():\n    assert count(3) == 3\n\n"
                "def test_odd():\n    assert is_odd(1)\n"
            ),
        }
    )
    opened(root).close()
    subprocess.run(
        [sys.executable, "-m", "unosim.mutants.trial", root / "build"],
        cwd=root / "build/tree",
        env={**os.environ, "PYTHONPATH": ""},
        check=True,
    )
    work = Work(root / "build")
    became = {
        report.change(work.tree, mutation).after: (result.test_outcome, result.output)
        for mutation, result in work.results()
    }
    assert work.pending() == []
    assert became["return n & 2 == 1"] == (Outcome.KILLED, "tests")
    assert became["n = n - 1"] == (Outcome.KILLED, TIMED_OUT)
    assert became["return n | 1 == 1"] == (Outcome.SURVIVED, "")  # nobody tries another
    assert (work.tree / RULES / "x.py").read_text("utf-8") == COUNTING  # put back


def spec(tree, name):
    path = tree / RULES / name
    return MutationSpec(path, "core/NumberReplacer", 0, (1, 0), (1, 1))


def test_the_table_counts_by_file(tmp_path):
    results = [
        (spec(tmp_path, "a.py"), KILLED),
        (spec(tmp_path, "a.py"), SURVIVED),
        (spec(tmp_path, "states/b.py"), LONG),
        (spec(tmp_path, "states/b.py"), KILLED),
    ]
    text, total = report.table(results, tmp_path)
    assert [line.split() for line in text.splitlines()[1:]] == [
        ["a.py", "2", "1", "0", "1", "50.0%"],
        ["states/b.py", "2", "1", "1", "0", "0.0%"],
        ["all", "4", "2", "1", "1", "25.0%"],
    ]
    assert total.share == 0.25


def test_survivors_that_nobody_has_looked_at_come_first(tmp_path):
    known = tmp_path / "survivors.toml"
    known.write_text(
        '[[survivors]]\nfile = "a.py"\nreason = "it is the same"\nchanges = ["x = 1 -> x = 2"]\n'
    )
    changes = [report.Change("a.py", 3, "x = 1", "x = 2"), report.Change("a.py", 9, "y", "z")]
    text, new = report.survivors(changes, report.reasons(known))
    assert new == 1
    assert text == ("a.py:9: not looked at\n- y\n+ z\n\na.py:3: it is the same\n- x = 1\n+ x = 2\n")


def test_every_survivor_that_was_looked_at_stands_in_the_rules_as_it_is_listed():
    root = Path(__file__).resolve().parents[2]
    for file, text in report.reasons(root / report.LOOKED_AT):
        before = text.split(" -> ")[0]
        source = (root / RULES / file).read_text("utf-8")
        assert before in report.statements(source), (file, before)


def test_what_is_tried_are_tests_of_the_rules():
    root = Path(__file__).resolve().parents[2]
    assert all((root / test).exists() for test in (*trial.TESTS, trial.SCENARIOS))
