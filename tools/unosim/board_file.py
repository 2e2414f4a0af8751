"""A board.py, read as data and never run: `NAME = literal` lines and nothing else."""

import ast
from collections.abc import Mapping
from pathlib import Path

from unosim.modules import MODULES, REFUSED

SEATS = range(2, 9)  # as many as the game has players
BATTERIES = ("none", "schottky", "p-fet")
CHIP_GPIOS = range(30)
_MOST_CHAIN_MA = 100.0  # of one light on a chain, whatever its make
_CHARGED = "directly, USB would charge them and they may burst; a Schottky diode or a P-FET, please"

_GPIO = (CHIP_GPIOS, "a GPIO, 0 to 29")
_LEVEL = (range(2), "0 or 1")
_REARM_MS = (range(5, 101), "5 to 100, whole")
_INTEGERS = {
    "SEATS": (SEATS, "2 to 8"),
    "FIRST_CONTACT": _GPIO,
    "CONTACT_CLOSED": _LEVEL,
    "DEBOUNCE_MS": _REARM_MS,
    "SLAP_DEBOUNCE_MS": _REARM_MS,
    "LIGHT_CHAIN": _GPIO,
    "LIGHT_ON": _LEVEL,
    "BUZZER": _GPIO,
    "BUZZER_ANTIPHASE": _GPIO,
    "SPEED_SLOW": _GPIO,
    "SPEED_FAST": _GPIO,
    "USB_SENSE": _GPIO,
    "BATTERY_ADC": _GPIO,
}
_NUMBERS = {"LIGHT_MA": (0.1, _MOST_CHAIN_MA), "BATTERY_DIVIDER": (1, 10)}
_REQUIRED = (
    "NAME",
    "SEATS",
    "MODULE",
    "FIRST_CONTACT",
    "CONTACT_CLOSED",
    "LIGHT_MA",
    "BUZZER",
    "SPEED_SLOW",
    "SPEED_FAST",
    "BATTERY",
)
FIELDS = (
    "NAME",
    "SEATS",
    "MODULE",
    "FIRST_CONTACT",
    "CONTACT_CLOSED",
    "DEBOUNCE_MS",
    "SLAP_DEBOUNCE_MS",
    "LIGHTS",
    "LIGHT_CHAIN",
    "LIGHT_ON",
    "LIGHT_MA",
    "BUZZER",
    "BUZZER_ANTIPHASE",
    "SPEED_SLOW",
    "SPEED_FAST",
    "USB_SENSE",
    "BATTERY_ADC",
    "BATTERY_DIVIDER",
    "BATTERY",
)


class BoardError(Exception):
    """A board that is not there or not possible.

    `problems`: a line each, what is wrong and what is allowed; as text one line with the file
    and the first of them. `path` is None where there is no file.
    """

    def __init__(self, path: Path | None, problems: list[str]):
        self.path = path
        self.problems = problems
        more = f" (and {len(problems) - 1} more: unosim board)" if problems[1:] else ""
        super().__init__((f"{path}: " if path else "") + problems[0] + more)


def read(path: Path) -> dict[str, object]:
    """What a board.py says, each value alone possible; BoardError with all that is not."""
    try:
        lines = ast.parse(path.read_text(encoding="utf-8")).body
    except SyntaxError as error:
        where = f"line {error.lineno}: " if error.lineno else ""  # a null byte has no line
        raise BoardError(path, [f"{where}cannot be read: {error.msg}"]) from None
    except (OSError, ValueError) as error:
        raise BoardError(path, [f"cannot be read: {error}"]) from None
    values: dict[str, object] = {}
    problems = []
    for number, line in enumerate(lines):
        if number == 0 and isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
            continue  # the docstring
        where = f"line {line.lineno}"
        try:
            if not (isinstance(line, ast.Assign) and len(line.targets) == 1):
                raise ValueError
            if not isinstance(line.targets[0], ast.Name):
                raise ValueError
            name, value = line.targets[0].id, ast.literal_eval(line.value)
        except ValueError:
            problems.append(f"{where}: only NAME = number, text or tuple is allowed")
            continue
        if name == "CONTACTS":
            problems.append(f"{where}: {_contacts(value)}")
        elif name not in FIELDS:
            problems.append(f"{where}: unknown name {name}; there are: {', '.join(FIELDS)}")
        elif name in values:
            problems.append(f"{where}: {name} stands there twice")
        else:
            values[name] = value
    problems += _problems(path, values)
    if problems:
        raise BoardError(path, problems)
    return values


def _contacts(value: object) -> str:
    """Somebody lists the contacts: right or wrong, the capture cannot take them from a list."""
    reason = "one PIO instruction samples all contacts, so they lie on neighbouring GPIOs"
    if isinstance(value, tuple) and value and all(type(gpio) is int for gpio in value):
        if value == tuple(range(value[0], value[0] + len(value))):
            return f"CONTACTS: write FIRST_CONTACT = {value[0]} instead; {reason}"
        return (
            f"CONTACTS is {value!r}, which are not contiguous; {reason}, in the order p1 …, slap,"
            " play: rewire them and write FIRST_CONTACT"
        )
    return f"CONTACTS is {value!r}; write FIRST_CONTACT, the GPIO of p1; {reason}"


def _problems(path: Path, values: Mapping[str, object]) -> list[str]:
    problems = [f"missing: {name}" for name in _REQUIRED if name not in values]
    if ("LIGHTS" in values) == ("LIGHT_CHAIN" in values):
        problems.append("exactly one of LIGHTS (LEDs) and LIGHT_CHAIN (WS2812) is needed")
    if "LIGHT_CHAIN" in values and "LIGHT_ON" in values:
        problems.append("LIGHT_ON is for LEDs (LIGHTS); a chain has no level that lights it")
    for name, value in values.items():
        allowed = _allowed(path, name, value, values)
        if allowed:
            problems.append(f"{name} is {value!r}; allowed: {allowed}")
    return problems


def _allowed(path: Path, name: str, value: object, values: Mapping[str, object]) -> str:
    """What a bad value should have been; "" if it is good."""
    if name in _INTEGERS:
        allowed, text = _INTEGERS[name]
        return "" if type(value) is int and value in allowed else text
    if name in _NUMBERS:
        lowest, highest = _NUMBERS[name]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return "" if number and lowest <= value <= highest else f"{lowest} to {highest}"
    if name == "NAME":
        folder = path.parent.name
        return "" if value == folder else f"its folder's name, {folder!r}"
    if name == "MODULE":
        if isinstance(value, str) and value in MODULES:
            return ""
        known = ", ".join(repr(module) for module in MODULES)
        reason = REFUSED.get(value) if isinstance(value, str) else None
        return f"{known}; {reason}" if reason else known
    if name == "BATTERY":
        if value in BATTERIES:
            return ""
        return ", ".join(repr(way) for way in BATTERIES) + f"; {_CHARGED}"
    seats = values.get("SEATS")  # LIGHTS are left
    number = f"{seats + 1} " if type(seats) is int else ""
    lights = value if isinstance(value, tuple) else ()
    good = [gpio for gpio in lights if type(gpio) is int and gpio in CHIP_GPIOS]
    if lights and len(good) == len(lights) == int(number or len(lights)):
        return ""
    return f"{number}GPIOs, 0 to 29: p1 … then SLAP; in round brackets"
