"""One line of a scenario, taken word by word; LineError says what was wanted instead."""

import re

from unosim import steps

HIGHEST = 1_000_000_000  # milliseconds: 11 days; any other number as well

_DECIMAL = re.compile(r"[0-9]{1,10}(\.[0-9]{1,9})?")
_WHOLE = re.compile(r"[0-9]{1,19}")
_COMMENT = re.compile(r"(?:^|(?<=\s))#")
_SETTINGS = re.compile(r"\s*(?:\+\S*\s+)?settings(?:\s|$)")


class LineError(Exception):
    """What is wrong with a line, without its place."""


class Line:
    """The words of a line, comment taken off, and a place in them.

    A comment starts at a `#` at the start of the line or after a space, but never inside
    `settings`. `delayed` tells whether a `+MS` stood in front.
    """

    def __init__(self, number: int, text: str):
        self.number = number
        self.delayed = False
        if not _SETTINGS.match(text):
            text = _COMMENT.split(text, maxsplit=1)[0]
        self._text = text
        self.words = text.split()
        self._at = 0

    def peek(self) -> str | None:
        """The next word, not taken; None at the end."""
        return self.words[self._at] if self._at < len(self.words) else None

    def word(self, wanted: str) -> str:
        """Takes the next word."""
        word = self.peek()
        if word is None:
            raise LineError(f"{wanted} is missing")
        self._at += 1
        return word

    def rest(self, wanted: str) -> str:
        """All text after the first word and the space behind it, as it stands."""
        parts = self._text.split(maxsplit=1)
        if len(parts) < 2:
            raise LineError(f"{wanted} is missing")
        self._at = len(self.words)
        return parts[1]

    def finish(self) -> None:
        """Nothing may be left."""
        if self._at < len(self.words):
            raise LineError(f"{self.shown(self.words[self._at])} is too much here")

    def delay_ns(self) -> int:
        """Takes a leading `+MS`; 0 without one."""
        word = self.peek()
        if word is None or not word.startswith("+"):
            return 0
        self._at += 1
        self.delayed = True
        try:
            return decimal(word[1:], steps.NS_PER_MS)
        except ValueError as error:
            raise LineError(f"{self.shown(word)}: +MS needs {error}") from None

    def ms(self, wanted: str, lowest_ns: int = 0) -> int:
        """Takes a number of milliseconds; answers nanoseconds."""
        return self._time(wanted, "milliseconds", steps.NS_PER_MS, lowest_ns)

    def us(self, wanted: str, lowest_ns: int = 0) -> int:
        """Takes a number of microseconds; answers nanoseconds."""
        return self._time(wanted, "microseconds", steps.NS_PER_US, lowest_ns)

    def _time(self, wanted: str, unit: str, ns: int, lowest_ns: int) -> int:
        word = self.word(f"{wanted} in {unit}")
        try:
            value_ns = decimal(word, ns)
        except ValueError as error:
            raise LineError(f"{self.shown(word)}: {wanted} in {unit} needs {error}") from None
        if value_ns < lowest_ns:
            raise LineError(f"{self.shown(word)}: {wanted} must be more than 0 {unit}")
        return value_ns

    def millivolts(self, wanted: str, highest_volts: int) -> int:
        """Takes a number of volts."""
        word = self.word(f"{wanted} in volts")
        try:
            value = decimal(word, 1_000)
        except ValueError as error:
            raise LineError(f"{self.shown(word)}: {wanted} in volts needs {error}") from None
        if value > highest_volts * 1_000:
            raise LineError(f"{self.shown(word)}: {wanted} has at most {highest_volts} volts")
        return value

    def whole(self, wanted: str, lowest: int, highest: int = HIGHEST) -> int:
        """Takes a whole number."""
        word = self.word(wanted)
        value = int(word) if _WHOLE.fullmatch(word) else -1
        if not lowest <= value <= highest:
            allowed = f"a whole number, {lowest} … {highest}"
            raise LineError(f"{self.shown(word)}: {wanted} needs {allowed}")
        return value

    def one_of(self, wanted: str, allowed: tuple[str, ...]) -> str:
        """Takes one of these words."""
        word = self.word(f"{wanted} ({', '.join(allowed)})")
        if word not in allowed:
            raise LineError(f"unknown {wanted} {self.shown(word)}; known: {', '.join(allowed)}")
        return word

    def all_of(self, wanted: str, allowed: tuple[str, ...], *, least: int = 1) -> tuple[str, ...]:
        """Takes the rest of the words, each one of these, none twice."""
        found: list[str] = []
        while self.peek() is not None:
            self._add(found, self.one_of(wanted, allowed))
        if len(found) < least:
            raise LineError(f"{wanted} ({', '.join(allowed)}) is missing")
        return tuple(found)

    def buttons(self, *until: str) -> tuple[str, ...]:
        """Takes buttons and groups, at least one, none twice, up to one of the words `until`."""
        found: list[str] = []
        while self.peek() is not None and self.peek() not in until:
            self._add(found, self.button())
        if not found:
            raise LineError("a button or group is missing")
        return tuple(found)

    def button(self) -> str:
        """Takes one button or group."""
        word = self.word("a button or group")
        if word not in steps.BUTTONS and word not in steps.GROUPS:
            known = ", ".join((*steps.BUTTONS, *steps.GROUPS))
            raise LineError(f"unknown button {self.shown(word)}; known: {known}")
        return word

    def _add(self, found: list[str], word: str) -> None:
        if word in found:
            raise LineError(f"{word} is named twice")
        found.append(word)

    @staticmethod
    def shown(word: str) -> str:
        """The word as it can be printed anywhere."""
        return ascii(word if len(word) <= 40 else word[:37] + "...")


def decimal(word: str, unit: int) -> int:
    """`word`, a decimal number of units, in whole parts of which `unit` make one unit.

    ValueError says what is needed where it is no such number, too large or too fine.
    """
    if not _DECIMAL.fullmatch(word):
        raise ValueError("a number such as 20 or 0.02")
    whole, _, fraction = word.partition(".")
    parts, beyond = divmod(int(fraction or "0") * unit, 10 ** len(fraction))
    if beyond:
        raise ValueError("a number with fewer decimals")
    if int(whole) > HIGHEST:
        raise ValueError(f"a number up to {HIGHEST}")
    return int(whole) * unit + parts
