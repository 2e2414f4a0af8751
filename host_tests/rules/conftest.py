"""The rules on a table of their own: contacts, lights and a clock, and nothing else."""

import json

import pytest

from unoflash.rules import settings as settings_rules
from unoflash.rules import states
from unoflash.rules.buttons import Buttons
from unoflash.rules.edges import Edges
from unoflash.rules.game import Game
from unoflash.rules.report import FAULT, FIGURES, JOINED, SLAP, STATE, STUCK, VOLUME
from unoflash.rules.speed_switch import BROKEN, FAST, MEDIUM, SLOW

WRAP = 1 << 30
KINDS = {
    STATE: None,
    JOINED: "joined",
    SLAP: "slap",
    FAULT: "fault",
    STUCK: "stuck",
    VOLUME: "volume",
    FIGURES: "figures",
}
SWITCH = {"slow": SLOW, "medium": MEDIUM, "fast": FAST, "broken": BROKEN}


class Table:
    """People at the unit: what they do, in words of buttons and milliseconds, and what they see.

    The clock begins three seconds before the chip's counter wraps, and each step is called
    exactly when the rules asked for it. `carried_on` are those who had joined before a fault.
    """

    def __init__(
        self,
        settings=None,
        seats=8,
        held=(),
        switch="medium",
        start_us=WRAP - 3_000_000,
        skip_show=True,
        carried_on=None,
    ):
        data = None if settings is None else json.dumps(settings).encode()
        self.settings, problems = settings_rules.parse(data, seats)
        assert problems == []
        self.now_us = start_us
        self.switch = SWITCH[switch]
        self.seats = seats
        self.closed = set(held)
        closed_mask = sum(1 << self._number(name) for name in held)
        self.game = Game(seats, self.settings, closed_mask)
        self.events = []
        self.asked_us = 0  # how long the next step may wait, by the last one
        self.since_us = self.now_us  # when the present state was entered
        self.draws()
        self._edges = Edges()
        if carried_on is None:
            self.game.start(self.now_us % WRAP, self.switch)
        else:
            joined = sum(1 << self._number(name) for name in carried_on)
            self.game.restart(self.now_us % WRAP, self.switch, joined)
        self._take_events()
        self.wait(0)
        if skip_show:
            while self.state == "starting":
                self.wait(10)

    # -- what people do

    def press(self, *names, apart_us=0):
        """Contacts close now, one after the other `apart_us` apart; the clock ends at the last."""
        self._change(names, True, apart_us)

    def release(self, *names):
        self._change(names, False, 0)

    def tap(self, *names, hold_ms=60, apart_us=0):
        self.press(*names, apart_us=apart_us)
        self.wait(hold_ms)
        self.release(*names)
        self.wait(60)

    def join(self, *names):
        for name in names:
            self.tap(name)

    def wait(self, ms):
        """Let time pass, stepping whenever the rules want to."""
        self.wait_us(round(ms * 1000))

    def wait_us(self, us):
        end_us = self.now_us + us
        while True:
            wait_us = self._step()
            assert wait_us > 0, "the rules would keep the unit busy"
            if self.now_us >= end_us:
                return
            self.now_us = min(end_us, self.now_us + wait_us)

    def wait_until(self, ms):
        """Let time pass until the present state has lasted for `ms`."""
        self.wait_us(self.since_us + round(ms * 1000) - self.now_us)

    def late(self, us):
        """The unit is busy elsewhere: time passes and no step is called."""
        self.now_us += us

    def react(self):
        """The first part of a step alone: what people wait for."""
        self.game.react(self.now_us % WRAP, self._edges, self.switch)
        self._edges.count = 0
        self._take_events()

    def lose_edges(self, times):
        """Edges come faster than they are taken in."""
        self._edges.lost += times

    def draws(self, *numbers):
        """The next random numbers, each below the number of players; then zeros."""
        entropy = self.game.entropy
        entropy.used = entropy.SIZE
        entropy.filled(bytes(numbers) + bytes(entropy.SIZE - len(numbers)))

    def play_until_turn(self, *names, first=0):
        """These join and begin; the `first`-th of them has the turn, its light just went on."""
        self.join(*names)
        self.draws(first)
        self.tap("play")
        while self.state == "choosing":
            self.wait(1)
        assert self.state == "turn"
        return self.chosen

    # -- what people see

    @property
    def state(self):
        return states.NAMES[self.game.state.code]

    @property
    def chosen(self):
        return f"p{self.game.chosen + 1}"

    @property
    def lit(self):
        """Names of the lights at half level or more."""
        return {self._name(i) for i, level in enumerate(self.game.lights.levels) if level >= 50}

    @property
    def glowing(self):
        """Names of the lights that are on but faint."""
        return {self._name(i) for i, level in enumerate(self.game.lights.levels) if 0 < level < 50}

    @property
    def hz(self):
        return self.game.voice.hz

    def said(self, name):
        """The states of that name that were reported, as (seats, value)."""
        return [event[1:] for event in self.events if event[0] == name]

    # -- how it works

    def _change(self, names, closed, apart_us):
        for i, name in enumerate(names):
            if i and apart_us:
                self.now_us += apart_us
            assert (name in self.closed) != closed, f"{name} already is so"
            (self.closed.add if closed else self.closed.discard)(name)
            self._edge(self._number(name), closed, self.now_us)

    def noise(self, name, us):
        """A pulse of `us` on an open contact; the clock ends at its end."""
        self._edge(self._number(name), name not in self.closed, self.now_us)
        self.now_us += us
        self._edge(self._number(name), name in self.closed, self.now_us)

    def _edge(self, number, closed, at_us):
        i = 2 * self._edges.count
        self._edges.words[i] = number << 1 | closed
        self._edges.words[i + 1] = at_us % WRAP
        self._edges.count += 1

    def _step(self):
        wait_us = self.game.step(self.now_us % WRAP, self._edges, self.switch)
        self._edges.count = 0
        self._take_events()
        entropy = self.game.entropy
        if entropy.used:
            entropy.filled(bytes(entropy.used))
        self.asked_us = wait_us
        return wait_us

    def _take_events(self):
        report = self.game.report
        for i in range(report.count):
            seats = {f"p{seat + 1}" for seat in range(self.seats) if report.seats(i) >> seat & 1}
            name = KINDS[report.kind(i)] or states.NAMES[report.code(i)]
            self.events.append((name, seats, report.value(i)))
            if name == self.state:
                self.since_us = self.now_us
        report.clear()

    def _number(self, name):
        if name == "slap":
            return self.seats
        return self.seats + 1 if name == "play" else int(name[1:]) - 1

    def _name(self, light):
        return "slap" if light == self.seats else f"p{light + 1}"


