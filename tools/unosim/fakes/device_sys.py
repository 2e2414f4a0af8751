"""The fake `sys`: the USB console's streams, and what MicroPython 1.25 says of itself on a Pico.

Not named sys.py: it takes that name's place in `sys.modules`, whichever way `sys` is built in.
"""

from tracebacks import text
from usb_host import USB, Stream

_buffer = Stream(None)  # both directions, as the chip's
stdin = Stream(False, _buffer)
stdout = Stream(True, _buffer)
stderr = Stream(True, _buffer)


class implementation:
    """Which Python this is; on the chip a named tuple."""

    name = "micropython"
    version = (1, 25, 0, "")
    _machine = "Raspberry Pi Pico with RP2040"
    _mpy = 4870


platform = "rp2"
version = "3.4.0; MicroPython v1.25.0"
version_info = (3, 4, 0)
byteorder = "little"
maxsize = 0x7FFFFFFF
path = ["", ".frozen", "/lib"]
argv = []


def print_exception(exc, file=stdout):
    """Print an exception with its traceback to a stream (text or bytes, by its `write`)."""
    if file is stdout or file is stderr:
        USB.print(text(exc))
    else:
        file.write(text(exc))


def exit(retval=None):
    raise SystemExit(retval)
