"""What `host` and `micropython` both do, each by itself."""

import pytest

from unosim.backends import BackendError, virtual

MS = 1_000_000
S = 1_000_000_000
BOOT_NS = 16 * MS

COUNT = """
import sys, time
def main():
    for i in range(5):
        time.sleep_ms(100)
        sys.stdout.buffer.write(b"%d " % i)
        sys.stdout.buffer.write(b"x" * i + b"\\n")
"""


def test_advance_stops_right_after_each_line(bench):
    unit = bench(COUNT)
    backend = unit.backend
    backend.power_on()
    stops = []
    while backend.now_ns < 400 * MS:
        backend.advance(400 * MS)
        stops.append((backend.now_ns, len(unit.lines)))
    assert unit.lines == ["0 ", "1 x", "2 xx"]
    lines = [(at_ns, i + 1) for i, (_, at_ns, _) in enumerate(unit.seen.all)]
    assert stops == [*lines, (400 * MS, 3)]
    assert lines[0][0] == BOOT_NS + 100 * MS + 5_000 + 2 * 20_000 + 3 * 1_000


def test_stops_are_not_seen_by_the_firmware(bench):
    smooth, jerky = bench(COUNT), bench(COUNT)
    smooth.on(1 * S)
    jerky.backend.power_on()
    for i in range(1, 1_000):
        jerky.run(i * MS + i)
    assert jerky.seen.all == smooth.seen.all


EDGES = """
import sys, time
from machine import Pin
def main():
    def changed(pin):
        text = "%d %d" % (pin.value(), time.ticks_us())
        print(text)
    pin = Pin(0, Pin.IN, Pin.PULL_UP)
    print("start", pin.value())
    pin.irq(changed)
    while True:
        time.sleep_ms(1000)
"""


def test_inputs_change_at_their_nanosecond(bench):
    unit = bench(EDGES, start_ticks_us=0)
    unit.backend.power_on()
    unit.backend.set_input(300 * MS, 0, 0)
    unit.run(100 * MS)
    unit.backend.set_input(200 * MS + 500, 0, 0)
    unit.backend.set_input(250 * MS, 0, 1)
    unit.run(400 * MS)
    # From the edge to the handler's `ticks_us`: entry of the interrupt, `value`, `ticks_us`.
    late_us = 10 + 10 + 5 + 7
    assert unit.lines == [
        "start 1",
        f"0 {200_000 + late_us}",
        f"1 {250_000 + late_us}",
        f"0 {300_000 + late_us}",
    ]


def test_what_is_closed_at_power_on_is_seen_so(bench):
    unit = bench(EDGES)
    unit.backend.set_input(1 * S, 0, 0)
    unit.backend.set_input(3 * S, 0, 1)
    unit.run(2 * S)
    assert unit.lines == []
    unit.on(2 * S + 100 * MS)
    assert unit.lines == ["start 0"]
    unit.run(4 * S)
    assert unit.lines[1].startswith("1 ")
    unit.backend.power_off()
    unit.on(5 * S)
    assert unit.lines[2:] == ["start 1"]


def test_input_of_the_moment_of_power_on_is_there_from_the_start(bench):
    unit = bench(EDGES)
    unit.backend.set_input(0, 0, 0)
    unit.on(100 * MS)
    assert unit.lines == ["start 0"]


def test_contact_without_its_pull_reads_closed(bench):
    unit = bench(EDGES.replace(", Pin.PULL_UP", "")).on(100 * MS)
    assert unit.lines == ["start 0"]


OUTPUTS = """
import time
from machine import PWM, Pin
def main():
    lamp = PWM(Pin(10), freq=1000, duty_u16=65535)
    plain = Pin(11, Pin.OUT, value=1)
    time.sleep_ms(100)
    lamp.duty_u16(0)
    lamp.duty_u16(13107)
"""


def test_outputs_fall_when_the_power_goes(bench):
    unit = bench(OUTPUTS).on(1 * S)
    unit.backend.power_off()
    unit.run(2 * S)
    assert unit.seen.outputs == [
        (10, 1000, 1.0),
        (11, 0, 1.0),
        (10, 1000, 0.0),
        (10, 1000, 0.2),
        (10, 0, 0.0),
        (11, 0, 0.0),
    ]
    assert [record[1] for record in unit.seen.all if record[0] == "output"][-2:] == [S, S]


