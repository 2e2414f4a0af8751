"""The frozen capture on the emulated RP2040, called by hand over the raw REPL."""

import json
import random

import adafruit_pioasm
import pytest

from unosim.emulator.board import EmulatedBoard
from unosim.emulator.raw_repl import RawRepl

pytestmark = pytest.mark.emulator

MS = 1_000_000  # ns
JMP = 0  # in the top three bits; the address is in the lowest

SETUP = """
import gc, json, machine, select, time
from unoflash.hardware.contacts import Contacts
from unoflash.rules.edges import Edges
contacts = Contacts(0, 10, 0)
edges = Edges()
poll = select.poll()
poll.register(contacts, select.POLLIN)
for _ in poll.ipoll(0):  # makes, the first time, the tuple that it fills from then on
    pass
def busy(us):
    since_us = time.ticks_us()
    while time.ticks_diff(time.ticks_us(), since_us) < us:
        pass
def masked(us):
    state = machine.disable_irq()
    begin_us = time.ticks_us()
    busy(us)
    end_us = time.ticks_us()
    machine.enable_irq(state)
    return begin_us, end_us
def batch():
    return [(edges.words[2 * i] >> 1, edges.words[2 * i + 1]) for i in range(edges.count)]
def drained():
    # How many bytes it took, and what came.
    gc.collect()
    before = gc.mem_alloc()
    more = contacts.drain(edges)
    return gc.mem_alloc() - before, more, edges.lost, batch()
def woken():
    gc.collect()
    before = gc.mem_alloc()
    ready = 0
    for _ in poll.ipoll(1000):
        ready += 1
    now_us = time.ticks_us()
    contacts.drain(edges)
    return gc.mem_alloc() - before, ready, time.ticks_diff(now_us, edges.words[1])
def storm(contact):
    # Passes of a loop that has 2 ms of other things to do.
    found = []
    longest_us = passes = most = 0
    since_us = time.ticks_us()
    while time.ticks_diff(time.ticks_us(), since_us) < 80000:
        for _ in poll.ipoll(5):
            pass
        before_us = time.ticks_us()
        contacts.drain(edges)
        longest_us = max(longest_us, time.ticks_diff(time.ticks_us(), before_us))
        most = max(most, edges.count)
        found += [edge for edge in batch() if edge[0] == contact]
        busy(2000)
        passes += 1
    return edges.lost, passes, longest_us, most, found
def say(*what):
    print(json.dumps(what))
"""


class OnChip:
    """A board with ten open contacts on GPIO 0 … 9 and a REPL."""

    def __init__(self, image):
        self.board = EmulatedBoard(image, 1, dict.fromkeys(range(10), 1))
        self.board.power_on()
        self.repl = RawRepl(self.board)
        self.repl.enter()
        self.repl.run(SETUP)

    def run(self, code, changes=()):
        """Runs code; what it printed, as JSON. `changes`: (ns from now, contact, level)."""
        self.repl.start(code)
        for in_ns, contact, level in changes:
            self.board.set_input(self.board.now_ns + in_ns, contact, level)
        return json.loads(self.repl.finish())


@pytest.fixture(scope="module")
def chip(image):
    return OnChip(image("pico8"))


def test_instruction_memory_holds_the_program(image, new_chip):
    chip = OnChip(image("pico8"))
    pio = chip.board.chip.rp2040.pio[0]
    for number in (10, 8, 4):
        chip.repl.run(
            "contacts.stop()\nimport rp2\nrp2.PIO(0).remove_program()\n"
            f"contacts = Contacts(0, {number}, 0)\nbusy(1000)"
        )
        text = new_chip().load("unoflash.hardware.contact_program").contact_program(number).text
        program = adafruit_pioasm.Program(text)
        machine = pio.machines[0]
        begin = machine.wrap_top - program.pio_kwargs["wrap"]
        for i, word in enumerate(program.assembled):
            if word >> 13 == JMP:
                word += begin
            assert pio.instructions[begin + i] == word
        assert machine.wrap_bottom == begin + program.pio_kwargs["wrap_target"]
        assert machine.push_threshold == 32
        assert machine.clock_div_int + machine.clock_div_frac / 256 == 12.5


@pytest.mark.parametrize("gap_us", [1, 2, 5])
def test_true_order_with_interrupts_masked(chip, gap_us):
    """And no byte taken by the drain."""
    chance = random.Random(gap_us)
    for _ in range(2):
        order = chance.sample(range(10), 7)
        for level in (0, 1):
            begin_us, end_us, allocated, more, lost, found = chip.run(
                "begin, end = masked(6000)\nsay(begin, end, *drained())",
                [(6 * MS + 1000 * gap_us * i, contact, level) for i, contact in enumerate(order)],
            )
            assert (allocated, more, lost) == (0, False, 0)
            assert [contact for contact, _ in found] == order
            times = [at_us for _, at_us in found]
            assert begin_us < times[0] < times[-1] < end_us
            assert [at_us - times[0] for at_us in times] == [gap_us * i for i in range(7)]


def test_an_edge_ends_the_wait(chip):
    """The CPU asleep; how late the code goes on, in microseconds after the edge's own time."""
    for level in (0, 1, 0, 1):
        allocated, ready, late_us = chip.run("say(*woken())", [(100 * MS, 4, level)])
        assert ready == 1
        assert 0 < late_us < 150
        assert allocated == 0


def test_a_storm_of_chatter_starves_nobody(chip):
    """60 ms of 20 kHz on one contact, a press on another."""
    storm = [(20 * MS + 25_000 * i, 9, i % 2) for i in range(2400)]
    lost, passes, longest_us, most, found = chip.run(
        "say(*storm(2))", [*storm, (40 * MS, 2, 0), (60 * MS, 2, 1)]
    )
    assert lost == 0
    assert passes > 20
    assert longest_us < 1000
    assert most <= 5
    (_, closed_us), (_, opened_us) = found
    assert opened_us - closed_us == 20_000
