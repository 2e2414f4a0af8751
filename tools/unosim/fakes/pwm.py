"""The fake `machine.PWM`, with the RP2040's rules: 8 slices of two channels.

GPIO n and n + 16 share a channel; a pair of channels, GPIO 2k and 2k + 1, shares its frequency.
The chip lets a program break these rules and does something else than it meant; here it raises
ValueError. So does a duty out of range, which the chip cuts off.
"""

import costs
from pins import find, number, take
from system_clock import CLOCK
from world import WORLD

_HIGHEST_HZ = 62_500_000  # two clocks a period
_TOP_MAX = 65534
_ASK = object()
_UNSET = -1  # a duty


class PWM:
    """PWM(pin, freq=, duty_u16=, invert=): the pin's drive begins when it has both.

    Of a pair, of which one is inverted, either sets the frequency of both: it is one thing, in
    antiphase.
    """

    def __init__(self, dest, freq=None, *, duty_u16=None, invert=0):
        WORLD.spend(costs.PWM_NS)
        pin = find(dest)
        self._gpio = number(pin)
        self._slice = _SLICES[self._gpio // 2 % 8]
        self._channel = self._gpio % 2
        self._duty = _UNSET
        self._invert = 65535 if invert else 0
        self._slice.take(self._channel, self)
        take(pin, self._left)
        self._set(freq, duty_u16)
        if not self._slice.runs or self._duty == _UNSET:
            WORLD.output(self._gpio, 0, self._invert)

    def init(self, freq=None, *, duty_u16=None):
        WORLD.spend(costs.PWM_NS)
        self._set(freq, duty_u16)

    def freq(self, value=_ASK):
        """Set the frequency in Hz, 8 … 62 500 000; without a value: what it really is."""
        WORLD.spend(costs.PWM_NS)
        if value is _ASK:
            return self._slice.real_hz()
        self._own()
        self._slice.set(self._channel, value)
        return None

    def duty_u16(self, value=_ASK):
        """Set how long the pin is high, 0 … 65535 (always); without a value: the duty set."""
        WORLD.spend(costs.PWM_NS)
        if value is _ASK:
            return 0 if self._duty == _UNSET else self._duty
        self._own()
        self._set_duty(value)
        self._slice.drive()
        return None

    def deinit(self):
        """Stop the slice, both channels; a pin may stay high. A new duty or frequency starts it."""
        WORLD.spend(costs.PWM_NS)
        self._slice.stop()

    def __repr__(self):
        return "<PWM slice=%d channel=%d invert=%d>" % (
            self._gpio // 2 % 8,
            self._channel,
            1 if self._invert else 0,
        )

    def _set(self, freq, duty_u16):
        self._own()
        if duty_u16 is not None:
            self._set_duty(duty_u16)
        if freq is not None:
            self._slice.set(self._channel, freq)
        self._slice.drive()

    def _set_duty(self, value):
        if not 0 <= value <= 65535:
            raise ValueError("GPIO%d: duty_u16 %r; 0 to 65535" % (self._gpio, value))
        self._duty = value

    def _own(self):
        if self._slice.users[self._channel] is not self:
            raise ValueError("GPIO%d: this PWM lost its pin to another use" % self._gpio)

    def _left(self, gpio):
        self._slice.users[self._channel] = None


class _Slice:
    def __init__(self):
        self.users = [None, None]  # the PWM on each channel
        self._hz = 0  # as asked for; 0: never set
        self._div16 = 0
        self._top = 0

    def take(self, channel, pwm):
        other = self.users[channel]
        if other is not None and other._gpio != pwm._gpio:
            raise ValueError(
                "GPIO%d: its PWM channel drives GPIO%d (GPIO n and n + 16 share one)"
                % (pwm._gpio, other._gpio)
            )
        self.users[channel] = pwm

    def set(self, channel, hz):
        if not isinstance(hz, int):
            raise TypeError("PWM: freq %r; a whole number" % (hz,))
        other = self.users[1 - channel]
        pair = other is not None and other._invert != self.users[channel]._invert
        if other is not None and not pair and self._hz not in (0, hz):
            raise ValueError(
                "PWM: %d Hz would change GPIO%d, which shares the slice at %d Hz"
                % (hz, other._gpio, self._hz)
            )
        if hz > _HIGHEST_HZ:
            raise ValueError("freq too large: %d Hz; 8 to %d" % (hz, _HIGHEST_HZ))
        if hz <= 0:
            raise ValueError("freq too small: %d Hz; 8 to %d" % (hz, _HIGHEST_HZ))
        source_hz = CLOCK.hz
        CLOCK.divide("PWM")
        # As the port computes it (machine_pwm.c): the finest steps that the divider allows.
        if (source_hz + hz // 2) // hz < _TOP_MAX:
            div16 = 16
            top = (source_hz + hz // 2) // hz - 1
        else:
            div16 = (16 * source_hz + _TOP_MAX * hz - 1) // (_TOP_MAX * hz)
            if div16 >= 256 * 16:
                raise ValueError("freq too small: %d Hz; 8 to %d" % (hz, _HIGHEST_HZ))
            top = (16 * source_hz + div16 * hz // 2) // (div16 * hz) - 1
        self._hz = hz
        self._div16 = div16
        self._top = top
        self.drive()

    @property
    def runs(self):
        return self._hz != 0

    def real_hz(self):
        if not self._hz:
            return 0
        period16 = self._div16 * (self._top + 1)
        return (16 * CLOCK.hz + period16 // 2) // period16

    def drive(self):
        if self._hz:
            for pwm in self.users:
                if pwm is not None and pwm._duty != _UNSET:
                    WORLD.output(pwm._gpio, self._hz, pwm._duty ^ pwm._invert)

    def stop(self):
        for pwm in self.users:
            if pwm is not None:
                WORLD.output(pwm._gpio, 0, (65535 if pwm._duty > 0 else 0) ^ pwm._invert)


_SLICES = [_Slice() for _ in range(8)]
