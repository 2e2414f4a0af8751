"""The system clock of the emulated RP2040, as the program sets it (`machine.freq`).

rp2040py keeps 125 MHz whatever its PLL is told. Here the PLL's registers are there (datasheet
2.18), and who depends on the clock asks for it and is told when it changes. The short moments in
which the chip runs from something else (at boot, as lightsleep begins and ends) are left as quick
as at 125 MHz.
"""

from collections.abc import Callable

from rp2040py.peripherals.peripheral import BasePeripheral
from rp2040py.rp2040 import RP2040

NORMAL_HZ = 125_000_000  # what MicroPython for the Pico sets when it starts
PLL_SYS_BASE = 0x40028000

_CRYSTAL_HZ = 12_000_000
_CS, _PWR, _FBDIV_INT, _PRIM = 0x0, 0x4, 0x8, 0xC
_AT_RESET = {_CS: 1, _PWR: 0x2D, _FBDIV_INT: 0, _PRIM: 0x77000}
_LOCK = 1 << 31
_OFF, _VCO_OFF = 0x29, 0x21  # bits of PWR, of which none may be set


class SystemClock(BasePeripheral):
    """The PLL that makes the system clock; `changed(hz)` is called before it becomes another."""

    def __init__(self, rp2040: RP2040, changed: Callable[[int], None]) -> None:
        super().__init__(rp2040, "PLL_SYS")
        self.hz = NORMAL_HZ
        self._registers = dict(_AT_RESET)
        self._changed = changed
        rp2040.peripherals[PLL_SYS_BASE >> 12] = self

    def read_uint32(self, offset: int) -> int:
        value = self._registers.get(offset, 0)
        locked = offset == _CS and not self._registers[_PWR] & _VCO_OFF
        return value | _LOCK if locked else value

    def write_uint32(self, offset: int, value: int) -> None:
        self._registers[offset] = value & ~_LOCK
        self._follow()

    def reset(self) -> None:
        self._registers = dict(_AT_RESET)
        self._follow()

    def _follow(self) -> None:
        hz = self._output_hz() or NORMAL_HZ
        if hz != self.hz:
            self._changed(hz)
            self.hz = hz

    def _output_hz(self) -> int:
        """What the PLL makes; 0: nothing."""
        prim = self._registers[_PRIM]
        divider = (self._registers[_CS] & 0x3F) * (prim >> 16 & 7) * (prim >> 12 & 7)
        if self._registers[_PWR] & _OFF or not divider:
            return 0
        return _CRYSTAL_HZ * (self._registers[_FBDIV_INT] & 0xFFF) // divider
