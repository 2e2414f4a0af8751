"""The boards: which GPIO does what, read from `boards/<name>/board.py` and checked.

A board.py is read as data, never run: it may hold nothing but `NAME = literal` lines. What the
chip or the firmware cannot do is refused here, before anything is simulated, built or soldered.

    >>> load("pico8").contacts["slap"]
    8
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]  # the project's checkout
BOARDS = TREE / "boards"

SEATS = range(2, 9)  # as many as the game has players
# A Pico brings these out; 23, 24, 25 and 29 serve its regulator, USB sense, LED and VSYS sense.
GPIOS = (*range(23), 26, 27, 28)

_INTEGERS = {
    "SEATS": (SEATS, "2 to 8"),
    "FIRST_CONTACT": (GPIOS, "0 to 22 or 26 to 28"),
    "CONTACT_CLOSED": (range(2), "0 or 1"),
    "BUZZER": (GPIOS, "0 to 22 or 26 to 28"),
    "SPEED_SLOW": (GPIOS, "0 to 22 or 26 to 28"),
    "SPEED_FAST": (GPIOS, "0 to 22 or 26 to 28"),
}
_REQUIRED = ("NAME", *_INTEGERS, "LIGHTS")
# What a board may lack. GPIO 24 and 29 are wired on the Pico itself.
_SENSES = {
    "USB_SENSE": ((*GPIOS, 24), "0 to 22, 24 or 26 to 28"),
    "BATTERY_ADC": ((26, 27, 28, 29), "26 to 29"),
}
_FIELDS = (*_REQUIRED, *_SENSES, "BATTERY_DIVIDER")


class BoardError(Exception):
    """A board that is not there or not possible; the message says which, where, and what is."""


@dataclass(frozen=True)
class Board:
    """A board as the tools see it: names as in scenarios (`p1` …, `slap`, `play`) to GPIOs."""

    name: str
    seats: int
    contacts: Mapping[str, int]  # p1 … pN, slap, play, on neighbouring GPIOs
    closed_level: int  # what a closed contact reads
    lights: Mapping[str, int]  # p1 … pN, slap
    buzzer: int
    speed_slow: int
    speed_fast: int
    usb_sense: int | None  # reads 1 with USB power
    battery_adc: int | None
    battery_divider: float  # the supply is this many times what the ADC sees
    folder: Path  # where its board.py lies

    def roles(self) -> Iterator[tuple[str, int]]:
        """Every use of a GPIO, as (`p1's contact`, 0)."""
        yield from ((f"{name}'s contact", gpio) for name, gpio in self.contacts.items())
        yield from ((f"{name}'s light", gpio) for name, gpio in self.lights.items())
        yield "the buzzer", self.buzzer
        yield "the Speed Switch's slow", self.speed_slow
        yield "the Speed Switch's fast", self.speed_fast
        if self.usb_sense is not None:
            yield "the USB sense", self.usb_sense
        if self.battery_adc is not None:
            yield "the battery's ADC", self.battery_adc


def names(folder: Path = BOARDS) -> list[str]:
    """The boards that the project has, sorted."""
    return sorted(path.parent.name for path in folder.glob("*/board.py"))


def load(name_or_path: str | Path) -> Board:
    """Read and check a board: a name under `boards/`, a board's folder, or its board.py.

    Raises BoardError with one line: the file, what is wrong in it, what is allowed.
    """
    path = _find(name_or_path)
    board = _board(path, _read(path))
    _check(path, board)
    return board


def pwm_slice(gpio: int) -> int:
    """The PWM slice of a GPIO, 0 to 7; its two GPIOs share one frequency."""
    return gpio // 2 % 8


def _find(name_or_path: str | Path) -> Path:
    text = str(name_or_path)
    is_path = isinstance(name_or_path, Path) or "/" in text or text.endswith((".py", "."))
    path = Path(name_or_path) if is_path else BOARDS / text
    if path.is_dir():
        path = path / "board.py"
    if not text or not path.is_file():
        known = ", ".join(names()) or "none"
        raise BoardError(f"no board {text!r}; there are: {known} (or give a board folder's path)")
    return path.resolve()


def _read(path: Path) -> dict[str, object]:
    try:
        lines = ast.parse(path.read_text(encoding="utf-8")).body
    except (OSError, SyntaxError, ValueError) as error:
        raise BoardError(f"{path}: cannot be read: {error}") from None
    values: dict[str, object] = {}
    for number, line in enumerate(lines):
        if number == 0 and isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
            continue  # the docstring
        where = f"{path}:{line.lineno}"
        try:
            if not (isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name)):
                raise ValueError
            name, value = line.targets[0].id, ast.literal_eval(line.value)
        except ValueError:
            raise BoardError(f"{where}: only NAME = number, text or tuple is allowed") from None
        if name not in _FIELDS:
            raise BoardError(f"{where}: unknown name {name}; there are: {', '.join(_FIELDS)}")
        values[name] = value
    return values


def _board(path: Path, values: dict[str, object]) -> Board:
    def integer(name: str) -> int:
        value = values[name]
        allowed, text = _INTEGERS[name]
        if type(value) is not int or value not in allowed:
            raise BoardError(f"{path}: {name} is {value!r}; allowed: {text}")
        return value

    def sense(name: str) -> int | None:
        if name not in values:
            return None
        value = values[name]
        allowed, text = _SENSES[name]
        if not isinstance(value, int) or type(value) is bool or value not in allowed:
            raise BoardError(f"{path}: {name} is {value!r}; allowed: {text}")
        return value

    missing = [name for name in _REQUIRED if name not in values]
    if missing:
        raise BoardError(f"{path}: missing: {', '.join(missing)}")
    name, lights = values["NAME"], values["LIGHTS"]
    if name != path.parent.name:
        raise BoardError(
            f"{path}: NAME is {name!r}; allowed: its folder's name, {path.parent.name!r}"
        )
    seats, first = integer("SEATS"), integer("FIRST_CONTACT")
    if not isinstance(lights, tuple) or len(lights) != seats + 1:
        raise BoardError(
            f"{path}: LIGHTS is {lights!r}; allowed: {seats + 1} GPIOs, p1 … then SLAP"
        )
    for gpio in lights:
        if type(gpio) is not int or gpio not in GPIOS:
            raise BoardError(f"{path}: {gpio!r} in LIGHTS; allowed: 0 to 22 or 26 to 28")
    divider = values.get("BATTERY_DIVIDER", 1)
    if not isinstance(divider, int | float) or isinstance(divider, bool) or not 1 <= divider <= 10:
        raise BoardError(f"{path}: BATTERY_DIVIDER is {divider!r}; allowed: 1 to 10")
    seat_names = [f"p{seat + 1}" for seat in range(seats)]
    return Board(
        name=path.parent.name,
        seats=seats,
        contacts={c: first + i for i, c in enumerate([*seat_names, "slap", "play"])},
        closed_level=integer("CONTACT_CLOSED"),
        lights=dict(zip([*seat_names, "slap"], lights, strict=True)),
        buzzer=integer("BUZZER"),
        speed_slow=integer("SPEED_SLOW"),
        speed_fast=integer("SPEED_FAST"),
        usb_sense=sense("USB_SENSE"),
        battery_adc=sense("BATTERY_ADC"),
        battery_divider=float(divider),
        folder=path.parent,
    )


def _check(path: Path, board: Board) -> None:
    contacts = list(board.contacts.values())
    if not set(contacts) <= set(GPIOS):
        raise BoardError(
            f"{path}: the contacts take GPIO {contacts[0]} to {contacts[-1]} without a gap;"
            f" allowed: within 0 to 22, so FIRST_CONTACT 0 to {23 - len(contacts)}"
        )
    users: dict[int, str] = {}
    for role, gpio in board.roles():
        if gpio in users:
            raise BoardError(f"{path}: GPIO {gpio} is used twice: {users[gpio]} and {role}")
        users[gpio] = role
    channels: dict[int, tuple[str, int]] = {}
    for name, gpio in board.lights.items():
        if gpio % 16 in channels:
            other, other_gpio = channels[gpio % 16]
            raise BoardError(
                f"{path}: {other}'s light (GPIO {other_gpio}) and {name}'s (GPIO {gpio}) share one"
                " PWM channel; allowed: GPIOs that do not differ by 16"
            )
        channels[gpio % 16] = name, gpio
        if pwm_slice(gpio) == pwm_slice(board.buzzer):
            raise BoardError(
                f"{path}: the buzzer (GPIO {board.buzzer}) and {name}'s light (GPIO {gpio}) share"
                f" PWM slice {pwm_slice(gpio)} and so its frequency; the buzzer needs its own"
            )
