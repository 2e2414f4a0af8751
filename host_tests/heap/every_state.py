"""Runs the real unit on the fakes through every state, its heap locked but while one is entered.

    micropython every_state.py SETTINGS [DEFECT]

Prints `STATE WHAT PASSES`: what was done in each state, in how many passes. A pass that allocates
ends it with a MemoryError. DEFECT, as `usb.discard`, is a method made to allocate on purpose.
"""

import builtins
import sys

arguments = sys.argv[1:]

import device_sys  # noqa: E402
import flash  # noqa: E402

sys.modules["sys"] = device_sys
builtins.open = flash.open

import board  # noqa: E402
import micropython  # noqa: E402
import world  # noqa: E402
from random_bits import RandomBits  # noqa: E402
from table import PLAY, SLAP, Table  # noqa: E402

from unoflash.unit import Unit  # noqa: E402

ALL = tuple(range(board.SEATS))
MINUTE_MS = 60_000


class Guard:
    """Passes with the heap locked; from the moment a pass enters a state it may allocate."""

    def __init__(self, unit):
        self.passes = 0
        self.locked = False
        self._pass = unit.one_pass
        # The game's own: instance attributes go before the class's methods.
        game = unit.game
        game.enter = self._permitting(game.enter)
        game.resume = self._permitting(game.resume)

    def one_pass(self):
        self.passes += 1
        micropython.heap_lock()
        self.locked = True
        try:
            self._pass()
        finally:
            self._unlock()

    def _permitting(self, method):
        def entering(state, now_us):
            self._unlock()
            method(state, now_us)

        return entering

    def _unlock(self):
        if self.locked:
            self.locked = False
            micropython.heap_unlock()


def told(table, guard, what):
    print(table.state, what, guard.passes)
    guard.passes = 0


def everywhere(table, guard):
    """Drive the unit through all its states; each is told once it has been put to the test."""

    def fuss(what, *ignored):
        guard.passes = 0
        table.fuss(*ignored)
        told(table, guard, what)

    def pause_and_resume(origin):
        table.tap(PLAY)
        table.until("paused")
        fuss("from " + origin, SLAP)
        table.tap(PLAY)
        table.until(origin)

    def next_turn():
        table.until("turn")
        table.wait(200)
        return table.unit.game.chosen

    fuss("show")
    table.until("joining")
    fuss("empty", PLAY, SLAP)
    for seat in ALL:
        table.tap(seat)
    fuss("full", *ALL)
    table.tap(PLAY)
    table.until("choosing")
    fuss("running", *ALL)
    table.until("turn")
    table.wait(1)
    guard.passes = 0
    table.tap(table.unit.game.chosen, SLAP, hold_ms=30)
    told(table, guard, "just begun")
    chosen = next_turn()
    fuss("limited", *[seat for seat in ALL if seat != chosen])
    pause_and_resume("turn")
    table.speed("slow")
    table.wait(100)
    table.tap(next_turn())
    chosen = next_turn()
    guard.passes = 0
    table.wait(40 * MINUTE_MS)  # more than two wraps of the clock
    told(table, guard, "unlimited")
    table.speed("medium")
    table.wait(100)
    table.tap(chosen)
    table.until("choosing")
    pause_and_resume("choosing")
    table.until("timed_out")
    table.tap(table.unit.game.chosen)
    told(table, guard, "lockout")
    table.wait(1_000)
    fuss("after", *[seat for seat in ALL + (SLAP,) if seat != table.unit.game.chosen])
    pause_and_resume("timed_out")
    table.wait(1_000)
    table.tap(table.unit.game.chosen)
    race(table, guard, next_turn, fuss, pause_and_resume)
    if not table.unit.game.order.has_direction:
        fuss("nobody slapped", SLAP)
    sleep(table, fuss)
    table.contact(PLAY, True)
    table.contact(SLAP, True)
    table.wait(100)
    table.until("joining", 5_000)
    guard.passes = 0
    fuss("show of a reset")
    table.contact(PLAY, False)
    table.contact(SLAP, False)
    fuss("after a reset")


def sleep(table, fuss):
    """Nobody is there for an hour; then Play/Pause wakes it."""
    table.until("asleep", 62 * MINUTE_MS)
    fuss("sound", *ALL)
    table.tap(PLAY)
    if table.state == "asleep":
        raise AssertionError("Play/Pause did not wake it")


def race(table, guard, next_turn, fuss, pause_and_resume):
    """A race with every number of slaps, those who lost, and another that nobody wins."""
    if table.unit.game.order.has_direction:
        next_turn()
        table.tap(SLAP)  # clockwise: a Reverse card, no race
        next_turn()
        return
    chosen = next_turn()
    opponents = [seat for seat in ALL if seat != chosen]
    table.tap(SLAP)
    table.until("slap_race")
    fuss("none slapped", chosen, SLAP, PLAY)
    for i, seat in enumerate(opponents[:-2]):
        table.tap(seat)
        told(table, guard, f"{i + 1} slapped")
    table.tap(opponents[0], PLAY)
    table.until("slap_lost", 30_000)
    guard.passes = 0
    table.tap(*opponents[-2:])
    told(table, guard, "lockout")
    table.wait(1_000)
    fuss("two await", chosen, SLAP)
    pause_and_resume("slap_lost")
    table.wait(1_000)
    table.tap(opponents[-1])
    fuss("one awaits", chosen, SLAP)
    table.tap(opponents[-2])
    next_turn()
    table.tap(SLAP)
    table.until("slap_race")
    table.until("slap_lost", 30_000)


def self_test(table, guard):
    table.until("self_test")
    guard.passes = 0
    table.contact(PLAY, False)
    table.fuss(SLAP, *ALL)
    told(table, guard, "tried out")


def main(settings, defect=""):
    world.WORLD.files["settings.json"] = settings.encode()
    world.WORLD.entropy = RandomBits(2007)
    if defect == "self_test":
        world.WORLD.input(board.FIRST_CONTACT + PLAY, board.CONTACT_CLOSED)
    unit = Unit(board)
    unit.begin()
    guard = Guard(unit)
    table = Table(world, unit, guard.one_pass)
    if defect == "self_test":
        self_test(table, guard)
    else:
        if defect:
            spoil(unit, defect)
        everywhere(table, guard)
    print("passed")


def spoil(unit, path):
    """Make a method, as `usb.discard`, keep a list of two each time it is called."""
    part, name = path.split(".")
    owner = getattr(unit, part)
    method = getattr(owner, name)

    def allocating(*arguments):
        allocating_list = [part, name]
        method(*arguments)
        return allocating_list[:0]

    setattr(owner, name, allocating)


main(*arguments)
