import time

import pytest

from unosim.backends import BackendError

S = 1_000_000_000


def test_firmware_that_catches_the_power_cut_gets_nowhere(benches):
    unit = benches(
        "host",
        """
import time
from machine import Pin
def main():
    pin = Pin(10, Pin.OUT)
    try:
        time.sleep(100)
    except BaseException:
        try:
            pin.value(1)
        finally:
            open("caught", "w")
""",
    ).on(1 * S)
    unit.backend.power_off()
    unit.run(2 * S)
    assert unit.seen.all == []
    assert unit.backend._files == {}


def test_firmware_that_goes_on_for_ever_after_a_power_cut_is_told(benches):
    unit = benches(
        "host",
        """
import time
def main():
    while True:
        try:
            time.sleep(100)
        except BaseException:
            pass
""",
    ).on(1 * S)
    with pytest.raises(BackendError, match="catch Exception at most"):
        unit.backend.power_off()


def test_observer_that_raises_ends_the_call_not_the_firmware(benches):
    unit = benches(
        "host",
        "import time\ndef main():\n    while True:\n        time.sleep(1)\n        print('x')\n",
    )
    kept = unit.seen.line

    def failing(at_ns, text):
        raise RuntimeError("observer")

    unit.seen.line = failing
    unit.backend.power_on()
    with pytest.raises(RuntimeError, match="observer"):
        unit.run(2 * S)
    unit.seen.line = kept
    unit.run(4 * S)
    assert unit.lines == ["x", "x"]


def test_idle_firmware_runs_thousands_of_times_faster_than_the_unit(benches):
    unit = benches(
        "host",
        "import select, sys\n"
        "def main():\n"
        "    poller = select.poll()\n"
        "    poller.register(sys.stdin, select.POLLIN)\n"
        "    while True:\n"
        "        for _ in poller.ipoll(20):\n"
        "            pass\n",
    )
    unit.on(1 * S)
    start = time.perf_counter()
    unit.run(61 * S)
    assert 60 / (time.perf_counter() - start) > 300  # 2 000 and more, measured
