"""The import rule: rules know no pin and no clock; only the hardware layer knows the chip."""

import ast
from collections.abc import Iterator
from pathlib import Path

from checks.files import device_files

# What a rule may stand on: nothing that acts on the world or asks it anything.
RULES_MAY = ("array", "binascii", "json", "math", "micropython", "unoflash.rules")

# What only `hardware/` may import, here and under MicroPython's old names with a u.
HARDWARE_ONLY = ("machine", "rp2", "time", "select", "os", "vfs", "uctypes", "asyncio", "_thread")


def problems(root: Path, files: list[Path]) -> list[str]:
    """Each import in `firmware/` and `boards/` that its layer may not make."""
    firmware = root / "firmware"
    rules = firmware / "unoflash" / "rules"
    hardware = firmware / "unoflash" / "hardware"
    found = []
    for path in device_files(root, files):
        if hardware in path.parents:
            continue
        name = path.relative_to(root)
        for line, module in _imports(path, firmware):
            if rules in path.parents:
                if not _within(module, RULES_MAY):
                    found.append(
                        f"{name}:{line}: rules may not import {module}; "
                        f"allowed are {', '.join(RULES_MAY)}"
                    )
            elif _within(module.removeprefix("u"), HARDWARE_ONLY) or _within(module, HARDWARE_ONLY):
                found.append(f"{name}:{line}: only firmware/unoflash/hardware may import {module}")
    return found


def _within(module: str, allowed: tuple[str, ...]) -> bool:
    return any(module == name or module.startswith(name + ".") for name in allowed)


def _imports(path: Path, firmware: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of each module that the file imports, anywhere in it."""
    package = path.parent.relative_to(firmware).parts if firmware in path.parents else ()
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, node.module] if node.module else base)
            for alias in node.names:  # `from unoflash import hardware` imports a module too
                yield node.lineno, f"{module}.{alias.name}"
        elif isinstance(node, ast.Name) and node.id == "__import__":
            yield node.lineno, "by __import__"
