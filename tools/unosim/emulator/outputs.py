"""How the chip drives its GPIOs, read from its own registers: level, or PWM frequency and duty.

Not the waveform: the setting, as it changes. MicroPython sets a PWM in several register writes,
so a change is told once it has rested for a moment, with the time of its first write.
"""

from collections.abc import Callable, Container, Iterable
from typing import NamedTuple

from unosim.emulator.chip import Chip

# Within `PWM.freq()` writes come 1 us apart at most, those of the next call 6 us later (measured
# at 125 MHz); in clocks of the processor:
_RESTS_CLOCKS = 312

_FUNCTION_PWM, _FUNCTION_SIO = 4, 5
_IO_BANK0 = 0x40014
_CTRL_LAST = 0xEC

_CSR_ENABLE, _CSR_PHASE_CORRECT, _CSR_INVERT_A = 1, 2, 4


class Drive(NamedTuple):
    """`hz` 0: a steady level, `duty` 0 or 1. Otherwise PWM with its duty, 0.0 … 1.0."""

    hz: int
    duty: float


OFF = Drive(0, 0.0)


class Outputs:
    """Tells `changed(at_ns, gpio, drive)` of the watched GPIOs; at_ns since this power-on.

    A pin that the chip does not drive counts as low: a transistor's or LED's own resistor
    keeps it there. Of those in `lit_low` the drive is told upside down: their LEDs hang on 3V3,
    light at low, and are dark where nothing drives the pin.
    """

    def __init__(
        self,
        chip: Chip,
        gpios: Iterable[int],
        changed: Callable[[int, int, Drive], None],
        lit_low: Container[int] = (),
    ) -> None:
        self._chip = chip
        self._rp2040 = chip.rp2040
        self._changed = changed
        self._lit_low = lit_low
        self.drives = dict.fromkeys(gpios, OFF)
        self._unsettled: dict[int, tuple[int, int]] = {}  # gpio -> time of first, of last write
        self._alarm = chip.clock.create_alarm(self._settle)
        self._watch_pwm()
        self._watch_functions()
        chip.on_reset.append(self._touch_all)
        chip.on_clock.append(self._touch_driven)
        for gpio in self.drives:
            self._rp2040.gpio[gpio].add_listener(lambda new, old, gpio=gpio: self._touch(gpio))

    def _watch_pwm(self) -> None:
        pwm = self._rp2040.pwm
        write = pwm.write_uint32

        def write_uint32(offset: int, value: int) -> None:
            write(offset, value)
            for gpio in self.drives:
                if offset >= 0xA0 or offset // 0x14 == gpio // 2 % 8:
                    self._touch(gpio)

        pwm.write_uint32 = write_uint32

    def _watch_functions(self) -> None:
        io = self._rp2040.peripherals[_IO_BANK0]
        write = io.write_uint32

        def write_uint32(offset: int, value: int) -> None:
            write(offset, value)
            if offset <= _CTRL_LAST and offset >> 3 in self.drives:
                self._touch(offset >> 3)

        io.write_uint32 = write_uint32

    @property
    def _rests_ns(self) -> int:
        return _RESTS_CLOCKS * 1_000_000_000 // self._chip.processor_hz

    def _touch(self, gpio: int) -> None:
        """Something about the pin's drive was written."""
        if not self._unsettled:
            self._alarm.schedule(self._rests_ns)
        now_ns = self._chip.now_ns
        first_ns, _ = self._unsettled.get(gpio, (now_ns, 0))
        self._unsettled[gpio] = first_ns, now_ns

    def _touch_all(self) -> None:
        for gpio in self.drives:
            self._touch(gpio)

    def _touch_driven(self) -> None:
        """The clock has changed: a PWM is another one by that, unless it is silent."""
        for gpio, drive in self.drives.items():
            if drive.duty:
                self._touch(gpio)

    def _settle(self) -> None:
        """Tell of the pins that have rested, those written first first."""
        now_ns = self._chip.now_ns
        for gpio, (first_ns, last_ns) in list(self._unsettled.items()):
            if last_ns + self._rests_ns > now_ns:
                self._alarm.schedule(last_ns + self._rests_ns - now_ns)
                return
            del self._unsettled[gpio]
            drive = self._drive(gpio)
            if drive != self.drives[gpio]:
                self.drives[gpio] = drive
                self._changed(first_ns, gpio, drive)

    def _drive(self, gpio: int) -> Drive:
        pin = self._rp2040.gpio[gpio]
        if not pin.output_enable:
            return OFF
        if pin.function_select == _FUNCTION_PWM:
            drive = self._pwm_drive(gpio)
        else:
            drive = Drive(0, 1.0 if pin.output_value else 0.0)
        return Drive(drive.hz, 1.0 - drive.duty) if gpio in self._lit_low else drive

    def _pwm_drive(self, gpio: int) -> Drive:
        channel = self._rp2040.pwm.channels[gpio // 2 % 8]
        is_b = gpio & 1
        compare = channel.cc >> 16 if is_b else channel.cc & 0xFFFF
        inverted = channel.csr & (_CSR_INVERT_A << is_b)
        if not channel.csr & _CSR_ENABLE:  # the counter stands still, and with it the level
            high = (channel.timer.counter < compare) != bool(inverted)
            return Drive(0, 1.0) if high else OFF
        period = channel.top + 1
        duty = min(compare / period, 1.0)
        divider_16 = channel.div or 256 << 4
        counts = period * (2 if channel.csr & _CSR_PHASE_CORRECT else 1)
        hz = round(16 * self._rp2040.clk_sys / (divider_16 * counts))
        return Drive(hz, 1.0 - duty if inverted else duty)
