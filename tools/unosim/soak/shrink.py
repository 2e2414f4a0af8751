"""Makes what broke a promise shorter: leaves out whatever it breaks without as well.

calls = [("tap", (["p1"],)), ("wait", (400,)), …]      # methods of Session
calls = shorter(calls, lambda calls: bool(broken_by(calls)))
"""

import time
from collections.abc import Callable
from typing import Any

Call = tuple[str, tuple]
MOST_S = 120  # a session takes a second or so


class Noting:
    """A session that remembers what was done to it, as `calls`."""

    def __init__(self, session: Any):
        self.calls: list[Call] = []
        self._session = session

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._session, name)
        if not callable(value):
            return value

        def call(*args):
            self.calls.append((name, args))
            return value(*args)

        return call


def shorter(calls: list[Call], breaks: Callable[[list[Call]], bool]) -> list[Call]:
    """As few of the calls as still break it, found by leaving out parts, large ones first."""
    until_s = time.monotonic() + MOST_S
    size = len(calls) // 2
    while size:
        at = 0
        while at < len(calls):
            if time.monotonic() > until_s:
                return calls
            fewer = calls[:at] + calls[at + size :]
            if breaks(fewer):
                calls = fewer
            else:
                at += size
        size //= 2
    return calls
