"""Power cuts while volume and journal are written: both stay whole, and it plays on (G2, N2).

Each is followed by a cold boot from that flash.
`pytest --power-cuts=200` makes more of them than the ten of every run.
"""

import json
import random

import pytest

from unoflash.rules import records
from unosim.emulator.flash_commands import FlashCommands

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
JOURNAL_BYTES = 32_768


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
