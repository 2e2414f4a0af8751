"""The fake `rp2`: one PIO state machine that samples contacts, and DMA that takes its words away.

Of the chip's module it has what the firmware uses, as strict as the chip, and stricter: a set-up
that the chip would take and then do something else than was meant raises ValueError. A program
is modelled, not run (`contact_sampler`).
"""

import costs
from contact_sampler import CLOCK_HZ, ContactSampler, contacts_of
from dma import DMA, Fifo  # noqa: F401
from pins import find, number
from pio_program import PIOASMError, Program, asm_pio  # noqa: F401
from system_clock import CLOCK
from usb_host import USB
from world import GPIOS, WORLD

_PIO0_IRQ = 0x50200030
_PIO0_INTE = 0x5020012C
_RX0 = 4  # PIO0's requests to DMA: 0-3 for the transmit FIFOs, 4-7 for the receive FIFOs
_UNSET = object()


class PIO:
    """Constants for `asm_pio`."""

    IN_LOW, IN_HIGH, OUT_LOW, OUT_HIGH = 0, 1, 2, 3
    SHIFT_LEFT, SHIFT_RIGHT = 0, 1
    JOIN_NONE, JOIN_TX, JOIN_RX = 0, 1, 2
    IRQ_SM0, IRQ_SM1, IRQ_SM2, IRQ_SM3 = 0x100, 0x200, 0x400, 0x800


class StateMachine:
    """StateMachine(id, prog, freq, in_base=): one object for each of PIO0's four."""

    def __new__(cls, id, prog=None, freq=-1, *, in_base=None):
        if id not in (0, 1, 2, 3):
            raise ValueError("StateMachine %r; the fake chip has 0 to 3, those of PIO0" % (id,))
        machine = _MACHINES[id]
        if machine is None:
            machine = _MACHINES[id] = object.__new__(cls)
            machine._set_up(id)
        if prog is not None:
            machine.init(prog, freq, in_base=in_base)
        return machine

    def _set_up(self, id):
        self._id = id
        self._sampler = ContactSampler(self._push)
        self._loaded = False
        self.fifo = Fifo(_RX0 + id)
        self._handler = None
        self._hard = False

    def init(self, prog, freq=-1, *, in_base=None):
        """Stop, empty the FIFO, load the program: ready to be made active."""
        WORLD.spend(costs.REGISTER_NS)
        if not isinstance(prog, Program):
            raise TypeError("StateMachine.init: prog is no program made by asm_pio")
        if freq <= 0 or not 256 <= CLOCK.hz * 256 // freq <= 65536 * 256:
            raise ValueError("freq out of range")
        if freq != CLOCK_HZ:
            raise ValueError("freq is %d; the fake knows its program at %d Hz" % (freq, CLOCK_HZ))
        contacts = contacts_of(prog)
        if in_base is None:
            raise ValueError("StateMachine.init: in_base is missing; the program reads pins")
        first = number(find(in_base))
        if first + contacts > GPIOS:
            raise ValueError(
                "in_base is GPIO%d; the program reads %d from there" % (first, contacts)
            )
        CLOCK.divide("PIO")
        self._sampler.load(contacts, first)
        self.fifo.clear()
        self._loaded = True

    def active(self, value=_UNSET):
        """Start or stop it; whether it runs."""
        WORLD.spend(costs.REGISTER_NS)
        if value is not _UNSET:
            if not value:
                self._sampler.stop()
            elif not self._loaded:
                raise ValueError("StateMachine %d is active without a program" % self._id)
            elif not self._sampler.running:
                self._sampler.start()
        return self._sampler.running

    def irq(self, handler=None, trigger=1, hard=False):
        """Have handler(state_machine) called when its program sets its flag."""
        WORLD.spend(costs.REGISTER_NS)
        if trigger != 1 or (handler is not None and not callable(handler)):
            raise ValueError("StateMachine.irq: a handler and trigger 1, or None")
        self._handler = handler
        self._hard = hard
        bit = 0x100 << self._id
        _IRQ.enable(_IRQ.enabled & ~bit if handler is None else _IRQ.enabled | bit)

    def rx_fifo(self):
        WORLD.spend(costs.REGISTER_NS)
        return self.fifo.waiting()

    def _push(self, word):
        self.fifo.push(word)
        _IRQ.flag(self._id)

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
    """PIO0's interrupt 0: flags that programs set, and which of them interrupt."""

    def __init__(self):
        self.enabled = 0
        self._flags = 0
        self._asked = False
        self._serve_all = self._serve
        WORLD.register(_PIO0_IRQ, lambda: self._flags, self.clear)
        WORLD.register(_PIO0_INTE, lambda: self.enabled, self.enable)

    def flag(self, machine):
        self._flags |= 1 << machine
        self._ask()

    def clear(self, flags):
        self._flags &= ~flags

    def enable(self, enabled):
        if enabled & ~0xF00:
            raise ValueError("PIO0_INTE is 0x%x; the fake knows bits 8 to 11" % enabled)
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
        for machine in _MACHINES:
            if machine is not None and flags >> machine._id & 1:
                machine._serve()
        self._ask()


_MACHINES = [None] * 4
_IRQ = _Interrupts()
