"""Safe mode: SLAP's light blinks, and the REPL is left alone (S3, E1, E2).

Only the board is needed, so that a bad setting or a bad upload can always be mended over USB.
"""

import time

from machine import PWM, Pin, Timer, freq

_LOOKS = 20  # a millisecond apart, all of which must find SLAP closed
_BLINK_HZ = 8  # by PWM, so that it blinks on by itself
_SLOWEST = 16_000_000  # PWM makes no less than a clock of so many Hz for each Hz
_HALF_MS = 62  # of a blink
_FULL = 100  # percent

_blinking = []  # what must live on when the program has ended


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
    if getattr(board, "LIGHT_CHAIN", None) is None:
        hz = max(_BLINK_HZ, freq() // _SLOWEST)
        PWM(Pin(board.LIGHTS[board.SEATS]), freq=hz, duty_u16=32768)
    else:
        _blinking.append(_ChainBlinker(board))
    print(time.ticks_us(), "state safe_mode")
    print("Safe mode:", reason)


class _ChainBlinker:
    """SLAP's light on a chain: somebody must send each change. A timer does, beside the REPL."""

    def __init__(self, board):
        from unoflash.hardware.light_chain import LightChain

        self._slap = board.SEATS
        self._levels = bytearray(board.SEATS + 1)
        self._chain = LightChain(board.LIGHT_CHAIN, board.SEATS + 1, _FULL)
        self._timer = Timer(-1, period=_HALF_MS, callback=self._turn)

    def _turn(self, timer):
        self._levels[self._slap] = _FULL - self._levels[self._slap]
        self._chain.show(self._levels)
