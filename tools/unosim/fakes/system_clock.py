"""The system clock of the simulated chip, which PWM and PIO divide."""

_CRYSTAL_KHZ = 12_000
_VCO_KHZ = range(_CRYSTAL_KHZ * 63, _CRYSTAL_KHZ * 133 + 1, _CRYSTAL_KHZ)  # 750 to 1600 MHz


class SystemClock:
    """`machine.freq` changes it; never once something divides it.

    The chip would let a PWM or a state machine run on, at another frequency than was asked for.
    """

    def __init__(self):
        self.hz = 125_000_000  # as MicroPython for the Pico starts
        self._divided_by = None

    def divide(self, what):
        """Something (its name) counts on the clock from now on."""
        self._divided_by = what

    def set(self, hz):
        if not isinstance(hz, int):
            raise TypeError("machine.freq: %r; a whole number of Hz" % (hz,))
        if not _can_be_made(hz // 1000):
            raise ValueError("cannot change frequency")
        if self._divided_by:
            raise RuntimeError("machine.freq: %s divides the clock already" % self._divided_by)
        self.hz = hz


def _can_be_made(khz):
    """Whether the PLL has a way: crystal × whole number ÷ two dividers of 1 to 7."""
    for vco_khz in _VCO_KHZ:
        for first in range(1, 8):
            for second in range(1, first + 1):
                if khz * first * second == vco_khz:
                    return True
    return False


CLOCK = SystemClock()
