"""People at the window, in a time that passes only while they are waited for."""

import os
from dataclasses import dataclass, field
from types import SimpleNamespace

import pygame
import pytest

from unosim.run import Options
from unosim.window.command import Wanted, window

PLACES = {
    **{str(seat): getattr(pygame, f"KSCAN_{seat}") for seat in range(1, 9)},
    " ": pygame.KSCAN_SPACE,
    "\r": pygame.KSCAN_RETURN,
}


def key(what, name, *, scancode=None, mod=0):
    """A KEYDOWN or KEYUP event; `name` a character or a K_ constant."""
    code = ord(name) if isinstance(name, str) else name
    if scancode is None:
        scancode = PLACES.get(name, 1_000 + code % 10_000)
    return pygame.event.Event(what, key=code, scancode=scancode, mod=mod, unicode="")


def down(name, **more):
    return key(pygame.KEYDOWN, name, **more)


def up(name, **more):
    return key(pygame.KEYUP, name, **more)


def button(what, pos, number=1, touch=False):
    return pygame.event.Event(what, pos=pos, button=number, touch=touch)


def finger(what, pos, number, size=(1200, 800)):
    x, y = pos[0] / size[0], pos[1] / size[1]
    return pygame.event.Event(what, touch_id=1, finger_id=number, x=x, y=y)


@dataclass
class People:
    """What they do, as events of the window, and when: (ms, event). At the end they close it."""

    done: list = field(default_factory=list)
    now_ns: int = 5_000_000_000
    start_ns: int = 5_000_000_000
    asked: list = field(default_factory=list)  # how long the window was ready to wait, ms
    watching: object = None  # called with the ms that have passed, whenever they are waited for

    def at(self, ms, *events):
        self.done += [(ms, event) for event in events]
        return self

    def tap(self, ms, *names):
        for name in names:
            self.at(ms, down(name)).at(ms + 60, up(name))
        return self

    def clock(self):
        return self.now_ns

    def wait(self, ms):
        self.asked.append(ms)
        self.done.sort(key=lambda what: what[0])
        if self.watching:
            self.watching((self.now_ns - self.start_ns) / 1e6)
        until_ns = self.now_ns + ms * 1_000_000
        if self.done and self.start_ns + round(self.done[0][0] * 1e6) <= until_ns:
            ms, event = self.done.pop(0)
            self.now_ns = max(self.now_ns, self.start_ns + round(ms * 1e6))
            return event
        self.now_ns = until_ns
        return pygame.event.Event(pygame.NOEVENT)


@pytest.fixture
def hand():
    """The events that hands make."""
    return SimpleNamespace(down=down, up=up, button=button, finger=finger)


@pytest.fixture(autouse=True)
def _nothing_seen_or_heard(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.fixture
def people(monkeypatch):
    """They do in the window what they are told to, without time passing here."""
    people = People()
    monkeypatch.setattr("time.monotonic_ns", people.clock)
    monkeypatch.setattr("pygame.event.wait", people.wait)
    monkeypatch.setattr("unosim.window.display._first_size", lambda: (1200, 800))
    return people


@pytest.fixture
def play(people, tmp_path):
    """play(until_ms, **wanted) -> (status, trace's text) of what the people do by then."""

    def run(until_ms, *, seed=1, board=None, pace=None, **wanted):
        trace = tmp_path / "live.jsonl"
        people.at(until_ms, pygame.event.Event(pygame.QUIT))
        options = Options(
            os.devnull, seed=seed, board=board, pace=pace, outputs={"--trace": str(trace)}
        )
        status = window(Wanted(options, **wanted))
        return status, trace.read_text()

    return run
