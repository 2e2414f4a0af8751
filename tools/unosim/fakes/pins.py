"""The fake `machine.Pin`: as strict as the RP2040's, and where that one is silent, stricter.

Refused beyond what the chip refuses: reading a pin that was never set up; writing to an input
or to a pin that PWM drives; an unknown mode, pull or trigger.
"""

import costs
from usb_host import USB
from world import GPIOS, WORLD

_IN, _OUT, _OPEN_DRAIN, _ALT = 0, 1, 2, 3
_UNUSED = -1
_FALLING, _RISING = 4, 8
_READ = object()
GPIO_IN = 0xD0000004


class Pin:
    """Pin(id, mode, pull, *, value): one object for each GPIO, as on the chip."""

    IN = _IN
    OUT = _OUT
    OPEN_DRAIN = _OPEN_DRAIN
    ALT = _ALT
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = _FALLING
    IRQ_RISING = _RISING

    def __new__(cls, id, mode=None, pull=None, *, value=None):  # the chip's names
        pin = find(id)
        if mode is not None or pull is not None or value is not None:
            pin.init(mode, pull, value=value)
        return pin

    def init(self, mode=None, pull=None, *, value=None):
        WORLD.spend(costs.PIN_NS)
        if mode is not None:
            if mode not in (_IN, _OUT, _OPEN_DRAIN):
                raise ValueError("GPIO%d: mode %r; Pin.IN, OUT or OPEN_DRAIN" % (self._gpio, mode))
            if self._leave is not None:
                self._leave(self._gpio)
                self._leave = None
            self._mode = mode
            if value is not None:
                self._level = 1 if value else 0
            elif mode == _OPEN_DRAIN:
                self._level = 1
        elif value is not None and self._mode not in (_OUT, _OPEN_DRAIN):
            raise ValueError("GPIO%d: a value needs mode Pin.OUT" % self._gpio)
        if pull not in (None, 0, 1, 2):
            raise ValueError("GPIO%d: pull %r; None, PULL_UP or PULL_DOWN" % (self._gpio, pull))
        WORLD.pull(self._gpio, pull or 0)
        if self._mode != _ALT:
            self._drive()

    def value(self, x=_READ):
        WORLD.spend(costs.PIN_NS)
        if x is _READ:
            if self._mode == _UNUSED:
                raise ValueError("GPIO%d is read but has no mode yet" % self._gpio)
            return self._seen()
        if self._mode != _OUT and self._mode != _OPEN_DRAIN:
            raise ValueError("GPIO%d is written but is no output" % self._gpio)
        self._level = 1 if x else 0
        self._drive()
        return None

    def __call__(self, x=_READ):
        return self.value(x)

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def high(self):
        self.value(1)

    def low(self):
        self.value(0)

    def toggle(self):
        self.value(1 - self._level)

    def irq(self, handler=None, trigger=_FALLING | _RISING, hard=False):
        """Have handler(pin) called at edges. Soft ones wait in a queue of 8, or are dropped."""
        WORLD.spend(costs.PIN_NS)
        if handler is not None and not callable(handler):
            raise TypeError("GPIO%d: the handler cannot be called" % self._gpio)
        if trigger & ~(_FALLING | _RISING):
            raise ValueError("GPIO%d: trigger %r; IRQ_FALLING, IRQ_RISING" % (self._gpio, trigger))
        if self._irq is None:
            self._irq = _Irq(self)
        self._irq.handler = handler
        self._irq.hard = hard
        self._irq.wanted = trigger
        self._irq.latched = self._irq.seen = 0
        return self._irq

    def __repr__(self):
        names = ("IN", "OUT", "OPEN_DRAIN", "ALT", "ALT")
        return "Pin(GPIO%d, mode=%s)" % (self._gpio, names[self._mode])

    def _seen(self):
        if self._mode == _OUT:
            return self._level
        level = WORLD.inputs >> self._gpio & 1
        return level & self._level if self._mode == _OPEN_DRAIN else level

    def _drive(self):
        if self._mode == _OUT or (self._mode == _OPEN_DRAIN and not self._level):
            WORLD.output(self._gpio, 0, 65535 if self._level else 0)
        else:
            WORLD.release(self._gpio)


def find(id):
    """The Pin of a GPIO number or Pin; ValueError for what is neither."""
    if isinstance(id, Pin):
        return id
    if isinstance(id, str):
        raise ValueError('unknown named pin "%s"' % id)
    if isinstance(id, bool) or not isinstance(id, int) or not 0 <= id < GPIOS:
        raise ValueError("invalid pin: %r; GPIO 0 to %d" % (id, GPIOS - 1))
    return _PINS[id]


def number(pin):
    """The GPIO number of a Pin."""
    return pin._gpio


def take(pin, leave):
    """Another part of the chip drives this pin now; leave(gpio) when a `Pin.init` takes it back.

    With leave None: that part has let it go by itself; the pin stays as it is.
    """
    pin._mode = _ALT
    pin._leave = leave


class _Irq:
    """What `Pin.irq` returns."""

    def __init__(self, pin):
        self.handler = None
        self.hard = False
        self.wanted = 0
        self.latched = 0  # edges since the handler was last served
        self.seen = 0  # those it is, or was, served for
        self._pin = pin

    def flags(self):
        return self.seen

    def trigger(self, trigger=None):
        before = self.wanted
        if trigger is not None:
            self.wanted = trigger
        return before

    def serve(self):
        self.seen = self.latched
        self.latched = 0
        if self.handler is None:
            return
        if not self.hard:
            WORLD.scheduled(self.handler, self._pin)
            return
        try:
            self.handler(self._pin)
        except Exception as error:  # as the chip does: told, and never called again
            self.handler = None
            USB.tell("Uncaught exception in IRQ callback handler", error)


class _Bank:
    """The one interrupt that all GPIOs share: it serves them in the order of their numbers."""

    def __init__(self):
        self._asked = False
        self._serve_all = self._serve

    def changed(self, gpio, level):
        irq = _PINS[gpio]._irq
        if irq is None or irq.handler is None:
            return
        edge = _RISING if level else _FALLING
        if irq.wanted & edge:
            irq.latched |= edge
            if not self._asked:
                self._asked = True
                WORLD.interrupt(self._serve_all, None)

    def _serve(self, _):
        self._asked = False
        for pin in _PINS:
            irq = pin._irq
            if irq is not None and irq.latched:
                irq.serve()
                WORLD.spend(costs.INTERRUPT_NS)


def _levels():
    """GPIO_IN: what all pins show at this moment, outputs included."""
    levels = WORLD.inputs
    for pin in _PINS:
        if pin._mode == _OUT or pin._mode == _OPEN_DRAIN:
            bit = 1 << pin._gpio
            levels = levels & ~bit | (bit if pin._seen() else 0)
    return levels


def _made(gpio):
    pin = object.__new__(Pin)
    pin._gpio = gpio
    pin._mode = _UNUSED
    pin._level = 0  # driven, once it is an output
    pin._irq = None
    pin._leave = None  # how another part of the chip gives the pin back
    return pin


_PINS = [_made(gpio) for gpio in range(GPIOS)]
_BANK = _Bank()
WORLD.listen(_BANK.changed)
WORLD.register(GPIO_IN, _levels, None)
