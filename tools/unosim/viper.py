"""Viper for CPython: a function of machine words, with the chip's results.

`compiled` reads a function's source again and has it rewritten (`viper_types`): sums, products
and shifts wrap at 32 bits; pointers read and write memory as bytes, half words and words,
whatever array the memory came from. What the chip would do without a word is refused: an index
below zero or past the end, a shift by 32 or more, an address that is not aligned.
"""

import ast
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Literal, cast

from unosim.viper_types import POINTERS, Rewriter, ViperTypeError

# The names of viper's types, for the device's builtins: CPython evaluates annotations.
NAMES: dict[str, Any] = {name: type(name, (), {}) for name in (*POINTERS, "uint")}

_compiled: dict[tuple[Path, int, int], CodeType] = {}


def compiled(function: FunctionType, memory_from: Callable[[int], memoryview]) -> Any:
    """What `@micropython.viper` makes of a function; `memory_from` finds memory by its address."""
    path = Path(function.__code__.co_filename)
    key = path, path.stat().st_mtime_ns, function.__code__.co_firstlineno
    code = _compiled.get(key)
    if code is None:
        code = _compiled[key] = _rewritten(path, function.__code__.co_firstlineno)

    def pointer(memory: Any, kind: str) -> memoryview:
        form, size = POINTERS[kind]
        if isinstance(memory, int):
            if memory % size:
                raise ValueError(f"{kind}(0x{memory:x}): not aligned to {size} bytes")
            memory = memory_from(memory)
        data = memoryview(memory).cast("B")
        return data[: len(data) // size * size].cast(cast('Literal["i"]', form))

    made: dict[str, Any] = {}
    exec(code, function.__globals__, made)
    result = made["_make"](pointer, _index, _shift, _word)
    result.__doc__ = function.__doc__
    return result


def _index(index: int) -> int:
    if index < 0:
        raise IndexError(f"viper: index {index}")
    return index


def _shift(count: int) -> int:
    if not 0 <= count < 32:
        raise ValueError(f"viper: a shift by {count}; 0 to 31")
    return count


def _word(value: Any) -> int:
    """An object as a signed machine word."""
    return ((int(value) + 0x80000000) & 0xFFFFFFFF) - 0x80000000


def _rewritten(path: Path, line: int) -> CodeType:
    """Code that defines _make(helpers) -> the function that begins at a line of a file."""
    tree = ast.parse(path.read_text("utf-8"), str(path))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and line == min(
            [node.lineno, *(decorator.lineno for decorator in node.decorator_list)]
        ):
            break
    else:
        raise ViperTypeError(f"{path}:{line}: no function begins here")
    constants = {
        target.id
        for statement in tree.body
        if isinstance(statement, ast.Assign) and ast.unparse(statement.value).startswith("const(")
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    maker = ast.parse("def _make(_pointer, _index, _shift, _word): return _made").body[0]
    assert isinstance(maker, ast.FunctionDef)
    function = Rewriter(path, constants).function(node)
    function.name = "_made"
    maker.body.insert(0, function)
    module = ast.Module([maker], [])
    return compile(ast.fix_missing_locations(module), str(path), "exec", dont_inherit=True)
