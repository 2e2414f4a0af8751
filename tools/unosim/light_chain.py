"""What a chain of WS2812 makes of the level of its data wire.

    chain = LightChain(7)
    chain.edge(1_000.0, 1)          # ns; up, down, up, down …
    chain.edge(1_300.0, 0)
    chain.latch(300_000.0)          # [(place, (green, red, blue)), …], once the line has rested

Strict: a pulse that one make of these chips might take for the other bit, or a pause that one
might take for a frame's end and another not, raises ChainError.

Times are those of the datasheets of WS2812B (Worldsemi, versions 1 and 5) and SK6812 (Opsco),
cut down to what all of them take.
"""

ZERO_NS = (250, 380)  # how long the line is high for a 0: T0H
ONE_NS = (650, 750)  # and for a 1: T1H
LOW_NS = (450, 5_000)  # between two bits: T1L, T0L; no chip takes 5 us for a reset
SHOWN_NS = 280_000  # low for so long: the slowest of them shows what it was sent
LIGHT_BITS = 24

Colour = tuple[int, int, int]  # green, red, blue: 0 … 255


class ChainError(Exception):
    """No chain could be counted on to understand this; the message says when and what."""


class LightChain:
    """`number` chips in a row; each takes the first 24 bits and passes on the rest."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._bits: list[int] = []
        self._rose_ns: float | None = None
        self._fell_ns: float | None = None

    def edge(self, at_ns: float, level: int) -> None:
        """The data wire changes."""
        if level:
            if self._bits:
                assert self._fell_ns is not None
                self._check("low", at_ns, at_ns - self._fell_ns, LOW_NS)
            self._rose_ns = at_ns
        elif self._rose_ns is not None:
            high_ns = at_ns - self._rose_ns
            is_one = high_ns > (ZERO_NS[1] + ONE_NS[0]) / 2
            self._check("high", at_ns, high_ns, ONE_NS if is_one else ZERO_NS)
            self._bits.append(int(is_one))
            self._fell_ns = at_ns

    @property
    def shows_ns(self) -> float | None:
        """When the lights will show what came, if the wire stays low; None: nothing came."""
        return self._fell_ns + SHOWN_NS if self._bits and self._fell_ns is not None else None

    def latch(self, at_ns: float) -> list[tuple[int, Colour]]:
        """The line has been low up to now: the colours that the lights show, by place.

        Nothing before `shows_ns`. Lights that got nothing go on as they were.
        """
        shows_ns = self.shows_ns
        if shows_ns is None or at_ns < shows_ns - 1:
            return []
        bits, self._bits = self._bits, []
        count, rest = divmod(len(bits), LIGHT_BITS)
        if rest:
            raise ChainError(f"{at_ns:.0f} ns: a frame of {len(bits)} bits; {LIGHT_BITS} a light")
        return [(n, _colour(bits[LIGHT_BITS * n :])) for n in range(min(count, self._number))]

    def _check(self, what: str, at_ns: float, ns: float, allowed: tuple[int, int]) -> None:
        lowest, highest = allowed
        if not lowest <= ns <= highest:
            raise ChainError(
                f"{at_ns:.0f} ns: the light chain's data was {what} for {ns:.0f} ns;"
                f" allowed: {lowest} to {highest}"
            )


def _colour(bits: list[int]) -> Colour:
    green, red, blue = (
        int("".join(map(str, bits[8 * part : 8 * part + 8])), 2) for part in range(3)
    )
    return green, red, blue


def level(colour: Colour) -> float:
    """How bright a light is, 0.0 … 1.0: as its brightest colour."""
    return max(colour) / 255
