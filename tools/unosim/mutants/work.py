"""The mutants: which there are, and what is known of them from the last time.

work = open_work(root, root / "build/mutants", 4, lambda tree, mutation: False)
work.pending()          # (job, mutation) that nobody has tried yet
"""

import filecmp
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

from cosmic_ray.commands import init
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, WorkerOutcome, WorkResult

RULES = Path("firmware/unoflash/rules")
TIMED_OUT = "timed out"
NOTES = "notes.json"  # which test comes by where; good for one state of the tree
_COPIED = ("boards", "firmware", "host_tests", "tools", "pyproject.toml")
_NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.egg-info", ".hypothesis")

# Of what Cosmic Ray can do: every number one more, every condition the reverse, and of each
# operator its likeliest confusion. All pairs of operators would be 8000 mutants, most of which
# fall over at once; decorators do nothing in CPython.
_PAIRS = (
    "Add_Sub|Sub_Add|Mul_FloorDiv|FloorDiv_Mul|Div_Mul|Mod_FloorDiv|Pow_Mul"
    "|BitAnd_BitOr|BitOr_BitAnd|BitXor_BitOr|LShift_RShift|RShift_LShift"
    "|Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot|IsNot_Is"
    "|USub_UAdd|Delete_Invert|Delete_Not"
)
MISTAKES = re.compile(
    "core/("
    "NumberReplacer|AddNot|ReplaceAndWithOr|ReplaceOrWithAnd|ReplaceTrueWithFalse"
    "|ReplaceFalseWithTrue|ZeroIterationForLoop|ReplaceBreakWithContinue"
    "|ReplaceContinueWithBreak|ExceptionReplacer"
    rf"|Replace\w+Operator_({_PAIRS})"
    ")"
)

# 10 ms and more, in microseconds: nobody is promised one of these.
_LONG_TIME = re.compile(r"\d{2,3}(_\d{3})+|\d(_\d{3}){2}")

Key = tuple[str, str, int]


class Work:
    """A list of mutants on disk, in `folder`; mutants are of the files in its `tree`."""

    def __init__(self, folder: Path):
        self.tree = folder / "tree"
        self._db = WorkDB(folder / "session.sqlite", WorkDB.Mode.create)

    def close(self) -> None:
        self._db.close()

    def pending(self) -> list[tuple[str, MutationSpec]]:
        """Those that nobody has tried, in the order of the files, top to bottom."""
        items = [(item.job_id, item.mutations[0]) for item in self._db.pending_work_items]
        return sorted(items, key=lambda item: _order(item[1]))

    def done(self, job: str, result: WorkResult) -> None:
        self._db.set_result(job, result)

    def results(self) -> Iterator[tuple[MutationSpec, WorkResult]]:
        """What is known, without those that are left out."""
        for item, result in self._db.completed_work_items:
            if result.worker_outcome != WorkerOutcome.SKIPPED:
                yield item.mutations[0], result

    def list_mutants(self, every: int, known: dict[Key, WorkResult]) -> None:
        """Begin anew: all mutants, or in each file of `every` one, and those that are `known`."""
        modules = sorted(self.tree.joinpath(RULES).rglob("*.py"))
        init(modules, self._db, {})
        everything = self.pending()
        results: dict[WorkResult, list[str]] = defaultdict(list)
        for path in modules:  # file by file: what changes in one chooses no others in another
            source = path.read_text("utf-8").splitlines()
            nth = 0
            for job, mutation in everything:
                if mutation.module_path != path:
                    continue
                wanted = _is_mistake(mutation, source)
                chosen = wanted and nth % every == 0
                nth += wanted
                result = known.get(self.key(mutation)) if wanted else None
                if result or not chosen:
                    results[result or WorkResult(WorkerOutcome.SKIPPED)].append(job)
        for result, jobs in results.items():
            self._db.set_multiple_results(jobs, result)

    def key(self, mutation: MutationSpec) -> Key:
        path = mutation.module_path.relative_to(self.tree)
        return str(path), mutation.operator_name, mutation.occurrence


def open_work(
    root: Path, folder: Path, every: int, looked_at: Callable[[Path, MutationSpec], bool]
) -> Work:
    """The work on the project in `root` as it is now, kept in `folder`.

    What was found before counts on while the file is the same. Who survived is tried again when
    anything else has changed, but for those that were `looked_at` (a tree, a mutant of it).
    """
    old = folder / "tree"
    new = folder / "tree.new"
    shutil.rmtree(new, ignore_errors=True)
    for name in _COPIED:
        source = root / name
        if source.is_dir():
            shutil.copytree(source, new / name, ignore=_NOT_COPIED)
        else:
            shutil.copy2(source, new / name)
    known = {}
    if (folder / "session.sqlite").exists():
        work = Work(folder)
        all_same = _same(old, new)
        if not all(_same(old / part, new / part) for part in ("firmware", "host_tests")):
            (folder / NOTES).unlink(missing_ok=True)
        for mutation, result in work.results():
            key = work.key(mutation)
            if not filecmp.cmp(old / key[0], new / key[0], shallow=False):
                continue
            if all_same or result.is_killed or looked_at(old, mutation):
                known[key] = result
        work.close()
    shutil.rmtree(old, ignore_errors=True)
    new.rename(old)
    work = Work(folder)
    work.list_mutants(every, known)
    return work


def _same(old: Path, new: Path) -> bool:
    """Whether both folders hold the same files."""
    files = {path.relative_to(new) for path in new.rglob("*") if path.is_file()}
    return files == {
        path.relative_to(old)
        for path in old.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    } and all(filecmp.cmp(old / path, new / path, shallow=False) for path in files)


def _is_mistake(mutation: MutationSpec, source: list[str]) -> bool:
    if not MISTAKES.fullmatch(mutation.operator_name):
        return False
    if mutation.operator_name != "core/NumberReplacer":
        return True
    line = source[mutation.start_pos[0] - 1]
    number = line[mutation.start_pos[1] : mutation.end_pos[1]]
    return mutation.occurrence % 2 == 0 and not _LONG_TIME.fullmatch(number)


def _order(mutation: MutationSpec) -> tuple:
    return mutation.module_path, mutation.start_pos, mutation.operator_name, mutation.occurrence