FLASH = """
import os, time
def main():
    print(sorted(os.listdir()), time.ticks_us())
    try:
        with open("count") as file:
            count = int(file.read())
    except OSError:
        count = 0
    print(count)
    with open("new", "w") as file:
        file.write(str(count + 1))
    os.rename("new", "count")
    print("done")
"""


def test_flash_survives_and_time_starts_anew(bench):
    unit = bench(FLASH, start_ticks_us=500)
    unit.backend.store("count", b"7")
    unit.on(1 * S)
    unit.backend.power_off()
    unit.on(2 * S)
    names = str(sorted(["count"]))
    start_us = 500 + (BOOT_NS + 300_000 + 7_000) // 1000
    assert [line for line in unit.lines if line[0] != "M" and line[0] != "T"] == [
        f"{names} {start_us}",
        "7",
        "done",
        f"{names} {start_us}",
        "8",
        "done",
    ]


def test_cut_in_the_midst_of_a_write_leaves_the_old_content(bench):
    unit = bench(FLASH)
    unit.backend.store("count", b"7")
    unit.backend.power_on()
    while len(unit.lines) < 2:
        unit.backend.advance(1 * S)
    written_ns = unit.backend.now_ns  # creating the new file comes next: 40 ms
    unit.run(written_ns + 60 * MS)
    unit.backend.power_off()
    unit.on(1 * S)
    assert unit.lines[2].startswith("['count', 'new'] ")
    assert unit.lines[3:5] == ["7", "done"]


def test_cut_in_the_midst_of_a_wait_runs_no_more_firmware(bench):
    unit = bench(
        """
import time
from machine import Pin
def main():
    pin = Pin(10, Pin.OUT, value=1)
    try:
        time.sleep(100)
    except Exception:
        print("caught")
    finally:
        pin.value(0)
        print("finally")
"""
    ).on(1 * S)
    unit.backend.power_off()
    unit.run(2 * S)
    assert unit.seen.all[-1] == ("output", 1 * S, 10, 0, 0.0)
    assert len(unit.seen.all) == 2


def test_half_a_line_is_lost_with_the_power(bench):
    unit = bench("import sys\ndef main():\n  sys.stdout.buffer.write(b'half')\n  fail()\n")
    unit.on(BOOT_NS + 50_000)
    unit.backend.power_off()
    unit.on(1 * S)
    assert unit.lines[:2] == ["half", "Traceback (most recent call last):"]


RANDOM = """
import os
def main():
    print(os.urandom(4).hex())
"""


def test_entropy_follows_the_seed_and_goes_on_over_power_cycles(bench):
    def words(seed, cycles):
        unit = bench(RANDOM, seed=seed)
        for i in range(cycles):
            unit.on((i + 1) * S)
            unit.backend.power_off()
        return [line for line in unit.lines if len(line) == 8]

    assert words(5, 3) == words(5, 3)
    assert len(set(words(5, 3))) == 3
    assert words(5, 1) != words(6, 1)
    assert words(None, 1) != words(None, 1)


def test_reset_starts_anew_at_once(bench):
    unit = bench(
        """
import machine, time
from machine import Pin
def main():
    Pin(10, Pin.OUT, value=1)
    print(machine.reset_cause())
    time.sleep_ms(100)
    if machine.reset_cause() == machine.PWRON_RESET:
        machine.reset()
"""
    ).on(1 * S)
    assert unit.lines[:2] == ["1", "3"]
    assert unit.seen.outputs == [(10, 0, 1.0), (10, 0, 0.0), (10, 0, 1.0)]
    assert unit.backend.now_ns == 1 * S


def test_firmware_that_ends_leaves_the_repl(bench):
    unit = bench(OUTPUTS).on(1 * S)
    assert unit.lines == [
        "MicroPython v1.25.0; Raspberry Pi Pico with RP2040",
        'Type "help()" for more.',
    ]
    unit.run(100 * S)
    assert unit.seen.outputs[-1] == (10, 1000, 0.2)


