"""The fake `rp2.DMA`: carries the words of a state machine into a ring in memory.

That is all it can do: a channel set up for anything else raises ValueError, also where the chip
would begin and write to places that nobody meant.
"""

import costs
import uctypes
from tracebacks import os_error
from world import WORLD

_EBUSY = 16
_FIFO_WORDS = 8  # joined
_READ = object()


class Fifo:
    """The words that a state machine has pushed and nobody has taken; `request` names it to DMA."""

    def __init__(self, request):
        self.request = request
        self.dma = None  # the channel that takes them
        self._words = []

    def clear(self):
        self._words.clear()

    def push(self, word):
        if self.dma is not None and self.dma.busy:
            self.dma.take(word)
        elif len(self._words) < _FIFO_WORDS:
            self._words.append(word)
        else:
            raise RuntimeError("nobody takes the PIO's words: it would stall and lose time")

    def waiting(self):
        return len(self._words)

    def hand_over(self, dma):
        """Let a channel have all that wait, and those to come."""
        self.dma = dma
        while self._words and dma.busy:
            dma.take(self._words.pop(0))


class DMA:
    """DMA(): the lowest free channel. It can carry words from a state machine into a ring."""

    def __init__(self):
        WORLD.spend(costs.REGISTER_NS)
        if None not in _CHANNELS:
            raise os_error(_EBUSY)
        self.channel = _CHANNELS.index(None)
        _CHANNELS[self.channel] = self
        self.busy = False
        self._source = None
        self._write = 0
        self._count = 0  # as set; the next transfer starts with it
        self._left = 0  # of the present one
        self._ctrl = 0
        self._memory = None
        self._at = 0  # next byte in the ring

    def pack_ctrl(self, default=None, **fields):
        """The control word: the fields named, the others as in `default`, or the chip's own."""
        self._open()
        ctrl = _DEFAULT_CTRL | self.channel << 11 if default is None else default
        for name in fields:
            if name not in _FIELDS:
                raise TypeError("pack_ctrl: unexpected keyword argument '%s'" % name)
            shift, bits = _FIELDS[name]
            value = int(fields[name])
            if not 0 <= value < 1 << bits:
                raise ValueError(
                    "bad field value: %s is %d; 0 to %d" % (name, value, (1 << bits) - 1)
                )
            ctrl = ctrl & ~(((1 << bits) - 1) << shift) | value << shift
        return ctrl

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        """Set registers; with `trigger`, begin."""
        self._open()
        if self.busy:
            raise ValueError("DMA.config of a busy channel; the chip would not begin anew")
        if read is not None:
            fifo = getattr(read, "fifo", None)
            if not isinstance(fifo, Fifo):
                raise ValueError("DMA.config: read is %r; the fake takes a StateMachine" % (read,))
            self._source = fifo
        if write is not None:
            self._write = write if isinstance(write, int) else uctypes.addressof(write)
        if count is not None:
            if not 0 <= count <= 0xFFFFFFFF:
                raise ValueError("DMA.config: count is %d; 32 bits" % count)
            self._count = count
        if ctrl is not None:
            self._ctrl = ctrl
        if trigger:
            self._begin()

    def active(self, value=_READ):
        """Begin with what is set, or abort; whether it is busy."""
        self._open()
        if value is not _READ:
            if not value:
                self._end()
            elif not self.busy:
                self._begin()
        return self.busy

    @property
    def write(self):
        """The address that the next word goes to."""
        self._open()
        return self._write + self._at

    @property
    def count(self):
        """How many words are left of the transfer."""
        self._open()
        return self._left

    def close(self):
        """Give the channel back."""
        if self.channel is not None:
            self._end()
            _CHANNELS[self.channel] = None
            self.channel = None

    def _open(self):
        WORLD.spend(costs.REGISTER_NS)
        if self.channel is None:
            raise ValueError("channel closed")

    def _field(self, name):
        shift, bits = _FIELDS[name]
        return self._ctrl >> shift & (1 << bits) - 1

    def _begin(self):
        if self._source is None:
            raise ValueError("DMA begins without something to read")
        for name, value in (
            ("enable", 1),
            ("size", 2),
            ("inc_read", 0),
            ("inc_write", 1),
            ("ring_sel", 1),
            ("bswap", 0),
            ("chain_to", self.channel),
            ("treq_sel", self._source.request),
        ):
            if self._field(name) != value:
                raise ValueError(
                    "DMA of a state machine's words: %s is %d; the fake knows %d"
                    % (name, self._field(name), value)
                )
        size = 1 << self._field("ring_size")
        if size < 4 or self._write & size - 1:
            raise ValueError(
                "DMA: a ring of %d bytes at 0x%x; the chip aligns it" % (size, self._write)
            )
        self._memory = uctypes.bytearray_at(self._write, size)
        self._at = 0
        self._left = self._count
        self.busy = self._left > 0
        self._source.hand_over(self)

    def _end(self):
        self.busy = False
        if self._source is not None and self._source.dma is self:
            self._source.dma = None

    def take(self, word):
        memory = self._memory
        at = self._at
        memory[at] = word & 0xFF
        memory[at + 1] = word >> 8 & 0xFF
        memory[at + 2] = word >> 16 & 0xFF
        memory[at + 3] = word >> 24
        self._at = (at + 4) % len(memory)
        self._left -= 1
        if not self._left:
            self.busy = False


_FIELDS = {  # name -> lowest bit, bits
    "enable": (0, 1),
    "high_pri": (1, 1),
    "size": (2, 2),
    "inc_read": (4, 1),
    "inc_write": (5, 1),
    "ring_size": (6, 4),
    "ring_sel": (10, 1),
    "chain_to": (11, 4),
    "treq_sel": (15, 6),
    "irq_quiet": (21, 1),
    "bswap": (22, 1),
    "sniff_en": (23, 1),
    "write_err": (29, 1),
    "read_err": (30, 1),
}
_DEFAULT_CTRL = 1 << 21 | 0x3F << 15 | 3 << 4 | 2 << 2 | 1
_CHANNELS = [None] * 12
