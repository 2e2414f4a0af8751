"""What came of the mutants: a table by file, and the survivors with what was changed.

Who survives is looked at: host_tests/rules/survivors.toml says of each one known why no test
can, or need, notice it.
"""

import difflib
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec, WorkResult

from unosim.mutants.work import RULES, TIMED_OUT

LOOKED_AT = Path("host_tests/rules/survivors.toml")
MOST = 0.1  # of the mutants may survive


@dataclass
class Tally:
    """How many mutants, and what became of them."""

    mutants: int = 0
    killed: int = 0
    survived: int = 0
    timed_out: int = 0

    def add(self, result: WorkResult) -> None:
        self.mutants += 1
        if not result.is_killed:
            self.survived += 1
        elif result.output == TIMED_OUT:
            self.timed_out += 1
        else:
            self.killed += 1

    @property
    def share(self) -> float:
        return self.survived / self.mutants if self.mutants else 0.0

    def row(self, name: str) -> str:
        numbers = (self.mutants, self.killed, self.timed_out, self.survived)
        return (
            f"{name:<22}" + "".join(f"{number:>10}" for number in numbers) + f"{self.share:>8.1%}"
        )


@dataclass(frozen=True)
class Change:
    """One mistake: `before` and `after` are the lines that differ, without their comments."""

    file: str  # within the rules
    line: int
    before: str
    after: str

    @property
    def key(self) -> tuple[str, str]:
        """How it is listed among those that were looked at."""
        return self.file, f"{self.before} -> {self.after}"


def change(tree: Path, mutation: MutationSpec) -> Change:
    """What that mistake is, in words of the file."""
    source = mutation.module_path.read_text("utf-8")
    operator = get_operator(mutation.operator_name)(**mutation.operator_args)
    mutant = mutate_code(source, operator, mutation.occurrence) or source
    old, new = statements(source), statements(mutant)
    before = after = ""
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        if tag != "equal":
            before, after = " ".join(old[i1:i2]), " ".join(new[j1:j2])
            break
    file = str(mutation.module_path.relative_to(tree / RULES))
    return Change(file, mutation.start_pos[0], before, after)


def statements(source: str) -> list[str]:
    """Its lines, without indentation and comments."""
    lines = [" ".join(line.split("  #")[0].split()) for line in source.splitlines()]
    return [line.replace("( ", "(").replace("[ ", "[") for line in lines]  # as Cosmic Ray writes


def table(results: Iterable[tuple[MutationSpec, WorkResult]], tree: Path) -> tuple[str, Tally]:
    """A line for each file and one for all; and all together."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    total = Tally()
    for mutation, result in results:
        tallies[str(mutation.module_path.relative_to(tree / RULES))].add(result)
        total.add(result)
    head = f"{'rules':<22}" + "".join(
        f"{name:>10}" for name in ("mutants", "killed", "timed out", "survived")
    )
    rows = [tallies[name].row(name) for name in sorted(tallies)]
    return "\n".join([head, *rows, total.row("all")]), total


def reasons(path: Path) -> dict[tuple[str, str], str]:
    """Why a survivor may live, by file and text of the change."""
    listed = tomllib.loads(path.read_text("utf-8"))["survivors"]
    return {(each["file"], text): each["reason"] for each in listed for text in each["changes"]}


def survivors(changes: list[Change], known: dict[tuple[str, str], str]) -> tuple[str, int]:
    """A paragraph for each, those that nobody has looked at first; and how many these are."""
    new = [each for each in changes if each.key not in known]
    old = [each for each in changes if each.key in known]
    parts = []
    for each in new + old:
        reason = known.get(each.key, "not looked at")
        parts.append(f"{each.file}:{each.line}: {reason}\n- {each.before}\n+ {each.after}\n")
    return "\n".join(parts), len(new)
