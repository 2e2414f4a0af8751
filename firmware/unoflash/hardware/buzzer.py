"""The buzzer: a passive piezo on a PWM slice of its own."""

from machine import PWM, Pin
from micropython import const

_DUTY = {"loud": 32768, "quiet": 2048, "mute": 0}  # of 65535: half is the loudest
_ALWAYS = const(65535)
_IDLE_HZ = 1000


class Buzzer:
    """Sounds one frequency at a time at `volume`.

    With `antiphase_gpio`, the slice's other channel, the piezo lies between the two; that end
    swings against the first one: twice the voltage. Silent, both are low.
    """

    def __init__(self, gpio, volume, antiphase_gpio=None):
        self._pin = Pin(gpio, Pin.OUT, value=0)
        self._pwm = PWM(self._pin, freq=_IDLE_HZ, duty_u16=0)
        self._end = self._end_pwm = None
        if antiphase_gpio is not None:
            self._end = Pin(antiphase_gpio, Pin.OUT, value=0)
            self._end_pwm = PWM(self._end, freq=_IDLE_HZ, duty_u16=_ALWAYS, invert=True)
        self.set_volume(volume)
        self.hz = 0  # what sounds

    def set_volume(self, volume):
        """One of `settings.VOLUMES`; heard with the next note."""
        self._duty = _DUTY[volume]

    def sound(self, hz):
        """Sound `hz`; 0 is silence."""
        self.hz = hz
        duty = 0
        if hz:
            self._pwm.freq(hz)
            duty = self._duty
        self._pwm.duty_u16(duty)
        if self._end_pwm is not None:
            self._end_pwm.duty_u16(duty or _ALWAYS)

    def off(self):
        """Silent, and the pins plain low outputs: a stopped PWM may stay high."""
        self._pwm.deinit()
        self._pin.init(Pin.OUT, value=0)
        if self._end is not None:
            self._end.init(Pin.OUT, value=0)
