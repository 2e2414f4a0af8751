"""Every numbered line of the unit's contract is named by a scenario or a test.

A scenario names the lines it plays in its comments (`# T8, B1: …`), a test in its docstring or
comments (`(T8)`, `(R1–R7)`: each of them). `python -m checks --coverage` prints who names what.
"""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

CONTRACT = Path(__file__).with_name("contract.toml")
MOST_EXCEPTIONS = 5

_NUMBER = re.compile(r"\b([A-Z])(\d{1,2})\b(?:\s?[-–]\s?([A-Z])?(\d{1,2})\b)?")
_COMMENT = re.compile(r"(?:^|\s)(#.*)")

Place = tuple[str, int, str]  # file, line, text


def problems(root: Path, files: list[Path], contract: Path = CONTRACT) -> list[str]:
    """Each line of the contract that nobody names, each number that is in no contract, and
    exceptions that are too many, without a reason or not needed any more."""
    lines, exceptions = _read(contract)
    named, unknown = _named(root, files, lines)
    data = contract.name
    found = list(unknown)
    for number, words in lines.items():
        if not named[number] and number not in exceptions:
            found.append(f"{number}: no scenario or test names it ({words})")
    for number, reason in exceptions.items():
        if number not in lines:
            found.append(f"{data}: exception {number} is no line of the contract")
        elif named[number]:
            found.append(f"{data}: exception {number} is not needed: {named[number][0]} names it")
        if not reason.strip():
            found.append(f"{data}: exception {number} has no reason")
    if len(exceptions) > MOST_EXCEPTIONS:
        found.append(f"{data}: {len(exceptions)} exceptions; at most {MOST_EXCEPTIONS}")
    return found


def table(root: Path, files: list[Path], contract: Path = CONTRACT) -> str:
    """For people: each line with the scenarios and tests that name it."""
    lines, exceptions = _read(contract)
    named, _ = _named(root, files, lines)
    rows = []
    for number, words in lines.items():
        rows.append(f"{number:4} {words}")
        if number in exceptions:
            rows.append(f"         none: {exceptions[number]}")
        rows += [f"         {name}" for name in named[number]]
    return "\n".join(rows)


def _read(contract: Path) -> tuple[dict[str, str], dict[str, str]]:
    data = tomllib.loads(contract.read_text("utf-8"))
    return data["lines"], data.get("exceptions", {})


def _named(
    root: Path, files: list[Path], lines: dict[str, str]
) -> tuple[dict[str, list[str]], list[str]]:
    """Who names each line, and the places that name a line that is none."""
    named: dict[str, list[str]] = {number: [] for number in lines}
    letters = {number[0] for number in lines}
    unknown = []
    for path in files:
        if root / "host_tests" not in path.parents:
            continue
        if path.suffix == ".scenario":
            places = _of_scenario(path)
        elif path.suffix == ".py" and path.name.startswith("test_"):
            places = _of_test(path)
        else:
            continue
        file = str(path.relative_to(root))
        for where, line, text in places:
            for number in _numbers(text):
                name = f"{file}::{where}" if where else file
                if number in named:
                    if name not in named[number]:
                        named[number].append(name)
                elif number[0] in letters:
                    unknown.append(f"{file}:{line}: {number} is no line of the contract")
    return named, unknown


def _numbers(text: str) -> Iterator[str]:
    """T8 and T9 for `T8, T9`; R1 to R7 for `R1–R7` and `R1–7`."""
    for letter, first, other, last in _NUMBER.findall(text):
        ends = int(last) if last and other in ("", letter) else int(first)
        yield from (f"{letter}{number}" for number in range(int(first), ends + 1))
        if last and other not in ("", letter):
            yield f"{other}{last}"


def _of_scenario(path: Path) -> Iterator[Place]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        comment = _COMMENT.search(line)
        if comment and not line.startswith("settings"):
            yield "", number, comment[1]


def _of_test(path: Path) -> Iterator[Place]:
    """Docstrings and comments, with the test they stand in; "" outside of any."""
    text = path.read_text("utf-8")
    tests = []
    for node in ast.walk(ast.parse(text, str(path))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.end_lineno:
            first = min([node.lineno, *(wrapper.lineno for wrapper in node.decorator_list)])
            tests.append((first, node.end_lineno, node.name))
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            said = ast.get_docstring(node)
            if said:
                name = "" if isinstance(node, ast.Module) else node.name
                yield name, node.body[0].lineno, said
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line = token.start[0]
            inside = [name for first, last, name in tests if first <= line <= last]
            yield inside[-1] if inside else "", line, token.string
