"""What only a process of its own can do: break down."""

import pytest

from unosim.backends import BackendError, BackendUnavailable, make, micropython, virtual

S = 1_000_000_000
IDLE = "import time\ndef main():\n    while True:\n        time.sleep(1)\n"


@pytest.fixture
def unit(micropython, benches):
    return lambda program: benches("micropython", program)


def test_process_that_died(unit):
    idle = unit(IDLE)
    idle.on(2 * S)
    idle.backend._process.kill()
    with pytest.raises(BackendError, match="MicroPython ended, 2.000 s after power-on"):
        idle.run(5 * S)


def test_process_that_never_answers(unit, monkeypatch):
    monkeypatch.setattr(micropython, "MOST_SECONDS", 0.2)
    busy = unit("def main():\n    while True:\n        pass\n")
    with pytest.raises(BackendError, match="without a call of the chip"):
        busy.on(1 * S)


def test_what_it_says_by_itself_is_told(unit):
    chatty = unit("import micropython\ndef main():\n    micropython.mem_info()\n")
    with pytest.raises(BackendError, match=r"(?s)said what is no message.*mem: total="):
        chatty.on(1 * S)


def test_too_little_memory_is_the_firmwares_trouble(unit):
    greedy = unit("def main():\n    kept = bytearray(1_000_000)\n").on(1 * S)
    assert any(line.startswith("MemoryError: ") for line in greedy.lines)


def test_processes_end_with_the_power(unit):
    idle = unit(IDLE)
    idle.on(1 * S)
    process = idle.backend._process
    idle.backend.power_off()
    assert process.poll() is not None


def test_unavailable(monkeypatch, tmp_path):
    monkeypatch.setattr(micropython.sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BackendUnavailable, match="make setup"):
        micropython.executable()


def test_unknown_backend():
    with pytest.raises(ValueError, match="host, micropython, rp2040"):
        make("qemu")


def test_process_that_cannot_take_in_what_it_is_told(unit, monkeypatch):
    monkeypatch.setattr(virtual, "MOST_INPUTS", 100_000)
    idle = unit(IDLE)
    idle.on(1 * S)
    for i in range(20_000):
        idle.backend.set_input(1 * S + i, 0, i & 1)
    with pytest.raises(BackendError, match=r"(?s)ended, 1\.000 s .* it said:.*MemoryError"):
        idle.run(2 * S)
