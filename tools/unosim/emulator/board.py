"""A board over its power-ons: image, flash, wiring, USB cable. Times: ns since the first one.

    board = EmulatedBoard(image, seed=1, open_level={0: 1, 1: 1}, watched=(10, 11))
    board.power_on()
    board.set_input(5_000_000, 0, 0)       # the contact on GPIO 0 closes, 5 ms in
    board.run(8_000_000)
    board.power_off()

A power-on is a cold boot: only the flash, the levels at the inputs and the random sequence go on.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from pathlib import Path

from unosim.emulator import flash
from unosim.emulator.chain import Chain
from unosim.emulator.chip import Chip
from unosim.emulator.inputs import Inputs
from unosim.emulator.outputs import OFF, Drive, Outputs
from unosim.emulator.usb_host import UsbHost
from unosim.fakes.random_bits import RandomBits

GPIOS = 30
_TICKS_PERIOD = 1 << 30  # of MicroPython's ticks_us


def _ignore(*_: object) -> None:
    pass


class EmulatedBoard:
    """An RP2040 board that runs a UF2.

    `open_level`: per GPIO with a contact, the level it reads while open (its pull resistor's).
    `watched`: the GPIOs whose drive is told to `changed(at_ns, gpio, drive)`; changes are told in
    order of time, some 10 us late. `received(at_ns, data)` gets what the USB terminal reads.
    `lit_low` are those of them whose LEDs light at low. `chain` is the GPIO of a chain of WS2812
    and their number: they are told of as CHAIN + place. `seed` decides what the ring oscillator
    gives; `start_us` is where the chip's timer begins at each power-on; `processor_hz` as for
    `Chip`. Raises flash.ImageError for a bad image.
    """

    def __init__(
        self,
        image: Path,
        seed: int,
        open_level: Mapping[int, int] | None = None,
        watched: Iterable[int] = (),
        changed: Callable[[int, int, Drive], None] = _ignore,
        received: Callable[[int, bytes], None] = _ignore,
        start_us: int = 0,
        processor_hz: int | None = None,
        lit_low: Container[int] = (),
        chain: tuple[int, int] | None = None,
    ) -> None:
        self._image = flash.Image(image)
        self._bits = RandomBits(seed)
        self._start_us = start_us
        self._processor_hz = processor_hz
        self._inputs = Inputs(open_level or {})
        self._watched = tuple(watched)
        self._lit_low = lit_low
        self._chain_at = chain
        self._changed = changed
        self._listeners = [received]
        self._files: dict[str, bytes] = {}
        self._analog: dict[int, float] = {}
        self._flash: bytes | None = None
        self._power_on_ns = 0
        self._now_ns = 0
        self._chip: Chip | None = None
        self._usb: UsbHost | None = None
        self._outputs: Outputs | None = None
        self._chain: Chain | None = None

    @property
    def now_ns(self) -> int:
        """What has passed since the first power-on."""
        return self._now_ns

    @property
    def powered(self) -> bool:
        return self._chip is not None

    @property
    def chip(self) -> Chip:
        """The chip, while the power is on."""
        if self._chip is None:
            raise RuntimeError("the board has no power: power_on() first")
        return self._chip

    @property
    def usb(self) -> UsbHost:
        """The host at the other end of the USB cable, while the power is on."""
        if self._usb is None:
            raise RuntimeError("the board has no power: power_on() first")
        return self._usb

    def store(self, name: str, data: bytes) -> None:
        """Put a file on the flash, before the first power-on."""
        if self._flash is not None:
            raise RuntimeError(f"{name}: files are stored before the first power-on")
        self._files[name] = data

    def files(self) -> dict[str, bytes]:
        """The files on the flash, while the power is off."""
        if self._chip is not None or self._flash is None:
            raise RuntimeError("files are read after a power-on, while the power is off")
        return self._image.files(self._flash)

    def power_on(self) -> None:
        """A cold boot from what is on the flash."""
        if self._chip is not None:
            raise RuntimeError("the power is on already")
        if self._flash is None:
            self._flash = self._image.with_files(self._files)
        self._power_on_ns = self._now_ns
        self._chip = Chip(self._flash, self._bits, self._start_us, self._processor_hz)
        self._usb = UsbHost(self._chip, self._on_data)
        self._outputs = Outputs(self._chip, self._watched, self._on_change, self._lit_low)
        if self._chain_at is not None:
            self._chain = Chain(self._chip, *self._chain_at, self._on_change)
        self._inputs.connect(self._chip, self._power_on_ns)
        self._wire_analog()

    def power_off(self) -> None:
        """Cut the power: outputs go dark, what is on the flash stays."""
        if self._outputs is None:
            raise RuntimeError("the power is off already")
        self._flash = self.chip.flash()
        self._inputs.disconnect()
        lights = self._chain.drives if self._chain else {}
        for gpio, drive in (self._outputs.drives | lights).items():
            if drive != OFF:
                self._changed(self._now_ns, gpio, OFF)
        self._chip = self._usb = self._outputs = self._chain = None

    def close(self) -> None:
        """Let go of the chip; nobody is told of anything."""
        self._inputs.disconnect()
        self._chip = self._usb = self._outputs = self._chain = None

    def set_input(self, at_ns: int, gpio: int, level: int) -> None:
        """The pin's level from `at_ns` on, at the earliest now; seen at that very nanosecond."""
        if at_ns < self._now_ns:
            raise ValueError(f"set_input at {at_ns} ns, which is past: {self._now_ns}")
        if gpio not in range(GPIOS) or level not in (0, 1):
            raise ValueError(f"set_input: GPIO {gpio} to {level}; 0 to {GPIOS - 1}, to 0 or 1")
        self._inputs.set(at_ns, gpio, level)

    def set_analog(self, at_ns: int, gpio: int, volts: float) -> None:
        """The voltage at a GPIO of the ADC (26 to 29) from `at_ns` on, of 3.3 V at most."""
        if gpio not in range(26, 30) or volts < 0:
            raise ValueError(f"set_analog: GPIO {gpio} to {volts} V; 26 to 29, 0 V or more")
        self._analog[gpio] = volts
        if self._chip is not None:
            self.at(at_ns, self._wire_analog)

    def at(self, at_ns: int, do: Callable[[], None]) -> None:
        """Call `do` at a time from now on, unless the power is cut before."""
        delay_ns = at_ns - self._power_on_ns - self.chip.clock.nanos
        self.chip.clock.create_alarm(do).schedule(max(0.0, delay_ns))

    def run(self, until_ns: int) -> bool:
        """Let time pass; False if `stop()`, called from a callback, ended it before `until_ns`."""
        reached = True
        if self._chip is None:
            self._inputs.pass_time(until_ns)
        else:
            reached = self._chip.run(until_ns - self._power_on_ns)
        self._now_ns = max(self._now_ns, until_ns if reached else self._chip_ns)
        return reached

    def listen(self, received: Callable[[int, bytes], None]) -> None:
        """Tell one more of what the USB terminal reads."""
        self._listeners.append(received)

    def stop(self) -> None:
        """Makes `run()` return now; for callbacks."""
        self.chip.stop()

    def ticks_to_ns(self, ticks_us: int) -> int:
        """A time that the firmware gave in `ticks_us`, of this power-on and less than 8 min old."""
        now_us = self.chip.ticks_us
        age_us = (now_us - ticks_us + _TICKS_PERIOD // 2) % _TICKS_PERIOD - _TICKS_PERIOD // 2
        return self._power_on_ns + self.chip.ticks_to_ns(now_us - age_us)

    def _wire_analog(self) -> None:
        for gpio, volts in self._analog.items():
            self.chip.set_analog(gpio, volts)

    @property
    def _chip_ns(self) -> int:
        return self._power_on_ns + self.chip.now_ns

    def _on_data(self, data: bytes) -> None:
        at_ns = self._chip_ns
        for received in self._listeners:
            received(at_ns, data)

    def _on_change(self, at_ns: int, gpio: int, drive: Drive) -> None:
        self._changed(self._power_on_ns + at_ns, gpio, drive)
