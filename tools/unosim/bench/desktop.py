"""How fast a game passes on the desktop: virtual time over the time on the wall."""

import time

from unosim import backends, boards, log

GAME_MS = 10 * 60_000
TURN_MS = 2_500
MS = 1_000_000


class _Table:
    """People who play turn after turn, each after a while; every fifth brings a race."""

    def __init__(self, name: str) -> None:
        self._board = boards.load("pico8")
        self.backend = backends.make(name)(self._board, 1, self)
        self._events: list[log.Event] = []

    def output(self, at_ns: int, gpio: int, hz: int, duty: float) -> None:
        pass

    def line(self, at_ns: int, text: str) -> None:
        event = log.parse(text)
        if event.state:
            self._events.append(event)

    def play(self, ms: int) -> None:
        self.backend.power_on()
        self._run(1_500)
        seats = [f"p{seat}" for seat in range(1, 7)]
        for seat in seats:
            self._tap(seat)
        self._tap("play")
        turns = 0
        while self.backend.now_ns < ms * MS:
            self._run(TURN_MS)
            state, players = self._events[-1].state, self._events[-1].players
            if state == "turn":
                turns += 1
                self._tap("slap" if turns % 5 == 0 else f"p{players[0]}")
            elif state == "slap_race":
                for seat in players:
                    self._tap(f"p{seat}")
            elif players:
                self._tap(f"p{players[0]}")

    def _tap(self, name: str) -> None:
        gpio, now_ns = self._board.contacts[name], self.backend.now_ns
        self.backend.set_input(now_ns, gpio, self._board.closed_level)
        self.backend.set_input(now_ns + 60 * MS, gpio, 1 - self._board.closed_level)
        self._run(150)

    def _run(self, ms: int) -> None:
        until_ns = self.backend.now_ns + ms * MS
        while self.backend.now_ns < until_ns:
            self.backend.advance(until_ns)


def ratio(backend: str, game_ms: int = GAME_MS) -> float:
    """Seconds of the unit in a second on the wall."""
    table = _Table(backend)
    start_s = time.perf_counter()
    table.play(game_ms)
    seconds = time.perf_counter() - start_s
    passed_s = table.backend.now_ns / 1e9
    table.backend.close()
    return passed_s / seconds
