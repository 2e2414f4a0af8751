"""Records of the journal's file (N1–N3): lines that show whether they are whole.

    1c291ca3 {"session": 3, "figures": {"p1": [12, 1, 34000, 6000, 3, 1, 320]}}

Eight hex digits of CRC-32 over the rest of the line. Figures are those since power-on, so the
last record of a session has them all; a fault has `"fault": text` instead.
"""

import binascii
import json

FIGURES = ("turns", "timeouts", "total_ms", "longest_ms", "races", "lost", "best_ms")


def encode(record):
    """The line of a record (a dict), as bytes."""
    text = json.dumps(record).encode()
    return b"%08x %s\n" % (binascii.crc32(text), text)


def decode(line):
    """The record of a line (bytes, without its end), None if the line is not whole."""
    try:
        crc, text = line.split(b" ", 1)
        if len(crc) == 8 and int(crc, 16) == binascii.crc32(text):
            record = json.loads(text)
            return record if isinstance(record, dict) else None
    except ValueError:
        pass
    return None


def figures(journal, seats):
    """What a record says of the `seats`, a mask, in a `Journal`."""
    values = {}
    for seat in range(journal.seats):
        if seats & 1 << seat:
            values["p" + str(seat + 1)] = [getattr(journal, name)[seat] for name in FIGURES]
    return values
