"""What the two backends in virtual time share: everything but the Python that runs the device."""

import bisect
import os
from abc import ABC, abstractmethod
from pathlib import Path

from unosim.backends import BackendError, Observer
from unosim.boards import TREE, Board

GPIOS = range(30)
# Besides GPIOs an input may be one of these (`fakes/world.py`).
USB_READING = 30
USB_BYTE = 31
TROUBLE = 32
TROUBLES = {"crash": 1, "hang": 2}
ANALOG = 40  # and a GPIO: millivolts there
TICKS_PERIOD_US = 1 << 30
START_TICKS_US = TICKS_PERIOD_US - 3_000_000  # every run meets the wrap, 3 s in
WATCHDOG_RESET = 3  # machine.WDT_RESET
MOST_INPUTS = 500  # told to the device at once

# What survives a reset: the watchdog's reason and its four scratch registers.
Retained = tuple[int, ...]
Input = tuple[int, int, int]  # at_ns, GPIO or what else, level
# What the device did, at world times: ("output", at_ns, gpio, hz, duty_u16) or
# ("usb", at_ns, data); then "horizon" or "reset" and the time.
Record = tuple


class VirtualBackend(ABC):
    """The fakes' world seen from outside. `firmware`: the folder with main.py.

    `start_ticks_us` is what the chip's microsecond counter starts from at each power-on.
    """

    def __init__(
        self,
        board: Board,
        seed: int | None,
        observer: Observer,
        *,
        firmware: Path = TREE / "firmware",
        start_ticks_us: int = START_TICKS_US,
    ) -> None:
        self.now_ns = 0
        self._observer = observer
        self._seed = int.from_bytes(os.urandom(8), "big") if seed is None else seed
        self._places = (firmware.resolve(), board.folder.resolve())
        self._start_ticks_us = start_ticks_us
        self._files: dict[str, bytes] = {}
        self._bits_drawn = 0
        self._on = False
        self._power_on_ns = 0
        self._driven: set[int] = set()  # GPIOs that are not low
        self._line = b""
        # An unconnected wire, an open contact and an open switch leave their level to the pull.
        open_levels = dict.fromkeys(GPIOS, 1)
        open_levels.update((gpio, 1 - board.closed_level) for gpio in board.contacts.values())
        self._driven_wires = 0
        if board.usb_sense is not None:
            open_levels[board.usb_sense] = 0  # on battery, until somebody plugs it in
            self._driven_wires = 1 << board.usb_sense  # a divider: low is driven as well
        self._lit_low = 0
        if board.light_chain is None and not board.light_on:
            self._lit_low = sum(1 << gpio for gpio in board.lights.values())
        self._open_levels = sum(level << gpio for gpio, level in open_levels.items())
        self._levels = {**open_levels, USB_READING: 1}
        self._inputs: list[Input] = []  # not yet past, in order
        self._unsent: list[Input] = []  # of these, what the device does not know yet

    # -- what the kinds of device do ---------------------------------------------------------

    @abstractmethod
    def _boot(self, retained: Retained | None) -> None:
        """Make a device that will start when `_run` is called first; None: power-on."""

    @abstractmethod
    def _run(self, until_ns: int, inputs: list[Input]) -> list[Record]:
        """Let it go on to `until_ns`, world time like the inputs'; what it did, in order."""

    @abstractmethod
    def _cut(self) -> None:
        """End the device where it stands."""

    # -- unosim.backends.Backend -------------------------------------------------------------

    def store(self, name: str, data: bytes) -> None:
        if not name or "/" in name:
            raise ValueError(f"file name {name!r}; the flash has one folder")
        self._files[name] = data

    def power_on(self) -> None:
        if self._on:
            raise BackendError("power_on: the power is on")
        self._start(None)

    def power_off(self) -> None:
        if not self._on:
            raise BackendError("power_off: the power is off")
        self._cut()
        self._fall()

    def set_input(self, at_ns: int, gpio: int, level: int) -> None:
        if gpio not in GPIOS or level not in (0, 1):
            raise ValueError(f"set_input: GPIO {gpio} to {level}; 0 to 29, to 0 or 1")
        self._add(at_ns, gpio, level)

    def send_usb(self, at_ns: int, data: bytes) -> None:
        """The terminal sends bytes; 0x03 interrupts the firmware."""
        for byte in data:
            self._add(at_ns, USB_BYTE, byte)

    def set_analog(self, at_ns: int, gpio: int, volts: float) -> None:
        """The voltage at a GPIO of the ADC, 26 to 29."""
        if not 26 <= gpio <= 29 or volts < 0:
            raise ValueError(f"set_analog: GPIO {gpio} to {volts} V; 26 to 29, 0 V or more")
        self._add(at_ns, ANALOG + gpio, round(volts * 1000))

    def upset(self, at_ns: int, trouble: str) -> None:
        """The firmware's next call of the hardware raises ("crash") or never returns ("hang")."""
        self._add(at_ns, TROUBLE, TROUBLES[trouble])

    def read_usb(self, at_ns: int, reads: bool) -> None:
        """The terminal stops reading (its port stays open), or reads on."""
        self._add(at_ns, USB_READING, int(reads))

    def advance(self, until_ns: int) -> None:
        if until_ns < self.now_ns:
            raise ValueError(f"advance to {until_ns} ns, which is past: {self.now_ns}")
        stopped = False
        while self._on and self.now_ns < until_ns and not stopped:
            start_ns = self._power_on_ns
            to_ns = until_ns
            if len(self._unsent) > MOST_INPUTS:  # a device keeps few in mind
                to_ns = max(self.now_ns, min(until_ns, self._unsent[MOST_INPUTS][0]))
            sent, self._unsent[:MOST_INPUTS] = self._unsent[:MOST_INPUTS], []
            inputs = [(at - start_ns, what, level) for at, what, level in sent]
            *records, (end, at_ns, *retained) = self._run(to_ns - start_ns, inputs)
            self.now_ns = start_ns + at_ns
            self._pass()
            stopped = self._report(records)
            if end == "reset":
                self._fall()
                self._start(tuple(retained))
        if not self._on:
            self.now_ns = until_ns
            self._pass()

    def ticks_to_ns(self, ticks_us: int) -> int:
        now_us = self._start_ticks_us + (self.now_ns - self._power_on_ns) // 1000
        half = TICKS_PERIOD_US // 2
        ago_us = (now_us - ticks_us + half) % TICKS_PERIOD_US - half
        return self._power_on_ns + (now_us - ago_us - self._start_ticks_us) * 1000

    def close(self) -> None:
        if self._on:
            self._cut()
            self._on = False

    # -- inside ------------------------------------------------------------------------------

    def _add(self, at_ns: int, what: int, level: int) -> None:
        if at_ns < self.now_ns:
            raise ValueError(f"input at {at_ns} ns, which is past: {self.now_ns}")
        bisect.insort(self._inputs, (at_ns, what, level), key=_at_ns)
        if self._on:
            bisect.insort(self._unsent, (at_ns, what, level), key=_at_ns)

    def _start(self, retained: Retained | None) -> None:
        self._on = True
        self._power_on_ns = self.now_ns
        self._pass(also_now=True)
        self._unsent = list(self._inputs)
        self._boot(retained)

    def _fall(self) -> None:
        """The device has ended: nothing drives its outputs; half a line is lost."""
        self._on = False
        self._unsent.clear()
        self._line = b""
        for gpio in sorted(self._driven):
            self._observer.output(self.now_ns, gpio, 0, 0.0)
        self._driven.clear()

    def _pass(self, also_now: bool = False) -> None:
        """Forget inputs that are past, but for the levels that they left.

        Those of this very moment may still come, so they stay, unless `also_now`.
        """
        past = 0
        for at_ns, what, level in self._inputs:
            if at_ns > self.now_ns or (at_ns == self.now_ns and not also_now):
                break
            if what not in (USB_BYTE, TROUBLE):
                self._levels[what] = level
            past += 1
        del self._inputs[:past]

    def _report(self, records: list[Record]) -> bool:
        """Tell the observer; True if a line was complete."""
        complete = False
        for kind, at_ns, *rest in records:
            at_ns += self._power_on_ns
            if kind == "output":
                gpio, hz, duty_u16 = rest
                if duty_u16:
                    self._driven.add(gpio)
                else:
                    self._driven.discard(gpio)
                self._observer.output(at_ns, gpio, hz, duty_u16 / 65535)
            else:
                *lines, self._line = (self._line + rest[0]).split(b"\n")
                for line in lines:
                    self._observer.line(at_ns, line.rstrip(b"\r").decode("utf-8", "replace"))
                    complete = True
        return complete


def _at_ns(known: Input) -> int:
    return known[0]
