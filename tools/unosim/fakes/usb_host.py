"""The fake USB serial port: the chip's buffers, and a terminal at the other end.

The terminal is connected and reads, until `WORLD.schedule(…, USB_READING, 0)`: then 256 bytes
fit, POLLOUT ends, and a write blocks for up to half a second, as on the chip
(shared/tinyusb/mp_usbd_cdc.c). Bytes that it sends fill a buffer of 511; 0x03 empties that and
raises KeyboardInterrupt in the firmware.
"""

import costs
from tracebacks import os_error, text
from world import WORLD

_OUT_SIZE = 256
_IN_SIZE = 512  # one stays free
_CHUNK = 64
_TIMEOUT_NS = 500_000_000
_NEVER_NS = 1 << 60
_POLL_REQUEST, _CLOSE_REQUEST = 3, 4
_POLLIN, _POLLOUT = 1, 4
_SOF_RD = 0x50110048  # the host numbers its frames, one each millisecond
_EP2_IN = 0x50100090  # buffer control: whether a packet waits for the host
_AVAILABLE = 0x400
_EPERM, _EINVAL = 1, 22


class UsbHost:
    """Both directions of the port. One of it, `USB`, beside the one `WORLD`."""

    def __init__(self):
        self._reads = True
        self._out = bytearray(_OUT_SIZE)
        self._out_count = 0
        self._in = bytearray(_IN_SIZE)
        self._in_put = 0
        self._in_get = 0
        WORLD.register(_SOF_RD, self._frame, None)
        WORLD.register(_EP2_IN, self._buffer_control, None)

    # -- the terminal's side -------------------------------------------------------------------

    def reading(self, flag):
        """The terminal reads on, or stops reading."""
        self._reads = bool(flag)
        if self._reads and self._out_count:
            count = self._out_count
            self._out_count = 0
            WORLD.wake()
            self._leave(self._out, 0, count)

    def byte(self, value):
        """The terminal sends a byte."""
        WORLD.wake()
        if value == WORLD.interrupt_char:
            self._in_get = self._in_put
            WORLD.keyboard_interrupt()
            return
        after = (self._in_put + 1) % _IN_SIZE
        if after != self._in_get:
            self._in[self._in_put] = value
            self._in_put = after

    # -- the firmware's side -------------------------------------------------------------------

    def poll(self, flags):
        ready = 0
        if flags & _POLLIN and self._in_get != self._in_put:
            ready = _POLLIN
        if flags & _POLLOUT and self._out_count < _OUT_SIZE:
            ready |= _POLLOUT
        return ready

    def write(self, buf, off, count):
        """Send; returns how many bytes went: fewer than `count` after half a second's wait."""
        sent = 0
        while sent < count:
            n = min(count - sent, _CHUNK)
            WORLD.spend(costs.USB_WRITE_NS + n * costs.USB_BYTE_NS)
            if not self._reads:
                self._wait_for(n)
            if self._reads:
                self._leave(buf, off + sent, n)
                WORLD.spend(0)
            else:
                n = min(n, _OUT_SIZE - self._out_count)
                if n == 0:
                    break
                for i in range(n):
                    self._out[self._out_count + i] = buf[off + sent + i]
                self._out_count += n
            sent += n
        return sent

    def read_byte(self):
        """The next byte; waits for it."""
        WORLD.spend(costs.USB_BYTE_NS)
        while self._in_get == self._in_put:
            WORLD.sleep(_NEVER_NS)
        value = self._in[self._in_get]
        self._in_get = (self._in_get + 1) % _IN_SIZE
        return value

    def print(self, string):
        """Send text as the chip prints it: each line ends in CR LF."""
        data = string.replace("\n", "\r\n").encode()
        self.write(data, 0, len(data))

    def tell(self, heading, error):
        """Print an exception that nobody caught, under a heading."""
        self.print(heading + "\n" + text(error))

    def _frame(self):
        return WORLD.now_ns // 1_000_000 & 0x7FF

    def _buffer_control(self):
        return _AVAILABLE if self._out_count else 0

    def _wait_for(self, n):
        until_ns = WORLD.now_ns + _TIMEOUT_NS
        while not self._reads and _OUT_SIZE - self._out_count < n and WORLD.now_ns < until_ns:
            WORLD.sleep(until_ns)

    def _leave(self, buf, off, count):
        if WORLD.port is not None:
            WORLD.port.usb(WORLD.now_ns, bytes(memoryview(buf)[off : off + count]))
            WORLD.plan()  # whoever hears of a whole line may want to stop here


class Stream:
    """`sys.stdin`, `stdout`, `stderr` and their `buffer`: text ends lines in CR LF, bytes do not.

    Of MicroPython's streams it has what a chip's console has; `write` takes a part of a buffer
    as write(buf, count) and write(buf, offset, count).
    """

    def __init__(self, output, buffer=None):
        self._output = output
        self._text = buffer is not None
        if buffer is not None:
            self.buffer = buffer

    def write(self, buf, off=None, count=None):
        if self._output is False:
            raise os_error(_EPERM)
        if isinstance(buf, str):
            buf = buf.encode()
        if count is None:
            count = len(buf) if off is None else off
            off = 0
        if off > len(buf):
            off = len(buf)
        if count > len(buf) - off:
            count = len(buf) - off
        if self._text:
            USB.print(str(bytes(buf)[off : off + count], "utf-8"))
            return count
        # As MicroPython's stream does it: goes on as long as anything gets through.
        sent = 0
        while sent < count:
            n = USB.write(buf, off + sent, count - sent)
            if n == 0:
                break
            sent += n
        return sent

    def readinto(self, buf, count=None):
        """Fill the buffer; waits until that many bytes have come, as the chip does."""
        if self._output is True:
            raise os_error(_EPERM)
        if count is None or count > len(buf):
            count = len(buf)
        for i in range(count):
            value = USB.read_byte()
            buf[i] = 10 if value == 13 and self._text else value
        return count

    def read(self, count):
        data = bytearray(count)
        self.readinto(data)
        return str(data, "utf-8") if self._text else bytes(data)

    def ioctl(self, request, argument):
        if request == _POLL_REQUEST:
            return USB.poll(argument)
        return 0 if request == _CLOSE_REQUEST else -_EINVAL

    def close(self):
        pass


USB = UsbHost()
WORLD.usb = USB
