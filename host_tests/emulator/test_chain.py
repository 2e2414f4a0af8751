"""The light chain on the emulated chip: the bits that leave the pin, and who is not disturbed."""

import json

import adafruit_pioasm
import pytest

from unosim.boards import CHAIN, TREE
from unosim.emulator.board import EmulatedBoard
from unosim.emulator.chip import ChipError
from unosim.emulator.raw_repl import RawRepl
from unosim.interpreter import Interpreter

pytestmark = pytest.mark.emulator

GPIO, LIGHTS = 29, 7
MS = 1_000_000  # ns
JMP = 0  # in the top three bits; the address is in the lowest

SETUP = f"""
import gc, json, machine, time
from unoflash.hardware.contacts import Contacts
from unoflash.hardware.light_chain import LightChain
from unoflash.rules.edges import Edges
chain = LightChain({GPIO}, {LIGHTS}, 100)
levels = bytearray({LIGHTS})
def show(*new):
    levels[:] = bytes(new)
    chain.show(levels)
def say(*what):
    print(json.dumps(what))
def hurry(count):
    # Bytes taken and the longest call, in us, of so many changes one after another.
    gc.collect()
    before = gc.mem_alloc()
    longest_us = 0
    for i in range(count):
        levels[i % {LIGHTS}] = 100 - levels[i % {LIGHTS}]
        since_us = time.ticks_us()
        chain.show(levels)
        longest_us = max(longest_us, time.ticks_diff(time.ticks_us(), since_us))
    return gc.mem_alloc() - before, longest_us
"""


class OnChip:
    """A board with the chain at its pin, eight open contacts on GPIO 0 … 7, and a REPL."""

    def __init__(self, image):
        self.told = []  # (at_ns, place, level)
        self.board = EmulatedBoard(
            image,
            1,
            dict.fromkeys(range(8), 1),
            changed=lambda at_ns, gpio, drive: self.told.append((at_ns, gpio - CHAIN, drive.duty)),
            chain=(GPIO, LIGHTS),
        )
        self.board.power_on()
        self.repl = RawRepl(self.board)
        self.repl.enter()
        self.repl.run(SETUP)

    def run(self, code, changes=()):
        """Runs code; what it printed, as JSON. `changes`: (ns from now, contact, level)."""
        self.told.clear()
        self.repl.start(code)
        for in_ns, contact, level in changes:
            self.board.set_input(self.board.now_ns + in_ns, contact, level)
        return json.loads(self.repl.finish() or "null")


@pytest.fixture
def new_device():
    return Interpreter(TREE / "firmware")


@pytest.fixture(scope="module")
def chip(image):
    return OnChip(image("zero6_ws2812"))


def test_lights_show_what_they_should(chip):
    chip.run("show(100, 0, 50, 0, 0, 0, 1)\ntime.sleep_ms(2)")
    assert [(place, level) for _, place, level in chip.told] == [
        (0, 1.0),
        (2, 128 / 255),
        (6, 3 / 255),
    ]
    chip.run("show(0, 0, 0, 0, 0, 0, 0)\ntime.sleep_ms(2)")
    assert [(place, level) for _, place, level in chip.told] == [(0, 0.0), (2, 0.0), (6, 0.0)]


def test_a_change_shows_half_a_millisecond_later(chip):
    asked_us = chip.run(
        "at_us = time.ticks_us()\nshow(100, 0, 0, 0, 0, 0, 0)\ntime.sleep_ms(2)\nsay(at_us)"
    )
    ((at_ns, _, _),) = chip.told
    chip.run("show(0, 0, 0, 0, 0, 0, 0)\ntime.sleep_ms(2)")
    assert 480_000 < at_ns - chip.board.ticks_to_ns(*asked_us) < 800_000


