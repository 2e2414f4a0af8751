"""The lights, each on a PWM channel of its own."""

import micropython
from machine import PWM, Pin

_HZ = 1000  # no flicker, and few toggles for an emulator to follow


class Lamps:
    """Lights on `gpios`, in the order of the levels; `brightness` in percent is their full."""

    def __init__(self, gpios, brightness):
        self._pins = [Pin(gpio, Pin.OUT, value=0) for gpio in gpios]
        self._pwms = [PWM(pin, freq=_HZ, duty_u16=0) for pin in self._pins]
        self._brightness = brightness
        self._shown = bytearray(len(gpios))

    @micropython.native
    def show(self, levels):
        """Show `levels`, a bytearray of percentages of the full brightness."""
        shown = self._shown
        for light in range(len(shown)):
            level = levels[light]
            if level != shown[light]:
                shown[light] = level
                self._pwms[light].duty_u16(level * self._brightness * 65535 // 10_000)

    def off(self):
        """All dark, and the pins plain low outputs: a stopped PWM may stay high."""
        for light, pin in enumerate(self._pins):
            self._pwms[light].deinit()
            pin.init(Pin.OUT, value=0)
