"""The ring oscillator's random bit, drawn from a seed: one sequence for every backend.

The fake `os.urandom` and the emulated chip's ROSC register both take their bits from here, so
that a seed means the same choices everywhere. Runs on CPython and on MicroPython's unix port,
where `bit()` allocates nothing: no product or shift in it exceeds 2^49.

    bits = RandomBits(7)
    bits.bit()      # 0 or 1
"""

_WORD = 0xFFFFFFFF


class RandomBits:
    """Bits of a 32-bit xorshift generator (Marsaglia 2003: 13, 17, 5), period 2^32 - 1.

    Good enough to deal turns, not for secrets. `seed` is any whole number; neighbouring seeds
    differ from the first bits on.
    """

    def __init__(self, seed: int) -> None:
        self._state = _mixed(seed)

    def bit(self) -> int:
        """The next bit, 0 or 1."""
        state = self._state
        state ^= (state << 13) & _WORD
        state ^= state >> 17
        state ^= (state << 5) & _WORD
        self._state = state
        # Bits of the state alone are linear in each other; the middle of a product is not.
        return ((state >> 8) * 0x9E3779) >> 23 & 1


def _mixed(seed: int) -> int:
    """The seed spread over 32 bits (the finalizer of MurmurHash3), never 0: 0 would stay 0."""
    word = 0x9E3779B9
    while True:
        word ^= seed & _WORD
        word ^= word >> 16
        word = (word * 0x85EBCA6B) & _WORD
        word ^= word >> 13
        word = (word * 0xC2B2AE35) & _WORD
        word ^= word >> 16
        seed >>= 32
        if seed in (0, -1):
            return word or 1
