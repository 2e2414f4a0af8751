"""Nothing happens on import: a firmware module only defines things.

Hardware is made by who asks for it, so that a test, a simulator or the REPL can import any
module. At module and class level a call is allowed only to what builds plain data, and to
decorators that compile (`rp2.asm_pio`).
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from checks.files import device_files

BUILDS_DATA = {
    *("const", "array", "bytes", "bytearray", "memoryview", "tuple", "list", "dict", "set"),
    *("frozenset", "range", "len", "min", "max", "abs", "sum", "int", "float", "str", "ord", "chr"),
    *("sorted", "reversed", "zip", "enumerate", "namedtuple", "asm_pio"),
}
_METHODS_OF_TEXT = ("split", "encode", "join", "format")


def problems(root: Path, files: list[Path]) -> list[str]:
    """Each call or loop in `firmware/` and `boards/` that would run when its file is imported."""
    found = []
    for path in device_files(root, files):
        tree = ast.parse(path.read_text("utf-8"), str(path))
        for node in _at_import(tree.body):
            reason = _reason(node)
            if reason:
                found.append(
                    f"{path.relative_to(root)}:{getattr(node, 'lineno', 1)}: {reason} on import; "
                    "a firmware module only defines things (move it into a function)"
                )
    return found


def _reason(node: ast.AST) -> str | None:
    if isinstance(node, ast.For | ast.While | ast.With):
        return f"a {type(node).__name__.lower()} statement runs"
    if isinstance(node, ast.Call) and not _builds_data(node.func):
        return f"{ast.unparse(node.func)}() is called"
    return None


def _builds_data(function: ast.expr) -> bool:
    if isinstance(function, ast.Name):
        return function.id in BUILDS_DATA
    if isinstance(function, ast.Attribute):
        if function.attr in _METHODS_OF_TEXT:
            return True
        return isinstance(function.value, ast.Name) and function.attr in BUILDS_DATA
    return False


def _at_import(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Every node that is run by importing: not what functions hold, nor `if __name__ == …`."""
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop(0)
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            defaults = [d for d in node.args.kw_defaults if d is not None]
            waiting += [*node.decorator_list, *node.args.defaults, *defaults]
        elif isinstance(node, ast.Lambda):
            waiting += node.args.defaults
        elif isinstance(node, ast.If) and "__name__" in ast.unparse(node.test):
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)
