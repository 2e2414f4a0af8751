"""How often something went wrong lately (E1)."""

from array import array

from micropython import const

_MINUTE_MS = const(60_000)
_TOO_MANY = const(10)
_MASK = const(0x3FFFFFFF)


class FaultCount:
    """Counts exceptions; ten within a minute are too many."""

    def __init__(self):
        self._at_ms = array("i", [0] * _TOO_MANY)
        self._count = 0

    def add(self, now_ms):
        """One more at `now_ms` (ticks_ms); whether there are too many now."""
        self._at_ms[self._count % _TOO_MANY] = now_ms
        self._count += 1
        if self._count < _TOO_MANY:
            return False
        oldest_ms = self._at_ms[self._count % _TOO_MANY]
        return (now_ms - oldest_ms) & _MASK <= _MINUTE_MS
