"""The firmware in CPython: fast, with a debugger, coverage and profiler where they are needed.

It runs in a greenlet, in virtual time, from one moment at which the outside wants to do
something to the next.
"""

from typing import Any

from greenlet import getcurrent, greenlet

from unosim.backends import BackendError
from unosim.backends.virtual import (
    ANALOG,
    GPIOS,
    USB_READING,
    WATCHDOG_RESET,
    Input,
    Record,
    Retained,
    VirtualBackend,
)
from unosim.interpreter import Interpreter

MOST_CUTS = 100  # of the power that a firmware may catch
_runaways: list[greenlet] = []  # kept, for they cannot be ended


class Host(VirtualBackend):
    name = "host"

    def _boot(self, retained: Retained | None) -> None:
        device = Interpreter(*self._places)
        world = self._world = device.load("world").WORLD
        world.start_ticks_us = self._start_ticks_us
        world.open_levels = self._open_levels
        world.driven = self._driven_wires
        world.lit_low = self._lit_low
        for gpio in GPIOS:
            world.input(gpio, self._levels[gpio])
        device.load("usb_host").USB.reading(self._levels[USB_READING])
        world.files = self._files
        world.entropy = device.load("random_bits").RandomBits(self._seed)
        for _ in range(self._bits_drawn):
            world.random_bit()
        for what, level in self._levels.items():
            if what >= ANALOG:
                world.analog_mv[what - ANALOG] = level
        if retained is not None:
            world.reset_cause = WATCHDOG_RESET
            world.reset_reason, *world.scratch = retained
        world.port = self
        self._records: list[Record] = []
        self._power_cut: type[BaseException] = device.load("world").PowerCut
        self._greenlet = greenlet(lambda: self._life(device))

    def _life(self, device: Interpreter) -> None:
        world = device.load("world")
        try:
            device.load("power_on").run()
        except world.PowerCut:
            pass
        except world.Reset:
            kept = (self._world.reset_reason, *self._world.scratch)
            self._records.append(("reset", self._world.now_ns, *kept))

    def _run(self, until_ns: int, inputs: list[Input]) -> list[Record]:
        for at_ns, what, level in inputs:
            self._world.schedule(at_ns, what, level)
        self._world.horizon_ns = until_ns
        self._world.plan()
        self._greenlet.parent = getcurrent()
        self._greenlet.switch()
        records, self._records = self._records, []
        return records

    def _cut(self) -> None:
        self._world.port = None
        self._world.cut = self._dark
        self._cuts = 0
        if self._greenlet:
            self._greenlet.parent = getcurrent()
            self._greenlet.throw(self._power_cut)
        if self._greenlet:
            _runaways.append(self._greenlet)
            self._on = False
            raise BackendError("the firmware caught PowerCut and runs on; catch Exception at most")

    def _dark(self) -> None:
        """What every call of the chip runs into without power."""
        self._cuts += 1
        if self._cuts > MOST_CUTS:
            self._switch_back()
        raise self._power_cut

    # -- the world's port: called in the greenlet, by the device -------------------------------

    def output(self, now_ns: int, gpio: int, hz: int, duty_u16: int) -> None:
        self._records.append(("output", now_ns, gpio, hz, duty_u16))

    def usb(self, now_ns: int, data: bytes) -> None:
        self._records.append(("usb", now_ns, data))
        if b"\n" in data:
            self._world.horizon_ns = now_ns

    def stored(self, name: str, data: bytes | None) -> None:
        """The world's files are this backend's own."""

    def drew(self, bits: int) -> None:
        self._bits_drawn += bits

    def horizon(self, now_ns: int) -> None:
        self._records.append(("horizon", now_ns))
        self._switch_back()

    def _switch_back(self) -> None:
        parent: Any = self._greenlet.parent
        parent.switch()
