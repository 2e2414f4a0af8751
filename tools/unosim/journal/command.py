"""`unosim stats`: what the journal of a unit tells."""

import sys
from pathlib import Path

from rich.console import Console

from unosim.journal import reading, table

DONE, BAD = 0, 2


def stats(paths: list[str], plot: str | None) -> int:
    """Prints the tables of the journal in these files; answers the exit status."""
    try:
        journal = reading.read(paths)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        return _bad(f"{getattr(error, 'filename', None) or paths}: cannot be read: {reason}")
    if journal.broken and not journal.records:
        files = " ".join(paths)
        return _bad(f"{files}: no journal: none of {journal.broken} lines is a record of the unit")
    table.show(journal, Console())
    if plot is not None:
        from unosim.journal.plot import png  # matplotlib takes its time to import

        try:
            Path(plot).write_bytes(png(journal))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return _bad(f"--plot {plot}: cannot be written: {reason}")
    return DONE


def _bad(message: str) -> int:
    print(f"unosim: {message}", file=sys.stderr)
    return BAD
