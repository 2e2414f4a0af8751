"""What the fake of the light program refuses: frames that the chip would garble or wait for."""

import pytest

from unosim.boards import TREE
from unosim.interpreter import Interpreter

FREQ = 10_000_000
TWO_LIGHTS = [47 << 24 | 0xFFFFFF, 0x010203 << 8]


@pytest.fixture
def device():
    return Interpreter(TREE / "firmware")


@pytest.fixture
def machine(device):
    """A state machine that runs the light program on GPIO 8."""
    rp2 = device.load("rp2")
    machine = rp2.StateMachine(4, program(device), FREQ, sideset_base=8)
    machine.active(1)
    return machine


def program(device):
    return device.load("unoflash.hardware.light_program").lights


def test_a_frame_on_its_way_must_rest_first(device, machine):
    machine.put(TWO_LIGHTS)
    with pytest.raises(RuntimeError, match="a frame is on its way"):
        machine.put(TWO_LIGHTS)
    with pytest.raises(RuntimeError, match="in the midst of a frame"):
        machine.active(0)
    device.load("world").WORLD.spend(1_000_000)
    machine.put(TWO_LIGHTS)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([], "a frame of 0 words; the FIFO has 8"),
        ([0] * 9, "a frame of 9 words"),
        ([46 << 24, 0], "2 words for 47 bits; 24 for each light"),
        ([47 << 24], "1 words for 48 bits"),
        ([47 << 24, 0, 0], "3 words for 48 bits"),
    ],
)
def test_frames_that_are_none(machine, words, error):
    with pytest.raises(ValueError, match=error):
        machine.put(words)


def test_set_ups_that_cannot_be_meant(device, machine):
    rp2 = device.load("rp2")
    for base in ({}, {"in_base": 8}, {"in_base": 8, "sideset_base": 8}):
        with pytest.raises(ValueError, match="sideset_base is missing"):
            rp2.StateMachine(5, program(device), FREQ, **base)
    contacts = device.load("unoflash.hardware.contact_program").contact_program(8)
    with pytest.raises(ValueError, match="in_base is missing"):
        rp2.StateMachine(0, contacts, FREQ, sideset_base=8)
    sampler = rp2.StateMachine(0, contacts, FREQ, in_base=0)
    with pytest.raises(ValueError, match="takes no words"):
        sampler.put(TWO_LIGHTS)
    changed = program(device)
    changed.settings["fifo_join"] = 0
    with pytest.raises(ValueError, match="fifo_join is 0; the fake PIO knows 1"):
        rp2.StateMachine(5, changed, FREQ, sideset_base=9)


def test_it_takes_no_words_while_it_stands_still(device, machine):
    machine.active(0)
    with pytest.raises(RuntimeError, match="does not run"):
        machine.put(TWO_LIGHTS)


def test_a_pin_that_something_else_took(device, machine):
    machine.active(0)
    pin = device.load("machine").Pin
    pin(8, pin.OUT, value=0)
    with pytest.raises(ValueError, match="has lost its pin"):
        machine.active(1)
    machine.init(program(device), FREQ, sideset_base=8)
    machine.active(1)


def test_the_clock_stays_as_it_is_once_it_sends(device, machine):
    with pytest.raises(RuntimeError, match="PIO divides the clock already"):
        device.load("machine").freq(150_000_000)


def test_each_pio_has_its_own_interrupt(device, machine):
    """That of the first one, masked as the capture masks it, keeps nothing back here."""
    called = []
    machine.irq(called.append, hard=True)
    registers = device.load("machine").mem32
    registers[0x5020012C] = 0
    assert registers[0x5030012C] == 0x100
    machine.put(TWO_LIGHTS)
    device.load("world").WORLD.spend(1_000_000)
    assert called == [machine]
