"""Safe mode: SLAP's light blinks, and the REPL is left alone (S3, E1, E2).

Only the board is needed, so that a bad setting or a bad upload can always be mended over USB.
"""

import time

from machine import PWM, Pin

from unoflash.hardware.clock import set_system_clock

_LOOKS = 20  # a millisecond apart, all of which must find SLAP closed
_BLINK_HZ = 8  # the slowest that PWM makes of the unit's clock: it blinks on by itself


def is_asked(board):
    """Whether SLAP is held."""
    pull = Pin.PULL_DOWN if board.CONTACT_CLOSED else Pin.PULL_UP
    slap = Pin(board.FIRST_CONTACT + board.SEATS, Pin.IN, pull)
    for _ in range(_LOOKS):
        time.sleep_ms(1)
        if slap.value() != board.CONTACT_CLOSED:
            return False
    return True


def enter(board, reason):
    """Let SLAP's light blink and say why; then the program should end."""
    set_system_clock()
    PWM(Pin(board.LIGHTS[board.SEATS]), freq=_BLINK_HZ, duty_u16=32768)
    print(time.ticks_us(), "state safe_mode")
    print("Safe mode:", reason)
