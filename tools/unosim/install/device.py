"""A board at its USB port, its program stopped: run code on it, look at and write its files.

    with Device("/dev/ttyACM0") as device:
        device.run("print(6 * 7)")            # "42\\r\\n"
        device.write("/settings.json", b"{}")
        print(device.restart())               # "ready unoflash 0.1.0 …"

mpremote's transport does the talking. Files it would write as text of Python, some 256 bytes a
time, which the chip has to compile; here they come as base64 to a few lines that run on it, four
times as fast. Base64 has no Ctrl-C in it, which so still ends whatever runs.
"""

import ast
import base64
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from typing import Any

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from unosim.install.port import GONE, MISSING, REFUSED, InstallError, Lines, cannot_open

_ANSWER_S = 10
_READY_S = 15
_SILENCE_S = 2
_EMULATED = 15  # times as long: an emulated chip takes half a minute for a second's work

_READY = re.compile(r"\d+ (ready unoflash .*)")
_SAFE = re.compile(r"Safe mode: (.*)")
_PROMPT = ">>> "

_ON_BOARD = """
import os, sys
from binascii import a2b_base64, hexlify
from hashlib import sha256

def digest(path):
    hash = sha256()
    with open(path, "rb") as file:
        while True:
            data = file.read(1024)
            if not data:
                return hexlify(hash.digest()).decode()
            hash.update(data)

def kind(path):
    try:
        return os.stat(path)[0]
    except OSError:
        return 0

def look(path):
    if kind(path) & 0x4000:
        for entry in os.ilistdir(path):
            look(path + "/" + entry[0])
    elif kind(path):
        print(digest(path), path)

def take(path, size, wanted):
    read = sys.stdin.buffer.read
    at = path.find("/", 1)
    while at > 0:
        if not kind(path[:at]):
            os.mkdir(path[:at])
        at = path.find("/", at + 1)
    new = path + ".new"
    try:
        with open(new, "wb") as file:
            while size:
                data = read(min(size, 1024))
                file.write(a2b_base64(data))
                size -= len(data)
        if digest(new) != wanted:
            raise ValueError(path + ": what is on the flash is not what was sent")
    except Exception:
        os.remove(new)  # on a full flash it would stay in the way
        raise
    os.rename(new, path)

def drop(path):
    os.remove(path)
    path = path.rsplit("/", 1)[0]
    while path and not os.listdir(path):
        os.rmdir(path)
        path = path.rsplit("/", 1)[0]
"""


class Device:
    """The board at a port. All raise InstallError where it does not answer as it should."""

    def __init__(self, port: str) -> None:
        self.port = port
        self._patience = _EMULATED if port.startswith("socket://") else 1
        try:
            self._transport = SerialTransport(port)
        except (TransportError, OSError, ValueError) as error:
            raise cannot_open(port, error) from None
        self._has_code = False

    def __enter__(self) -> "Device":
        try:
            self._talk(self._stop_program)
        except InstallError:
            self._close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._close()

    def run(self, code: str) -> str:
        """What the code prints. Raises InstallError with the traceback if it raises."""
        return self._talk(lambda: self._run(code))

    def ask(self, code: str) -> Any:
        """The plain data that `code` prints by `print(repr(…))`."""
        return ast.literal_eval(self.run(code).strip())

    def digests(self, places: Iterable[str]) -> dict[str, str]:
        """SHA-256 of each file at or below these absolute paths, by its path."""
        code = "".join(f"look({place!r})\n" for place in places)
        found = (line.split(" ", 1) for line in self._with_code(code).splitlines())
        return {path: digest for digest, path in found}

    def write(self, path: str, data: bytes) -> None:
        """A file's new content, checked by its hash, whole or not at all; folders are made."""
        text = base64.b64encode(data)
        call = f"take({path!r}, {len(text)}, {sha256(data).hexdigest()!r})"

        def send() -> None:
            self._transport.exec_raw_no_follow(call)
            self._transport.serial.write(text)
            self._answer()

        self._with_code("")
        self._talk(send)

    def read(self, path: str) -> bytes | None:
        """What a file holds; None if there is none."""
        if not int(self._with_code(f"print(kind({path!r}))")):
            return None
        return bytes(self._talk(lambda: self._transport.fs_readfile(path, chunk_size=1024)))

    def rename(self, old: str, new: str) -> None:
        self._with_code(f"os.rename({old!r}, {new!r})")

    def remove(self, path: str) -> None:
        """A file, and folders that it leaves empty."""
        self._with_code(f"drop({path!r})")

    def restart(self) -> str:
        """Let the program begin, as after a power-on; its ready line, `ready unoflash …`.

        Raises InstallError with what it says instead.
        """
        self.leave()
        port: Any = self._transport.serial
        port.timeout = _SILENCE_S / 4
        lines = Lines(self.port, port)
        said: list[str] = []
        for line in lines.heard(time.monotonic() + _READY_S * self._patience):
            if line:
                said.append(line)
                ready, safe = _READY.fullmatch(line), _SAFE.fullmatch(line)
                if ready:
                    return ready[1]
                if safe:
                    raise InstallError(f"the unit is in safe mode: {safe[1]}", MISSING)
            if line is None and _PROMPT in lines.rest:
                break
        heard = "".join(f"\n    {line}" for line in said[-10:]) or " nothing"
        raise InstallError(f"the unit does not start; it says:{heard}", MISSING)

    def leave(self) -> None:
        """The same, without waiting for what comes of it.

        MicroPython starts afresh but the USB port stays, so that nothing it says is lost.
        """

        def start() -> None:
            self._transport.exit_raw_repl()
            self._transport.serial.write(b"\x04")

        self._talk(start)

    def _close(self) -> None:
        with suppress(OSError):  # it may have gone already
            self._transport.close()

    def _stop_program(self) -> None:
        """Ctrl-C, then MicroPython started afresh, without main.py."""
        transport = self._transport
        transport.serial.write(b"\r\x03")
        limit_s = _ANSWER_S * self._patience
        transport.read_until(1, _PROMPT.encode(), timeout=_SILENCE_S, timeout_overall=limit_s)
        transport.enter_raw_repl(soft_reset=True, timeout_overall=limit_s)

    def _with_code(self, code: str) -> str:
        """The same as `run`, with the functions of _ON_BOARD there."""
        if not self._has_code:
            self.run(_ON_BOARD)
            self._has_code = True
        return self.run(code) if code else ""

    def _run(self, code: str) -> str:
        self._transport.exec_raw_no_follow(code)
        return self._answer()

    def _answer(self) -> str:
        said, raised = self._transport.follow(_ANSWER_S * self._patience)
        if raised:
            text = raised.decode("utf-8", "replace").strip()
            if "ENOSPC" in text:
                raise InstallError("the board's flash is full: remove files from it", REFUSED)
            raise InstallError(f"on the board: {text}", MISSING)
        return said.decode("utf-8", "replace")

    def _talk(self, do: Any) -> Any:
        try:
            return do()
        except TransportExecError as error:
            raise InstallError(f"on the board: {error}", MISSING) from None
        except serial.SerialException:
            raise InstallError(f"{self.port}: {GONE}", MISSING) from None
        except TransportError as error:
            raise InstallError(
                f"{self.port}: no MicroPython answers there ({error}): press the board's reset, or"
                " unplug it and plug it in again",
                MISSING,
            ) from None
        except OSError:
            raise InstallError(f"{self.port}: {GONE}", MISSING) from None
