"""A light on so slow a PWM that people see it blink, not glow.

blinks = Blinks(show)
blinks.set(1_000_000_000, "slap", 8, 0.5)
blinks.until(1_200_000_000)     # show(at_ns, "slap", True), show(…, False), …
"""

from collections.abc import Callable

SLOW_HZ = 25  # below it nobody sees a steady light
_NS = 1_000_000_000


class Blinks:
    """Calls `show(at_ns, name, on)` as the lights go on and off; each begins by going on."""

    def __init__(self, show: Callable[[int, str, bool], None]):
        self._show = show
        self._waves: dict[str, tuple[int, int, float]] = {}  # since_ns, hz, duty
        self._next: dict[str, int] = {}  # how many changes were shown

    def set(self, at_ns: int, name: str, hz: float, duty: float) -> bool:
        """The drive of a light changes; whether it blinks from now on."""
        self.until(at_ns)
        slow = 0 < hz < SLOW_HZ and 0 < duty < 1
        if slow:
            self._waves[name] = at_ns, round(hz), duty
            self._next[name] = 0
            self.until(at_ns)
        else:
            self._waves.pop(name, None)
        return slow

    def until(self, now_ns: int) -> None:
        """Shows all that was to be seen by then."""
        for name, (since_ns, hz, duty) in self._waves.items():
            while True:
                periods, is_off = divmod(self._next[name], 2)
                at_ns = since_ns + periods * _NS // hz + (round(duty * _NS / hz) if is_off else 0)
                if at_ns > now_ns:
                    break
                self._next[name] += 1
                self._show(at_ns, name, not is_off)
