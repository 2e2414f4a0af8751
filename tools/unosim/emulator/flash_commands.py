"""Power cuts in the midst of a write: into one command to the flash chip.

Of a page or a sector, any part is done then, and one byte in its midst is anything.

    commands = FlashCommands(board, random.Random(1))
    commands.cut_at(12)
    ... run the board until commands.cut ...
    board.power_off()
"""

from random import Random

from unosim.emulator.board import EmulatedBoard

_PROGRAM, _ERASES = 0x02, {0x20: 4_096, 0xD8: 65_536}  # commands to the flash chip
_PAGE = 256


class FlashCommands:
    """Counts what programs or erases the flash of a board; one of these may be the last."""

    def __init__(self, board: EmulatedBoard, choice: Random) -> None:
        self._board = board
        self._choice = choice
        self._flash = board.chip.rp2040.flash
        self._ssi = board.chip.rp2040.ssi
        self._apply = self._ssi._apply_command
        self._ssi._apply_command = self._command
        self._left = -1
        self.count = 0

    def cut_at(self, number: int) -> None:
        """The power goes in the midst of this command from now on, 1 being the next."""
        self._left = number

    @property
    def cut(self) -> bool:
        """Whether that has come: the board should be switched off."""
        return self._left == 0

    def _command(self) -> None:
        sent = bytes(self._ssi._tx_buffer[:4])
        changes = len(sent) == 4 and (sent[0] == _PROGRAM or sent[0] in _ERASES)
        if self.cut:
            return
        if not changes:
            self._apply()
            return
        self.count += 1
        first = int.from_bytes(sent[1:], "big")
        end = first + _ERASES.get(sent[0], _PAGE)
        before = bytes(self._flash[first:end])
        self._apply()
        self._left -= 1
        if self.cut:
            self._undo_a_part(first, before)
            self._board.stop()

    def _undo_a_part(self, first: int, before: bytes) -> None:
        """From some byte on nothing was done; of that byte some bits."""
        flash, choice = self._flash, self._choice
        changed = [i for i in range(len(before)) if before[i] != flash[first + i]]
        if changed:
            torn = choice.choice(changed)
            some = choice.randrange(256)
            flash[first + torn] = before[torn] & some | flash[first + torn] & ~some
            flash[first + torn + 1 : first + len(before)] = before[torn + 1 :]
