"""The types of a viper function, and the function rewritten to compute like the chip.

Types are worked out as MicroPython's compiler does (py/emitnative.c), from annotations and from
each variable's first value, and what that one refuses is refused here: mixed types, objects in
sums, a variable of two types. So is all of viper that the firmware has no use for.

In the rewritten function a pointer is a memoryview, `_pointer` makes it, `_index` and `_shift`
check their number, `_word` makes an object a machine word.
"""

import ast
from pathlib import Path
from typing import Any, NoReturn

# How each reads memory: a memoryview's format, and its size in bytes.
POINTERS = {"ptr8": ("B", 1), "ptr16": ("H", 2), "ptr32": ("i", 4)}
_STORED = {"ptr8": "{} & 0xFF", "ptr16": "{} & 0xFFFF", "ptr32": "{}"}
_NUMBERS = ("int", "uint")
_TYPES = (*POINTERS, *_NUMBERS, "bool")
_SIGNED = "({} + 0x80000000 & 0xFFFFFFFF) - 0x80000000"
_WRAPS = (ast.Add, ast.Sub, ast.Mult, ast.LShift)
_FITS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.RShift)
_SAME = (ast.Pass, ast.Break, ast.Continue)


class ViperTypeError(Exception):
    """What the compiler of viper code refuses."""


