"""MicroPython's `RingIO` for CPython: a ring of bytes that never blocks and never grows."""


class RingIO:
    """Holds `size` bytes at most."""

    def __init__(self, size):
        if size < 1:
            raise ValueError("RingIO: size is %d; 1 or more" % size)
        self._size = size
        self._bytes = bytearray()

    def any(self):
        """How many bytes it holds."""
        return len(self._bytes)

    def write(self, buf, off=None, max_len=None):
        """Take in what fits, and say how much that was: write(buf[, [off, ]max_len])."""
        data = bytes(buf)
        if max_len is not None:
            data = data[off : off + max_len]
        elif off is not None:
            data = data[:off]
        data = data[: self._size - len(self._bytes)]
        self._bytes += data
        return len(data)

    def readinto(self, buf, nbytes=None):
        """Fill `buf` with what there is; how much that was."""
        wanted = len(buf) if nbytes is None else min(nbytes, len(buf))
        count = min(wanted, len(self._bytes))
        buf[:count] = self._bytes[:count]
        del self._bytes[:count]
        return count

    def read(self, nbytes=-1):
        """Up to `nbytes` bytes, all there are without it."""
        count = len(self._bytes) if nbytes < 0 else min(nbytes, len(self._bytes))
        data = bytes(self._bytes[:count])
        del self._bytes[:count]
        return data
