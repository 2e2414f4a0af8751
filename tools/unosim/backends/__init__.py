"""Backends: three ways to run the unit's firmware, behind one interface.

    backend = make("host")(board, seed=7, observer=trace)
    backend.power_on()
    backend.set_input(backend.now_ns + 1_500_000_000, board.contacts["p1"], board.closed_level)
    while backend.now_ns < end_ns:
        backend.advance(end_ns)     # returns early after each line that came by USB

Times are whole nanoseconds since the first power-on. Every backend is deterministic: the same
board, seed and calls give the same calls of the observer at the same times; `host` and
`micropython` give the same as each other.
"""

import importlib
from typing import Protocol

from unosim.boards import Board

# Imported only when they are asked for: each needs packages that the others do not.
_CLASSES = {
    "host": "unosim.backends.host:Host",
    "micropython": "unosim.backends.micropython:Micropython",
    "rp2040": "unosim.backends.rp2040:Backend",
}
NAMES = tuple(_CLASSES)


class BackendUnavailable(Exception):
    """This backend cannot run here; the message says what to install or build."""


class BackendError(Exception):
    """What runs the device broke down (not the firmware: that tells by USB, as on the chip)."""


class Observer(Protocol):
    """Who hears what the unit does, in order of time. Called only inside a backend's methods."""

    def output(self, at_ns: int, gpio: int, hz: int, duty: float) -> None:
        """A GPIO is driven differently: PWM at `hz`, high for `duty` (0.0 … 1.0) of the time.

        A plain output has 0 Hz and duty 0.0 or 1.0. An LED that lights at low (the board's
        `light_on`) is told of by the share of low. For a light on a chain `gpio` is what the
        board's `outputs` call it, hz 0, and `duty` the level that it shows.
        """

    def line(self, at_ns: int, text: str) -> None:
        """A complete line came by USB, without its end."""


class Backend(Protocol):
    """A unit on the table: power, contacts, outputs, USB. See the module for its use."""

    name: str

    @property
    def now_ns(self) -> int:
        """Since the first power-on."""
        ...

    def __init__(self, board: Board, seed: int, observer: Observer) -> None:
        """Raises BackendUnavailable. `seed` fixes the entropy that the hardware gives."""

    def store(self, name: str, data: bytes) -> None:
        """Put a file onto the flash, before the first power-on."""

    def power_on(self) -> None:
        """RAM and the chip's clock start anew; the flash and the entropy's sequence go on."""

    def power_off(self) -> None:
        """At this moment: all outputs fall, a file that is being written stays as it was."""

    def set_input(self, at_ns: int, gpio: int, level: int) -> None:
        """A wire takes a level at `at_ns` >= now_ns, exactly; also while the power is off."""

    def set_analog(self, at_ns: int, gpio: int, volts: float) -> None:
        """The voltage at a GPIO of the ADC from `at_ns` on."""

    def upset(self, at_ns: int, trouble: str) -> None:
        """The firmware's next call of the hardware raises ("crash") or never returns ("hang").

        Raises BackendUnavailable where the backend cannot do that.
        """

    def advance(self, until_ns: int) -> None:
        """Run up to `until_ns`; or less: to the moment when a complete USB line has arrived."""

    def ticks_to_ns(self, ticks_us: int) -> int:
        """When this chip's `ticks_us` read so: the time nearest to now (within 8 minutes)."""
        ...

    def close(self) -> None:
        """Let everything go; the backend is used no more."""


def make(name: str) -> type[Backend]:
    """The class of a backend by its name. ValueError says which there are."""
    if name not in _CLASSES:
        raise ValueError(f"no backend {name!r}; there are: {', '.join(NAMES)}")
    module, _, cls = _CLASSES[name].partition(":")
    return getattr(importlib.import_module(module), cls)
