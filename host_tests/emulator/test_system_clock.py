"""The emulated chip's clock follows its program, and the unit's program sets its own."""

import pytest

from unosim.emulator.system_clock import NORMAL_HZ

pytestmark = pytest.mark.emulator

BUZZER = 20


@pytest.fixture
def at(chip):
    """at(hz): the chip with the REPL open and that clock; back at its own afterwards."""
    bench, repl = chip

    def set_clock(hz):
        repl.run(f"import machine\nmachine.freq({hz})")
        return bench, repl

    yield set_clock
    set_clock(NORMAL_HZ)


def test_the_pll_follows_what_the_program_asks_for(at):
    for hz in (125_000_000, 200_000_000, 50_000_000, 48_000_000):
        bench, repl = at(hz)
        assert bench.board.chip.system_hz == hz
        assert repl.run("print(machine.freq())").strip() == str(hz)


def test_the_processor_takes_the_time_that_its_clock_needs(at):
    program = """
from time import ticks_us
def loop():
    start_us = ticks_us()
    for i in range(3000):
        pass
    return ticks_us() - start_us
print(loop())
"""
    took_us = {}
    for mhz in (125, 200, 50):
        _, repl = at(mhz * 1_000_000)
        took_us[mhz] = int(repl.run(program))
    assert took_us[200] == pytest.approx(took_us[125] * 125 / 200, rel=0.01)
    assert took_us[50] == pytest.approx(took_us[125] * 125 / 50, rel=0.01)


def test_time_and_pwm_are_right_at_any_clock(at):
    program = f"""
from machine import PWM, Pin
from time import sleep_ms
pwm = PWM(Pin({BUZZER}), freq=659, duty_u16=32768)
sleep_ms(50)
pwm.duty_u16(0)
"""
    for hz in (125_000_000, 50_000_000):
        bench, repl = at(hz)
        bench.outputs.clear()
        repl.run(program)
        drives = {(hz, round(duty, 3)): at_ns for at_ns, _, hz, duty in bench.outputs}
        begun_ns, ended_ns = drives[659, 0.5], drives[659, 0.0]
        assert ended_ns - begun_ns == pytest.approx(50_000_000, abs=1_000_000)


def test_pio_is_right_at_any_clock(at):
    """Ten instructions of 10 MHz a round, as the contacts are sampled."""
    program = """
import rp2
from time import sleep_us, ticks_us
@rp2.asm_pio()
def rounds():
    wrap_target()
    jmp(x_dec, "on")
    label("on")
    nop()[8]
    wrap()
machine = rp2.StateMachine(1, rounds, freq=10_000_000)
machine.exec("set(x, 0)")
machine.active(1)
start_us = ticks_us()
sleep_us(5_000)
machine.active(0)
took_us = ticks_us() - start_us
machine.exec("mov(isr, x)")
machine.exec("push()")
print(-machine.get() & 0xFFFFFFFF, took_us)
rp2.PIO(0).remove_program(rounds)
"""
    for hz in (125_000_000, 200_000_000, 50_000_000):
        _, repl = at(hz)
        counted, took_us = map(int, repl.run(program).split())
        assert counted == pytest.approx(took_us, abs=100)


def test_the_unit_sets_its_clock_before_it_divides_it(at):
    """As on a board whose MicroPython starts at 200 MHz."""
    bench, repl = at(200_000_000)
    repl.run("import board\nfrom unoflash.unit import Unit\nunit = Unit(board)")
    try:
        assert bench.board.chip.system_hz == 125_000_000
        read = "from machine import mem32\nprint(mem32[0x502000C8] / 65536)"
        assert float(repl.run(read)) == 12.5  # 10 MHz for the contacts' samples
        assert int(repl.run("print(unit.lamps._pwms[0].freq())")) == 1000
    finally:
        repl.run("unit.off()")
