"""The ring oscillator: where MicroPython's `os.urandom` takes its bits from.

rp2040py answers every read of the ROSC block with all ones, so that `os.urandom` gives only
asterisks. Here each read of RANDOMBIT draws the next bit of a seeded sequence; MicroPython's own
boot reads none (tested), so the first bit falls to the firmware's first `os.urandom`.
"""

from rp2040py.peripherals.peripheral import BasePeripheral
from rp2040py.rp2040 import RP2040

from unosim.fakes.random_bits import RandomBits

ROSC_BASE = 0x40060000

# RP2040 datasheet 2.17.8: offsets and reset values.
_CTRL, _FREQA, _FREQB, _DORMANT, _DIV, _PHASE, _STATUS, _RANDOMBIT, _COUNT = range(0, 0x24, 4)
_STABLE_AND_ENABLED = 1 << 31 | 1 << 12
_AT_RESET = {_CTRL: 0xAA0, _FREQA: 0, _FREQB: 0, _DORMANT: 0, _DIV: 0xAA0, _PHASE: 8, _COUNT: 0}


class RingOscillator(BasePeripheral):
    """The ROSC register block; RANDOMBIT comes from `bits`, which outlive a power cut."""

    def __init__(self, rp2040: RP2040, bits: RandomBits) -> None:
        super().__init__(rp2040, "ROSC_BASE")
        self._bits = bits
        self._registers = dict(_AT_RESET)

    def read_uint32(self, offset: int) -> int:
        if offset == _RANDOMBIT:
            return self._bits.bit()
        if offset == _STATUS:
            return _STABLE_AND_ENABLED
        if offset in self._registers:
            return self._registers[offset]
        return super().read_uint32(offset)

    def write_uint32(self, offset: int, value: int) -> None:
        if offset in self._registers:
            self._registers[offset] = value
        elif offset not in (_STATUS, _RANDOMBIT):
            super().write_uint32(offset, value)

    def reset(self) -> None:
        self._registers = dict(_AT_RESET)
