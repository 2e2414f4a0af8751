"""Records of the journal's file (N1–N3): lines that show whether they are whole.

    1c291ca3 {"session": 3, "figures": {"p1": [12, 1, 34000, 6000, 3, 1, 320]}}

Eight hex digits of CRC-32 over the rest of the line. `session` is 1 or more. Figures are those
since power-on, so the last record of a session has them all; a fault has `"fault": text` instead.
"""

import binascii
import json

FIGURES = ("turns", "timeouts", "total_ms", "longest_ms", "races", "lost", "best_ms")
_FAULT_HEAD, _FAULT_TAIL = 200, 600  # letters kept of a long text: where it began, how it ended


def encode(record):
    """The line of a record (a dict), as bytes."""
    text = json.dumps(record).encode()
    return b"%08x %s\n" % (binascii.crc32(text), text)


def decode(line):
    """The record of a line (bytes, without its end), None if the line is not whole."""
    text = line[9:]
    if line[:9] != b"%08x " % binascii.crc32(text):
        return None
    try:
        record = json.loads(text)
        return record if record["session"] >= 1 else None
    except (ValueError, TypeError, KeyError, RuntimeError):  # whole, but nothing that we wrote
        return None


def fault(text):
    """The record of a fault; of a long text (a traceback) beginning and end."""
    if len(text) > _FAULT_HEAD + _FAULT_TAIL + 5:
        text = text[:_FAULT_HEAD] + " ... " + text[-_FAULT_TAIL:]
    return {"fault": text}


def figures(journal, seats):
    """The record of the figures of `seats`, a mask, in a `Journal`."""
    values = {}
    for seat in range(journal.seats):
        if seats & 1 << seat:
            values["p" + str(seat + 1)] = [getattr(journal, name)[seat] for name in FIGURES]
    return {"figures": values}
