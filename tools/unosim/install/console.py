"""`unosim console`: what a unit says, as it plays. It only listens, so the game goes on."""

import sys

from unosim import log
from unosim.install.port import InstallError, Lines, find

_WRAP_US = log.TICKS_PERIOD


class Story:
    """Log lines as sentences with the time since the unit was heard first."""

    def __init__(self) -> None:
        self._last_us: int | None = None
        self._passed_us = 0

    def tell(self, line: str) -> str:
        """A line for people."""
        event = log.parse(line)
        if event.ticks_us is None:
            return line
        if self._last_us is None or event.kind == "ready":
            self._passed_us = 0
        else:
            # A line may be older than the one before it, by less than half of the period.
            half = _WRAP_US // 2
            self._passed_us += (event.ticks_us - self._last_us + half) % _WRAP_US - half
        self._last_us = event.ticks_us
        return f"{self._passed_us / 1e6:9.3f} s  {_words(event)}"


def _words(event: log.Event) -> str:
    players = " ".join(f"p{seat}" for seat in event.players)
    if event.kind == "state":
        limit = ""
        if event.state == "turn":
            limit = ", no limit" if event.limit_us is None else f", {event.limit_us / 1e6:.1f} s"
        return f"{event.state} {players}".rstrip() + limit
    if event.kind == "joined":
        return f"joined: {players or 'nobody'}"
    if event.kind == "journal":
        figures = ", ".join(f"{name} {number}" for name, number in event.figures)
        return f"{players}: {figures}"
    if event.kind == "dropped":
        return f"{event.count} lines of this log lost so far"
    return f"{event.kind} {players or event.text}"


def console(port: str | None, until_s: float | None = None) -> int:
    """Prints until Ctrl-C; 0, or 3 where there is no board."""
    story, there = Story(), True
    try:
        name = find(port)
        lines = Lines(name)
        lines.open()
    except InstallError as error:
        print(f"unosim: {error}", file=sys.stderr)
        return error.status
    print(f"{name}: listening; Ctrl-C ends this, not the game", flush=True)
    try:
        for line in lines.heard(until_s):
            if lines.is_open != there:
                there = lines.is_open
                print("the board is back" if there else "the board has gone; waiting", flush=True)
            if line:
                print(story.tell(line), flush=True)
    except KeyboardInterrupt:
        print()
    finally:
        lines.close()
    return 0
