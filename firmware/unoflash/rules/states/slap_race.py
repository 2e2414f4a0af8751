"""slap_race: all opponents race, the last one draws two (R1–R7)."""

import micropython
from micropython import const

from unoflash.rules import report, states
from unoflash.rules.masks import count_of
from unoflash.rules.states.state import State
from unoflash.rules.ticks import after, diff
from unoflash.rules.voice import FOREVER

_LAST_US = const(1_000_000)  # R4: how long the last one is waited for


class SlapRace(State):
    """Begins at the moment SLAP's contact closed; all its times are those of contacts."""

    code = states.SLAP_RACE
    has_time = False
    sleeps = False

    def __init__(self, game):
        super().__init__(game)
        self._limit_us = int(game.settings.slap_limit_s * 1_000_000)
        self._duel_us = game.settings.duel_ms * 1000
        self._start_us = 0
        self._end_us = 0  # the latest end
        self._opponents = 0
        self._unslapped = 0
        self._single = False
        self._last = 0  # who slapped last, several if in the same sample
        self._last_us = 0

    @micropython.native
    def start(self, at_us):
        """SLAP was pressed at `at_us`: the race begins there, before it is entered (R1)."""
        self._start_us = at_us
        self._end_us = after(at_us, self._limit_us)
        game = self.game
        self._opponents = self._unslapped = game.usable() & ~(1 << game.chosen)
        game.journal.race_began()
        self._single = count_of(self._unslapped) == 1
        self._last = 0
        self._last_us = at_us

    @micropython.native
    def enter(self, now_us):
        game = self.game
        game.lights.still(self._unslapped | 1 << game.slap)
        game.voice.play(game.tunes["siren"], now_us, FOREVER)
        self.alarm.set(self._end_us)
        if self._single:
            self._end_within(self._start_us, max(_LAST_US, self._duel_us))

    @micropython.native
    def press(self, button, at_us, now_us):
        game = self.game
        bit = 1 << button
        if button == game.slap or not self._unslapped & bit:
            return
        if diff(at_us, self._start_us) < 0:
            return  # R2: held since before the race
        self._unslapped &= ~bit
        game.journal.slapped(button, (diff(at_us, self._start_us) + 500) // 1000)
        later_us = diff(at_us, self._last_us)
        if later_us > 0:
            self._last_us = at_us
            self._last = bit
        elif later_us == 0:
            self._last |= bit
        game.report.add(report.SLAP, now_us, 0, bit)
        if not self._unslapped:
            self._finish(now_us)
            return
        self._go_on(now_us)
        if count_of(self._unslapped) == 1:
            self._end_within(self._last_us, _LAST_US)

    def due(self, now_us):
        self._finish(now_us)

    @micropython.native
    def concerned(self):
        return self._unslapped

    @micropython.native
    def _end_within(self, from_us, us):
        end_us = after(from_us, us)
        self.alarm.set(end_us if diff(end_us, self._end_us) < 0 else self._end_us)

    def forget(self, seats, now_us):
        """Who is stuck does not race; the others have a second more to settle it (B4)."""
        game = self.game
        if game.state is not self or not self._opponents & seats:
            return
        self._opponents &= ~seats
        self._unslapped &= ~seats
        self._last &= ~seats
        if not self._unslapped:
            self._finish(now_us)
            return
        self._go_on(now_us)
        if count_of(self._unslapped) == 1:
            self._end_within(now_us, _LAST_US)

    @micropython.native
    def _go_on(self, now_us):
        self.game.lights.still(self._unslapped | 1 << self.game.slap)
        self.game.report_state(now_us)

    @micropython.native
    def _finish(self, now_us):
        """R5: those who have not slapped lose; if all have, the one with the last contact."""
        game = self.game
        losers = self._unslapped or self._last
        if self._single and not self._unslapped and self._safe():
            losers = 0
        game.journal.race_ended(self._opponents, losers)
        if losers:
            game.slap_lost.awaited = losers
            game.enter(game.slap_lost, now_us)
        else:
            game.end_turn(now_us)

    def _safe(self):
        """With *duel_ms* a single opponent can be quick enough; without it never."""
        return self._duel_us > 0 and diff(self._last_us, self._start_us) <= self._duel_us
