"""The contacts of the Speed Switch: its middle position closes neither of the two."""

import io

from machine import Pin
from micropython import const

from unoflash.rules.speed_switch import BROKEN, FAST, MEDIUM, SLOW

_POLL = const(3)
_READABLE = const(1)


class SpeedContacts(io.IOBase):
    """Reads the position; readable for `select.poll` once a contact has moved."""

    def __init__(self, slow_gpio, fast_gpio):
        self._slow = Pin(slow_gpio, Pin.IN, Pin.PULL_UP)
        self._fast = Pin(fast_gpio, Pin.IN, Pin.PULL_UP)
        self.moved = True  # since `read` was called last
        handler = self._on_edge  # made once: a bound method allocates
        for pin in (self._slow, self._fast):
            pin.irq(handler, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def read(self):
        """The position as the contacts are now, bounces included; BROKEN if both are closed."""
        self.moved = False
        if self._slow.value():
            return MEDIUM if self._fast.value() else FAST
        return SLOW if self._fast.value() else BROKEN

    def ioctl(self, operation, flags):
        return _READABLE if operation == _POLL and self.moved else 0

    def off(self):
        for pin in (self._slow, self._fast):
            pin.irq(None)

    def _on_edge(self, pin):
        self.moved = True
