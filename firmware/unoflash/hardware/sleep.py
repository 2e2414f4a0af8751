"""Sleep at the lowest power from which Play/Pause wakes (A2, A3)."""

import time

import machine
from machine import Pin
from micropython import const

from unoflash.hardware.clock import set_system_clock

_NAP_MS = const(4_000)  # a pin wakes the chip only from a sleep with an end
_PWM_MS = const(5)  # a PWM takes over what it was told at its next wrap: at 262 Hz after 4 ms


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
        self._moved = False  # whether Play/Pause has, since it is watched
        self._handler = self._on_edge  # made once: a bound method allocates

    def on_usb(self):
        """Whether power comes over USB, as far as the board can tell."""
        return self._vbus is not None and self._vbus.value() == 1

    def nap(self):
        """Sleep once; not if a contact moves just now.

        No edge of Play/Pause is missed between two ways of watching it: its interrupt is on
        before the capture ends, and masked before the last look, as the sleep begins by itself
        only with interrupts masked: one that waits then ends it at once.
        """
        time.sleep_ms(_PWM_MS)
        self._moved = False
        self._play.irq(self._handler, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)
        try:
            if self._contacts.has_news():
                return
            self._contacts.stop()
            masked = machine.disable_irq()
            try:
                if not self._moved:
                    machine.lightsleep(_NAP_MS)
            finally:
                machine.enable_irq(masked)
            set_system_clock()  # before the capture counts on it
            self._contacts.start()
        finally:
            self._play.irq(None)

    def _on_edge(self, pin):
        """Its coming has ended the sleep; the capture's `start` finds what it was."""
        self._moved = True
