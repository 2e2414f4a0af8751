"""What the light program does on a PIO state machine, without running its instructions.

The fake knows this one program, by its text, and models what it promises: a frame of words, put
while it rests, goes out bit by bit; the lights of the chain show it when its last bit is 280 us
old; when the line has been low for 308 us, the interrupt flag is set. host_tests/lights runs the
instructions themselves beside it, and compares.
"""

from world import WORLD

CLOCK_HZ = 10_000_000
CYCLE_NS = 100
BIT_CYCLES = 12
LEAD_CYCLES = 2  # pull and out, before the first bit
SHOWN_NS = 280_000  # the chain's, from the last falling edge: the slowest of WS2812's kind
REST_CYCLES = 3086  # from the end of the last bit to the flag

TEXT = """.program lights
.side_set 1
.wrap_target
    pull block side 0
    out y, 8 side 0
bit:
    out x, 1 side 0 [4]
    jmp !x zero side 1 [2]
    jmp y-- bit side 1 [3]
    jmp show side 0
zero:
    jmp y-- bit side 0 [3]
show:
    set y, 5 side 0
low:
    set x, 31 side 0
lower:
    jmp x-- lower side 0 [15]
    jmp y-- low side 0
    irq 0 rel side 0
.wrap
"""
_SETTINGS = {
    "sideset_init": 2,
    "out_shiftdir": 0,
    "autopull": True,
    "pull_thresh": 32,
    "fifo_join": 1,
}
_FIFO_WORDS = 8


def is_light_program(program):
    """Whether a Program is the light program; ValueError if it is, but set up differently."""
    if program.text != TEXT:
        return False
    for name in _SETTINGS:
        if program.settings[name] != _SETTINGS[name]:
            raise ValueError(
                "%s is %r; the fake PIO knows %r" % (name, program.settings[name], _SETTINGS[name])
            )
    return True


class LightSender:
    """Sends frames to the chain on one GPIO; calls rests() when one is shown and over."""

    def __init__(self, rests):
        self.running = False
        self._rests = rests
        self._ready = False  # loaded, and its pin still its own
        self._words = [0] * _FIFO_WORDS
        self._count = 0  # of words of the frame on its way; 0: none is
        self._show_alarm = WORLD.alarm(self._show)
        self._rest_alarm = WORLD.alarm(self._rest)

    def load(self):
        self.running = False
        self._ready = True
        self._count = 0
        self._show_alarm.cancel()
        self._rest_alarm.cancel()

    def left(self, gpio):
        """Another part of the chip has taken the pin."""
        self._ready = False

    def start(self):
        if not self._ready:
            raise ValueError("the light program has lost its pin; init() first")
        self.running = True

    def stop(self):
        if self.running and self._count:
            raise RuntimeError("stopped in the midst of a frame: the lights keep half of it")
        self.running = False

    def put(self, words):
        """A whole frame; where the chip would wait for room in the FIFO, this raises."""
        if not self.running:
            raise RuntimeError("words for a state machine that does not run: it takes none")
        if self._count:
            raise RuntimeError("a frame is on its way; the next one waits for its interrupt")
        count = len(words)
        if not 0 < count <= _FIFO_WORDS:
            raise ValueError("a frame of %d words; the FIFO has %d" % (count, _FIFO_WORDS))
        for i in range(count):
            self._words[i] = words[i]
        bits = (words[0] >> 24) + 1
        if bits % 24 or count != (8 + bits + 31) // 32:
            raise ValueError("%d words for %d bits; 24 for each light" % (count, bits))
        self._count = count
        last = self._bit(bits - 1)
        begin_ns = WORLD.now_ns + (LEAD_CYCLES + BIT_CYCLES * (bits - 1)) * CYCLE_NS
        falls_ns = begin_ns + (BIT_CYCLES if last else 8) * CYCLE_NS
        self._show_alarm.set(falls_ns + SHOWN_NS)
        self._rest_alarm.set(begin_ns + (BIT_CYCLES + REST_CYCLES + last) * CYCLE_NS)

    def _bit(self, number):
        number += 8  # behind the count
        return self._words[number >> 5] >> (31 - (number & 31)) & 1

    def _byte(self, number):
        number += 1
        return self._words[number >> 2] >> 8 * (3 - (number & 3)) & 0xFF

    def _show(self):
        """A light's level is that of its brightest colour."""
        for place in range(((self._words[0] >> 24) + 1) // 24):
            level = 0
            for colour in range(3):
                value = self._byte(3 * place + colour)
                if value > level:
                    level = value
            WORLD.light(place, level * 257)

    def _rest(self):
        self._count = 0
        self._rests()
