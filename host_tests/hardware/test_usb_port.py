"""The log's way out: when the port writes, and when it wants to be asked again."""

from types import SimpleNamespace

import pytest

from unosim.boards import TREE
from unosim.interpreter import Interpreter

FRAME_NUMBER = 0x50110048
PACKET_WAITS, AVAILABLE = 0x50100090, 0x400
MS = 1_000_000
FRAMES = 2048  # then the frame number comes again


class Ring:
    """What waits to be written."""

    def __init__(self, data):
        self._data = data

    def any(self):
        return len(self._data)

    def readinto(self, buffer):
        count = min(len(buffer), len(self._data))
        buffer[:count] = self._data[:count]
        self._data = self._data[count:]
        return count


@pytest.fixture
def usb():
    """`usb.port`, what it `sent()`, `usb.wait(ns)`, and `usb.unplug()`."""
    device = Interpreter(TREE / "firmware")
    world = device.load("world").WORLD
    device.load("usb_host")
    sent = bytearray()
    world.port = SimpleNamespace(usb=lambda now_ns, data: sent.extend(data))

    def unplug():
        frame = world.now_ns // MS % FRAMES
        world.register(FRAME_NUMBER, lambda: frame, None)

    return SimpleNamespace(
        port=device.load("unoflash.hardware.usb_port").UsbPort(),
        sent=lambda: bytes(sent),
        wait=world.spend,
        unplug=unplug,
        world=world,
    )


def asked_as_it_wants(usb, ring, late_ns=0):
    """Writes until the port says that the rest has time."""
    while (hurry_us := usb.port.write_from(ring)) >= 0:
        usb.wait(hurry_us * 1_000 + late_ns)


def test_nothing_to_write_has_time(usb):
    assert usb.port.write_from(Ring(b"")) == -1


def test_a_long_line_goes_packet_by_packet_a_frame_apart(usb):
    ring = Ring(b"x" * 150)
    hurry_us = usb.port.write_from(ring)
    assert usb.sent() == b"x" * 64
    assert 1_000 < hurry_us < 2_000
    asked_as_it_wants(usb, ring)
    assert usb.sent() == b"x" * 150


@pytest.mark.parametrize("asked_ns", range(0, 3 * MS, 130_000))
def test_asked_at_any_time_in_a_frame_it_writes_all(usb, asked_ns):
    usb.wait(asked_ns)
    asked_as_it_wants(usb, Ring(b"x" * 200), late_ns=asked_ns)
    assert usb.sent() == b"x" * 200


def test_asked_too_soon_it_says_when(usb):
    ring = Ring(b"x" * 100)
    usb.port.write_from(ring)
    usb.wait(300_000)
    hurry_us = usb.port.write_from(ring)
    assert 600 < hurry_us < 800
    assert len(usb.sent()) == 64


def test_the_same_frame_number_a_round_later_is_no_lost_host(usb):
    usb.port.write_from(Ring(b"first"))
    round_ns = FRAMES * MS
    usb.wait(round_ns - usb.world.now_ns % MS)
    asked_as_it_wants(usb, Ring(b" second"))
    assert usb.sent() == b"first second"


def test_without_a_host_it_gives_up_and_goes_on_once_there_is_one(usb):
    asked_as_it_wants(usb, Ring(b"before "))
    numbered = usb.world.registers[FRAME_NUMBER]
    usb.unplug()
    ring = Ring(b"x" * 200)
    asked_as_it_wants(usb, ring)
    assert ring.any() >= 200 - 64  # a packet may go into the chip's own buffer
    asked_as_it_wants(usb, ring)
    assert ring.any() >= 200 - 64
    usb.world.registers[FRAME_NUMBER] = numbered
    usb.wait(2 * MS)
    asked_as_it_wants(usb, ring)
    assert usb.sent() == b"before " + b"x" * 200


def test_at_the_end_it_writes_all_of_the_log(usb):
    usb.port.write_all(Ring(b"x" * 2_000))
    assert usb.sent() == b"x" * 2_000


def test_at_the_end_it_waits_for_nobody(usb):
    usb.unplug()
    before_ns = usb.world.now_ns
    usb.port.write_all(Ring(b"x" * 2_000))
    assert usb.world.now_ns - before_ns < 10 * MS


def test_at_the_end_it_waits_a_second_or_so_for_a_terminal_that_is_not_read(usb):
    usb.world.register(PACKET_WAITS, lambda: AVAILABLE, None)
    before_ns = usb.world.now_ns
    usb.port.write_all(Ring(b"x" * 2_000))
    assert usb.world.now_ns - before_ns < 2_000 * MS
    assert usb.sent() == b""
