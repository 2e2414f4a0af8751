"""Lights, buzzer, Speed Switch, senses: what the chip's registers say of each role."""

import pytest

pytestmark = pytest.mark.emulator

REGISTERS = """
from machine import mem16

def function(gpio):
    return mem32[0x40014004 + 8 * gpio] & 31  # 4: PWM, 5: plain

def slice_of(gpio):
    return 0x40050000 + 20 * (gpio // 2 % 8)

def top(gpio):
    return mem32[slice_of(gpio) + 16]

def duty(gpio):
    return mem16[slice_of(gpio) + 12 + 2 * (gpio & 1)] / (top(gpio) + 1)

def hz(gpio):
    from machine import freq
    return freq() / ((mem32[slice_of(gpio) + 4] & 0xFFF) / 16) / (top(gpio) + 1)

def runs(gpio):
    return function(gpio) == 4 and mem32[slice_of(gpio)] & 1 == 1
"""


@pytest.fixture(scope="module")
def roles(on_board):
    on_board.run(REGISTERS)
    return on_board


def test_each_light_is_lit_alone_and_goes_out(roles):
    """LEDs by their PWM; of a chain nothing can be read back but that it sends and rests."""
    kind, seen, after = roles.run("""
from unoflash.hardware import lamps
lights = lamps.of_board(board, 100)
number = board.SEATS + 1
gpios = getattr(board, "LIGHTS", ())
seen = []
for light in range(number):
    levels = bytearray(number)
    levels[light] = 100
    lights.show(levels)
    sleep_ms(5)
    seen.append([round(duty(gpio), 2) if runs(gpio) else None for gpio in gpios])
levels = bytearray([30] * number)
lights.show(levels)
sleep_ms(5)
seen.append([round(duty(gpio), 2) for gpio in gpios])
if not gpios:
    seen = function(board.LIGHT_CHAIN)
    gpios = (board.LIGHT_CHAIN,)
lights.off()
answer("chain" if hasattr(board, "LIGHT_CHAIN") else number, seen, [function(g) for g in gpios])
""")
    assert after == [5] * len(after)
    if kind == "chain":
        assert seen in (6, 7)
        return
    for light in range(kind):
        assert seen[light] == [1.0 if other == light else 0.0 for other in range(kind)]
    assert seen[kind] == [0.3] * kind


@pytest.mark.parametrize("hz", [262, 440, 2093, 3951])
def test_tones(roles, hz):
    sounding, silent, after = roles.run(f"""
from unoflash.hardware.buzzer import Buzzer
end = getattr(board, "BUZZER_ANTIPHASE", None)
buzzer = Buzzer(board.BUZZER, "loud", end)
gpios = (board.BUZZER,) if end is None else (board.BUZZER, end)
buzzer.sound({hz})
sleep_ms(5)
sounding = [(runs(gpio), hz(gpio), duty(gpio)) for gpio in gpios]
buzzer.sound(0)
sleep_ms(5)
silent = duty(board.BUZZER)
buzzer.off()
answer(sounding, silent, [function(gpio) for gpio in gpios])
""")
    for runs, frequency, duty in sounding:
        assert runs
        assert frequency == pytest.approx(hz, rel=0.005)
        assert duty == pytest.approx(0.5, abs=0.01)
    assert silent == 0.0
    assert after == [5] * len(sounding)


def test_the_speed_switch_reads_its_two_contacts(roles):
    """Where it stands in the middle each contact is closed by the chip's own pull."""
    now, slow, fast, both, moved = roles.run("""
from unoflash.hardware.speed_contacts import SpeedContacts
from unoflash.rules.speed_switch import MEDIUM
contacts = SpeedContacts(board.SPEED_SLOW, board.SPEED_FAST)
pads = [0x4001C004 + 4 * gpio for gpio in (board.SPEED_SLOW, board.SPEED_FAST)]
open_pull = [mem32[pad] for pad in pads]

def read(*closed):
    for i in range(2):
        mem32[pads[i]] = open_pull[i] ^ 12 if i in closed else open_pull[i]
    sleep_ms(1)
    return contacts.read()

now = read()
read()
contacts.moved = False
found = [read(0), read(1), read(0, 1)]
moved = contacts.moved
mem32[pads[0]], mem32[pads[1]] = open_pull
contacts.off()
from unoflash.rules import speed_switch as s
names = {s.SLOW: "slow", s.MEDIUM: "medium", s.FAST: "fast", s.BROKEN: "broken"}
answer(names[now], *[names[reading] for reading in found], moved)
""")
    if now == "medium":
        assert (slow, fast, both) == ("slow", "fast", "broken")
    else:
        assert now in (slow, fast)  # whatever the other contact is pulled to
    assert moved is False  # the last look took it back


def test_usb_power_is_seen(roles):
    if not roles.has("USB_SENSE"):
        assert roles.run("answer(getattr(board, 'USB_SENSE', None))") == (None,)
        return
    assert roles.run("answer(Pin(board.USB_SENSE, Pin.IN).value())") == (1,)


def test_the_supply_is_measured(roles):
    if not roles.has("BATTERY_ADC"):
        assert roles.run("answer(getattr(board, 'BATTERY_ADC', None))") == (None,)
        return
    weaker_than = roles.run("""
from unoflash.hardware.battery import Battery
battery = Battery(board.BATTERY_ADC, board.BATTERY_DIVIDER)
answer(*[battery.is_under(volts) for volts in (1.8, 5.5)])
""")
    assert weaker_than == (False, True)
