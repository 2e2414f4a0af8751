"""How much of one core the window takes, as a ratio to real time.

    share(120.0)        -> 0.1: a tenth of a core

A game is played by the demo, again and again, with everything that the window does in real time
but wait: the unit, 60 frames a second, sound. What is counted is the processor's time.
"""

import os
import time
from dataclasses import dataclass

import pygame

from unosim import boards
from unosim.backends import make
from unosim.player import Player
from unosim.recorder import Recorder
from unosim.scenario import DEMO, read
from unosim.steps import NS_PER_MS
from unosim.trace import Trace
from unosim.window.display import Display
from unosim.window.screen import Screen
from unosim.window.sound import Sound

MOST = 1 / 3  # of one core


@dataclass
class Hurry:
    """A wall clock that passes only while it is waited for, and then at once."""

    now_ns: int = 0

    def clock(self) -> int:
        return self.now_ns

    def wait(self, ms: int) -> pygame.event.Event:
        """As `pygame.event.wait` where nothing comes."""
        self.now_ns += ms * NS_PER_MS
        return pygame.event.Event(pygame.NOEVENT)


def share(seconds: float) -> float:
    """Processor time for each second of the unit, over so many seconds of it."""
    for driver in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
        os.environ[driver] = "dummy"
    board = boards.load("pico8")
    start_s, passed_ns = time.process_time(), 0
    while passed_ns < seconds * 1e9:
        scenario = read(str(DEMO))
        recorder = Recorder(board, 100, Trace(keep=False))
        backend = make("host")(board, passed_ns, recorder)
        screen = Screen(board, "host", scenario, recorder, Display.open("load"), sound=Sound())
        hurry = Hurry()
        screen.clock, screen.wait_event = hurry.clock, hurry.wait
        with screen:
            Player(scenario, board, backend, recorder, screen).run()
            screen.closed = True
        passed_ns += backend.now_ns
        backend.close()
    return (time.process_time() - start_s) / (passed_ns / 1e9)


if __name__ == "__main__":
    print(f"{share(120.0):.3f} of one core; at most {MOST:.3f}")
