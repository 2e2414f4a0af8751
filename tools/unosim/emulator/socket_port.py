"""The emulated board's USB terminal as a TCP port, for programs that want a serial one.

    with SocketPort(board) as port:
        subprocess.run(["mpremote", "connect", port.url, "ls"])

Inside, the board runs in a thread of its own and must be left alone; its power has to be on.
It runs as fast as it can while it works, and while it waits ten times as fast as a real one: a
host that takes its time to answer is not late by hours. A closed port is an unread terminal.
"""

import select
import socket
import threading
import time
from collections.abc import Callable

from unosim.emulator.board import EmulatedBoard

_SLICE_NS = 1_000_000
_PACE = 10
_MOST = 65_536  # bytes taken from the client at once


class SocketPort:
    """Serves one client at a time; `url` is what pyserial and mpremote take as a port.

    `is_cut()` is asked again and again: once it is true, the client is cut off, the board runs no
    further, and its power should be switched off.
    """

    def __init__(self, board: EmulatedBoard, is_cut: Callable[[], bool] = lambda: False) -> None:
        self._board = board
        self._is_cut = is_cut
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        self._client: socket.socket | None = None
        self._heard = bytearray()
        self._ended = False
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> "SocketPort":
        self._board.listen(self._hear)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """The board is the caller's again, its terminal read. Raises what its thread died of."""
        self._ended = True
        self._thread.join()
        self._let_go()
        self._listener.close()
        if self._board.powered:
            self._board.usb.read(True)
        if self._error is not None:
            raise self._error

    def _serve(self) -> None:
        try:
            self._board.usb.read(False)
            ahead_s = 0.0
            while not self._ended and not self._is_cut():
                if self._look(ahead_s):
                    ahead_s = 0.0
                start_s = time.monotonic()
                self._board.run(self._board.now_ns + _SLICE_NS)
                self._say()
                took_s = time.monotonic() - start_s
                ahead_s = max(0.0, ahead_s + _SLICE_NS / 1e9 / _PACE - took_s)
            if not self._ended:
                self._let_go()
        except BaseException as error:
            self._error = error
            self._let_go()

    def _look(self, wait_s: float) -> bool:
        """Wait for something from outside and take it in; False if nothing came."""
        known = [self._listener] if self._client is None else [self._listener, self._client]
        ready, _, _ = select.select(known, [], [], wait_s)
        client = self._client
        if client is not None and client in ready:
            data = self._receive(client)
            if data:
                self._board.usb.send(data)
            else:
                self._let_go()
                self._board.usb.read(False)
        if self._listener in ready:
            self._let_go()
            self._client, _ = self._listener.accept()
            self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._board.usb.read(True)
        return bool(ready)

    def _say(self) -> None:
        if self._client is None or not self._heard:
            return
        try:
            self._client.sendall(self._heard)
        except OSError:
            self._let_go()  # gone in the midst of it
        self._heard.clear()

    def _receive(self, client: socket.socket) -> bytes:
        try:
            return client.recv(_MOST)
        except OSError:
            return b""

    def _hear(self, at_ns: int, data: bytes) -> None:
        if not self._ended:
            self._heard += data

    def _let_go(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
