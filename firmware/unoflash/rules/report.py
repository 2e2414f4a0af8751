"""What happened in a step, for the log: a bounded queue of plain numbers.

Nothing is formatted here: lights and sounds come first, words later (see `unoflash.log`).
"""

# Viper's pointer types are names only to its compiler.
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false, reportArgumentType=false

from array import array

import micropython
from micropython import const

STATE = const(0)  # code: the state (states.py); seats: those concerned; value: a turn's limit
JOINED = const(1)  # seats: all that are joined
SLAP = const(2)  # seats: the one whose slap was accepted
FAULT = const(3)  # code: what went wrong, one of the FAULT_ numbers
STUCK = const(4)  # code: the button (B4)
VOLUME = const(5)  # code: an index of settings.VOLUMES (J6)
FIGURES = const(6)  # code: a seat whose figures in the journal have changed (N1)

FAULT_INPUT_LOST = const(0)  # edges or presses came faster than they could be taken in
FAULT_SPEED_SWITCH = const(1)  # a reading that the wiring cannot mean (B5)
FAULT_VOLUME = const(2)  # the volume could not be kept (G2)
FAULT_JOURNAL = const(3)  # the journal could not be written
FAULT_TEXTS = (
    "input was lost: contacts changed too fast to be read",
    "speed switch: both ends closed at once; using medium",
    "settings.json could not be written: the volume is lost with the power",
    "the journal could not be written: flash full or broken",
)

NO_LIMIT = const(-1)  # as a turn's value

_SIZE = const(32)  # events in one step: all seats joining at once, and some
_FIELDS = const(5)  # of an event: kind, time, code, seats, value


@micropython.viper
def _note(events: ptr32, i: int, kind: int, at_us: int, code: int, seats: int, value: int):
    """Five numbers in a row: five arrays took 35 us more."""
    i *= _FIELDS
    events[i] = kind
    events[i + 1] = at_us
    events[i + 2] = code
    events[i + 3] = seats
    events[i + 4] = value


class Report:
    """Events in order; those that find no place are counted in `dropped`."""

    def __init__(self):
        self.count = 0
        self.taken = 0  # of these, by whoever takes them one by one
        self.noticed = 0  # of these, by whoever looks for faults
        self.dropped = 0
        self._events = array("i", [0] * (_FIELDS * _SIZE))

    @micropython.native
    def add(self, kind, at_us, code=0, seats=0, value=0):
        i = self.count
        if i == _SIZE:
            self.dropped += 1
            return
        _note(self._events, i, kind, at_us, code, seats, value)
        self.count = i + 1

    @micropython.native
    def kind(self, i):
        return self._events[_FIELDS * i]

    @micropython.native
    def at_us(self, i):
        return self._events[_FIELDS * i + 1]

    @micropython.native
    def code(self, i):
        return self._events[_FIELDS * i + 2]

    @micropython.native
    def seats(self, i):
        return self._events[_FIELDS * i + 3]

    @micropython.native
    def value(self, i):
        return self._events[_FIELDS * i + 4]

    def clear(self):
        self.count = self.taken = self.noticed = 0
