"""The states of the unit, one class a file, and their numbers in reports."""

from micropython import const

STARTING = const(0)
JOINING = const(1)
CHOOSING = const(2)
TURN = const(3)
TIMED_OUT = const(4)
SLAP_RACE = const(5)
SLAP_LOST = const(6)
PAUSED = const(7)
ASLEEP = const(8)
SELF_TEST = const(9)
SAFE_MODE = const(10)

NAMES = (
    "starting",
    "joining",
    "choosing",
    "turn",
    "timed_out",
    "slap_race",
    "slap_lost",
    "paused",
    "asleep",
    "self_test",
    "safe_mode",
)
