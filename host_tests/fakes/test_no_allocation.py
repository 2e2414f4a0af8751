"""What the running loop calls of the fakes allocates nothing, under MicroPython's heap lock."""

from unosim.interpreter import FAKES

SCRIPT = """
import sys
import io
import device_sys
sys.modules["sys"] = device_sys
import gc
import micropython
import select
import time
from machine import PWM, Pin, mem32
from world import USB_BYTE, WORLD

GPIO_IN = 0xD0000004


class Contacts(io.IOBase):
    flags = 0
    edges = 0

    def ioctl(self, request, argument):
        return self.flags & argument

    def edge(self, pin):
        self.edges += 1
        self.flags = select.POLLIN


contacts = Contacts()
handler = contacts.edge
poller = select.poll()
poller.register(contacts, select.POLLIN)
out = select.poll()
out.register(device_sys.stdout, select.POLLOUT)
console = select.poll()
console.register(device_sys.stdin, select.POLLIN)
Pin(0, Pin.IN, Pin.PULL_UP).irq(handler, hard=True)
Pin(1, Pin.IN, Pin.PULL_UP).irq(handler)
switch = Pin(22, Pin.IN, Pin.PULL_UP)
lamp = PWM(Pin(10), freq=1000, duty_u16=0)
buzzer = PWM(Pin(20), freq=440, duty_u16=0)
plain = Pin(9, Pin.OUT)
line = b"123456 state turn p3 6000000" + b"\\n"
one = bytearray(1)
stdin, stdout = device_sys.stdin.buffer, device_sys.stdout.buffer
WORLD.register(0x5020012C, lambda: 7, lambda value: None)
alarm = WORLD.alarm(lambda: None)
for i in range(40):
    at_ns = WORLD.now_ns + (2 + i) * 1_000_000
    WORLD.schedule(at_ns, i & 1, i >> 1 & 1)
    WORLD.schedule(at_ns + 500_000, USB_BYTE, 65)


def one_pass(n):
    contacts.flags = 0
    start_us = time.ticks_us()
    for found, flags in poller.ipoll(3):
        found is contacts
    for _ in out.ipoll(0):
        stdout.write(line, 3, 20)
        stdout.write(line)
    for _ in console.ipoll(0):
        stdin.readinto(one)
    time.ticks_diff(time.ticks_us(), start_us)
    time.ticks_add(start_us, -5)
    time.ticks_ms()
    time.sleep_us(20)
    time.sleep_ms(0)
    lamp.duty_u16(n * 100)
    buzzer.freq(440 + n)
    buzzer.duty_u16(32768)
    plain.value(n & 1)
    switch.value()
    switch()
    mem32[GPIO_IN]
    mem32[0x5020012C]
    mem32[0x5020012C] = 0x100
    alarm.set(WORLD.now_ns + 1000)
    WORLD.input(5, n & 1)
    WORLD.spend(5000)
    WORLD.sleep(WORLD.now_ns + 100_000)


def passes(count):
    for n in range(count):
        one_pass(n)


passes(3)
gc.collect()
before = gc.mem_alloc()
micropython.heap_lock()
try:
    passes(30)
finally:
    micropython.heap_unlock()
print("allocated", gc.mem_alloc() - before)
print("edges", contacts.edges)
"""


def test_running_loop_allocates_nothing(in_micropython):
    said = in_micropython(SCRIPT, path=(FAKES,)).split()
    assert said[:2] == ["allocated", "0"]
    assert int(said[3]) > 10
