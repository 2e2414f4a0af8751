"""Randomness from the chip's ring oscillator."""

import os


def fill(entropy):
    """Replace the used bytes of a `rules.turn_order.Entropy`. Allocates: not for every pass."""
    if entropy.used:
        entropy.filled(os.urandom(entropy.used))
