"""The fake `gc` for CPython: it says what a healthy board says, and proves nothing.

CPython's memory is not the chip's. What the firmware really takes is measured under the
MicroPython unix port with the heap locked, and on the emulated chip.
"""

_FREE_BYTES = 150_000
_USED_BYTES = 40_000

_enabled = True
_threshold = -1


def collect():
    """Frees nothing, as nothing was counted."""


def mem_free():
    """Bytes, always the same."""
    return _FREE_BYTES


def mem_alloc():
    """Bytes, always the same."""
    return _USED_BYTES


def enable():
    global _enabled
    _enabled = True


def disable():
    global _enabled
    _enabled = False


def isenabled():
    return _enabled


def threshold(amount=None):
    """Without an amount: what was set, -1 for none."""
    global _threshold
    if amount is None:
        return _threshold
    _threshold = amount
    return None
