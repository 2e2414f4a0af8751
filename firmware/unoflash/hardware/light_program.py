"""The PIO program that sends to the light chain.

A frame: 8 bits that say how many follow, less one, then these, in words of 32. A bit takes 1.2 us.
High for 0.3 us it is a 0, for 0.7 us a 1: within what the datasheets of WS2812, WS2812B (all
versions) and SK6812 allow. After a frame the line stays low for 308 us, more than any of them
needs (280 us) to show it; then the interrupt flag is set.
"""

# Names of PIO instructions and registers exist only while `asm_pio` runs the function.
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false, reportCallIssue=false, reportAttributeAccessIssue=false

import rp2
from micropython import const

FREQUENCY_HZ = const(10_000_000)


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=32,
    fifo_join=rp2.PIO.JOIN_TX,
)
def lights():
    wrap_target()
    pull(block).side(0)  # also throws away what the last frame's last word had too many
    out(y, 8).side(0)
    label("bit")
    out(x, 1).side(0)[4]
    jmp(not_x, "zero").side(1)[2]
    jmp(y_dec, "bit").side(1)[3]
    jmp("show").side(0)
    label("zero")
    jmp(y_dec, "bit").side(0)[3]
    label("show")
    set(y, 5).side(0)
    label("low")
    set(x, 31).side(0)
    label("lower")
    jmp(x_dec, "lower").side(0)[15]
    jmp(y_dec, "low").side(0)
    irq(rel(0)).side(0)
    wrap()
