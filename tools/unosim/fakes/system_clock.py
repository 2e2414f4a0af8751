"""The system clock of the simulated chip, which PWM and PIO divide."""

_CRYSTAL_KHZ = 12_000
_VCO_KHZ = range(_CRYSTAL_KHZ * 63, _CRYSTAL_KHZ * 133 + 1, _CRYSTAL_KHZ)  # 750 to 1600 MHz


class SystemClock:
    """`machine.freq` changes it; never to another one than that which something divides.

    The chip would let a PWM or a state machine run on, at another frequency than was asked for.
    """

    def __init__(self):
        self.normal_hz = 125_000_000  # what MicroPython starts with, and comes back to
        self.hz = self.normal_hz
        self._divided_by = ""
        self._divided_hz = 0

    def divide(self, what):
        """Something (its name) sets its divider by the clock, and counts on it from now on."""
        if self._divided_by and self._divided_hz != self.hz:
            raise RuntimeError(
                "%s: the clock is %d Hz; what %s divides was %d"
                % (what, self.hz, self._divided_by, self._divided_hz)
            )
        self._divided_by = what
        self._divided_hz = self.hz

    def set(self, hz):
        if not isinstance(hz, int):
            raise TypeError("machine.freq: %r; a whole number of Hz" % (hz,))
        if not _can_be_made(hz // 1000):
            raise ValueError("cannot change frequency")
        if self._divided_by and hz != self._divided_hz:
            raise RuntimeError("machine.freq: %s divides the clock already" % self._divided_by)
        self.hz = hz

    def wake(self):
        """From lightsleep: whatever the program had set, it is MicroPython's own again."""
        self.hz = self.normal_hz


def _can_be_made(khz):
    """Whether the PLL has a way: crystal × whole number ÷ two dividers of 1 to 7."""
    for vco_khz in _VCO_KHZ:
        for first in range(1, 8):
            for second in range(1, first + 1):
                if khz * first * second == vco_khz:
                    return True
    return False


CLOCK = SystemClock()
