"""What is wired to the board's GPIOs: contacts and switches that pull a pin to a rail, or let go.

An open contact drives nothing: the pin then reads what the chip's own pull resistor says, so that
firmware which forgets its pull-up is found out. Levels outlive a power cut; changes may be asked
for ahead of time and happen at that very nanosecond, several of one nanosecond at once.
"""

from bisect import insort
from collections.abc import Mapping

from unosim.emulator.chip import Chip


class Inputs:
    """The outside of the GPIOs. `open_level`: what each contact's pin reads while it is open.

    Pins that are not in `open_level` are driven to either level, like the output of a chip.
    Times are ns since the first power-on.
    """

    def __init__(self, open_level: Mapping[int, int]) -> None:
        self._open_level = dict(open_level)
        self._levels = dict(open_level)
        self._coming: list[tuple[int, int, int, int]] = []  # at_ns, number, gpio, level
        self._number = 0
        self._chip: Chip | None = None
        self._power_on_ns = 0

    def set(self, at_ns: int, gpio: int, level: int) -> None:
        """The pin's level from `at_ns` on, 0 or 1; what is asked for later wins a tie."""
        insort(self._coming, (at_ns, self._number, gpio, level))
        self._number += 1
        self._arm()

    def connect(self, chip: Chip, power_on_ns: int) -> None:
        """Power is on: the chip sees the levels as they stand, and the changes to come."""
        self._chip, self._power_on_ns = chip, power_on_ns
        self._alarm = chip.clock.create_alarm(self._change)
        chip.drive({gpio: self._drive(gpio) for gpio in self._levels})
        self._arm()

    def disconnect(self) -> None:
        """Power is off: changes go on unseen."""
        self._chip = None

    def pass_time(self, now_ns: int) -> None:
        """Without power: the changes up to now happen."""
        while self._coming and self._coming[0][0] <= now_ns:
            _, _, gpio, level = self._coming.pop(0)
            self._levels[gpio] = level

    def _arm(self) -> None:
        if self._chip is not None and self._coming:
            at = self._coming[0][0] - self._power_on_ns
            self._alarm.schedule(max(0.0, at - self._chip.clock.nanos))

    def _change(self) -> None:
        """All changes of this nanosecond, seen by the chip in one go."""
        at_ns = self._coming[0][0]
        changed = {}
        while self._coming and self._coming[0][0] == at_ns:
            _, _, gpio, level = self._coming.pop(0)
            self._levels[gpio] = level
            changed[gpio] = self._drive(gpio)
        if self._chip is not None:
            self._chip.drive(changed)
        self._arm()

    def _drive(self, gpio: int) -> int | None:
        """What drives the pin: a level, or None where the contact is open."""
        level = self._levels[gpio]
        return None if level == self._open_level.get(gpio) else level
