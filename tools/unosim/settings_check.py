"""`unosim settings check`: what the unit would say of a settings file, by the firmware's rules."""

import sys

from unosim import boards, firmware_rules

GOOD, MISTAKES, BAD = 0, 1, 2


def check(path: str, board: str | None) -> int:
    """Prints a line for each mistake; answers the exit status: 0 none, 1 some, 2 no such file."""
    settings = firmware_rules.load("settings")
    try:
        seats = boards.load(board or "pico8").seats
        with open(path, "rb") as file:
            data = file.read(settings.MAX_BYTES + 1)
    except boards.BoardError as error:
        return _bad(str(error))
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        return _bad(f"{path}: cannot be read: {reason}")
    _, problems = settings.parse(data, seats)
    for problem in problems:
        print(f"{path}: {problem}")
    if not problems:
        print(f"{path}: nothing is wrong")
    return MISTAKES if problems else GOOD


def _bad(message: str) -> int:
    print(f"unosim: {message}", file=sys.stderr)
    return BAD
