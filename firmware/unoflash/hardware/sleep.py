"""Sleep at the lowest power from which Play/Pause wakes (A2, A3)."""

import machine
from machine import Pin
from micropython import const

_NAP_MS = const(4_000)  # a pin wakes the chip only from a sleep with an end


class Sleeper:
    """Naps until a contact of Play/Pause moves or some seconds have passed.

    In lightsleep neither PIO nor DMA runs, so the capture is stopped meanwhile; when it begins
    again, what has changed makes edges. `vbus_gpio` tells of USB power (None: the board cannot
    tell); with it the chip only waits, so that it stays reachable.
    """

    def __init__(self, contacts, play_gpio, vbus_gpio):
        self._contacts = contacts
        self._play = Pin(play_gpio)
        self._vbus = None if vbus_gpio is None else Pin(vbus_gpio, Pin.IN)
        self._handler = self._woken  # made once: a bound method allocates

    def on_usb(self):
        """Whether power comes over USB, as far as the board can tell."""
        return self._vbus is not None and self._vbus.value() == 1

    def nap(self):
        """Sleep once; returns at once where that is not possible."""
        self._contacts.stop()
        self._play.irq(self._handler, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)
        machine.lightsleep(_NAP_MS)
        self._play.irq(None)
        self._contacts.start()

    def _woken(self, pin):
        """Its coming has ended the sleep; `start` finds what it was."""
