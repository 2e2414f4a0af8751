"""The virtual world under the fakes: its clock, the contacts, the wires, the interrupts.

One `WORLD` lives from one power-on to the next. It runs in CPython and under MicroPython alike
and gives both the same times: integers, nanoseconds since power-on. Nothing in it happens by
itself: time passes only inside a call of the chip (`spend`) or a wait (`sleep`), and all that
falls due meanwhile happens then, in order, each at its exact time.

    from world import WORLD
    WORLD.spend(costs.PIN_NS)           # a fake's call begins so: it costs time
    WORLD.listen(changed)               # changed(gpio, level) at each change of an input
    alarm = WORLD.alarm(sampled)        # sampled() at a time set by alarm.set(at_ns)
    WORLD.interrupt(handler, argument)  # a hard interrupt: runs now, or when it may

What the running loop calls allocates nothing under MicroPython while `port` is None.
"""

import costs
from queues import NEVER_NS, Calls, Timeline

GPIOS = 30
CHAIN = GPIOS  # and a light's place on the light chain: among outputs it comes behind the GPIOs
_CHAIN_LIGHTS = 9
# Beside the GPIOs, `schedule` takes what happens on the USB side:
USB_READING = 30  # the terminal reads on (1) or stops reading (0)
USB_BYTE = 31  # a byte arrives, its value 0 … 255
# … and what befalls the chip itself:
TROUBLE = 32  # its next call for the firmware raises (CRASH) or never returns (HANG)
CRASH, HANG = 1, 2
ANALOG = 40  # and GPIO: the voltage there, in millivolts

TICKS_PERIOD_US = 1 << 30
START_TICKS_US = TICKS_PERIOD_US - 3_000_000  # every run meets the wrap, 3 s in

PULL_NONE, PULL_UP, PULL_DOWN = 0, 1, 2
_INTERRUPTS = 16  # more cannot wait: each source waits once
_SCHEDULED = 8  # depth of MicroPython's own queue on the RP2040


class PowerCut(BaseException):
    """The power goes off: raised out of every call of the chip. No firmware may catch it."""


class Reset(BaseException):
    """`machine.reset()`: the chip starts anew, its flash as it is."""


class Alarm:
    """Calls a fake's function at a time in virtual nanoseconds: made by `WORLD.alarm`."""

    def __init__(self, world, function):
        self._world = world
        self.function = function
        self.due_ns = NEVER_NS

    def set(self, at_ns):
        """Call at `at_ns` (at once, if that is past); a time set before is forgotten."""
        self.due_ns = at_ns
        self._world.plan()

    def cancel(self):
        self.due_ns = NEVER_NS


