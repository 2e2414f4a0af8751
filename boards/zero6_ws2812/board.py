"""Six seats on a Waveshare RP2040-Zero, all lights on one chain of WS2812. Data only.

On the device this file is the module `board`; the tools on the desktop read the same file
(`unosim.boards`, which also checks what is said in the comments).
"""

NAME = "zero6_ws2812"
SEATS = 6

# Which pins there are, and what is wired on the module itself: tools/unosim/modules.py.
MODULE = "rp2040_zero"

# One PIO state machine samples all contacts with a single instruction, so they lie on
# neighbouring GPIOs in this order: p1 … p6, SLAP, Play/Pause: GPIO 0 to 7, the right edge.
FIRST_CONTACT = 0
CONTACT_CLOSED = 0  # a contact closes to ground against the chip's pull-up

# How long a contact must be open before it can be pressed again. The setting debounce_ms replaces
# the first one; SLAP, the big button, always keeps its own.
DEBOUNCE_MS = 25
SLAP_DEBOUNCE_MS = 50

# The chain's data, from p1's light on: p1 … p6, then SLAP. GPIO 29 lies beside 5V, GND and 3V3,
# so that one cable goes from there to the lights.
LIGHT_CHAIN = 29
LIGHT_MA = 25.0  # each from the 5 V rail, at full in warm white; nothing of it from a GPIO

# The piezo lies between the two GPIOs of one PWM slice, 7, which swing against each other: twice
# the voltage, for the 3.3 V of one alone are faint.
BUZZER = 14
BUZZER_ANTIPHASE = 15

# The switch connects one of them to ground, or neither (medium); both at once is a broken wire.
SPEED_SLOW = 26
SPEED_FAST = 27

# This module senses neither USB nor its supply, so there are no USB_SENSE and no BATTERY_ADC.

# How batteries reach 5V: "schottky" or "p-fet" (directly, USB would charge them), or "none".
BATTERY = "schottky"
