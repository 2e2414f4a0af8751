"""What outlives the power: the volume, the journal, the faults (G2, N1–N3).

Everything waits in RAM for a moment at which nobody plays: a flash write stalls the chip.
"""

import io
import sys

from unoflash.hardware.clock import minutes_passed, ticks_ms, ticks_us
from unoflash.hardware.storage import JournalFile, store_volume
from unoflash.rules import records, report

_FAULTS_AT_ONCE = 10


class Memory:
    """Keeps what a `game` leaves behind."""

    def __init__(self, game):
        self._file = JournalFile()
        self._faults = 0  # codes not written yet, as a mask
        self._stuck = 0  # buttons not written yet, as a mask
        self._written_ms = ticks_ms()
        self._failing = False  # whether the last write could not be done
        self.attend(game)

    def attend(self, game):
        """From now on it is this `game` that is remembered."""
        self._game = game

    def notice(self):
        """Look for faults in the game's report, before the report is cleared."""
        events = self._game.report
        for i in range(events.noticed, events.count):
            if events.kind(i) == report.FAULT:
                self._faults |= 1 << events.code(i)
            elif events.kind(i) == report.STUCK:
                self._stuck |= 1 << events.code(i)
        events.noticed = events.count

    def write(self):
        """Append to the journal what has come since the last time."""
        self._written_ms = ticks_ms()
        game = self._game
        journal = game.journal
        found = []
        for code, text in enumerate(report.FAULT_TEXTS):
            if self._faults & 1 << code:
                found.append(records.fault(text))
        for button in range(game.seats + 2):
            if self._stuck & 1 << button:
                found.append(records.fault("stuck: " + game.name(button)))
        if journal.unwritten:
            found.append(records.figures(journal, journal.unwritten))
        if found and self._append(found):  # else it waits for the next time
            self._faults = self._stuck = journal.unwritten = 0

    def write_at_times(self):
        """The same, but at most once a minute."""
        if minutes_passed(self._written_ms, 1):
            self.write()

    def write_faults(self, *texts):
        """Append a line for people of each; at once. Of very many the first ones."""
        found = [records.fault(text) for text in texts[:_FAULTS_AT_ONCE]]
        more = len(texts) - len(found)
        if more:
            found.append(records.fault("and {} more like the last one".format(more)))
        if found:
            self._append(found)

    def write_exception(self, error):
        """Append an exception with its traceback; at once. Answers its last line."""
        text = io.StringIO()
        sys.print_exception(error, text)  # pyright: ignore (the stubs: not a StringIO)
        trace = text.getvalue().strip()  # pyright: ignore
        self.write_faults(trace)
        return trace.split("\n")[-1]

    def keep_volume(self, volume):
        if not store_volume(volume):
            self._game.report.add(report.FAULT, ticks_us(), report.FAULT_VOLUME)

    def _append(self, found):
        written = self._file.append(found)
        if not written and not self._failing:  # told once, not at every pause
            self._game.report.add(report.FAULT, ticks_us(), report.FAULT_JOURNAL)
        self._failing = not written
        return written
