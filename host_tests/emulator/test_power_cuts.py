"""Power cuts while volume and journal are written: both stay whole, and it plays on (G2, N2).

A cut falls into one command to the flash chip: of a page or a sector, any part is done and one
byte in its midst is anything. Each is followed by a cold boot from that flash.
`pytest --power-cuts=200` makes more of them than the ten of every run.
"""

import json
import random

import pytest

from unoflash.rules import records

pytestmark = pytest.mark.emulator

SETTINGS = {"choose_ms": 0, "handicap_s": {"p1": 2}, "volume": "loud"}
VOLUMES = ("quiet", "mute", "loud")
ROUND = """
from unoflash.hardware.storage import JournalFile, store_volume
journal = JournalFile()
for i in range({first}, {first} + 4):
    if i == {first} + 2:
        print("stored" if store_volume({volume!r}) else "failed")
    print("wrote" if journal.append([{{"fault": str(i)}}]) else "failed", i)
"""
PROGRAM, ERASES = 0x02, {0x20: 4_096, 0xD8: 65_536}  # commands to the flash chip
PAGE = 256
JOURNAL_BYTES = 32_768


class FlashCommands:
    """Counts what programs or erases the flash of a board; one of these may be the last."""

    def __init__(self, board, choice):
        self._board = board
        self._choice = choice
        self._flash = board.chip.rp2040.flash
        self._ssi = board.chip.rp2040.ssi
        self._apply = self._ssi._apply_command
        self._ssi._apply_command = self._command
        self._left = -1
        self.count = 0

    def cut_at(self, number):
        """The power goes in the midst of this command from now on, 1 being the next."""
        self._left = number

    @property
    def cut(self):
        return self._left == 0

    def _command(self):
        sent = bytes(self._ssi._tx_buffer[:4])
        changes = len(sent) == 4 and (sent[0] == PROGRAM or sent[0] in ERASES)
        if self.cut:
            return
        if not changes:
            self._apply()
            return
        self.count += 1
        first = int.from_bytes(sent[1:], "big")
        end = first + ERASES.get(sent[0], PAGE)
        before = bytes(self._flash[first:end])
        self._apply()
        self._left -= 1
        if self.cut:
            self._undo_a_part(first, before)
            self._board.stop()

    def _undo_a_part(self, first, before):
        """From some byte on nothing was done; of that byte some bits."""
        flash, choice = self._flash, self._choice
        changed = [i for i in range(len(before)) if before[i] != flash[first + i]]
        if changed:
            torn = choice.choice(changed)
            some = choice.randrange(256)
            flash[first + torn] = before[torn] & some | flash[first + torn] & ~some
            flash[first + torn + 1 : first + len(before)] = before[torn + 1 :]


def faults(files):
    """The numbers of all records, oldest first; every line is whole."""
    numbers = []
    for name in ("journal.old.txt", "journal.txt"):
        for line in files.get(name, b"").split(b"\n")[:-1]:
            record = records.decode(line)
            assert record, f"{name}: {line!r}"
            numbers.append(int(record["fault"]))
    return numbers


@pytest.fixture
def power_cuts(request):
    return request.config.getoption("power_cuts")


def test_settings_and_journal_survive_power_cuts_while_they_are_written(bench, power_cuts):
    choice = random.Random(power_cuts)
    board = bench.board
    lines = [records.encode({"fault": str(i), "session": 1}) for i in range(1_000)]
    number = JOURNAL_BYTES // len(lines[-1]) - 6  # full in the second round
    board.store("settings.json", json.dumps(SETTINGS).encode())
    board.store("journal.txt", b"".join(lines[: number + 1]))
    volume, usual, torn = "loud", 0, 0
    for cut in range(power_cuts + 1):
        board.power_on()
        bench.until(f"volume {volume}")
        bench.contact("p1", True)
        bench.until("joined p1")  # it plays on
        bench.contact("p1", False)
        repl = bench.repl()
        commands = FlashCommands(board, choice)
        if cut:
            commands.cut_at(choice.randint(1, usual))
        said = len(bench.text)
        wanted = VOLUMES[(VOLUMES.index(volume) + 1) % 3]
        repl.start(ROUND.format(first=number + 1, volume=wanted))
        while not commands.cut and "\x04" not in bench.text[said:]:
            bench.board.run(bench.board.now_ns + 1_000_000_000)
        torn += commands.cut
        if not commands.cut:
            usual = commands.count
        told = bench.text[said:]
        assert "failed" not in told
        assert "Traceback" not in told
        board.power_off()

        files = board.files()
        kept = json.loads(files["settings.json"])
        assert kept["volume"] in ({wanted} if "stored" in told else {volume, wanted})
        assert {**kept, "volume": "loud"} == SETTINGS
        known = faults(files)
        last = number + told.count("wrote")
        assert known == list(range(known[0], known[-1] + 1))
        assert known[0] == 0
        assert known[-1] in (last, last + 1)
        number, volume = known[-1], kept["volume"]
    assert torn >= 0.7 * power_cuts
