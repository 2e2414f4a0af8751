"""The light chain at a pin of the emulated chip: its bit stream, taken as the lights take it."""

from collections.abc import Callable

from unosim.boards import CHAIN
from unosim.emulator.chip import Chip, ChipError
from unosim.emulator.outputs import OFF, Drive
from unosim.light_chain import ChainError, LightChain, level


class Chain:
    """Tells `changed(at_ns, CHAIN + place, Drive(0, level))` of its lights; at_ns of this power-on.

    Raises ChipError (out of the chip's run) where what leaves the pin is no good signal.
    """

    def __init__(
        self, chip: Chip, gpio: int, number: int, changed: Callable[[int, int, Drive], None]
    ) -> None:
        self._chip = chip
        self._pin = chip.rp2040.gpio[gpio]
        self._changed = changed
        self._lights = LightChain(number)
        self._alarm = chip.clock.create_alarm(self._latch)
        self._level = False
        self.drives = {CHAIN + place: OFF for place in range(number)}
        self._pin.add_listener(lambda new, old: self._look())

    def _look(self) -> None:
        is_high = bool(self._pin.output_enable and self._pin.output_value)
        if is_high == self._level:
            return
        self._level = is_high
        now_ns = self._chip.clock.nanos
        try:
            self._lights.edge(now_ns, int(is_high))
        except ChainError as error:
            raise ChipError(str(error)) from None
        if is_high:
            self._alarm.cancel()
        elif self._lights.shows_ns is not None:
            self._alarm.schedule(self._lights.shows_ns - now_ns)

    def _latch(self) -> None:
        try:
            shown = self._lights.latch(self._chip.clock.nanos)
        except ChainError as error:
            raise ChipError(str(error)) from None
        for place, colour in shown:
            drive = Drive(0, level(colour))
            if self.drives[CHAIN + place] != drive:
                self.drives[CHAIN + place] = drive
                self._changed(self._chip.now_ns, CHAIN + place, drive)
