"""What the contact program does on a PIO state machine, without running its instructions.

The fake knows this one program, by its text, and models what it promises: the pins are sampled
each microsecond; a sample unlike the last one is pushed as a word, the pins in its top bits, below
them the low bits of a count that falls by one each sample, from 0; the first sample always is.
host_tests/capture runs the instructions themselves beside it, and compares word for word.
"""

from world import NEVER_NS, WORLD

CLOCK_HZ = 10_000_000
SAMPLE_NS = 1000  # ten cycles
FIRST_SAMPLE_NS = 700  # from the start: three instructions before the loop, four in it

TEXT = """.program contacts
    mov osr, null
    mov y, ~null
    jmp sample
changed:
    mov y, x
    in osr, {count_bits}
    irq 0 rel
.wrap_target
sample:
    mov x, osr
    jmp x-- count
count:
    mov osr, x
    mov isr, null
    in pins, {number}
    mov x, isr
    jmp x!=y changed
    nop [2]
.wrap
"""
_SETTINGS = {"in_shiftdir": 0, "autopush": True, "push_thresh": 32, "fifo_join": 2}
_NO_SAMPLE = -1


def contacts_of(program):
    """How many contacts a Program samples; ValueError if it is not the contact program."""
    for number in range(1, 32):
        if program.text == TEXT.format(number=number, count_bits=32 - number):
            break
    else:
        raise ValueError(
            "the fake PIO knows the programs in contact_sampler.py and light_sender.py, no others"
        )
    for name in _SETTINGS:
        if program.settings[name] != _SETTINGS[name]:
            raise ValueError(
                "%s is %r; the fake PIO knows %r" % (name, program.settings[name], _SETTINGS[name])
            )
    return number


class ContactSampler:
    """Samples `number` pins from GPIO `first` on; calls push(word) at the sample's time."""

    def __init__(self, push):
        self.running = False
        self._push = push
        self._number = self._first = 0
        self._last = _NO_SAMPLE  # levels at the last word
        self._zero_ns = 0  # when the count was 0
        self._alarm = WORLD.alarm(self._sampled)
        WORLD.listen(self._changed)

    def load(self, number, first):
        """Stop, and begin at the program's first instruction when started again."""
        self.running = False
        self._alarm.cancel()
        self._number = number
        self._first = first
        self._last = _NO_SAMPLE
        self._zero_ns = -1

    def start(self):
        if self._zero_ns != -1:
            raise ValueError("the fake PIO does not go on where it was stopped; init() first")
        self.running = True
        self._zero_ns = WORLD.now_ns + FIRST_SAMPLE_NS - SAMPLE_NS
        self._alarm.set(self._zero_ns + SAMPLE_NS)

    def stop(self):
        self.running = False
        self._alarm.cancel()

    def _changed(self, gpio, level):
        if self.running and self._alarm.due_ns == NEVER_NS:
            samples = (WORLD.now_ns - self._zero_ns + SAMPLE_NS - 1) // SAMPLE_NS
            self._alarm.set(self._zero_ns + samples * SAMPLE_NS)

    def _sampled(self):
        levels = WORLD.inputs >> self._first & (1 << self._number) - 1
        if levels != self._last:
            self._last = levels
            samples = (WORLD.now_ns - self._zero_ns) // SAMPLE_NS
            count_bits = 32 - self._number
            self._push(levels << count_bits | -samples & (1 << count_bits) - 1)
