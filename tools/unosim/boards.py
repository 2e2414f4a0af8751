"""The boards: which GPIO does what, read from `boards/<name>/board.py` and checked.

What the chip, the module or the firmware cannot do is refused here, before anything is
simulated, built, installed or soldered (`board_file`, `board_rules`).

    >>> load("pico8").contacts["slap"]
    8
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from unosim import board_file
from unosim.board_file import BoardError
from unosim.board_rules import problems
from unosim.modules import MODULES, Module

__all__ = ["BOARDS", "CHAIN", "TREE", "Board", "BoardError", "load", "names"]

TREE = Path(__file__).resolve().parents[2]  # the project's checkout
BOARDS = TREE / "boards"

LED, WS2812 = "led", "ws2812"  # kinds of light
CHAIN = 30  # and a light's place on the chain: what backends tell it by; behind all GPIOs


@dataclass(frozen=True)
class Board:
    """A board as the tools see it: names as in scenarios (`p1` …, `slap`, `play`) to GPIOs."""

    name: str
    seats: int
    module: Module
    contacts: Mapping[str, int]  # p1 … pN, slap, play, on neighbouring GPIOs
    closed_level: int  # what a closed contact reads
    debounce_ms: int  # re-arm time of all buttons but SLAP, unless the setting says another
    slap_debounce_ms: int
    light_kind: str  # "led": each on its GPIO, PWM; "ws2812": all on one chain
    lights: Mapping[str, int]  # p1 … pN, slap: the GPIO, or the place on the chain from 0
    light_chain: int | None  # the GPIO of the chain's data
    light_on: int  # the level that lights an LED
    light_ma: float  # what a light draws at full: an LED from its GPIO, a WS2812 from the supply
    buzzer: int
    buzzer_antiphase: int | None  # the piezo's other end: the slice's other channel, inverted
    speed_slow: int
    speed_fast: int
    usb_sense: int | None  # reads 1 with USB power
    battery_adc: int | None
    battery_divider: float  # the supply is this many times what the ADC sees
    battery: str  # how batteries reach the supply pin: "none", "schottky", "p-fet"
    folder: Path  # where its board.py lies

    @property
    def outputs(self) -> dict[str, int]:
        """The lights by what backends tell of them: the GPIO, or CHAIN + the place there."""
        first = 0 if self.light_chain is None else CHAIN
        return {name: first + place for name, place in self.lights.items()}

    def roles(self) -> Iterator[tuple[str, int]]:
        """Every use of a GPIO, as (`p1's contact`, 0)."""
        yield from ((f"{name}'s contact", gpio) for name, gpio in self.contacts.items())
        if self.light_chain is None:
            yield from ((f"{name}'s light", gpio) for name, gpio in self.lights.items())
        else:
            yield "the light chain", self.light_chain
        yield "the buzzer", self.buzzer
        if self.buzzer_antiphase is not None:
            yield "the buzzer's other end", self.buzzer_antiphase
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

    Raises BoardError: the file, all that is wrong in it, and what is allowed. Whoever installs
    a board's file calls this before.
    """
    path = _find(name_or_path)
    board = _board(path, board_file.read(path))
    found = problems(board)
    if found:
        raise BoardError(path, found)
    return board


def _find(name_or_path: str | Path) -> Path:
    text = str(name_or_path)
    is_path = isinstance(name_or_path, Path) or "/" in text or text.endswith((".py", "."))
    path = Path(name_or_path) if is_path else BOARDS / text
    if path.is_dir():
        path = path / "board.py"
        if is_path and not path.is_file():
            raise BoardError(path, ["there is no such file; a board's folder holds one"])
    if not text or not path.is_file():
        known = ", ".join(names()) or "none"
        problem = f"no board {text!r}; there are: {known} (or give a board folder's path)"
        raise BoardError(None, [problem])
    return path.resolve()


def _board(path: Path, values: dict) -> Board:
    """`values` are those of board_file.read()."""
    seats, first = values["SEATS"], values["FIRST_CONTACT"]
    seat_names = [f"p{seat + 1}" for seat in range(seats)]
    return Board(
        name=path.parent.name,
        seats=seats,
        module=MODULES[values["MODULE"]],
        contacts={c: first + i for i, c in enumerate([*seat_names, "slap", "play"])},
        closed_level=values["CONTACT_CLOSED"],
        debounce_ms=values.get("DEBOUNCE_MS", 25),
        slap_debounce_ms=values.get("SLAP_DEBOUNCE_MS", 50),
        light_kind=WS2812 if "LIGHT_CHAIN" in values else LED,
        lights=dict(
            zip([*seat_names, "slap"], values.get("LIGHTS", range(seats + 1)), strict=True)
        ),
        light_chain=values.get("LIGHT_CHAIN"),
        light_on=values.get("LIGHT_ON", 1),
        light_ma=float(values["LIGHT_MA"]),
        buzzer=values["BUZZER"],
        buzzer_antiphase=values.get("BUZZER_ANTIPHASE"),
        speed_slow=values["SPEED_SLOW"],
        speed_fast=values["SPEED_FAST"],
        usb_sense=values.get("USB_SENSE"),
        battery_adc=values.get("BATTERY_ADC"),
        battery_divider=float(values.get("BATTERY_DIVIDER", 1)),
        battery=values["BATTERY"],
        folder=path.parent,
    )
