"""The fake `asm_pio`: writes a PIO program down as text, in the language of pioasm.

The text is what the fake state machine knows a program by. That it means what the chip runs is
shown in host_tests/capture: assembled, it is what the chip holds in its instruction memory.
Instructions that the firmware has no use for are not known here (NameError).
"""

_SETTINGS = (
    ("out_init", None),
    ("set_init", None),
    ("sideset_init", None),
    ("side_pindir", False),
    ("in_shiftdir", 0),
    ("out_shiftdir", 0),
    ("autopush", False),
    ("autopull", False),
    ("push_thresh", 32),
    ("pull_thresh", 32),
    ("fifo_join", 0),
)
_MOST = 32  # instructions in a PIO's memory
_LONGEST_DELAY = 31


class PIOASMError(Exception):
    """A program that the chip's assembler refuses."""


class Program:
    """`text`: a line each for directives, labels, instructions. `settings`: as `asm_pio` took."""

    def __init__(self, settings):
        self.settings = settings
        self.text = ""
        self.length = 0
        self._lines = []
        self._labels = []
        self._targets = []
        self._wrapped = False
        self._most_delay = _LONGEST_DELAY
        if settings["sideset_init"] is not None:
            self._lines.append(".side_set 1")
            self._most_delay = _LONGEST_DELAY >> 1

    def end(self, name):
        if not 0 < self.length <= _MOST:
            raise PIOASMError("%s: %d instructions; 1 to %d" % (name, self.length, _MOST))
        for target in self._targets:
            if target not in self._labels:
                raise PIOASMError("unknown label %s" % target)
        if not self._wrapped:
            self.wrap()
        self.text = "\n".join([".program " + name] + self._lines) + "\n"

    # What the program's function calls, by the chip's names.

    def label(self, name):
        if name in self._labels:
            raise PIOASMError("duplicate label %s" % name)
        self._labels.append(name)
        self._lines.append(name + ":")

    def wrap_target(self):
        self._lines.append(".wrap_target")

    def wrap(self):
        self._wrapped = True
        self._lines.append(".wrap")

    def nop(self):
        return self._add("nop")

    def jmp(self, condition, label=None):
        if label is None:
            condition, label = "", condition
        self._targets.append(label)
        return self._add("jmp %s" % (condition + " " + label if condition else label))

    def in_(self, source, bits):
        if not 0 < bits <= 32:
            raise PIOASMError("invalid bit count %d" % bits)
        return self._add("in %s, %d" % (source, bits))

    def mov(self, target, source):
        return self._add("mov %s, %s" % (target, source))

    def out(self, target, bits):
        if not 0 < bits <= 32:
            raise PIOASMError("invalid bit count %d" % bits)
        return self._add("out %s, %d" % (target, bits))

    def pull(self, block):
        return self._add("pull %s" % block)

    def set(self, target, value):
        return self._add("set %s, %d" % (target, value))

    def irq(self, flag):
        return self._add("irq %s" % flag)

    def side(self, value):
        """instruction.side(value): the side-set pin's level meanwhile."""
        if self.settings["sideset_init"] is None:
            raise PIOASMError("no sideset")
        if not 0 <= value <= 1:
            raise PIOASMError("sideset too large")
        self._lines[-1] += " side %d" % value
        return self

    def _add(self, line):
        self._lines.append("    " + line)
        self.length += 1
        return self

    def __getitem__(self, delay):
        """instruction[delay]: cycles more."""
        if not 0 <= delay <= self._most_delay:
            raise PIOASMError("delay too large")
        self._lines[-1] += " [%d]" % delay
        return self


# fmt: off
_INSTRUCTIONS = (
    "label", "wrap_target", "wrap",
    "nop", "jmp", "in_", "out", "pull", "mov", "set", "irq",
)
# fmt: on
_WORDS = {
    "pins": "pins",
    "x": "x",
    "y": "y",
    "null": "null",
    "isr": "isr",
    "osr": "osr",
    "block": "block",
    "invert": lambda source: "~" + source,
    "rel": lambda flag: "%d rel" % flag,
    "not_x": "!x",
    "x_dec": "x--",
    "not_y": "!y",
    "y_dec": "y--",
    "x_not_y": "x!=y",
}


def asm_pio(**options):
    """The decorator: makes a Program of the function, which is called once, right here."""
    settings = dict(_SETTINGS)
    for name in options:
        if name not in settings:
            raise TypeError("asm_pio: unexpected keyword argument '%s'" % name)
        settings[name] = options[name]

    def made(function):
        program = Program(settings)
        names = function.__globals__  # of the whole module: lent to the function, then restored
        kept = dict(names)
        names.update(_WORDS)
        for name in _INSTRUCTIONS:
            names[name] = getattr(program, name)
        try:
            function()
        finally:
            names.clear()
            names.update(kept)
        program.end(function.__name__)
        return program

    return made
