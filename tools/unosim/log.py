"""The unit's log: one line of text from USB -> one Event.

    TICKS EVENT [ARGS]      123456 state turn p3 6000000

TICKS is the chip's `ticks_us` at the step in which it happened, so a line that arrives late
shifts nothing. Whatever is no such line (the banner of the REPL, a traceback) is an Event as
well, of the kind `text`, without a time.
"""

import re
from dataclasses import dataclass

from unosim.steps import JOURNAL_KEYS, STATES, VOLUMES

TICKS_PERIOD = 1 << 30  # `ticks_us` wraps here

_LINE = re.compile(r"([0-9]{1,10}) ([a-z_]+)(?: (.*))?")
_PLAYER = re.compile(r"p([1-8])")
_NUMBER = re.compile(r"[0-9]{1,10}")
_WITH_TEXT = ("ready", "setting", "stuck", "fault")


@dataclass(frozen=True)
class Event:
    """What the unit reported.

    `kind`: `ready`, `setting`, `state`, `joined`, `slap`, `stuck`, `fault`, `journal`, `volume`,
    `dropped` or `text`. `players` are seat numbers; `limit_us`, of a turn, what is left of it,
    None without a limit; `figures`, of a seat's `journal`, its keys and numbers; `count`, of
    `dropped`, the lines lost since power-on; `text` the volume, or free text.
    """

    kind: str
    ticks_us: int | None = None
    state: str | None = None
    players: tuple[int, ...] = ()
    limit_us: int | None = None
    figures: tuple[tuple[str, int], ...] = ()
    count: int = 0
    text: str = ""


def parse(line: str) -> Event:
    """The event that the line reports; never an error."""
    match = _LINE.fullmatch(line.rstrip("\r\n"))
    if match is None or int(match[1]) >= TICKS_PERIOD:
        return Event("text", text=line.rstrip("\r\n"))
    ticks_us, kind, rest = int(match[1]), match[2], match[3] or ""
    event = _event(kind, ticks_us, rest)
    return event or Event("text", text=line.rstrip("\r\n"))


def _event(kind: str, ticks_us: int, rest: str) -> Event | None:
    if kind in _WITH_TEXT:
        return Event(kind, ticks_us, text=rest)
    words = rest.split()
    if kind == "state" and words and words[0] in STATES:
        return _state(ticks_us, words[0], words[1:])
    if kind in ("joined", "slap"):
        players = _players(words)
        return None if players is None else Event(kind, ticks_us, players=players)
    if kind == "journal":
        return _journal(ticks_us, words)
    if kind == "volume" and len(words) == 1 and words[0] in VOLUMES:
        return Event(kind, ticks_us, text=words[0])
    if kind == "dropped" and len(words) == 1 and _NUMBER.fullmatch(words[0]):
        return Event(kind, ticks_us, count=int(words[0]))
    return None


def _state(ticks_us: int, state: str, words: list[str]) -> Event | None:
    limit_us = None
    if state == "turn":
        if len(words) != 2:
            return None
        limit = words.pop()
        if limit != "none":
            if not _NUMBER.fullmatch(limit):
                return None
            limit_us = int(limit)
    players = _players(words)
    if players is None:
        return None
    return Event("state", ticks_us, state=state, players=players, limit_us=limit_us)


def _journal(ticks_us: int, words: list[str]) -> Event | None:
    players = _players(words[:1])
    keys, numbers = words[1::2], words[2::2]
    if not players or len(keys) != len(numbers):
        return None
    if not all(map(_NUMBER.fullmatch, numbers)) or not set(keys) <= set(JOURNAL_KEYS):
        return None
    figures = tuple(zip(keys, map(int, numbers), strict=True))
    return Event("journal", ticks_us, players=players, figures=figures)


def _players(words: list[str]) -> tuple[int, ...] | None:
    """Seat numbers, ascending; None where a word is none."""
    matches = [_PLAYER.fullmatch(word) for word in words]
    if None in matches:
        return None
    return tuple(sorted(int(match[1]) for match in matches if match))
