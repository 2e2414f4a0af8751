"""What runs on the chip beside the product, over the raw REPL, on the frozen modules.

Each program goes on until the power is cut; what it prints comes between the lines of the log.
"""

import re

from unosim.bench.device import Device
from unosim.emulator.raw_repl import RawRepl

MASK_GPIO = 28  # low: interrupts are masked; no contact, light or switch of pico8
MASK_MS = 20

_UNIT = """
import board, gc
from array import array
from machine import Pin, disable_irq, enable_irq
from time import sleep_ms, sleep_us, ticks_diff, ticks_ms, ticks_us
from unoflash.rules import states
from unoflash.unit import Unit
unit = Unit(board)
unit.begin()
game = unit.game
one_pass = unit.one_pass
"""

# Every press that a race is told, with its time, in the order in which it is told.
RACES = (
    _UNIT
    + f"""
masked = Pin({MASK_GPIO}, Pin.IN, Pin.PULL_UP).value
who, at_us, told = bytearray(16), array("i", [0] * 16), 0
press = game.slap_race.press

def watched(button, pressed_us, now_us):
    global told
    if button < game.slap and told < 16:
        who[told], at_us[told] = button, pressed_us
        told += 1
    press(button, pressed_us, now_us)

game.slap_race.press = watched
while True:
    one_pass()
    if not masked():
        before = disable_irq()
        sleep_us({MASK_MS * 1000})
        enable_irq(before)
    if told and game.state is game.slap_lost:
        print("#race", *["%d:%d" % (who[i] + 1, at_us[i]) for i in range(told)])
        told = 0
"""
)

# The peers' way: look at every button in seat order, each 10 ms.
POLL = """
from machine import Pin
from time import sleep_ms
buttons = [Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in range(8)]
while True:
    order = []
    polls = []
    poll = 0
    while len(order) < 7:
        for seat, button in enumerate(buttons):
            if not button.value() and seat not in order:
                order.append(seat)
                polls.append(poll)
        poll += 1
        sleep_ms(10)
    print("#race", *["%d:%d" % (order[i] + 1, polls[i]) for i in range(7)])
    while any(not button.value() for button in buttons):
        sleep_ms(10)
"""

# Passes for a while, looked at: what they allocate, and how long the longest works, in us.
PASSES = (
    _UNIT
    + """
wait = unit.waiting.wait
waited_us = 0

def timed(us):
    global waited_us
    start_us = ticks_us()
    wait(us)
    waited_us = ticks_diff(ticks_us(), start_us)

def run(ms, name=None):
    "Passes for `ms`, or until the state of that name; the longest, in us."
    global waited_us
    longest_us = 0
    start_ms = ticks_ms()
    while ticks_diff(ticks_ms(), start_ms) < ms and states.NAMES[game.state.code] != name:
        waited_us = 0
        start_us = ticks_us()
        one_pass()
        us = ticks_diff(ticks_us(), start_us) - waited_us
        if us > longest_us:
            longest_us = us
    return longest_us

def play(ms, name=None):
    run(ms, name)
    print("#now", states.NAMES[game.state.code], game.chosen + 1)

def measure(ms):
    unit.waiting.wait = timed
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    longest_us = run(ms)
    allocated = gc.mem_alloc() - before
    gc.enable()
    del unit.waiting.wait
    print("#passes", states.NAMES[game.state.code], allocated, longest_us)
"""
)
FREE = """
gc.collect()
print("#free", gc.mem_free())
"""


def start(device: Device, program: str) -> RawRepl:
    """Power on, and have the chip run a program in place of the product."""
    device.power_on()
    repl = RawRepl(device.board)
    repl.enter()
    repl.start(program)
    return repl


def races(device: Device) -> list[list[tuple[int, int]]]:
    """The races told so far: (seat, time) each, in the order in which they counted."""
    return [
        [(int(seat), int(at)) for seat, at in re.findall(r"(\d+):(-?\d+)", line)]
        for line in device.lines
        if "#race" in line
    ]
