"""Values of parts, computed from what they have to do.

Where a value is a choice and not a sum, its comment says whose.

    >>> led_ohm(4.0)
    330
"""

import math

GPIO_V = 3.3  # RP2040 datasheet 5.2.3.4, IOVDD as the modules supply it
# Red, orange or yellow at a few mA. Green, blue and white ones need 3 V and leave too little for
# a resistor to set their current by.
LED_V = 2.0
SCHOTTKY_V = 0.3  # 1N5817 at 50 to 100 mA (its datasheet: 0.45 V at 1 A)
SILICON_V = 0.75  # 1N4001 at some 10 mA
PIEZO_PEAK_MA = 10  # less than the 12 mA that a GPIO can be set to
PIEZO_NF = 20  # of a disc of 20 to 27 mm

# WS2812B datasheet: VDD 3.5 to 5.3 V; a 1 on DIN is 0.7 of VDD.
CHAIN_HIGH = 0.7
CHAIN_OHM = 330  # Adafruit's NeoPixel guide: 300 to 500 Ω against ringing on the first wire
CHAIN_UF = 100
SCHOTTKY, SILICON, P_FET = "1N5817", "1N4001", "DMG2305UX"

_E12 = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)


def next_e12(ohm: float) -> int:
    """The smallest resistor one can buy (E12, from 10 Ω) that is not under `ohm`."""
    for decade in range(6):
        for value in _E12:
            if value * 10**decade >= ohm - 1e-9:
                return value * 10**decade
    raise ValueError(f"{ohm} Ω: at most 8.2 MΩ")


def led_ohm(most_ma: float) -> int:
    """The resistor of an LED at a GPIO, so that it draws no more than `most_ma`."""
    return next_e12((GPIO_V - LED_V) / most_ma * 1000)


def led_ma(ohm: int) -> float:
    """What an LED draws through `ohm`."""
    return (GPIO_V - LED_V) / ohm * 1000


def piezo_ohm(antiphase: bool) -> int:
    """The resistor that keeps a piezo's charging current under what a GPIO gives.

    In antiphase its voltage jumps by twice the supply, both ways.
    """
    swing_v = GPIO_V * (2 if antiphase else 1)
    return next_e12(swing_v / PIEZO_PEAK_MA * 1000)


def piezo_settles_us(ohm: int) -> float:
    """How long an edge takes to arrive at the piezo (three time constants)."""
    return math.ceil(3 * ohm * PIEZO_NF / 1000)
