"""Six seats, as the original has, on a Raspberry Pi Pico: which GPIO does what. Data only.

On the device this file is the module `board`; the tools on the desktop read the same file
(`unosim.boards`, which also checks what is said in the comments).
"""

NAME = "pico6"
SEATS = 6

# Which pins there are, and what is wired on the module itself: tools/unosim/modules.py.
MODULE = "pico"

# One PIO state machine samples all contacts with a single instruction, so they lie on
# neighbouring GPIOs in this order: p1 … p6, SLAP, Play/Pause: GPIO 0 to 7.
FIRST_CONTACT = 0
CONTACT_CLOSED = 0  # a contact closes to ground against the chip's pull-up

# How long a contact must be open before it can be pressed again. The setting debounce_ms replaces
# the first one; SLAP, the big button, always keeps its own.
DEBOUNCE_MS = 25
SLAP_DEBOUNCE_MS = 50

# p1 … p6, then SLAP. A PWM channel serves GPIO n and GPIO n + 16: no two lights may share one.
# These seven take the slices 4, 4, 5, 5, 6, 6 and 7.
LIGHTS = (8, 9, 10, 11, 12, 13, 14)
LIGHT_ON = 1  # an LED from the GPIO through its resistor to ground
LIGHT_MA = 4.0  # each; the GPIOs give 50 mA in all

# The two GPIOs of a PWM slice share one frequency, so the buzzer has a slice, 0, to itself.
BUZZER = 16

# The switch connects one of them to ground, or neither (medium); both at once is a broken wire.
SPEED_SLOW = 20
SPEED_FAST = 21

# The Pico's own wiring: USB power on GPIO 24, a third of the supply (VSYS) on GPIO 29. A board
# that cannot tell leaves these out.
USB_SENSE = 24
BATTERY_ADC = 29
BATTERY_DIVIDER = 3.0

# How batteries reach VSYS: "schottky" or "p-fet" (directly, USB would charge them), or "none".
BATTERY = "schottky"