def test_changes_in_a_hurry_wait_for_nothing_and_allocate_nothing(chip):
    allocated, longest_us = chip.run("say(*hurry(30))\ntime.sleep_ms(2)")
    assert allocated == 0
    assert longest_us < 300  # a frame takes 530
    last = {place: level for _, place, level in chip.told}
    lit = [place for place in range(LIGHTS) if (30 - place + LIGHTS - 1) // LIGHTS % 2]
    assert [place for place in range(LIGHTS) if last.get(place)] == lit
    chip.run("show(0, 0, 0, 0, 0, 0, 0)\ntime.sleep_ms(2)")


def test_contacts_are_captured_to_the_microsecond_meanwhile(chip):
    """Seven presses 1 us apart while frames go out back to back; in true order."""
    order = (3, 0, 6, 1, 5, 2, 4)
    presses = [(60 * MS + 1_000 * i, contact, 0) for i, contact in enumerate(order)]
    lost, found = chip.run(
        "contacts = Contacts(0, 8, 0)\nedges = Edges()\n"
        "end_us = time.ticks_add(time.ticks_us(), 80000)\n"
        "while time.ticks_diff(end_us, time.ticks_us()) > 0: show(*[100 - levels[0]] * 7)\n"
        "contacts.drain(edges)\nwords = edges.words\n"
        "say(edges.lost, [(words[2 * i] >> 1, words[2 * i + 1]) for i in range(edges.count)])\n"
        "contacts.stop()",
        presses,
    )
    assert lost == 0
    assert [contact for contact, _ in found] == list(order)
    assert [at_us - found[0][1] for _, at_us in found] == list(range(7))
    assert len(chip.told) > 50 * LIGHTS


def test_off_is_dark_and_low(chip):
    chip.run("show(100, 100, 0, 0, 0, 0, 0)\nchain.off()\nsay(machine.Pin(29).value())")
    levels = {place: level for _, place, level in chip.told}
    assert levels.get(0, 0.0) == levels.get(1, 0.0) == 0.0
    chip.repl.run(SETUP)


def test_instruction_memory_holds_the_program_that_was_proven(chip, new_device):
    pio = chip.board.chip.rp2040.pio[1]
    text = new_device.load("unoflash.hardware.light_program").lights.text
    program = adafruit_pioasm.Program(text)
    machine = pio.machines[0]
    begin = machine.wrap_top - program.pio_kwargs["wrap"]
    for i, word in enumerate(program.assembled):
        assert pio.instructions[begin + i] == (word + begin if word >> 13 == JMP else word)
    assert machine.wrap_bottom == begin + program.pio_kwargs["wrap_target"]
    assert machine.pull_threshold == 32
    assert machine.sideset_count == 1
    assert machine.clock_div_int + machine.clock_div_frac / 256 == 12.5


def test_a_signal_that_is_none_stops_the_run(image):
    """The lights of a real chain would show anything."""
    chip = OnChip(image("zero6_ws2812"))
    with pytest.raises(ChipError, match="the light chain's data was high for"):
        chip.run(f"pin = machine.Pin({GPIO}, machine.Pin.OUT)\npin.value(1)\npin.value(0)")


def test_leds_that_light_at_low_and_a_piezo_in_antiphase(image):
    """By the firmware's own classes, on GPIOs that this board has free."""
    told = []
    board = EmulatedBoard(
        image("zero6_ws2812"),
        1,
        watched=(10, 11, 14, 15),
        changed=lambda at_ns, gpio, drive: told.append((gpio, drive.hz, round(drive.duty, 2))),
        lit_low=(10, 11),
    )
    board.power_on()
    repl = RawRepl(board)
    repl.enter()

    def run(code):
        told.clear()
        repl.run(code)
        return told

    run("import time\nfrom unoflash.hardware.lamps import Lamps")
    run("from unoflash.hardware.buzzer import Buzzer")
    run("from machine import Pin\nfor g in (14, 15): Pin(g, Pin.OUT, value=0)")
    assert {duty for _, _, duty in run("lamps = Lamps((10, 11), 100, 0)\ntime.sleep_ms(2)")} == {
        0.0
    }
    lit = run("lamps.show(bytearray((100, 20)))\ntime.sleep_ms(2)")
    assert lit == [(10, 1000, 1.0), (11, 1000, 0.2)]
    assert {gpio: duty for gpio, _, duty in run("lamps.off()\ntime.sleep_ms(2)")} == {10: 0, 11: 0}
    run('buzzer = Buzzer(14, "quiet", 15)\ntime.sleep_ms(3)')
    heard = run("buzzer.sound(880)\ntime.sleep_ms(3)")
    assert set(heard[-2:]) == {(14, 880, 0.03), (15, 880, 0.97)}
    assert {duty for _, _, duty in run("buzzer.sound(0)\ntime.sleep_ms(3)")[-2:]} == {0.0}
    run("buzzer.off()\ntime.sleep_ms(1)")
    assert not board.chip.rp2040.gpio[15].output_value