def test_firmware_that_fails_says_why(bench, tmp_path):
    unit = bench("def main():\n    fail()\n\ndef fail():\n    raise ValueError('no lamp')\n").on(
        1 * S
    )
    assert unit.lines[:5] == [
        "",
        "Traceback (most recent call last):",
        f'  File "{tmp_path}/main.py", line 2, in main',
        f'  File "{tmp_path}/main.py", line 5, in fail',
        "ValueError: no lamp",
    ]


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("import nothing", "ImportError: no module named 'nothing'"),
        ("def main(:", "SyntaxError: invalid syntax"),
        ("def other(): pass", "AttributeError: "),
        ("def main():\n  raise SystemExit(3)", "SystemExit: 3"),
        ("def main():\n  open('no')", "OSError: [Errno 2] ENOENT"),
    ],
)
def test_firmware_that_cannot_run_at_all(bench, program, said):
    unit = bench(program).on(1 * S)
    assert any(line.startswith(said) for line in unit.lines), unit.lines


WAIT = """
import select, sys, time
def main():
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    try:
        while True:
            for _ in poller.ipoll(1000):
                print(sys.stdin.buffer.read(1), time.ticks_us())
    finally:
        print("stopped", time.ticks_us())
"""


def test_bytes_and_ctrl_c_by_usb(bench):
    unit = bench(WAIT, start_ticks_us=0)
    unit.backend.power_on()
    unit.backend.send_usb(100 * MS, b"a")
    unit.backend.send_usb(200 * MS, b"\x03")
    unit.run(1 * S)
    assert unit.lines[:2] == [f"b'a' {100_000 + 15 + 1 + 7}", f"stopped {200_000 + 7}"]
    assert "KeyboardInterrupt: " in unit.lines
    unit.backend.send_usb(1 * S, b"\x03x")  # at the REPL: nothing
    unit.run(2 * S)
    assert unit.lines[-1] == 'Type "help()" for more.'


def test_terminal_that_does_not_read(bench):
    unit = bench(COUNT)
    unit.backend.read_usb(0, False)
    unit.on(300 * MS)
    assert unit.lines == []
    unit.backend.read_usb(350 * MS, True)
    unit.run(600 * MS)
    assert unit.lines[:3] == ["0 ", "1 x", "2 xx"]
    assert [record[1] for record in unit.seen.all[:2]] == [350 * MS] * 2
    unit.backend.read_usb(600 * MS, False)
    unit.backend.power_off()
    unit.on(2 * S)
    assert len(unit.lines) == len([r for r in unit.seen.all if r[1] < 600 * MS])


@pytest.mark.parametrize("start_ticks_us", [0, 2**30 - 1_000_000, 2**40])
def test_ticks_to_ns(bench, start_ticks_us):
    unit = bench(
        "import time\n"
        "def main():\n"
        "    while True:\n"
        "        time.sleep_ms(300)\n"
        "        print(time.ticks_us())\n",
        start_ticks_us=start_ticks_us,
    )
    unit.run(5 * S)
    unit.on(9 * S)
    assert len(unit.lines) == 13
    for _, at_ns, text in unit.seen.all:
        taken_ns = unit.backend.ticks_to_ns(int(text))
        assert at_ns - 60_000 < taken_ns < at_ns


def test_calls_that_make_no_sense(bench):
    backend = bench("def main(): pass").backend
    with pytest.raises(BackendError, match="is off"):
        backend.power_off()
    backend.power_on()
    with pytest.raises(BackendError, match="is on"):
        backend.power_on()
    backend.advance(10)
    with pytest.raises(ValueError, match="past"):
        backend.advance(9)
    with pytest.raises(ValueError, match="past"):
        backend.set_input(9, 0, 0)
    with pytest.raises(ValueError, match="GPIO 30"):
        backend.set_input(10, 30, 0)
    with pytest.raises(ValueError, match="to 2"):
        backend.set_input(10, 0, 2)
    with pytest.raises(ValueError, match="file name"):
        backend.store("a/b", b"")
    backend.close()
    backend.close()


def test_power_that_is_on_for_no_time_at_all(bench):
    unit = bench(COUNT)
    for _ in range(2):
        unit.backend.power_on()
        unit.backend.power_off()
    unit.on(200 * MS)
    assert unit.lines == ["0 "]


def test_inputs_are_told_in_pieces_without_a_difference(bench, monkeypatch):
    def told(at_once):
        monkeypatch.setattr(virtual, "MOST_INPUTS", at_once)
        unit = bench(EDGES)
        unit.backend.power_on()
        for i in range(300):
            unit.backend.set_input(20 * MS + i // 20 * 15 * MS, i % 3, i // 30 & 1)
        return unit.run(1 * S).seen.all

    pieces = told(7)
    assert pieces == told(1_000)
    assert len(pieces) == 11
