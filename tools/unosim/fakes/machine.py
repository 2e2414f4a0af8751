"""The fake `machine`: the parts of the RP2040 that the firmware may use, and no others."""

import costs
from pins import Pin, find, number  # noqa: F401
from pwm import PWM  # noqa: F401
from system_clock import CLOCK
from watchdog import WATCHDOG, WDT  # noqa: F401
from world import WORLD, Reset

PWRON_RESET = 1
WDT_RESET = 3


class _Registers:
    """`mem16`, `mem32`: the registers that the fakes have; other addresses raise ValueError."""

    def __init__(self, bits):
        self._mask = (1 << bits) - 1

    def __getitem__(self, address):
        WORLD.spend(costs.REGISTER_NS)
        read = _register(address)[0]
        if read is None:
            raise ValueError("mem32[0x%08X] cannot be read" % address)
        return read() & self._mask

    def __setitem__(self, address, value):
        WORLD.spend(costs.REGISTER_NS)
        write = _register(address)[1]
        if write is None:
            raise ValueError("mem32[0x%08X] cannot be written" % address)
        write(value & self._mask)
        WORLD.spend(0)  # what this let loose


def _register(address):
    register = WORLD.registers.get(address)
    if register is None:
        if address & 3:
            raise ValueError("address %08x is not aligned to 4 bytes" % address)
        raise ValueError("mem32[0x%08X]: the simulated chip has no such register" % address)
    return register


mem16 = _Registers(16)
mem32 = _Registers(32)


def freq(hz=None):
    """The system clock in Hz; or sets it, as long as neither PWM nor PIO divides another one."""
    WORLD.spend(costs.SYSTEM_NS)
    if hz is None:
        return CLOCK.hz
    CLOCK.set(hz)
    return None


def reset():
    """Start anew, as after a watchdog's time-out: `reset_cause` says so too."""
    WORLD.spend(costs.SYSTEM_NS)
    WORLD.reset_reason = 2
    raise Reset


def lightsleep(ms):
    """Sleep until a pin's interrupt or `ms` have passed; stricter than the chip in two things.

    Without an end nothing would wake it, and a watchdog that runs out meanwhile hangs it.
    """
    WORLD.spend(costs.SYSTEM_NS)
    if ms < 1:
        raise ValueError("lightsleep: %d ms; 1 or more" % ms)
    if WATCHDOG.on:
        raise RuntimeError("lightsleep: the watchdog is on; it may hang the board")
    WORLD.sleep(WORLD.now_ns + ms * 1_000_000, True)
    WORLD.spend(costs.WAKE_NS)
    CLOCK.wake()


class Timer:
    """Timer(-1, period=, callback=): calls callback(timer) every `period` milliseconds."""

    ONE_SHOT, PERIODIC = 0, 1

    def __init__(self, id=-1, *, mode=PERIODIC, period, callback):
        WORLD.spend(costs.SYSTEM_NS)
        if id != -1 or mode != Timer.PERIODIC or period < 1 or not callable(callback):
            raise ValueError("Timer: the fake knows a period of 1 ms or more, and a callback")
        self._period_ns = period * 1_000_000
        self._callback = callback
        self._alarm = WORLD.alarm(self._rung)
        self._alarm.set(WORLD.now_ns + self._period_ns)

    def deinit(self):
        """Calls no more."""
        WORLD.spend(costs.SYSTEM_NS)
        self._alarm.cancel()

    def _rung(self):
        self._alarm.set(WORLD.now_ns + self._period_ns)
        WORLD.scheduled(self._callback, self)


class ADC:
    """ADC(pin): the voltage at GPIO 26 to 29, of 3.3 V."""

    def __init__(self, pin):
        gpio = number(find(pin))
        WORLD.spend(costs.SYSTEM_NS)
        if not 26 <= gpio <= 29:
            raise ValueError("Pin(%d) has no ADC" % gpio)
        self._gpio = gpio

    def read_u16(self):
        WORLD.spend(costs.ADC_NS)
        return min(65535, WORLD.analog_mv[self._gpio] * 65535 // 3300)


def reset_cause():
    WORLD.spend(costs.SYSTEM_NS)
    return WORLD.reset_cause


def unique_id():
    WORLD.spend(costs.SYSTEM_NS)
    return b"\xe6\x60\x00\x00\x00\x00\x00\x01"


def disable_irq():
    """Hold interrupts back; give what this returns to `enable_irq`."""
    WORLD.spend(costs.SYSTEM_NS)
    return 1 if WORLD.mask(True) else 0


def enable_irq(state):
    WORLD.mask(bool(state))
    WORLD.spend(costs.SYSTEM_NS)
