"""Which tests and scenarios come by which function of the rules: noted before the first mutant.

Two pytest plugins: `Noting` notes what the tests call, `Timed` lets none run for long.
"""

import ast
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

MOST_S = 2.0  # of CPU time for a test that takes none; others take ten times as long as usual


def limit(usual_s: float) -> None:
    """From now on the process has so much CPU time; then the kernel ends it."""
    signal.setitimer(signal.ITIMER_PROF, MOST_S + 10 * usual_s)


class Noting:
    """Notes by test what it called, as file -> first lines of code, and how long it took."""

    def __init__(self, rules: Path):
        self.calls: dict[str, dict[str, list[int]]] = {}
        self.seconds: dict[str, float] = {}
        self._rules = str(rules)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        with self.noting(item.nodeid):
            return (yield)

    @contextmanager
    def noting(self, name: str):
        """Note what is called meanwhile; a greenlet has a trace of its own: `trace` is for it."""
        self._called: set[tuple[str, int]] = set()
        began_s = time.process_time()
        sys.settrace(self.trace)
        try:
            yield
        finally:
            sys.settrace(None)
            self.seconds[name] = time.process_time() - began_s
            files = self.calls[name] = {}
            for file, line in sorted(self._called):
                files.setdefault(file, []).append(line)

    def trace(self, frame, event, arg) -> None:
        code = frame.f_code
        if code.co_filename.startswith(self._rules):
            self._called.add((code.co_filename, code.co_firstlineno))


class Timed:
    """Ends the process where a test takes far longer than usual."""

    def __init__(self, seconds: dict[str, float]):
        self._seconds = seconds

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item):
        limit(self._seconds.get(item.nodeid, MOST_S))


class Selection:
    """Answers which tests and scenarios come by a line, the quickest first."""

    def __init__(self, calls: dict[str, dict[str, list[int]]], seconds: dict[str, float]):
        self.seconds = seconds
        self._calls = calls
        self._functions: dict[Path, list[tuple[int, int]]] = {}

    def by(self, path: Path, line: int) -> list[str]:
        """Of a line outside all functions: those that come by any function of the file."""
        if path not in self._functions:
            self._functions[path] = list(_functions(ast.parse(path.read_text("utf-8"))))
        first, last = 0, sys.maxsize
        for function in self._functions[path]:
            if function[0] <= line <= function[1]:
                first, last = function
        found = [
            name
            for name, files in self._calls.items()
            if any(first <= called <= last for called in files.get(str(path), ()))
        ]
        return sorted(found, key=self.seconds.__getitem__)


def _functions(tree: ast.AST):
    """First and last line of each function that is no other's part."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield first, node.end_lineno or first
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node)
