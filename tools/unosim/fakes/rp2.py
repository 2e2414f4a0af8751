"""The fake `rp2`: PIO state machines that sample contacts or send to lights, and DMA for words.

Of the chip's module it has what the firmware uses, as strict as the chip, and stricter: a set-up
that the chip would take and then do something else than was meant raises ValueError. A program
is modelled, not run (`contact_sampler`, `light_sender`).
"""

import costs
from contact_sampler import CLOCK_HZ, ContactSampler, contacts_of
from dma import DMA, Fifo  # noqa: F401
from light_sender import LightSender, is_light_program
from pins import find, number, take
from pio_program import PIOASMError, Program, asm_pio  # noqa: F401
from system_clock import CLOCK
from usb_host import USB
from world import GPIOS, WORLD

_IRQ = (0x50200030, 0x50300030)  # by PIO
_INTE = (0x5020012C, 0x5030012C)
# Requests to DMA: PIO0 0-3 for the transmit FIFOs, 4-7 for the receive FIFOs; PIO1 8-15 likewise.
_RX0 = (4, 12)
_ALL = 8
_UNSET = object()


class PIO:
    """Constants for `asm_pio`."""

    IN_LOW, IN_HIGH, OUT_LOW, OUT_HIGH = 0, 1, 2, 3
    SHIFT_LEFT, SHIFT_RIGHT = 0, 1
    JOIN_NONE, JOIN_TX, JOIN_RX = 0, 1, 2
    IRQ_SM0, IRQ_SM1, IRQ_SM2, IRQ_SM3 = 0x100, 0x200, 0x400, 0x800


class StateMachine:
    """StateMachine(id, prog, freq, in_base=, sideset_base=): one object for each of the eight."""

    def __new__(cls, id, prog=None, freq=-1, *, in_base=None, sideset_base=None):
        if id not in range(_ALL):
            raise ValueError("StateMachine %r; the chip has 0 to 7" % (id,))
        machine = _MACHINES[id]
        if machine is None:
            machine = _MACHINES[id] = object.__new__(cls)
            machine._set_up(id)
        if prog is not None:
            machine.init(prog, freq, in_base=in_base, sideset_base=sideset_base)
        return machine

    def _set_up(self, id):
        self._id = id
        self._pio = _PIOS[id >> 2]
        self._model = None  # what its program does
        self._sampler = ContactSampler(self._push)
        self._sender = LightSender(self._flag)
        self.fifo = Fifo(_RX0[id >> 2] + (id & 3))
        self._handler = None
        self._hard = False

    def init(self, prog, freq=-1, *, in_base=None, sideset_base=None):
        """Stop, empty the FIFOs, load the program: ready to be made active."""
        WORLD.spend(costs.REGISTER_NS)
        if not isinstance(prog, Program):
            raise TypeError("StateMachine.init: prog is no program made by asm_pio")
        if freq <= 0 or not 256 <= CLOCK.hz * 256 // freq <= 65536 * 256:
            raise ValueError("freq out of range")
        if freq != CLOCK_HZ:
            raise ValueError("freq is %d; the fake knows its program at %d Hz" % (freq, CLOCK_HZ))
        if is_light_program(prog):
            self._send(in_base, sideset_base)
        else:
            self._sample(contacts_of(prog), in_base, sideset_base)
        CLOCK.divide("PIO")
        self.fifo.clear()

    def _send(self, in_base, sideset_base):
        if sideset_base is None or in_base is not None:
            raise ValueError("StateMachine.init: sideset_base is missing; the program drives it")
        pin = find(sideset_base)
        take(pin, self._sender.left)
        WORLD.release(number(pin))  # its bits are too quick to be told: the lights are
        self._sender.load()
        self._model = self._sender

    def _sample(self, contacts, in_base, sideset_base):
        if in_base is None or sideset_base is not None:
            raise ValueError("StateMachine.init: in_base is missing; the program reads pins")
        first = number(find(in_base))
        if first + contacts > GPIOS:
            raise ValueError(
                "in_base is GPIO%d; the program reads %d from there" % (first, contacts)
            )
        self._sampler.load(contacts, first)
        self._model = self._sampler

    def active(self, value=_UNSET):
        """Start or stop it; whether it runs."""
        WORLD.spend(costs.REGISTER_NS)
        model = self._model
        if value is not _UNSET:
            if value and model is None:
                raise ValueError("StateMachine %d is active without a program" % self._id)
            if value and not model.running:
                model.start()
            elif not value and model is not None:
                model.stop()
        return model is not None and model.running

    def put(self, value):
        """Words (an array of "I") into the transmit FIFO."""
        WORLD.spend(costs.REGISTER_NS)
        if self._model is not self._sender:
            raise ValueError("StateMachine %d: its program takes no words" % self._id)
        self._sender.put(value)

    def irq(self, handler=None, trigger=1, hard=False):
        """Have handler(state_machine) called when its program sets its flag."""
        WORLD.spend(costs.REGISTER_NS)
        if trigger != 1 or (handler is not None and not callable(handler)):
            raise ValueError("StateMachine.irq: a handler and trigger 1, or None")
        self._handler = handler
        self._hard = hard
        bit = 0x100 << (self._id & 3)
        enabled = self._pio.enabled
        self._pio.enable(enabled & ~bit if handler is None else enabled | bit)

    def rx_fifo(self):
        WORLD.spend(costs.REGISTER_NS)
        return self.fifo.waiting()

    def _push(self, word):
        self.fifo.push(word)
        self._flag()

    def _flag(self):
        self._pio.flag(self._id & 3)

    def _serve(self):
        if self._handler is None:
            return
        if not self._hard:
            WORLD.scheduled(self._handler, self)
            return
        try:
            self._handler(self)
        except Exception as error:  # as the chip does: told, and never called again
            self._handler = None
            USB.tell("Uncaught exception in IRQ callback handler", error)


class _Interrupts:
    """A PIO's interrupt 0: flags that its programs set, and which of them interrupt."""

    def __init__(self, pio):
        self._pio = pio
        self.enabled = 0
        self._flags = 0
        self._asked = False
        self._serve_all = self._serve
        WORLD.register(_IRQ[pio], lambda: self._flags, self.clear)
        WORLD.register(_INTE[pio], lambda: self.enabled, self.enable)

    def flag(self, machine):
        self._flags |= 1 << machine
        self._ask()

    def clear(self, flags):
        self._flags &= ~flags

    def enable(self, enabled):
        if enabled & ~0xF00:
            raise ValueError(
                "PIO%d_INTE is 0x%x; the fake knows bits 8 to 11" % (self._pio, enabled)
            )
        self.enabled = enabled
        self._ask()

    def _ask(self):
        if self._flags << 8 & self.enabled and not self._asked:
            self._asked = True
            WORLD.interrupt(self._serve_all, None)

    def _serve(self, _):
        self._asked = False
        flags = self._flags & self.enabled >> 8
        self._flags &= ~flags
        for i in range(4):
            if flags >> i & 1 and _MACHINES[4 * self._pio + i] is not None:
                _MACHINES[4 * self._pio + i]._serve()
        self._ask()


_MACHINES = [None] * _ALL
_PIOS = (_Interrupts(0), _Interrupts(1))
