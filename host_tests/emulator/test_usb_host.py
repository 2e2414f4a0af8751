"""The terminal at the other end of the cable: open, unread, unplugged."""

import pytest

from unosim.emulator.raw_repl import ReplError

pytestmark = pytest.mark.emulator

COUNT = """
import sys, select
write = sys.stdout.buffer.write
room = select.poll()
room.register(sys.stdout, select.POLLOUT)
sent = 0
while sent < {limit} and room.poll(0):
    write(b"%07d\\n" % sent)
    sent += 8
print("sent", sent)
"""
FRAME = "import machine; print(machine.mem32[0x50110048] & 0x7FF)"  # SOF_RD


@pytest.fixture
def powered(bench):
    bench.board.power_on()
    return bench


def test_what_was_written_before_the_terminal_opened_is_seen(powered):
    powered.board.usb.unplug()
    powered.pass_ms(150)
    assert powered.text == ""
    powered.board.usb.plug_in()
    powered.pass_ms(50)
    assert " ready unoflash " in powered.text


def test_an_unread_terminal_takes_what_the_chip_can_hold_and_loses_nothing(powered):
    powered.repl()
    powered.board.usb.read(False)
    powered.said.clear()
    powered.board.usb.send(COUNT.format(limit=2000).encode() + b"\x04")
    powered.pass_ms(3_000)
    assert powered.text == ""
    powered.board.usb.read(True)
    powered.pass_ms(10)
    numbers = [int(line) for line in powered.text.removeprefix("OK").split() if line.isdigit()]
    assert numbers == list(range(0, 8 * len(numbers), 8))
    assert 256 <= 8 * len(numbers) < 2000
    assert powered.repl().run("print(6 * 7)").strip() == "42"


def test_ctrl_c_and_junk_arrive(powered):
    repl = powered.repl()
    repl.start("import sys\nwhile True:\n    print(sys.stdin.buffer.read(5))")
    powered.board.usb.send(b"abcde01234")
    powered.pass_ms(10)
    assert "b'abcde'\r\nb'01234'\r\n" in powered.text
    powered.board.usb.send(bytes(range(128, 256)) * 20)
    powered.pass_ms(100)
    assert r"b'\xfb\xfc\xfd\xfe\xff'" in powered.text
    powered.board.usb.send(b"\x03")
    with pytest.raises(ReplError, match="KeyboardInterrupt"):
        repl.finish()


def test_frames_are_counted_while_the_cable_is_plugged_in(powered):
    repl = powered.repl()
    first = int(repl.run(FRAME))
    powered.pass_ms(500)
    assert 500 <= (int(repl.run(FRAME)) - first) % 2048 < 510
    program = "import time; a = {0}; time.sleep_ms(1500); b = {0}".format(
        "machine.mem32[0x50110048] & 0x7FF"
    )
    repl.start(program)
    powered.pass_ms(1)
    powered.board.usb.unplug()
    powered.pass_ms(1_000)
    said = len(powered.said)
    powered.pass_ms(1_000)
    assert len(powered.said) == said
    powered.board.usb.plug_in()
    powered.pass_ms(100)
    repl = powered.repl()
    assert int(repl.run("print((b - a) % 2048)")) < 5
