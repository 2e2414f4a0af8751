"""Whether what runs on a board will do: its MicroPython, its chip, and whose program it is."""

from dataclasses import dataclass

from unosim.install.device import Device
from unosim.install.port import MISSING, REFUSED, InstallError
from unosim.modules import module_problem

# The firmware relies on more than MicroPython's documents promise: registers of its USB driver,
# when an interrupt ends a wait, what a flash write keeps. `make test` plays on these.
TESTED = ((1, 25),)
OLDEST = (1, 23)  # the first to load what mpy-cross makes of native code today

_BYTECODE = 6  # of an .mpy file, and below it the version of native code in it
_NATIVE = 3

_WHAT = """
import os, sys
found = sys.implementation
paths = sys.path[:]
def version_in(place):
    sys.path[:] = place
    try:
        import board, build_info
        from unoflash import VERSION
        return "{} {} {} {}".format(VERSION, build_info.COMMIT, build_info.SOURCE, board.NAME)
    except (AttributeError, ImportError, SyntaxError, ValueError):
        return ""
    finally:
        sys.path[:] = paths
        for name in ("board", "build_info", "unoflash"):
            sys.modules.pop(name, None)
frozen = version_in([".frozen"])
copied = version_in(["/lib"])
machine = getattr(found, "_machine", sys.platform)
print(repr((found.name, found.version[:3], machine, getattr(found, "_mpy", 0), frozen, copied)))
"""


@dataclass(frozen=True)
class Machine:
    """`text` is the machine as MicroPython names it; `frozen` and `copied` name the program in
    its image and in its files, as `0.1.0 abc1234 frozen pico6`, "" where there is none."""

    name: str
    version: tuple[int, int, int]
    text: str
    mpy: int
    frozen: str
    copied: str

    def __str__(self) -> str:
        return f"{self.text}, MicroPython {'.'.join(map(str, self.version))}"


def look(device: Device) -> Machine:
    return Machine(*device.ask(_WHAT))


def check(machine: Machine, untested: bool) -> None:
    """Raises InstallError, saying what to do, where the program should not be copied onto it."""
    version = machine.version[:2]
    named = ", ".join(".".join(map(str, tested)) for tested in TESTED)
    if machine.name != "micropython":
        raise InstallError(
            f"{machine.text} runs {machine.name}; the unit needs MicroPython {named}: hold BOOTSEL"
            " while you plug the board in, and copy its UF2 for the Pico onto the drive RPI-RP2",
            MISSING,
        )
    problem = module_problem(machine.text)
    if problem:
        raise InstallError(problem, REFUSED)
    if machine.mpy & 0xFF != _BYTECODE or machine.mpy >> 8 & 3 != _NATIVE or version < OLDEST:
        raise InstallError(
            f"{machine} cannot load what is compiled for it; put MicroPython {named} on it: hold"
            " BOOTSEL while you plug it in, and copy the UF2 onto the drive RPI-RP2",
            MISSING,
        )
    if version not in TESTED and not untested:
        raise InstallError(
            f"{machine} was not tested with the unit; tested: {named}. Put that on it (hold BOOTSEL"
            " while you plug it in, and copy the UF2 onto the drive RPI-RP2), or try it with"
            " --untested, and `make device-test` afterwards",
            REFUSED,
        )
