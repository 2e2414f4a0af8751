"""Backend `rp2040`: an emulated RP2040 board that runs the real firmware image.

The image is the board's UF2 (`make image`). Scenario seeds feed the chip's ring oscillator,
inputs change at the very nanosecond, states come over an emulated USB cable.
"""

from unosim import image
from unosim.backends import BackendError, BackendUnavailable, Observer
from unosim.boards import Board
from unosim.emulator.board import EmulatedBoard
from unosim.emulator.chip import ChipError
from unosim.emulator.flash import ImageError
from unosim.emulator.outputs import Drive


class Backend:
    """See unosim.backends. Raises BackendUnavailable if there is no up-to-date image."""

    name = "rp2040"

    def __init__(self, board: Board, seed: int, observer: Observer) -> None:
        try:
            path = image.image_path(board)
        except image.ImageUnavailable as error:
            raise BackendUnavailable(str(error)) from None
        self._observer = observer
        self._line = bytearray()
        open_level = dict.fromkeys(board.contacts.values(), 1 - board.closed_level)
        open_level[board.speed_slow] = open_level[board.speed_fast] = 1
        if board.usb_sense is not None:
            open_level[board.usb_sense] = 0
        lights = board.lights.values()
        chain = board.light_chain
        ends = () if board.buzzer_antiphase is None else (board.buzzer_antiphase,)
        try:
            self.emulated = EmulatedBoard(
                path,
                seed,
                open_level,
                watched=(*(lights if chain is None else ()), board.buzzer, *ends),
                changed=self._changed,
                received=self._received,
                lit_low=() if board.light_on else tuple(lights),
                chain=None if chain is None else (chain, len(lights)),
            )
        except ImageError as error:
            raise BackendUnavailable(f"{error}; a new one: make image") from None

    @property
    def now_ns(self) -> int:
        return self.emulated.now_ns

    def store(self, name: str, data: bytes) -> None:
        self.emulated.store(name, data)

    def power_on(self) -> None:
        if self.emulated.powered:
            raise BackendError("power_on: the power is on")
        self.emulated.power_on()

    def power_off(self) -> None:
        if not self.emulated.powered:
            raise BackendError("power_off: the power is off")
        self._line.clear()
        self.emulated.power_off()

    def set_input(self, at_ns: int, gpio: int, level: int) -> None:
        self.emulated.set_input(at_ns, gpio, level)

    def set_analog(self, at_ns: int, gpio: int, volts: float) -> None:
        self.emulated.set_analog(at_ns, gpio, volts)

    def upset(self, at_ns: int, trouble: str) -> None:
        """A processor can be made to hang, but its Python cannot be made to raise."""
        if trouble != "hang":
            raise BackendUnavailable(f"{trouble}: not on the emulated chip; on host, micropython")
        self.emulated.at(at_ns, self.emulated.chip.hang)

    def send_usb(self, at_ns: int, data: bytes) -> None:
        """The terminal sends bytes; 0x03 interrupts the firmware."""
        self.emulated.at(at_ns, lambda: self.emulated.usb.send(data))

    def read_usb(self, at_ns: int, reads: bool) -> None:
        """The terminal stops reading (its port stays open), or reads on."""
        self.emulated.at(at_ns, lambda: self.emulated.usb.read(reads))

    def advance(self, until_ns: int) -> None:
        try:
            self.emulated.run(until_ns)
        except ChipError as error:
            raise BackendError(str(error)) from None

    def ticks_to_ns(self, ticks_us: int) -> int:
        return self.emulated.ticks_to_ns(ticks_us)

    def close(self) -> None:
        self.emulated.close()

    def _changed(self, at_ns: int, gpio: int, drive: Drive) -> None:
        self._observer.output(at_ns, gpio, drive.hz, drive.duty)

    def _received(self, at_ns: int, data: bytes) -> None:
        *lines, rest = (bytes(self._line) + data).split(b"\n")
        self._line[:] = rest
        for line in lines:
            self._observer.line(at_ns, line.rstrip(b"\r").decode("utf-8", "replace"))
        if lines:
            self.emulated.stop()