class World:
    """See the module. `port` hears of all that leaves the unit (None: nobody does):

    port.output(now_ns, gpio, hz, duty_u16)   a GPIO's drive changed; a plain pin: hz 0. Or the
                                              level of a light on the chain: CHAIN + its place
    port.usb(now_ns, data)                    bytes left by USB
    port.stored(name, data)                   a file is on the flash now; data None: removed
    port.drew(bits)                           `os.urandom` used so many bits of the entropy
    port.horizon(now_ns)                      `horizon_ns` is reached; moves it on, then returns
    """

    def __init__(self, start_ticks_us=START_TICKS_US):
        self.now_ns = 0
        self.start_ticks_us = start_ticks_us  # the chip's 64-bit microsecond counter at power-on
        self.horizon_ns = NEVER_NS
        self.port = None
        self.cut = None  # what every call of the chip runs into instead, once the power is gone
        self.inputs = (1 << GPIOS) - 1  # level per GPIO, as the chip sees it
        self.open_levels = -1  # level per GPIO of a wire that nothing drives: the pull decides
        self.driven = 0  # mask of GPIOs whose wires are always driven: a divider, a sensor
        self.files = {}  # the flash: name -> bytes
        self.entropy = None  # random_bits.RandomBits, the ring oscillator
        self.reset_cause = 1  # machine.PWRON_RESET; 3: WDT_RESET
        self.reset_reason = 0  # the watchdog's REASON: 1 its time ran out, 2 it was forced
        self.scratch = [0, 0, 0, 0]  # the watchdog's scratch registers 0 to 3
        self.analog_mv = [0] * GPIOS
        self._trouble = 0
        self.registers = {}  # address -> (read() or None, write(value) or None)
        self.usb = None  # the fake USB port, once it exists: .reading(flag), .byte(value)
        self.interrupt_char = 3  # this byte by USB raises KeyboardInterrupt; -1: none does
        self._wires = [1] * GPIOS  # level from outside
        self._pulls = [PULL_DOWN] * GPIOS  # as after the chip's reset
        self.lit_low = 0  # mask of GPIOs whose lights light at low: their duty is that of low
        self._hz = [0] * (GPIOS + _CHAIN_LIGHTS)
        self._duty = [0] * (GPIOS + _CHAIN_LIGHTS)
        self._listeners = []
        self._alarms = []
        self._coming = Timeline()
        self._due_ns = NEVER_NS  # the earliest time at which anything happens
        self._interrupts = Calls(_INTERRUPTS)
        self._in_interrupt = False
        self._masked = False
        self._calls = Calls(_SCHEDULED)  # what MicroPython's scheduler owes
        self._in_call = False
        self._woken = False
        self._break = False  # a KeyboardInterrupt is owed

    # -- the clock ---------------------------------------------------------------------------

    def ticks_us(self):
        """The chip's microsecond counter, not wrapped."""
        return self.start_ticks_us + self.now_ns // 1000

    def spend(self, ns):
        """Time passes inside a call of the chip, which begins here; interrupts make it longer."""
        if self._trouble and not self._in_interrupt:
            self._befall()
        end_ns = self.now_ns + ns
        if end_ns < self._due_ns:
            self.now_ns = end_ns
            return
        self.settle()
        while self.now_ns + ns >= self._due_ns:
            due_ns = self._due_ns
            if due_ns > self.now_ns:
                ns -= due_ns - self.now_ns
                self.now_ns = due_ns
            self.settle()
        self.now_ns += ns

    def sleep(self, until_ns, deep=False):
        """The CPU sleeps until an interrupt or `until_ns`; True if it was an interrupt.

        One that came since the last sleep ends it at once, as the chip's event flag does; but
        not a `deep` one, which waits for an interrupt itself.
        """
        self.settle()
        if deep:
            self._woken = False
        while not self._woken:
            if self.now_ns >= until_ns:
                return False
            due_ns = self._due_ns
            if due_ns > until_ns:
                due_ns = until_ns
            if due_ns >= NEVER_NS:
                raise RuntimeError("the device sleeps for ever: nothing is left to wake it")
            if due_ns > self.now_ns:
                self.now_ns = due_ns
            self.settle()
        self._woken = False
        return True

    def settle(self):
        """All that is due happens; then interrupts and scheduled calls run, if they may."""
        while True:
            if self.cut is not None:
                self.cut()
            now_ns = self.now_ns
            if now_ns >= self.horizon_ns:
                self.port.horizon(now_ns)
            elif self._coming.due_ns <= now_ns:
                self._happen()
            elif not (self._ring(now_ns) or self._serve() or self._call()):
                break
        if self._break and not self._in_interrupt:
            self._break = False
            self.plan()
            raise KeyboardInterrupt
        self.plan()

    def plan(self):
        """Work out anew when the next thing is due; after a change of `horizon_ns` or `cut`."""
        due_ns = self._coming.due_ns
        if self.horizon_ns < due_ns:
            due_ns = self.horizon_ns
        for alarm in self._alarms:
            if alarm.due_ns < due_ns:
                due_ns = alarm.due_ns
        if self.cut is not None or (self._break and not self._in_interrupt):
            due_ns = 0
        self._due_ns = due_ns

    # -- what comes from outside -------------------------------------------------------------

    def schedule(self, at_ns, gpio, level):
        """Change an input at `at_ns` (now or later); at the same time: in the order given."""
        if at_ns < self.now_ns:
            raise ValueError("scheduled for %d ns, which is past: %d" % (at_ns, self.now_ns))
        if not 0 <= gpio < ANALOG + GPIOS:
            raise ValueError("GPIO%d does not exist; 0 to %d" % (gpio, GPIOS - 1))
        self._coming.add(at_ns, gpio, level)
        if at_ns < self._due_ns:
            self._due_ns = at_ns

    def input(self, gpio, level):
        """The wire at a GPIO takes a level now (0 or 1); what it was already changes nothing."""
        self._wires[gpio] = level
        self._see(gpio)

    def pull(self, gpio, pull):
        """The chip's own pull at a GPIO: PULL_NONE, PULL_UP or PULL_DOWN."""
        self._pulls[gpio] = pull
        self._see(gpio)

    def listen(self, function):
        """Have `function(gpio, level)` called at each change that the chip sees, at its time."""
        self._listeners.append(function)

    def _see(self, gpio):
        level = self._wires[gpio]
        floats = self.open_levels >= 0 and not self.driven >> gpio & 1
        if floats and level == self.open_levels >> gpio & 1:
            pull = self._pulls[gpio]
            if pull == PULL_UP:
                level = 1
            elif pull == PULL_DOWN:
                level = 0
            else:
                level = 1 - level  # it floats: read as what nobody wants
        if self.inputs >> gpio & 1 != level:
            self.inputs ^= 1 << gpio
            for function in self._listeners:
                function(gpio, level)

    def _happen(self):
        self._coming.take()
        what = self._coming.what
        if what < GPIOS:
            self.input(what, self._coming.value)
        elif what >= ANALOG:
            self.analog_mv[what - ANALOG] = self._coming.value
        elif what == TROUBLE:
            self._trouble = self._coming.value
        elif self.usb is not None:
            if what == USB_READING:
                self.usb.reading(self._coming.value)
            else:
                self.usb.byte(self._coming.value)

    def _befall(self):
        trouble = self._trouble
        self._trouble = 0
        if trouble == CRASH:
            raise RuntimeError("the scenario lets this call fail")
        while True:  # interrupts are served, but nobody comes back
            self.sleep(self.now_ns + 1_000_000_000)

    # -- what fakes hang on it ---------------------------------------------------------------

    def alarm(self, function):
        """An Alarm that calls `function()`; not set yet."""
        alarm = Alarm(self, function)
        self._alarms.append(alarm)
        return alarm

    def register(self, address, read, write):
        """Let `machine.mem32` know a register: read() -> value, write(value); None: refused."""
        self.registers[address] = (read, write)

    def output(self, gpio, hz, duty_u16):
        """A GPIO drives its wire so from now on; said to `port` if it is a change."""
        if self.lit_low >> gpio & 1:
            duty_u16 = 65535 - duty_u16
        self._told(gpio, hz, duty_u16)

    def release(self, gpio):
        """A GPIO drives its wire no more: what hangs on it is dark and silent."""
        self._told(gpio, 0, 0)

    def light(self, place, level_u16):
        """A light of the chain shows a level from now on."""
        self._told(CHAIN + place, 0, level_u16)

    def _told(self, gpio, hz, duty_u16):
        if self._hz[gpio] != hz or self._duty[gpio] != duty_u16:
            self._hz[gpio] = hz
            self._duty[gpio] = duty_u16
            if self.port is not None:
                self.port.output(self.now_ns, gpio, hz, duty_u16)

    def random_bit(self):
        """The ring oscillator's next bit; without a seed the same as a stopped one: 0."""
        return 0 if self.entropy is None else self.entropy.bit()

    def _ring(self, now_ns):
        first = None
        for alarm in self._alarms:
            if alarm.due_ns <= now_ns and (first is None or alarm.due_ns < first.due_ns):
                first = alarm
        if first is None:
            return False
        first.due_ns = NEVER_NS
        first.function()
        return True

    # -- interrupts --------------------------------------------------------------------------

    def interrupt(self, handler, argument):
        """A hard interrupt: handler(argument) runs before the CPU's next step, once it may.

        The fake sees to it that it does not ask again before the handler began.
        """
        if not self._interrupts.add(handler, argument):
            raise RuntimeError("more than %d interrupts at once" % _INTERRUPTS)
        self._woken = True
        self._due_ns = 0

    def scheduled(self, function, argument):
        """Owe function(argument) outside interrupts, as MicroPython's scheduler; False: full."""
        if not self._calls.add(function, argument):
            return False
        self._woken = True
        self._due_ns = 0
        return True

    def wake(self):
        """Something happened on the chip that ends a sleep: USB, mostly."""
        self._woken = True

    def keyboard_interrupt(self):
        """Raise KeyboardInterrupt in the firmware, in its present or next call of the chip."""
        self._break = True
        self._woken = True
        self.plan()

    def mask(self, masked):
        """Hold interrupts back (True) or let them come; returns what it was before."""
        before = self._masked
        self._masked = masked
        if self._interrupts.waiting:
            self._due_ns = 0
        return before

    def _serve(self):
        if not self._interrupts.waiting or self._in_interrupt or self._masked:
            return False
        self._in_interrupt = True
        try:
            self.plan()
            self.spend(costs.INTERRUPT_NS)
            self._interrupts.run()
        finally:
            self._in_interrupt = False
        return True

    def _call(self):
        if not self._calls.waiting or self._in_interrupt or self._in_call:
            return False
        self._in_call = True
        try:
            self.plan()
            self._calls.run()
        finally:
            self._in_call = False
        return True


WORLD = World()
