"""One power-on of the emulated RP2040: cold boot, run to a time, pins driven from outside.

Mended here, as rp2040py 0.3.6 has it otherwise:
- PIO keeps its time (pio_sync.py), the ring oscillator is random (entropy.py);
- the system clock is what the program sets (system_clock.py);
- PWM costs nothing while it runs: no work for each toggle, as nobody looks at the waveform. Its
  registers are all there; what they say is read by outputs.py;
- a pin that is driven to the level it already has sees no edge; one that nobody drives sees one
  when its pull resistor is turned round;
- WFI ends at once if a pin's interrupt, masked, waits already: lightsleep counts on that.
"""

from collections.abc import Callable, Mapping

from rp2040py.clock.simulation_clock import SimulationClock
from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.execute_batch import execute_batch
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from unosim.emulator.entropy import ROSC_BASE, RingOscillator
from unosim.emulator.pio_sync import PioSync
from unosim.emulator.system_clock import NORMAL_HZ, SystemClock
from unosim.fakes.random_bits import RandomBits

# The chip stops so many clocks before the time it was asked to run to, and so never runs past it in
# the middle of an instruction: the longest takes less. What is done to it at that time is exact.
_SLACK_CYCLES = 50

_UNUSED_RAM = 0x20040000  # scratch X: the second core's stack
_WAIT_FOREVER = 0xE7FDBF30  # in Thumb: WFI, and back to it; to spin would cost 40 s a second
_PWM_INTE = 0xA8
_PADS = range(0x04, 0x7C, 4)
_MASKED_LOOK_NS = 5_000


class ChipError(Exception):
    """The firmware went where a real chip would hang for good; the message says where."""


