"""The buzzer's sound: its square wave, at its frequency and duty.

    sound = Sound(mute=False)
    sound.play(880, 0.5)
    sound.play(880, 0.0)        # silent

Where there is no audio device it stays silent and says nothing.
"""

from array import array
from collections import OrderedDict
from itertools import pairwise

import pygame

from unosim.window.quiet import quietly

RATE = 44_100
_BUFFER = 512  # frames: 12 ms late at most
_LOOP_S = 0.05  # a loop of so much, in whole periods, hardly misses its pitch
_AMPLITUDE = 12_000  # of 32767: a piezo is no siren
_KEPT = 200


class Sound:
    """`muted` may be changed at any time."""

    def __init__(self, mute: bool = False):
        self._muted = mute
        self._tone: tuple[float, float] | None = None
        self._loops: OrderedDict[tuple[int, int], pygame.mixer.Sound] = OrderedDict()
        self._channel: pygame.mixer.Channel | None = None
        try:
            with quietly():
                pygame.mixer.init(RATE, -16, 1, _BUFFER)
            self._channel = pygame.mixer.Channel(0)
        except (pygame.error, NotImplementedError):
            pass

    @property
    def available(self) -> bool:
        """Whether there is a device to hear it on."""
        return self._channel is not None

    @property
    def muted(self) -> bool:
        return self._muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._muted = muted
        self._sound()

    def play(self, hz: float, duty: float) -> None:
        """The buzzer's pin is driven so from now on."""
        tone = (hz, duty) if hz > 0 and 0 < duty < 1 else None
        if tone != self._tone:
            self._tone = tone
            self._sound()

    def close(self) -> None:
        """Gives the device back."""
        if self._channel:
            pygame.mixer.quit()
            self._channel = None

    def _sound(self) -> None:
        if self._channel is None:
            return
        if self._tone is None or self._muted:
            self._channel.stop()
        else:
            self._channel.play(self._loop(*self._tone), loops=-1)

    def _loop(self, hz: float, duty: float) -> pygame.mixer.Sound:
        key = round(hz), round(duty * 1000)
        if key in self._loops:
            self._loops.move_to_end(key)
        else:
            self._loops[key] = pygame.mixer.Sound(buffer=square(hz, duty).tobytes())
            if len(self._loops) > _KEPT:
                self._loops.popitem(last=False)
        return self._loops[key]


def square(hz: float, duty: float) -> array:
    """Whole periods of the wave, 16 bits a sample, without a mean.

    Each sample is what the wave has on average while it lasts: that leaves out most of what a
    row of samples cannot hold.
    """
    periods = max(1, round(hz * _LOOP_S))
    length = max(2, round(periods * RATE / hz))
    high = [0.0]  # how long the wave was high up to each sample's beginning, in periods
    for i in range(1, length + 1):
        whole, part = divmod(i * periods / length, 1)
        high.append(whole * duty + min(part, duty))
    share = length / periods
    return array(
        "h",
        (round(_AMPLITUDE * 2 * ((b - a) * share - duty)) for a, b in pairwise(high)),
    )
