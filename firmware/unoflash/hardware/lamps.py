"""The lights: LEDs, each on a PWM channel of its own; or what else the board has."""

import micropython
from machine import PWM, Pin

_HZ = 1000  # no flicker, and few toggles for an emulator to follow


def of_board(board, brightness):
    """The board's lights, dark: `show(levels)` and `off()`. `brightness` in percent: their full."""
    chain = getattr(board, "LIGHT_CHAIN", None)
    if chain is None:
        return Lamps(board.LIGHTS, brightness, getattr(board, "LIGHT_ON", 1))
    from unoflash.hardware.light_chain import LightChain

    return LightChain(chain, board.SEATS + 1, brightness)


class Lamps:
    """LEDs on `gpios`, in the order of the levels, lit at the level `on` (0 or 1)."""

    def __init__(self, gpios, brightness, on):
        self._dark = 1 - on
        self._pins = [Pin(gpio, Pin.OUT, value=self._dark) for gpio in gpios]
        inverted = on == 0  # a duty is always that of the light
        self._pwms = [PWM(pin, freq=_HZ, duty_u16=0, invert=inverted) for pin in self._pins]
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
        """All dark, and the pins plain outputs: a stopped PWM may stay at any level."""
        for light, pin in enumerate(self._pins):
            self._pwms[light].deinit()
            pin.init(Pin.OUT, value=self._dark)