class Rewriter:
    """Rewrites one function of a file whose `constants` were made by `const`."""

    def __init__(self, path: Path, constants: set[str]) -> None:
        self._path = path
        self._constants = constants
        self._types: dict[str, str] = {}  # of each variable
        self._returns = "object"

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        names = [argument.arg for argument in node.args.args]
        if ast.unparse(node.args).count(",") != max(0, len(names) - 1) or node.args.defaults:
            self._refuse(node, "plain arguments, without defaults or stars")
        body: list[ast.stmt] = []
        for argument in node.args.args:
            kind = self._annotated(argument.annotation, argument)
            self._types[argument.arg] = kind
            body += _statements(f"{argument.arg} = {_from_object(argument.arg, kind)}")
        self._returns = self._annotated(node.returns, node)
        body += self._block(node.body)
        made = _statements(f"def {node.name}({', '.join(names)}): pass")[0]
        assert isinstance(made, ast.FunctionDef)
        made.body = body
        return ast.copy_location(made, node)

    # -- statements --------------------------------------------------------------------------

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [made for statement in body for made in self._statement(statement)]

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        made: ast.stmt
        if isinstance(node, _SAME):
            made = node
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return []  # a docstring
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            made = self._assign(node.targets[0], *self._value(node.value))
        elif isinstance(node, ast.AugAssign):
            made = self._assign(node.target, *self._operation(node, node.target, node.value))
        elif isinstance(node, ast.While | ast.If):
            if isinstance(node, ast.While) and node.orelse:
                self._refuse(node, "`while` without `else`")
            test, body = self._condition(node.test), self._block(node.body)
            made = type(node)(_expression(test), body, self._block(node.orelse))
        elif isinstance(node, ast.Return):
            made = self._return(node)
        else:
            self._refuse(node, "assignments, if, while, break, continue, pass, return")
        return [_at(made, node)]

    def _assign(self, target: ast.expr, value: str, kind: str) -> ast.stmt:
        if isinstance(target, ast.Name):
            known = self._types.setdefault(target.id, kind)
            if known != kind:
                self._refuse(target, f"{target.id} is {known}; a value of that type, not {kind}")
            return _statements(f"{target.id} = {value}")[0]
        if isinstance(target, ast.Subscript):
            if kind not in (*_NUMBERS, "bool"):
                self._refuse(target, f"memory takes numbers, not {kind}")
            place, pointer = self._place(target)
            if kind == "uint":
                value = _SIGNED.format(value)
            return _statements(f"{place} = {_STORED[pointer].format(f'({value})')}")[0]
        self._refuse(target, "assignments to a name or to memory")

    def _return(self, node: ast.Return) -> ast.stmt:
        if node.value is None:
            if self._returns != "object":
                self._refuse(node, f"a value of type {self._returns}")
            return node
        value, kind = self._value(node.value)
        if self._returns not in (kind, "object"):
            self._refuse(node, f"a value of type {self._returns}, not {kind}")
        return _statements(f"return {value}")[0]

    # -- expressions, as text and type -------------------------------------------------------

    def _value(self, node: ast.expr) -> tuple[str, str]:
        match node:
            case ast.Constant(value=bool() as value):
                return repr(value), "bool"
            case ast.Constant(value=int() as value):
                if not -0x80000000 <= value <= 0xFFFFFFFF:
                    self._refuse(node, f"numbers of 32 bits, not {value}")
                return repr((value + 0x80000000 & 0xFFFFFFFF) - 0x80000000), "int"
            case ast.Name(id=name) if name in self._types:
                return name, self._types[name]
            case ast.Name(id=name) if name in self._constants:
                return name, "int"
            case ast.BinOp(left=left, right=right):
                return self._operation(node, left, right)
            case ast.UnaryOp(op=ast.USub() | ast.Invert(), operand=ast.Name()):
                # Up to 1.28 the code it makes negates the variable itself, if a register holds it.
                self._refuse(node, "- and ~ of anything but a variable; say 0 - x, x ^ -1")
            case ast.UnaryOp(op=ast.USub() | ast.Invert() as op, operand=operand):
                value, kind = self._number(operand)
                text = f"{'-' if isinstance(op, ast.USub) else '~'}({value})"
                return _wrapped(text, kind), kind
            case ast.Compare(left=left, comparators=[right], ops=[op]):
                (a, a_kind), (b, b_kind) = self._number(left), self._number(right)
                if a_kind != b_kind:
                    self._refuse(node, f"a comparison within one type, not {a_kind} with {b_kind}")
                sign = ast.unparse(ast.Compare(ast.Name("a"), [op], [ast.Name("b")]))[2:-2]
                return f"(({a}) {sign} ({b}))", "bool"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                (a, a_kind), (b, b_kind) = self._value(body), self._value(orelse)
                if a_kind != b_kind:
                    self._refuse(node, f"two values of one type, not {a_kind} and {b_kind}")
                return f"(({a}) if {self._condition(test)} else ({b}))", a_kind
            case ast.Subscript():
                return self._place(node)[0], "int"
            case ast.Call(func=ast.Name(id=kind), args=[argument], keywords=[]) if kind in _TYPES:
                return self._cast(kind, argument)
        self._refuse(node, "numbers, memory, variables, constants made in this file by const()")

    def _operation(self, node: Any, left: ast.expr, right: ast.expr) -> tuple[str, str]:
        (a, kind), (b, _) = self._number(left), self._number(right)
        if not isinstance(node.op, _WRAPS + _FITS):
            self._refuse(node, "+ - * << >> & | ^")
        sign = ast.unparse(ast.BinOp(ast.Name("a"), node.op, ast.Name("b")))[2:-2]
        if sign in ("<<", ">>") and not (b.isdecimal() and int(b) < 32):
            b = f"_shift({b})"
        text = f"(({a}) {sign} ({b}))"
        return (
            _wrapped(text, kind) if isinstance(node.op, _WRAPS) or kind == "uint" else text
        ), kind

    def _number(self, node: ast.expr) -> tuple[str, str]:
        value, kind = self._value(node)
        if kind not in _NUMBERS:
            self._refuse(node, f"numbers here, not {kind}")
        return value, kind

    def _place(self, node: ast.Subscript) -> tuple[str, str]:
        value, pointer = self._value(node.value)
        if pointer not in POINTERS:
            self._refuse(node, f"only pointers have an index, not {pointer}")
        index, _ = self._number(node.slice)
        return f"{value}[_index({index})]", pointer

    def _cast(self, kind: str, argument: ast.expr) -> tuple[str, str]:
        if isinstance(argument, ast.Name) and argument.id not in {*self._types, *self._constants}:
            return _from_object(argument.id, kind), kind
        value, from_kind = self._value(argument)
        if kind in POINTERS:
            return f"_pointer({value}, {kind!r})", kind
        if from_kind in POINTERS:
            self._refuse(argument, f"{kind}() of a number, not of {from_kind}")
        return f"{_wrapped(value, kind)}" if kind != "bool" else f"bool({value})", kind

    def _condition(self, node: ast.expr) -> str:
        """What `if` and `while` take: also numbers, `not`, `and`, `or`."""
        if isinstance(node, ast.BoolOp):
            word = " and " if isinstance(node.op, ast.And) else " or "
            return f"({word.join(self._condition(value) for value in node.values)})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"(not {self._condition(node.operand)})"
        return f"({self._value(node)[0]})"

    # -- the rest ----------------------------------------------------------------------------

    def _annotated(self, node: ast.expr | None, where: Any) -> str:
        if node is None:
            return "object"
        if isinstance(node, ast.Name) and node.id in (*_TYPES, "object"):
            return node.id
        self._refuse(where, f"annotations {', '.join(_TYPES)}, object")

    def _refuse(self, node: Any, allowed: str) -> NoReturn:
        text = ast.unparse(node).splitlines()[0]
        raise ViperTypeError(f"{self._path}:{node.lineno}: `{text}`; viper allows {allowed}")


def _from_object(name: str, kind: str) -> str:
    """An object taken in as a type."""
    if kind in POINTERS:
        return f"_pointer({name}, {kind!r})"
    if kind == "bool":
        return f"bool({name})"
    if kind == "object":
        return name
    return _wrapped(f"_word({name})", kind)


def _wrapped(text: str, kind: str) -> str:
    return f"({text} & 0xFFFFFFFF)" if kind == "uint" else f"({_SIGNED.format(text)})"


def _statements(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _at(made: ast.stmt, node: ast.stmt) -> ast.stmt:
    """The rewritten statement at the original's line, for tracebacks and coverage."""
    for part in ast.walk(made):
        if hasattr(part, "lineno") and not isinstance(part, ast.stmt) or part is made:
            ast.copy_location(part, node)
    return made
