"""`host` and `micropython` tell the same, to the nanosecond and the byte."""

import pytest

S = 1_000_000_000

# A bit of everything that takes time, in an order that inputs decide.
ACTIVE = """
import io, os, select, sys, time
from machine import PWM, Pin, disable_irq, enable_irq, mem32

class Contacts(io.IOBase):
    def __init__(self):
        self.seen = []
        for gpio in range(6):
            Pin(gpio, Pin.IN, Pin.PULL_UP).irq(self.hard, hard=True)
        for gpio in range(6, 10):
            Pin(gpio, Pin.IN, Pin.PULL_UP).irq(self.soft)

    def hard(self, pin):
        self.seen.append((time.ticks_us(), mem32[0xD0000004] & 0x3FF))

    def soft(self, pin):
        self.seen.append((repr(pin), pin.value(), time.ticks_us()))

    def ioctl(self, request, argument):
        return argument & 1 if self.seen else 0

def main():
    contacts = Contacts()
    poller = select.poll()
    poller.register(contacts, select.POLLIN)
    poller.register(sys.stdin, select.POLLIN)
    lamp = PWM(Pin(10), freq=1000, duty_u16=0)
    buzzer = PWM(Pin(20), freq=440, duty_u16=0)
    n = 0
    while True:
        n += 1
        try:
            for stream, flags in poller.ipoll(7 * n % 30):
                if stream is contacts:
                    print(n, contacts.seen)
                    contacts.seen.clear()
                else:
                    print(n, sys.stdin.buffer.read(1))
            lamp.duty_u16(n * 997 % 65536)
            buzzer.freq(300 + n)
            if n % 10 == 0:
                state = disable_irq()
                time.sleep_us(300)
                enable_irq(state)
                print(n, os.urandom(3), time.ticks_us(), time.ticks_ms())
            if n % 50 == 0:
                with open("log", "a") as file:
                    file.write("%d " % n)
                print(open("log").read(), os.listdir(), os.stat("log"))
        except KeyboardInterrupt:
            print("Ctrl-C", time.ticks_us())
"""

# What the chip refuses is refused alike, in the same words.
REFUSED = (
    '''
import io, machine, os, select, sys, time
from machine import PWM, Pin, mem32

CASES = """
Pin(30)
Pin("GP1")
Pin(1, 9)
Pin(1).value()
Pin(1, Pin.IN).value(1)
Pin(1).irq(print, 1)
PWM(Pin(4), freq=5, duty_u16=0)
PWM(Pin(4), freq=1000, duty_u16=-1)
PWM(Pin(6), freq=1000, duty_u16=1); PWM(Pin(22))
PWM(Pin(6), freq=1000, duty_u16=1); PWM(Pin(7), freq=500)
mem32[0x40000000]
mem32[0xD0000005]
mem32[0xD0000004] = 1
time.ticks_diff(-1, 0)
time.ticks_add(0, 1 << 29)
open("no")
open("a/b", "w")
open("/", "w")
open("a", "rw")
os.remove("no")
os.rename("no", "a")
select.poll().register(5)
select.poll().modify(sys.stdin, 1)
sys.stdin.write("x")
sys.stdout.read(1)
sys.exit(3)
'''.rstrip()
    + '''
"""

def main():
    for case in CASES.strip().split("\\n"):
        try:
            exec(case, globals())
            print(case, "passed")
        except (Exception, SystemExit) as error:
            name = "OSError" if isinstance(error, OSError) else type(error).__name__
            print(case, "->", name, error)
'''
)


def records(benches, name, program, drive, **options):
    unit = benches(name, program, **options)
    drive(unit)
    return unit.seen.all


@pytest.fixture
def told(micropython, benches):
    """told(program, drive) -> the records, once both backends told the same."""

    def run(program, drive, **options):
        host = records(benches, "host", program, drive, **options)
        assert records(benches, "host", program, drive, **options) == host
        assert records(benches, "micropython", program, drive, **options) == host
        return host

    return run


@pytest.mark.parametrize("start_ticks_us", [0, 2**30 - 1_000_000])
def test_busy_program(told, start_ticks_us):
    def drive(unit):
        backend = unit.backend
        backend.power_on()
        for i in range(400):
            # Up to ten contacts at once, now and then at the same nanosecond.
            at_ns = 20_000_000 + i * i * 7_919 % 1_900_000_000
            backend.set_input(at_ns, i % 10, i >> 2 & 1)
            backend.set_input(at_ns + i % 3 * 500, (i + 3) % 10, i >> 3 & 1)
        backend.send_usb(500_000_000, b"ab")
        backend.send_usb(700_000_000, b"c\\x03")
        backend.read_usb(800_000_000, False)
        backend.read_usb(1_800_000_000, True)
        unit.run(1_500_000_000)
        backend.set_input(backend.now_ns, 5, 0)
        unit.run(2_000_000_000)
        backend.power_off()
        unit.on(3_000_000_000)

    told_records = told(ACTIVE, drive, start_ticks_us=start_ticks_us)
    assert len(told_records) > 500


def test_refusals(told):
    refused = told(REFUSED, lambda unit: unit.on(1 * S))
    lines = [record[2] for record in refused if record[0] == "line"]
    assert len([line for line in lines if " -> " in line]) == 26
    assert not any(line.endswith("passed") for line in lines)
