"""The PIO program that samples the contacts; what it promises is told in `contacts`."""

# Names of PIO instructions and registers exist only while `asm_pio` runs the function.
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false

import rp2
from micropython import const

FREQUENCY_HZ = const(10_000_000)
CYCLES = const(10)  # a sample, changed or not: one each microsecond


def contact_program(number):
    """The program for `number` contiguous contacts (4 … 10).

    OSR counts down by one with each sample, from 0. A sample that differs from the last one
    is pushed as `sample << (32 - number) | low bits of the count`; the first one always is.
    """

    @rp2.asm_pio(
        in_shiftdir=rp2.PIO.SHIFT_LEFT, autopush=True, push_thresh=32, fifo_join=rp2.PIO.JOIN_RX
    )
    def contacts():
        mov(osr, null)
        mov(y, invert(null))  # unlike any sample
        jmp("sample")
        label("changed")
        mov(y, x)
        in_(osr, 32 - number)  # the 32nd bit pushes
        irq(rel(0))
        wrap_target()
        label("sample")
        mov(x, osr)
        jmp(x_dec, "count")  # only to decrement: goes on with the next line either way
        label("count")
        mov(osr, x)
        mov(isr, null)
        in_(pins, number)
        mov(x, isr)
        jmp(x_not_y, "changed")
        nop()[2]
        wrap()

    return contacts
