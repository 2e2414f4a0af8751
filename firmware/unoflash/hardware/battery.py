"""The battery's voltage, on boards that can measure it (E4)."""

from machine import ADC
from micropython import const

_FULL = const(65_535)
_REFERENCE_V = 3.3


class Battery:
    """Measures through a divider by `divider` on `adc_gpio`; None: the board cannot."""

    def __init__(self, adc_gpio, divider):
        self._adc = None if adc_gpio is None else ADC(adc_gpio)
        self._divider = divider

    def is_under(self, limit_v):
        """Whether it is weaker than `limit_v`; never where it cannot be measured."""
        if self._adc is None or not limit_v:
            return False
        return self._adc.read_u16() * _REFERENCE_V * self._divider / _FULL < limit_v
