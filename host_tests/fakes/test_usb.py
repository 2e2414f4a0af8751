import pytest

READING, BYTE = 30, 31


def test_bytes_leave_as_they_are_and_text_with_crlf(chip):
    assert chip.sys.stdout.buffer.write(b"a\nb") == 3
    assert chip.sys.stdout.write("c\nd") == 3
    assert chip.port.sent == b"a\nbc\r\nd"


def test_parts_of_a_buffer(chip):
    out = chip.sys.stdout.buffer
    assert out.write(b"0123456789", 3) == 3
    assert out.write(b"0123456789", 4, 2) == 2
    assert out.write(bytearray(b"0123456789"), 8, 100) == 2
    assert out.write(b"01", 5, 2) == 0
    assert chip.port.sent == b"012" + b"45" + b"89"


def test_long_writes_go_in_packets_and_cost_time(chip):
    chip.sys.stdout.buffer.write(bytes(200))
    assert len(chip.port.sent) == 200
    assert chip.world.now_ns == 4 * 20_000 + 200 * 1_000


def test_terminal_that_does_not_read(chip):
    out = chip.sys.stdout.buffer
    chip.world.schedule(1, READING, 0)
    assert out.write(bytes(200)) == 200
    assert chip.port.sent == b""
    assert out.ioctl(3, 4) == 4
    assert out.write(bytes(56)) == 56
    assert out.ioctl(3, 4) == 0
    start_ns = chip.world.now_ns
    assert out.write(b"x") == 0
    assert 500_000_000 <= chip.world.now_ns - start_ns < 501_000_000
    chip.world.schedule(chip.world.now_ns + 1_000, READING, 1)
    assert out.write(b"y") == 1
    assert chip.port.sent == bytes(256) + b"y"


def test_write_that_waits_goes_on_when_the_terminal_reads(chip):
    out = chip.sys.stdout.buffer
    chip.world.schedule(1, READING, 0)
    out.write(bytes(256))
    resumes_ns = chip.world.now_ns + 100_000_000
    chip.world.schedule(resumes_ns, READING, 1)
    assert out.write(b"x" * 100) == 100
    assert chip.world.now_ns < resumes_ns + 1_000_000
    assert chip.port.sent == bytes(256) + b"x" * 100


def test_bytes_from_the_terminal(chip):
    stdin = chip.sys.stdin
    assert stdin.ioctl(3, 1) == 0
    for byte in b"ab\r":
        chip.world.schedule(1_000, BYTE, byte)
    buf = bytearray(2)
    assert stdin.buffer.readinto(buf) == 2  # it waits for them
    assert buf == b"ab"
    assert stdin.ioctl(3, 1) == 1
    assert stdin.read(1) == "\n"
    assert stdin.buffer.ioctl(3, 1) == 0


def test_terminal_may_send_too_much(chip):
    for i in range(600):
        chip.world.schedule(1, BYTE, 65 + i % 26)
    chip.world.spend(10)
    got = chip.sys.stdin.buffer.read(511)
    assert got[:3] == b"ABC"
    assert chip.sys.stdin.ioctl(3, 1) == 0


def test_ctrl_c_empties_the_input_and_interrupts(chip):
    for byte in b"ab\x03c":
        chip.world.schedule(1, BYTE, byte)
    with pytest.raises(KeyboardInterrupt):
        chip.world.spend(10)
    assert chip.sys.stdin.buffer.read(1) == b"c"


def test_ctrl_c_can_be_a_byte_like_others(chip):
    chip.world.interrupt_char = -1
    chip.world.schedule(1, BYTE, 3)
    chip.world.spend(10)
    assert chip.sys.stdin.buffer.read(1) == b"\x03"


def test_wrong_direction_and_unknown_requests(chip):
    with pytest.raises(OSError, match="EPERM"):
        chip.sys.stdin.write("x")
    with pytest.raises(OSError, match="EPERM"):
        chip.sys.stdout.read(1)
    assert chip.sys.stdout.ioctl(99, 0) == -22
    with pytest.raises(AttributeError):
        chip.sys.stdout.flush()


def test_print_exception(chip, tmp_path):
    chip.sys.print_exception(ValueError("no"))
    assert chip.port.sent == b"Traceback (most recent call last):\r\nValueError: no\r\n"
    text = chip.device.load("io").StringIO()
    chip.sys.print_exception(KeyError(), text)
    assert text.getvalue() == "Traceback (most recent call last):\nKeyError: \n"


def test_it_is_micropython_on_a_pico(chip):
    assert (chip.sys.platform, chip.sys.implementation.name) == ("rp2", "micropython")
    with pytest.raises(SystemExit):
        chip.sys.exit()
