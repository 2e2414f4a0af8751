"""The fake watchdog: `machine.WDT`, and its registers as far as the firmware uses them.

When its time has run out the chip starts anew: `Reset` comes out of whatever the firmware does.
"""

import costs
from world import WORLD, Reset

_CTRL_CLEAR = 0x4005B000
_ENABLE = 1 << 30
_REASON = 0x40058008
_SCRATCH = 0x4005800C
_MOST_MS = 8388  # as machine_wdt.c has it


class _Watchdog:
    def __init__(self):
        self.on = False
        self.timeout_ns = 0
        self.alarm = WORLD.alarm(self._bite)
        WORLD.register(_CTRL_CLEAR, None, self._clear)
        WORLD.register(_REASON, self._reason, None)
        for i in range(4):
            WORLD.register(_SCRATCH + 4 * i, _reader(i), _writer(i))

    def start(self, timeout_ns):
        self.on = True
        self.timeout_ns = timeout_ns
        self.alarm.set(WORLD.now_ns + timeout_ns)

    def _clear(self, value):
        if value & _ENABLE:
            self.on = False
            self.alarm.cancel()

    def _reason(self):
        return WORLD.reset_reason

    def _bite(self):
        WORLD.reset_reason = 1
        WORLD.cut = _reset
        _reset()


def _reset():
    raise Reset


def _reader(i):
    return lambda: WORLD.scratch[i]


def _writer(i):
    def write(value):
        WORLD.scratch[i] = value

    return write


WATCHDOG = _Watchdog()


class WDT:
    """WDT(id, timeout): starts it, or starts it anew; `timeout` in ms."""

    def __init__(self, id=0, timeout=5000):  # the chip's names
        WORLD.spend(costs.SYSTEM_NS)
        if id != 0:
            raise ValueError("WDT(%d) doesn't exist" % id)
        if not 1 <= timeout <= _MOST_MS:
            raise ValueError("timeout exceeds %d" % _MOST_MS)
        WATCHDOG.start(timeout * 1_000_000)

    def feed(self):
        WORLD.spend(costs.REGISTER_NS)
        if not WATCHDOG.on:
            raise RuntimeError("WDT.feed: the watchdog is off")
        WATCHDOG.alarm.set(WORLD.now_ns + WATCHDOG.timeout_ns)
