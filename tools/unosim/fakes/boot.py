"""The device under MicroPython's unix port: `micropython boot.py`, driven over stdin and stdout.

Each message to the device has its length in front, 8 digits, and lines of words: `set NAME N`
for a number of WORLD's, `seed N DRAWN` (bits drawn before), `wire GPIO LEVEL` and `usb READS`
(at power-on), `file HEX HEX` (name, content), `analog GPIO MV`, `retained REASON S0 S1 S2 S3`
(after a reset: the watchdog's), `at NS WHAT VALUE` (WORLD.schedule), and last `go NS` (the
horizon). The device says, a line each: `o NS GPIO HZ DUTY`, `u NS HEX`,
`f HEX HEX`, `d HEX` (removed), `e BITS`, and last `h NS`: it is there and waits; or
`r NS REASON S0 S1 S2 S3`: it was reset, and has ended.
"""

import builtins
import sys

import device_sys
import flash
from random_bits import RandomBits
from usb_host import USB
from world import WORLD, PowerCut, Reset

_LINES = 32  # kept back at most; memory is scarce here


class Port:
    """WORLD's port: a line for each thing, sent some at a time."""

    def __init__(self):
        self._stdin = sys.stdin.buffer
        self._stdout = sys.stdout.buffer
        self._lines = []

    def output(self, now_ns, gpio, hz, duty_u16):
        self._say("o %d %d %d %d\n" % (now_ns, gpio, hz, duty_u16))

    def usb(self, now_ns, data):
        self._say("u %d %s\n" % (now_ns, data.hex()))
        if b"\n" in data:
            WORLD.horizon_ns = now_ns

    def stored(self, name, data):
        if data is None:
            self._say("d %s\n" % name.encode().hex())
        else:
            self._say("f %s %s\n" % (name.encode().hex(), data.hex()))

    def drew(self, bits):
        self._say("e %d\n" % bits)

    def horizon(self, now_ns):
        self._say("h %d\n" % now_ns)
        self._send()
        try:
            self.receive()
        except Exception as error:  # nothing that the firmware may catch
            sys.print_exception(error, sys.stderr)
            raise PowerCut from None

    def reset(self, now_ns):
        kept = (now_ns, WORLD.reset_reason) + tuple(WORLD.scratch)
        self._say("r %d %d %d %d %d %d\n" % kept)
        self._send()

    def _say(self, line):
        self._lines.append(line)
        if len(self._lines) == _LINES:
            self._send()

    def _send(self):
        self._stdout.write("".join(self._lines))
        self._lines.clear()

    def receive(self):
        size = self._stdin.read(8)
        if len(size) < 8:
            raise PowerCut  # whoever drove this is gone
        for line in self._stdin.read(int(size)).decode().split("\n"):
            words = line.split(" ")
            verb = words[0]
            if verb == "at":
                WORLD.schedule(int(words[1]), int(words[2]), int(words[3]))
            elif verb == "go":
                WORLD.horizon_ns = int(words[1])
            elif verb == "wire":
                WORLD.input(int(words[1]), int(words[2]))
            elif verb == "usb":
                USB.reading(int(words[1]))
            elif verb == "file":
                name = bytes.fromhex(words[1]).decode()
                WORLD.files[name] = bytes.fromhex(words[2])
            elif verb == "seed":
                WORLD.entropy = RandomBits(int(words[1]))
                for _ in range(int(words[2])):
                    WORLD.random_bit()
            elif verb == "analog":
                WORLD.analog_mv[int(words[1])] = int(words[2])
            elif verb == "retained":
                WORLD.reset_reason = int(words[1])
                WORLD.scratch = [int(word) for word in words[2:]]
            elif verb == "set":
                setattr(WORLD, words[1], int(words[2]))
            else:
                raise ValueError("boot.py: unknown message %r" % line)


def _print(*words, sep=" ", end="\n"):
    """The chip's `print`: by USB."""
    USB.print(sep.join([str(word) for word in words]) + end)


def main():
    port = Port()
    port.receive()
    WORLD.plan()
    WORLD.port = port
    builtins.open = flash.open
    builtins.print = _print
    sys.modules["sys"] = device_sys
    import power_on

    try:
        power_on.run()
    except Reset:
        port.reset(WORLD.now_ns)
    except PowerCut:
        pass


if __name__ == "__main__":
    main()
