"""The USB port that a board is at, and the lines that come from it."""

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import serial
from serial.tools import list_ports

RASPBERRY_PI = 0x2E8A  # USB vendor of MicroPython's port for the RP2040
_REOPEN_S = 0.2
_READ_S = 0.5

GONE = "the board has gone: plug it in again, and run the same command once more"


class InstallError(Exception):
    """What went wrong and what to do, in a line or a few; `status` is the exit status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


REFUSED, MISSING = 2, 3


def find(port: str | None) -> str:
    """The port that was named, or that of the only board. Raises InstallError."""
    if port is not None:
        return port
    found = sorted(p.device for p in list_ports.comports() if p.vid == RASPBERRY_PI)
    if len(found) == 1:
        return found[0]
    if found:
        choice = " or ".join(f"--port {name}" for name in found)
        raise InstallError(f"there are {len(found)} boards; name one: {choice}", REFUSED)
    raise InstallError(
        "no board found. Plug it in by USB, with a cable that carries data. Without MicroPython on"
        " it yet: hold BOOTSEL while you plug it in, and copy MicroPython's UF2 for the Pico, or"
        " one of `make image`, onto the drive RPI-RP2. Another port: --port PORT",
        MISSING,
    )


def cannot_open(port: str, reason: object) -> InstallError:
    return InstallError(
        f"{port}: cannot be opened ({reason}). Is it the right one, does another program (a"
        " console, an editor) have it open, may you use it? On Linux: sudo usermod -aG dialout"
        " $USER, and log in anew",
        MISSING,
    )


class Lines:
    """What a board says, line by line; goes on after the cable was out, or the board reset.

    It only ever reads: to listen does not disturb the unit.
    """

    def __init__(self, port: str, opened: Any = None) -> None:
        self._port = port
        self._serial = opened
        self._rest = b""

    def open(self) -> None:
        """Open the port now. Raises InstallError."""
        try:
            self._open()
        except (OSError, ValueError) as error:  # serial.SerialException is an OSError
            raise cannot_open(self._port, error) from None

    def heard(self, until_s: float | None = None) -> Iterator[str | None]:
        """Lines as they come, until `time.monotonic()` says so; None where nothing came for a
        moment, and when the board has gone."""
        while until_s is None or time.monotonic() < until_s:
            try:
                opened = self._open()
                data = opened.read(1)
                data += opened.read(opened.in_waiting) if data else b""
            except (OSError, ValueError):
                gone = self._serial is not None
                self.close()
                if gone:
                    self._rest = b""
                    yield None
                time.sleep(_REOPEN_S)
                continue
            if not data:
                yield None
            *lines, self._rest = (self._rest + data).split(b"\n")
            for line in lines:
                yield line.rstrip(b"\r").decode("utf-8", "replace")

    @property
    def is_open(self) -> bool:
        return self._serial is not None

    @property
    def rest(self) -> str:
        """What has come of the line that is not complete."""
        return self._rest.decode("utf-8", "replace")

    def close(self) -> None:
        opened, self._serial = self._serial, None
        if opened is not None:
            with suppress(OSError):  # it may have gone already
                opened.close()

    def _open(self) -> Any:
        if self._serial is None:
            self._serial = serial.serial_for_url(self._port, timeout=_READ_S)
        return self._serial
