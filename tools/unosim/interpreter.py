"""Runs a device's Python in CPython: fresh modules at each power-on, nothing of the host's.

    device = Interpreter(firmware_folder, board_folder)
    device.load("world").WORLD.port = port
    device.load("power_on").run()

Each Interpreter has a module table of its own, filled by the `import` of the code that runs in
it, which finds the fakes of the chip's modules first, then the firmware, then the board's
folder, then a short list of what the chip and CPython have in common. Whatever else it imports
raises ImportError, as on the chip; and the builtins that MicroPython lacks are not there.
"""

import array
import binascii
import builtins
import collections
import errno
import io
import json
import math
import struct
import types
from pathlib import Path
from typing import Any

from unosim import viper

FAKES = Path(__file__).with_name("fakes")


class IOBase:
    """MicroPython's `io.IOBase`: a class with `ioctl`, `readinto`, `write` is a stream."""


def _words(text: str) -> list[str]:
    return text.split()


def _part(module: types.ModuleType, names: str) -> dict[str, Any]:
    return {name: getattr(module, name) for name in _words(names)}


# The chip's modules that are faked; other files among the fakes are for each other only.
_CHIP = _words("gc machine micropython os rp2 select sys time uctypes")

# What MicroPython shares with CPython, by the names that it has on the RP2040.
_SHARED: dict[str, dict[str, Any]] = {
    "array": {"array": array.array},
    "binascii": _part(binascii, "hexlify unhexlify crc32"),
    "collections": _part(collections, "OrderedDict deque namedtuple"),
    "errno": _part(errno, "EPERM ENOENT EIO EAGAIN EEXIST EISDIR EINVAL"),
    "io": {"IOBase": IOBase, "BytesIO": io.BytesIO, "StringIO": io.StringIO},
    "json": _part(json, "dump dumps load loads"),
    "math": _part(
        math,
        "ceil cos exp fabs floor fmod frexp isinf isnan ldexp log modf pi pow sin sqrt tan trunc",
    ),
    "struct": _part(struct, "calcsize pack pack_into unpack unpack_from"),
    "viper": _part(viper, "compiled"),  # for the fake `micropython` alone
}
_NOT_ON_CHIP = ("viper",)

_BUILTINS = _words(
    "abs all any bin bool bytearray bytes callable chr classmethod complex delattr dict dir divmod"
    " enumerate eval exec filter float frozenset getattr globals hasattr hash hex id int isinstance"
    " issubclass iter len list locals map max memoryview min next object oct ord pow property range"
    " repr reversed round set setattr slice sorted staticmethod str sum super tuple type zip"
    " Ellipsis NotImplemented False None True __build_class__ __debug__"
    " ArithmeticError AssertionError AttributeError BaseException EOFError Exception GeneratorExit"
    " ImportError IndentationError IndexError KeyError KeyboardInterrupt LookupError MemoryError"
    " NameError NotImplementedError OSError OverflowError RuntimeError StopAsyncIteration"
    " StopIteration SyntaxError SystemExit TypeError UnicodeError ValueError ZeroDivisionError"
)

# Compiled files: path -> (time of its last change, size, code).
_compiled: dict[Path, tuple[int, int, types.CodeType]] = {}


class Interpreter:
    """One power-on's worth of Python. `places`: folders searched after the fakes, in order."""

    def __init__(self, *places: Path) -> None:
        self.modules: dict[str, types.ModuleType] = {}
        self._places = (FAKES / "cpython", FAKES, *places)
        self._builtins: dict[str, Any] = {n: getattr(builtins, n) for n in _BUILTINS}
        self._builtins.update(viper.NAMES)
        self._builtins["__import__"] = self._import
        self._builtins["open"] = self.load("flash").open
        self._usb = self.load("usb_host").USB
        self._builtins["print"] = self._print

    def load(self, name: str) -> Any:
        """The module of this full name, imported if it was not yet."""
        known = self.modules.get(name)
        if known is not None:
            return known
        parent, _, last = name.rpartition(".")
        if parent:
            package = self.load(parent)
            folders = getattr(package, "__path__", None)
            if folders is None:
                raise ImportError(f"no module named '{name}'")
            module = self._run(name, last, [Path(folder) for folder in folders])
            setattr(package, last, module)
            return module
        if name == "sys":
            module = self.modules["sys"] = self.load("device_sys")
            return module
        if name in _SHARED:
            module = self.modules[name] = types.ModuleType(name)
            vars(module).update(_SHARED[name])
            return module
        return self._run(name, name, self._places)

    def _run(self, name: str, last: str, folders: Any) -> types.ModuleType:
        for folder in folders:
            path = folder / last / "__init__.py"
            package = path.is_file()
            if not package:
                path = folder / f"{last}.py"
                if not path.is_file():
                    continue
            module = self.modules[name] = types.ModuleType(name)
            vars(module).update(
                __file__=str(path), __builtins__=self._builtins, __package__=name.rpartition(".")[0]
            )
            if package:
                vars(module).update(__path__=[str(path.parent)], __package__=name)
            try:
                exec(_code(path), vars(module))
            except BaseException:
                self.modules.pop(name, None)
                raise
            return module
        raise ImportError(f"no module named '{name}'")

    def _import(
        self, name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
    ) -> Any:
        """The device's `__import__`, called by its import statements."""
        if level:
            package = globals["__package__"]
            for _ in range(level - 1):
                package = package.rpartition(".")[0]
            if not package:
                raise ImportError("can't perform relative import")
            name = f"{package}.{name}" if name else package
        elif not _is_fake(globals) and self._hidden(name):
            raise ImportError(f"no module named '{name}'")
        module = self.load(name)
        if not fromlist:
            return self.load(name.partition(".")[0]) if not level else module
        if hasattr(module, "__path__"):
            for wanted in fromlist:
                if not hasattr(module, wanted):
                    try:
                        self.load(f"{name}.{wanted}")
                    except ImportError as error:
                        if not str(error).endswith(f"'{name}.{wanted}'"):
                            raise
        return module

    def _hidden(self, name: str) -> bool:
        """Whether only fakes may import it."""
        if name in _NOT_ON_CHIP:
            return True
        faked = (FAKES / f"{name}.py").is_file() or (FAKES / "cpython" / f"{name}.py").is_file()
        return faked and name not in _CHIP

    def _print(self, *words: object, sep: str = " ", end: str = "\n") -> None:
        """The chip's `print`: by USB."""
        self._usb.print(sep.join(str(word) for word in words) + end)


def _is_fake(module: dict[str, Any]) -> bool:
    return str(module.get("__file__", "")).startswith(str(FAKES))


def _code(path: Path) -> types.CodeType:
    status = path.stat()
    known = _compiled.get(path)
    if known is not None and known[:2] == (status.st_mtime_ns, status.st_size):
        return known[2]
    code = compile(path.read_text("utf-8"), str(path), "exec", dont_inherit=True)
    _compiled[path] = status.st_mtime_ns, status.st_size, code
    return code
