"""The power budget's inputs, each with its source. Change one here and `unosim power` follows.

Currents of a Pico are those drawn from USB's 5 V, as the sources give them.
"""

# How fast the chip runs, in MHz: SYSTEM_HZ of firmware/unoflash/hardware/clock.py.
CLOCK_MHZ = 125

# The share of the time that the CPU is awake: `make bench`, "awake while waiting".
AWAKE = {
    "joining": 0.061,
    "turn": 0.0009,
    "paused": 0.061,
    "asleep": 0.002,
}

# What of an evening is spent in which state: an assumption. A race is everybody's light at once.
EVENING = {"joining": 0.03, "turn": 0.87, "slap_race": 0.05, "paused": 0.05}

# How many lights are lit, counted as full ones, of `seats` players' and SLAP's: one in a turn; in
# a race all opponents' until they slap, and SLAP's; glowing and breathing count a quarter.
LIT = {
    "joining": lambda seats: seats / 2,
    "turn": lambda _seats: 1,
    "slap_race": lambda seats: (seats - 1) / 2 + 1,
    "paused": lambda seats: 0.25 * seats,
    "asleep": lambda _seats: 0,
}

# A Pico under MicroPython, mA at 5 V by MHz, measured: github.com/cpottle9/RP2-PowerControl,
# POWER_MEASUREMENTS.md, "Raspberry PI PICO": "busy wait" and "normal sleep_ms" (all clocks on, the
# CPU waits for an event, as ours does).
# The datasheets give nothing at 125 MHz for it. At 48 MHz they fit: Pico datasheet 3.1.2, BOOTSEL
# idle, 8.7 mA.
BUSY_MA = {18: 7.83, 64: 14.45, 125: 21.24}
WAITING_MA = {18: 7.45, 64: 13.0, 125: 18.8}

# Pico datasheet 3.1.4, SLEEP mode, mean at 25 °C (the same source as above measured 1.29 mA in
# lightsleep; micropython pull request 8832: 1.55 mA and 0.99 mA).
ASLEEP_MA = 1.3

# RP2040 datasheet 5.7.2, table 637, sleep: what the chip alone draws from 3.3 V.
CHIP_ASLEEP_MA = 0.39
# An RP2040-Zero's linear regulator itself (its schematic: RT9013, quiescent 25 µA).
LINEAR_MA = 0.025

# Pico: a buck-boost regulator (RT6150B datasheet: up to 90 %; less at few mA), a Schottky diode
# before it. What it gives at 3.3 V is what it takes at VSYS, less the loss.
EFFICIENCY = 0.85
USB_V, DIODE_V, RAIL_V = 5.0, 0.3, 3.3

# A dark WS2812B: 0.9 mA (24 of them, 21 mA: arduino.stackexchange.com/a/44391), under 1 mA
# (jpralves.net 2019, "WS2812B Reducing Power Consumption"). Its datasheet says nothing.
DARK_MA = 1.0
OWN_WS2812 = {"rp2040_zero": 1}  # on the module itself, always supplied

# Alkaline AA, to 0.8 V a cell. Energizer's E91 datasheet shows about 3000 mAh at 25 mA and 2600 at
# 100 mA; other makes are weaker.
CELLS, CAPACITY_MAH, CELL_V = 3, 2500, 1.2
# A Pico's regulator works down to 1.8 V (Pico datasheet 2.1), 0.7 V a cell: all of it is used.
# WS2812B want 3.5 V (datasheet), 1.27 V a cell: about half of it.
CHAIN_SHARE = 0.5