@pytest.fixture
def table():
    """Makes a Table."""
    return Table


class Contacts:
    """Contacts of which every edge is told at once; the clock starts before the wrap."""

    def __init__(self, number=4, rearm_us=25_000, slap=2, held=0):
        self.buttons = Buttons([rearm_us] * number, slap, held)
        self.edges = Edges()
        self.now_us = WRAP - 50_000
        self.presses = []

    def edge(self, contact, closed):
        self.edges.words[0] = contact << 1 | closed
        self.edges.words[1] = self.now_us % WRAP
        self.edges.count = 1
        self.buttons.take_edges(self.edges)
        self.edges.count = 0

    def wait(self, us):
        end_us = self.now_us + us
        while True:
            now_us = self.now_us % WRAP
            self.buttons.take_and_settle(self.edges, now_us)
            while self.buttons.has_press(now_us):
                self.buttons.take_press()
                self.presses.append((self.buttons.button, self.buttons.at_us))
            if self.now_us >= end_us:
                return
            wait_us = self.buttons.wait_us
            assert wait_us != 0
            self.now_us = min(end_us, self.now_us + wait_us) if wait_us > 0 else end_us

    def chatter(self, contact, gaps_us, closed=True):
        """Edges `gaps_us` apart, the first one to `closed`."""
        for gap_us in gaps_us:
            self.edge(contact, closed)
            self.wait(gap_us)
            closed = not closed

    @property
    def pressed(self):
        return [button for button, _ in self.presses]


@pytest.fixture(scope="session")
def contacts():
    """Makes contacts that bounce, and nothing else of the unit: contacts(number=4, slap=2)."""
    return Contacts