class Chip:
    """An RP2040 with `flash` as its contents, from power-on. Times are ns since then.

    `start_us` is what its timer counts from; 0 on a real chip. With more, MicroPython's
    `ticks_us` reaches its wrap at 2^30 within a test. `processor_hz`: the processor runs at that
    clock, whatever the program sets, and all else as the program set it: how quick would it be?
    """

    def __init__(
        self,
        flash: bytes,
        bits: RandomBits,
        start_us: int = 0,
        processor_hz: int | None = None,
    ) -> None:
        self.clock = SimulationClock()
        self.rp2040 = RP2040(self.clock)
        self.rp2040.load_bootrom(BOOTROM_B1)
        self.rp2040.logger = ConsoleLogger(LogLevel.ERROR)
        self.rp2040.flash[: len(flash)] = flash
        self.rp2040.peripherals[ROSC_BASE >> 12] = RingOscillator(self.rp2040, bits)
        self.rp2040.timer._epoch_nanos = -1000.0 * start_us
        self._flash_size = len(flash)
        self._pio = [PioSync(self.rp2040, self.clock, index) for index in (0, 1)]
        self._silence_pwm()
        self._tell_of_pulls()
        self._processor_hz = processor_hz
        self._system_clock = SystemClock(self.rp2040, self._change_clock)
        self.on_clock: list[Callable[[], None]] = []  # called when the system clock has changed
        self._simulator = Simulator(self.clock, self.rp2040)
        self._stopped = False
        self.rp2040.on_break = self._break
        self.on_reset: list[Callable[[], None]] = []  # called when the chip has reset itself
        self.rp2040.watchdog.on_watchdog_trigger = self._reset
        self._stop = self.clock.create_alarm(self.stop)
        self._masked = self.clock.create_alarm(self._look_for_masked)
        self.rp2040.core.pc = FLASH_START_ADDRESS

    @property
    def now_ns(self) -> int:
        """How long the power has been on; rounded up, so that nothing seen lies after it."""
        return -int(-self.clock.nanos // 1)

    @property
    def system_hz(self) -> int:
        """The system clock, as the program has set it."""
        return self._system_clock.hz

    @property
    def processor_hz(self) -> int:
        """The processor's clock: the system clock, unless another one was asked for."""
        return self._processor_hz or self.system_hz

    @property
    def ticks_us(self) -> int:
        """The chip's own count of microseconds, as its timer block gives it (never wrapped)."""
        timer = self.rp2040.timer
        return int((self.clock.nanos - timer._epoch_nanos) // 1000)

    def ticks_to_ns(self, ticks_us: int) -> int:
        """When the timer block's count became `ticks_us` (never wrapped)."""
        return ticks_us * 1000 + int(self.rp2040.timer._epoch_nanos)

    def run(self, until_ns: int) -> bool:
        """Run to a time; False if `stop()` ended it earlier."""
        slack_ns = _SLACK_CYCLES * 1e9 / self.processor_hz
        remaining = until_ns - slack_ns - self.clock.nanos
        if remaining <= 0:
            return True
        self._stop.schedule(remaining)
        simulator = self._simulator
        self._stopped = False
        while not self._stopped:
            simulator.stopped = False
            if self.processor_hz == NORMAL_HZ:
                execute_batch(simulator, 1)
            else:
                self._execute_at(1e9 / self.processor_hz)
        self._stop.cancel()
        return self.clock.nanos >= until_ns - slack_ns

    def stop(self) -> None:
        """Ends `run()` after the present instruction; for callbacks from inside the chip."""
        self._stopped = self._simulator.stopped = True

    def drive(self, levels: Mapping[int, int | None]) -> None:
        """Drive pins to a level, or let go of them (None); all are seen changed at once."""
        for pio in self._pio:
            pio.catch_up()
        for gpio, level in levels.items():
            pin = self.rp2040.gpio[gpio]
            before = pin._effective_raw_input_value
            was = pin._driven, pin._raw_input_value
            pin._driven = level is not None
            pin._raw_input_value = bool(level)
            after = pin._effective_raw_input_value
            if after == before:
                continue  # telling the pin would raise an edge where there is none
            pin._driven, pin._raw_input_value = was
            if level is None:
                pin.release_input()
            else:
                pin.set_input_value(bool(level))
        for pio in self._pio:
            pio.resume()
        self._look_for_masked()

    def set_analog(self, gpio: int, volts: float) -> None:
        """The voltage at a GPIO of the ADC (26 to 29)."""
        self.rp2040.adc.channel_values[gpio - 26] = min(4095, int(volts / 3.3 * 4096))

    def hang(self) -> None:
        """The program never comes back, though interrupts are served: only a reset helps."""
        self.rp2040.write_uint32(_UNUSED_RAM, _WAIT_FOREVER)
        self.rp2040.core.pc = _UNUSED_RAM

    def flash(self) -> bytes:
        """What is on the flash now."""
        return bytes(self.rp2040.flash[: self._flash_size])

    def _execute_at(self, cycle_ns: float) -> None:
        """What `execute_batch` does, which knows 125 MHz only; the PIO runs by itself (PioSync)."""
        simulator, core, clock = self._simulator, self.rp2040.core, self.clock
        execute_instruction, tick = core.execute_instruction, clock.tick
        while not simulator.stopped:
            if core.waiting:
                tick(clock.nanos_to_next_alarm)
            else:
                tick(execute_instruction() * cycle_ns)

    def _change_clock(self, hz: int) -> None:
        for pio in self._pio:
            pio.set_clock(hz)
        self.rp2040.clk_sys = hz
        self._simulator.stopped = True  # on with the other way to execute
        for tell in self.on_clock:
            tell()

    def _reset(self) -> None:
        """The watchdog, or `machine.reset()` by means of it: RAM and flash stay."""
        self.rp2040.enter_reset(from_watchdog=True)
        self.rp2040.leave_reset()
        for tell in self.on_reset:
            tell()

    def _tell_of_pulls(self) -> None:
        pads = self.rp2040.pads_bank0
        write = pads.write_uint32

        def write_uint32(offset: int, value: int) -> None:
            pin = pads.get_pin_from_offset(offset) if offset in _PADS else None
            before = pin and pin._effective_raw_input_value
            for pio in self._pio:
                pio.catch_up()
            write(offset, value)
            if pin and not pin._driven and pin._effective_raw_input_value != before:
                pin.release_input()
            for pio in self._pio:
                pio.resume()

        pads.write_uint32 = write_uint32

    def _look_for_masked(self) -> None:
        """While interrupts are masked and one waits, see that no WFI begins to wait for it."""
        core = self.rp2040.core
        if core.pm and core.pending_interrupts & core.enabled_interrupts:
            core.waiting = False
            self._masked.schedule(_MASKED_LOOK_NS)

    def _break(self, code: int) -> None:
        """BKPT: MicroPython's way to stop for good, such as after a hard fault."""
        pc = self.rp2040.core.pc
        raise ChipError(f"the chip stopped at breakpoint {code}, {pc:#010x}, {self.now_ns} ns in")

    def _silence_pwm(self) -> None:
        """No alarms for toggles and wraps; unless the chip itself wants to hear of wraps."""
        pwm = self.rp2040.pwm
        write = pwm.write_uint32

        def write_uint32(offset: int, value: int) -> None:
            write(offset, value)
            if offset == _PWM_INTE:
                for channel in pwm.channels:
                    channel.alarm_bottom.enable = bool(value & 1 << channel.index)
            else:
                for channel in pwm.channels:  # no wrap will pass them on
                    channel._update_double_buffered()

        for channel in pwm.channels:
            for alarm in (channel.alarm_a, channel.alarm_b, channel.alarm_bottom):
                alarm.enable = False
        pwm.write_uint32 = write_uint32
