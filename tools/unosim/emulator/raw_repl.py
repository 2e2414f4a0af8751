"""MicroPython's raw REPL over the board's USB cable: run code on the chip, get what it prints.

    repl = RawRepl(board)
    repl.enter()
    repl.run("import gc; print(gc.mem_free())")    # -> "142336\\r\\n"

Each call lets the board run until the answer has come.
"""

from unosim.emulator.board import EmulatedBoard

_STOP = b"\r\x03\x03"  # Ctrl-C twice stops a program …
_STOPPED_NS = 50_000_000  # … which by then has ended: until then it may read what is sent
_TO_RAW_REPL = b"\r\x01"  # Ctrl-A asks for the raw REPL
_END = b"\x04"


class ReplError(Exception):
    """The code raised on the chip (the message is its traceback), or no answer came in time."""


class RawRepl:
    """The terminal's side of the raw REPL of a board whose power is on."""

    def __init__(self, board: EmulatedBoard) -> None:
        self._board = board
        self._heard = bytearray()
        board.listen(self._hear)

    def enter(self, limit_ms: int = 1000) -> None:
        """Stop whatever runs and start the raw REPL."""
        self._board.usb.send(_STOP)
        until_ns = self._board.now_ns + _STOPPED_NS
        while self._board.now_ns < until_ns:
            self._board.run(until_ns)
        self._board.usb.send(_TO_RAW_REPL)
        self._wait_for(b"raw REPL; CTRL-B to exit\r\n>", limit_ms)

    def run(self, code: str, limit_ms: int = 10_000) -> str:
        """Run code to its end; what it printed. Raises ReplError if it raised."""
        self.start(code)
        return self.finish(limit_ms)

    def start(self, code: str) -> None:
        """Let code begin to run: until `finish()`, other things may be done to the board."""
        self._board.usb.send(code.encode() + _END)
        self._wait_for(b"OK", limit_ms=1000)

    def finish(self, limit_ms: int = 10_000) -> str:
        """Wait until the code that was started has ended; what it printed."""
        printed = self._wait_for(_END, limit_ms)
        raised = self._wait_for(_END, limit_ms)
        self._wait_for(b">", limit_ms)
        if raised:
            raise ReplError(raised)
        return printed

    def _wait_for(self, mark: bytes, limit_ms: int) -> str:
        """What comes before the mark."""
        until_ns = self._board.now_ns + limit_ms * 1_000_000
        while mark not in self._heard:
            if self._board.now_ns >= until_ns:
                raise ReplError(f"no {mark!r} within {limit_ms} ms, but {bytes(self._heard)!r}")
            self._board.run(until_ns)
        before, _, rest = bytes(self._heard).partition(mark)
        self._heard[:] = rest
        return before.decode("utf-8", "replace")

    def _hear(self, at_ns: int, data: bytes) -> None:
        self._heard += data
        self._board.stop()
