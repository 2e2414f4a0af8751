"""What outlives the power: the volume, the journal, the faults (G2, N1–N3).

Everything waits in RAM for a moment at which nobody plays: a flash write stalls the chip.
"""

import io
import sys

from unoflash.hardware.clock import minutes_passed, ticks_ms, ticks_us
from unoflash.hardware.storage import JournalFile, store_volume
from unoflash.rules import records, report


class Memory:
    """Keeps what a `game` leaves behind."""

    def __init__(self, game):
        self._file = JournalFile()
        self._faults = 0  # codes not written yet, as a mask
        self._stuck = 0  # buttons not written yet, as a mask
        self._written_ms = ticks_ms()
        self.attend(game)

    def attend(self, game):
        """From now on it is this `game` that is remembered."""
        self._game = game

    def notice(self):
        """Look for faults in the game's report, before the report is cleared."""
        events = self._game.report
        for i in range(events.taken, events.count):
            if events.kinds[i] == report.FAULT:
                self._faults |= 1 << events.codes[i]
            elif events.kinds[i] == report.STUCK:
                self._stuck |= 1 << events.codes[i]

    def write(self):
        """Append to the journal what has come since the last time."""
        self._written_ms = ticks_ms()
        game = self._game
        journal = game.journal
        for code, text in enumerate(report.FAULT_TEXTS):
            if self._faults & 1 << code:
                self.write_fault(text)
        for button in range(game.seats + 2):
            if self._stuck & 1 << button:
                self.write_fault("stuck: " + game.name(button))
        self._faults = self._stuck = 0
        if journal.unwritten:
            figures = records.figures(journal, journal.unwritten)
            self._append({"figures": figures})
            journal.unwritten = 0

    def write_at_times(self):
        """The same, but at most once a minute."""
        if minutes_passed(self._written_ms, 1):
            self.write()

    def write_fault(self, text):
        """Append a line for people; at once."""
        self._append({"fault": text})

    def write_exception(self, error):
        """Append an exception with its traceback; at once. Answers its last line."""
        text = io.StringIO()
        sys.print_exception(error, text)  # pyright: ignore (the stubs: not a StringIO)
        trace = text.getvalue().strip()  # pyright: ignore
        self.write_fault(trace)
        return trace.split("\n")[-1]

    def keep_volume(self, volume):
        if not store_volume(volume):
            self._game.report.add(report.FAULT, ticks_us(), report.FAULT_VOLUME)

    def _append(self, record):
        if not self._file.append(record):
            self._game.report.add(report.FAULT, ticks_us(), report.FAULT_JOURNAL)
