"""Errors as MicroPython makes and prints them: this file for MicroPython itself.

`cpython/tracebacks.py` does the same in CPython.
"""

import io
import sys

# Not the firmware's: what a chip calls by itself.
_NOT_SHOWN = ("/power_on.py", "/boot.py")


def os_error(code):
    """The OSError that the chip raises with this number."""
    return OSError(code)


def text(error):
    """The lines that MicroPython prints for an exception, each ended."""
    printed = io.StringIO()
    sys.print_exception(error, printed)
    shown = []
    for line in printed.getvalue().split("\n"):
        file_name = line[8 : line.find('"', 8)] if line.startswith('  File "') else ""
        if not file_name.endswith(_NOT_SHOWN):
            shown.append(line)
    return "\n".join(shown)
