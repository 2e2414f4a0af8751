"""The emulated pico8 on the bench: fingers that press to the nanosecond, eyes, ears, its log.

device = Device(image, settings={"choose_ms": 0})
device.power_on()
device.until(lambda: device.state == "joining")
at_ns = device.press("p1")
device.run_ms(6)
device.lit_ns("p1", at_ns)          # when its light went on, None if it did not
"""

import json
from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path

from unosim import boards, log
from unosim.emulator.board import EmulatedBoard
from unosim.emulator.outputs import Drive

BOARD = "pico8"
MS = 1_000_000  # ns
US = 1_000

_LIT = 0.5  # of full brightness; what glows is not lit
_STEP_MS = 5
_LIMIT_MS = 60_000


class Stuck(Exception):
    """The unit did not do what the bench waited for."""


class Device:
    """One board with the image of pico8; `settings` and `files` lie on its flash.

    `processor_hz`: as for `unosim.emulator.chip.Chip`.
    """

    def __init__(
        self,
        image: Path,
        settings: dict | None = None,
        seed: int = 1,
        files: dict[str, bytes] | None = None,
        processor_hz: int | None = None,
    ) -> None:
        self.wiring = boards.load(BOARD)
        open_level = dict.fromkeys(self.wiring.contacts.values(), 1 - self.wiring.closed_level)
        open_level |= {self.wiring.speed_slow: 1, self.wiring.speed_fast: 1}
        watched = (*self.wiring.lights.values(), self.wiring.buzzer)
        self.board = EmulatedBoard(
            *(image, seed, open_level, watched, self._changed, self._received),
            processor_hz=processor_hz,
        )
        for name, data in (files or {}).items():
            self.board.store(name, data)
        if settings is not None:
            self.board.store("settings.json", json.dumps(settings).encode())
        self.lines: list[str] = []
        self.events: list[log.Event] = []
        self._outputs: dict[int, list[tuple[int, Drive]]] = {gpio: [] for gpio in watched}
        self._line = bytearray()

    # -- what happens to it --------------------------------------------------------------------

    @property
    def now_ns(self) -> int:
        return self.board.now_ns

    def power_on(self) -> None:
        self._line.clear()  # half a line of before
        self.board.power_on()

    def run_ms(self, ms: float) -> None:
        self.run_to(self.now_ns + round(ms * MS))

    def run_to(self, until_ns: int) -> None:
        while self.now_ns < until_ns:
            self.board.run(until_ns)

    def until(self, found: Callable[[], object], limit_ms: float = _LIMIT_MS) -> None:
        """Let time pass, 5 ms at a time, until `found()`. Raises Stuck after `limit_ms`."""
        until_ns = self.now_ns + round(limit_ms * MS)
        while not found():
            if self.now_ns >= until_ns:
                raise Stuck(f"nothing came of it within {limit_ms} ms; {self.lines[-3:]}")
            self.run_ms(_STEP_MS)

    def press(self, *buttons: str, at_ns: int | None = None) -> int:
        """Contacts close, all at once, now or at a time to come; answers that time."""
        return self._move(buttons, self.wiring.closed_level, at_ns)

    def release(self, *buttons: str, at_ns: int | None = None) -> int:
        return self._move(buttons, 1 - self.wiring.closed_level, at_ns)

    def _move(self, buttons: tuple[str, ...], level: int, at_ns: int | None) -> int:
        at_ns = self.now_ns if at_ns is None else at_ns
        for button in buttons:
            self.board.set_input(at_ns, self.wiring.contacts[button], level)
        return at_ns

    # -- what it does --------------------------------------------------------------------------

    @property
    def state(self) -> str:
        """The state that the log told last; '' before the first."""
        return next((event.state or "" for event in reversed(self.events) if event.state), "")

    @property
    def players(self) -> list[str]:
        """Those whom the state concerns."""
        seats = next((event.players for event in reversed(self.events) if event.state), ())
        return [f"p{seat}" for seat in seats]

    @property
    def since_ns(self) -> int:
        """When the state began, by the unit's own clock."""
        ticks = next((event.ticks_us for event in reversed(self.events) if event.state), None)
        return self.board.ticks_to_ns(ticks or 0)

    @property
    def awake_ns(self) -> int:
        """How long the CPU has worked since power-on, rather than slept."""
        chip = self.board.chip
        return chip.rp2040.core.cycles * 1_000_000_000 // chip.processor_hz

    def lit_ns(self, light: str, from_ns: int) -> int | None:
        """When the light was lit first, from then on; None if it was not."""
        return self._first(self.wiring.lights[light], from_ns, lambda drive: drive.duty >= _LIT)

    def change_ns(self, light: str, from_ns: int) -> int | None:
        """When the light became brighter or darker."""
        return self._first(self.wiring.lights[light], from_ns, lambda drive: True)

    def sound_ns(self, from_ns: int) -> int | None:
        """When a tone began, or became another one."""
        return self._first(self.wiring.buzzer, from_ns, lambda drive: drive.duty > 0)

    def lit(self, name: str) -> bool:
        changes = self._outputs[self.wiring.lights[name]]
        return bool(changes) and changes[-1][1].duty >= _LIT

    def _first(self, gpio: int, from_ns: int, wanted: Callable[[Drive], bool]) -> int | None:
        changes = self._outputs[gpio]
        for at_ns, drive in changes[bisect_left(changes, from_ns, key=lambda change: change[0]) :]:
            if wanted(drive):
                return at_ns
        return None

    def _changed(self, at_ns: int, gpio: int, drive: Drive) -> None:
        self._outputs[gpio].append((at_ns, drive))

    def _received(self, at_ns: int, data: bytes) -> None:
        *lines, self._line[:] = (bytes(self._line) + data).split(b"\n")
        for line in lines:
            text = line.rstrip(b"\r").decode("utf-8", "replace")
            self.lines.append(text)
            event = log.parse(text)
            if event.kind != "text":
                self.events.append(event)
