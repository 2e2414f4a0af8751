"""The buzzer: a passive piezo on a PWM slice of its own."""

from machine import PWM, Pin

_DUTY = {"loud": 32768, "quiet": 2048, "mute": 0}  # of 65535: half is the loudest
_IDLE_HZ = 1000


class Buzzer:
    """Sounds one frequency at a time at `volume`."""

    def __init__(self, gpio, volume):
        self._pin = Pin(gpio, Pin.OUT, value=0)
        self._pwm = PWM(self._pin, freq=_IDLE_HZ, duty_u16=0)
        self.set_volume(volume)
        self.hz = 0  # what sounds

    def set_volume(self, volume):
        """One of `settings.VOLUMES`; heard with the next note."""
        self._duty = _DUTY[volume]

    def sound(self, hz):
        """Sound `hz`; 0 is silence."""
        self.hz = hz
        if hz:
            self._pwm.freq(hz)
            self._pwm.duty_u16(self._duty)
        else:
            self._pwm.duty_u16(0)

    def off(self):
        """Silent, and the pin a plain low output: a stopped PWM may stay high."""
        self._pwm.deinit()
        self._pin.init(Pin.OUT, value=0)
