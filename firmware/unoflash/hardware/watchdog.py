"""The watchdog, and what is known after it has bitten (E2).

The chip's scratch registers 0 to 3 survive a watchdog reset, and nothing else does: they hold
who has joined and how long ago the last hangs were.
"""

from machine import WDT, mem32
from micropython import const

from unoflash.rules.ticks import after, diff

_TIMEOUT_MS = const(5_000)  # the loop passes every 2 s at least; starting anew takes up to 3 s

_CTRL_CLEAR = const(0x4005B000)  # writing a 1 clears that bit of CTRL
_ENABLE = 1 << 30  # too large for a small integer: made once, so that no call allocates
_REASON = const(0x40058008)
_TIMED_OUT = const(1)  # REASON: the time ran out; machine.reset() sets another bit
_PLAYERS = const(0x4005800C)  # scratch 0: _MARK and the mask of those who have joined
_HANGS = const(0x40058010)  # scratch 1: seconds since the last hang, and since the one before
_MARK = const(0x2F1A << 16)

_SECOND_US = const(1_000_000)
_LONG_AGO_S = const(255)
_MINUTE_S = const(60)
_TIMEOUT_S = const(5)


class Watchdog:
    """Resets the chip when it is not fed for 5 s; off until `start`.

    `players` is what was kept when the last program hung (a mask of seats), -1 if none did;
    `hangs_too_often` tells of three hangs within a minute.
    """

    def __init__(self):
        self.players = -1
        self.hangs_too_often = False
        self._last_s = _LONG_AGO_S
        self._before_s = _LONG_AGO_S
        self._second_us = 0
        self._dog = None
        kept = mem32[_PLAYERS]
        if mem32[_REASON] & _TIMED_OUT and kept & ~0xFFFF == _MARK:
            self.players = kept & 0xFFFF
            hangs = mem32[_HANGS]
            last_s = min(_LONG_AGO_S, (hangs & 0xFF) + _TIMEOUT_S)
            before_s = min(_LONG_AGO_S, (hangs >> 8 & 0xFF) + _TIMEOUT_S)
            self.hangs_too_often = before_s <= _MINUTE_S
            self._last_s = 0
            self._before_s = last_s
        mem32[_PLAYERS] = 0
        self._keep_hangs()

    def start(self, now_us):
        """Guard the loop from now on; also after `stop`."""
        if self._dog is None:
            self._second_us = now_us
        self._dog = WDT(timeout=_TIMEOUT_MS)

    def stop(self):
        """Off: for the REPL, safe mode and sleep. The API has no way, the register has."""
        mem32[_CTRL_CLEAR] = _ENABLE

    def forget(self):
        """The program ends in good order: nothing is to be gone on with."""
        self.stop()
        mem32[_PLAYERS] = 0

    def feed(self, now_us):
        """To be called in every pass."""
        self._dog.feed()
        passed_us = diff(now_us, self._second_us)
        if passed_us >= _SECOND_US:  # several seconds where it waited or slept
            passed_s = passed_us // _SECOND_US
            self._second_us = after(self._second_us, passed_s * _SECOND_US)
            self._last_s = min(_LONG_AGO_S, self._last_s + passed_s)
            self._before_s = min(_LONG_AGO_S, self._before_s + passed_s)
            self._keep_hangs()

    def keep_players(self, joined):
        """Who is to play on after a hang."""
        mem32[_PLAYERS] = _MARK | joined

    def _keep_hangs(self):
        mem32[_HANGS] = self._before_s << 8 | self._last_s
