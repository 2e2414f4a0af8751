"""The fake `micropython` for CPython.

Times and results are the chip's. What memory costs is not: `heap_lock` counts, but CPython
allocates all the same. That is proven under the MicroPython unix port and on the emulated chip.
"""

import uctypes
from ring_io import RingIO  # noqa: F401
from tracebacks import NATIVE
from viper import compiled  # the host's unosim/viper.py
from world import WORLD

_locks = 0
_opt_level = 0


def const(value):
    """The value; the chip's compiler puts it wherever the name stands."""
    return value


def native(function):
    """The function as it is: native code gives the results of bytecode."""
    NATIVE.append(function.__code__)
    return function


def viper(function):
    """The function with the results of viper code on the chip."""
    return compiled(function, uctypes.memory_from)


def heap_lock():
    """Counts only: see the module."""
    global _locks
    _locks += 1


def heap_unlock():
    """How often the heap is still locked."""
    global _locks
    if not _locks:
        raise RuntimeError("heap_unlock: the heap is not locked")
    _locks -= 1
    return _locks


def heap_locked():
    return _locks


def kbd_intr(chr):  # the chip's name
    """Which byte over USB raises KeyboardInterrupt; -1 for none."""
    WORLD.interrupt_char = chr


def schedule(func, arg):
    """Have func(arg) called soon, outside interrupts; RuntimeError if eight wait already."""
    if not WORLD.scheduled(func, arg):
        raise RuntimeError("schedule queue full")


def alloc_emergency_exception_buf(size):
    """Exceptions in interrupts always carry their traceback here."""
    if size < 0:
        raise ValueError("alloc_emergency_exception_buf: %d bytes" % size)


def opt_level(level=None):
    """Kept, without effect: assertions always run here."""
    global _opt_level
    if level is None:
        return _opt_level
    _opt_level = level
    return None
