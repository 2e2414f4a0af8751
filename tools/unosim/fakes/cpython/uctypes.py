"""The fake `uctypes` for CPython: buffers get addresses, as in a chip's RAM.

An address is good for as long as the power is on, and only within its buffer: everything else is
refused, where the chip would read or write something that belongs to others. Of MicroPython's
module it has what the firmware uses.
"""

_RAM = 0x20000000
_FIRST = _RAM + 0x8C50  # a heap begins somewhere: aligned for words, for nothing more
_BLOCK = 16  # MicroPython's heap is made of these

_addresses = []
_buffers = []  # memoryviews of bytes; they keep the buffers alive
_known = {}  # id of a buffer -> its address


def addressof(obj):
    """Where `obj` (bytearray, array …) begins."""
    if id(obj) in _known:
        return _known[id(obj)]
    view = memoryview(obj).cast("B")
    at = _FIRST
    if _buffers:
        at = _addresses[-1] + (len(_buffers[-1]) + 2 * _BLOCK - 1) // _BLOCK * _BLOCK
    _addresses.append(at)
    _buffers.append(view)
    _known[id(obj)] = at
    return at


def bytearray_at(addr, size):
    """The `size` bytes at an address: changes go through to the buffer."""
    view = memory_from(addr)
    if not 0 <= size <= len(view):
        raise ValueError("0x%x: %d bytes; the buffer has %d from there" % (addr, size, len(view)))
    return view[:size]


def memory_from(addr):
    """All bytes of the buffer from an address on, for the fakes of viper."""
    for at, view in zip(_addresses, _buffers):
        if at <= addr < at + len(view):
            return view[addr - at :]
    raise ValueError("0x%x is no address of a known buffer" % addr)
