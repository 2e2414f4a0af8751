"""PIO at its exact times, whatever the CPU does.

rp2040py steps a state machine at most once per CPU instruction, and next to never while the CPU
sleeps: a program that samples pins then loses time. Here a PIO block runs on alarms of the
emulated clock instead, one per PIO instruction. That alone would be slow, so a state machine
that does nothing but go round in a loop is parked, and brought up to date by arithmetic when
something happens that it can see: an input changes, or the CPU touches its registers.

A loop may be parked when two rounds in a row took the same way in the same time, moved each
register by the same amount, decided and computed nothing but copies and decrements by a register
that moves, and had no effect outside the state machine. Every register is then a straight line
over the rounds, and only pins can change what the next round does.

Times are those of the PIO block's own count: 1/256 of a system clock; at 125 MHz 32 to the ns.
"""

from typing import NamedTuple

from rp2040py.clock.clock import IClock
from rp2040py.rp2040 import RP2040

PIO_BASE = (0x50200000, 0x50300000)

_COUNTS_PER_NS = 32  # at 125 MHz
_WORD = 0xFFFFFFFF

# PIO registers (RP2040 datasheet 3.7) that a program going round in a loop may notice: CTRL, the
# transmit FIFOs, INPUT_SYNC_BYPASS, instruction memory and the state machines' own. The others
# are FIFO and interrupt states and the receive FIFOs.
_NOTICED = {0x00, *range(0x10, 0x20, 4), 0x38, *range(0x48, 0x128, 4)}

# Opcodes: bits 15..13, and of JMP the condition in bits 7..5.
_JMP, _WAIT, _IN, _OUT, _PUSH_PULL, _MOV, _IRQ, _SET = range(8)
_DECIDES_BY_X = (1, 2)
_DECIDES_BY_Y = (3, 4)
_X_NOT_Y, _OSR_NOT_EMPTY = 5, 7

_LONGEST_TRAIL = 256  # instructions looked back over for two equal rounds


class _Step(NamedTuple):
    """A state machine's registers just before one instruction."""

    pc: int
    opcode: int
    x: int
    y: int
    isr: int
    osr: int
    isr_count: int
    osr_count: int
    due: int
    cycles: int


class _Parked(NamedTuple):
    """A loop without effect: the registers at its head, and what one round adds to them."""

    head: _Step
    moves: tuple[int, int, int, int]  # x, y, isr, osr; modulo 2^32
    round_time: int
    round_cycles: int


class _Machine:
    """One state machine and what is known of the way it goes."""

    def __init__(self, machine, block) -> None:
        self.chip = machine
        self._block = block
        self._trail: list[_Step] = []
        self._last_at: dict[int, int] = {}  # pc -> place in the trail
        self.parked: _Parked | None = None

    @property
    def active(self) -> bool:
        """Whether its next instruction has a time of its own."""
        return self.chip.enabled and not self.chip.waiting and self.parked is None

    def forget(self) -> None:
        """Something happened that the loop may see: watch it anew."""
        self.parked = None
        self._trail.clear()
        self._last_at.clear()

    def step(self) -> None:
        """One instruction; parks the machine when a second round has been like the first."""
        chip = self.chip
        step = _Step(
            chip.pc,
            self._block.instructions[chip.pc],
            chip.x,
            chip.y,
            chip.input_shift_reg,
            chip.output_shift_reg,
            chip.input_shift_count,
            chip.output_shift_count,
            chip.next_due_fp,
            chip.cycles,
        )
        if self._rounds_agree(step):
            return
        received = chip.rx_fifo.item_count
        chip.step()
        if chip.waiting or _acts(step.opcode, chip) or chip.rx_fifo.item_count != received:
            self.forget()

    def catch_up(self, now: int) -> None:
        """Bring a parked machine to where it is at `now`, and wake it."""
        parked = self.parked
        self.forget()
        if parked is None or not self.chip.enabled:
            return
        chip = self.chip
        rounds = max(0, now - 1 - parked.head.due) // parked.round_time
        head, moves = parked.head, parked.moves
        chip.x, chip.y, chip.input_shift_reg, chip.output_shift_reg = (
            (value + rounds * move) & _WORD for value, move in zip(head[2:6], moves, strict=True)
        )
        chip.next_due_fp = head.due + rounds * parked.round_time
        chip.cycles = head.cycles + rounds * parked.round_cycles
        while chip.next_due_fp < now:
            chip.step()

    def _rounds_agree(self, step: _Step) -> bool:
        """Note the step; park if the last two rounds up to it were alike."""
        trail = self._trail
        here = len(trail)
        if here >= _LONGEST_TRAIL:
            self.forget()
            here = 0
        trail.append(step)
        before = self._last_at.get(step.pc)
        self._last_at[step.pc] = here
        if before is None:
            return False
        length = here - before
        first = before - length
        if first < 0 or trail[first].pc != step.pc:
            return False
        moves = _moves(trail[before], step)
        if moves != _moves(trail[first], trail[before]):
            return False
        if step[6:8] != trail[before][6:8] or step.due - trail[before].due != trail[before].due - (
            trail[first].due
        ):
            return False
        for i in range(first, before):
            if not _same_way(trail[i], trail[i + length], trail[i + 1], trail[i + length + 1]):
                return False
        due = step.due - trail[before].due
        self.parked = _Parked(step, moves, due, step.cycles - trail[before].cycles)
        return True


def _moves(earlier: _Step, later: _Step) -> tuple[int, int, int, int]:
    return (
        (later.x - earlier.x) & _WORD,
        (later.y - earlier.y) & _WORD,
        (later.isr - earlier.isr) & _WORD,
        (later.osr - earlier.osr) & _WORD,
    )


def _same_way(first: _Step, second: _Step, after_first: _Step, after_second: _Step) -> bool:
    """Whether an instruction did the same in both rounds and will do it in the next."""
    opcode = first.opcode
    if first.pc != second.pc or opcode != second.opcode:
        return False
    kind, what = opcode >> 13, opcode >> 5 & 7
    if kind == _IN:  # shifts, which keeps no straight line but a level one
        return first.isr == second.isr and after_first.isr == after_second.isr
    if kind == _MOV and opcode >> 3 & 3:  # inverts or reverses: neither
        return after_first[2:6] == after_second[2:6]
    if kind != _JMP or opcode & 0x1F == first.pc + 1:
        return True  # a jump to the next instruction decides nothing
    if what in _DECIDES_BY_X:
        return first.x == second.x
    if what in _DECIDES_BY_Y:
        return first.y == second.y
    if what == _X_NOT_Y:
        return first.x == second.x and first.y == second.y
    return what != _OSR_NOT_EMPTY or first.osr_count == second.osr_count


def _acts(opcode: int, chip) -> bool:
    """Whether an instruction may do something outside its state machine, or be told from there."""
    kind, what = opcode >> 13, opcode >> 5 & 7
    if kind in (_WAIT, _PUSH_PULL, _IRQ) or chip.sideset_count:
        return True
    if kind == _OUT:
        return True
    if kind == _MOV:
        return what in (0, 4, 5) or opcode & 7 == 5  # to pins, exec, pc; from status
    return kind == _SET and what not in (1, 2)  # to anything but x and y


class PioSync:
    """Stands in a PIO block's place on the bus and runs its state machines at their times.

    `catch_up()` before an input changes and `resume()` after it.
    """

    def __init__(self, rp2040: RP2040, clock: IClock, index: int) -> None:
        self._block = rp2040.pio[index]
        self._clock = clock
        self._machines = [_Machine(machine, self._block) for machine in self._block.machines]
        self._counts_per_ns: float = _COUNTS_PER_NS
        self._since_ns, self._since_count = 0.0, 0  # when the clock became what it is
        self._alarm = clock.create_alarm(self._run_due)
        self.instructions_run = 0  # for tests: how much work it was
        rp2040.peripherals[PIO_BASE[index] >> 12] = self

    def catch_up(self) -> None:
        """Everything due before now has run: inputs may change."""
        now = self._now()
        for machine in self._machines:
            machine.catch_up(now)

    def set_clock(self, hz: int) -> None:
        """The system clock changes: what is due comes sooner or later than it would have."""
        self.catch_up()
        self._since_ns, self._since_count = self._clock.nanos, self._now()
        self._counts_per_ns = 256 * hz / 1e9
        self.resume()

    def resume(self) -> None:
        """Inputs or registers have changed: what is due runs at its time from here on."""
        due = [m.chip.next_due_fp for m in self._machines if m.active]
        if due:
            due_ns = self._since_ns + (min(due) - self._since_count) / self._counts_per_ns
            self._alarm.schedule(max(0.0, due_ns - self._clock.nanos))
        else:
            self._alarm.cancel()
        # The emulator's own loop leaves a stopped block alone.
        self._block.stopped = True

    def read_uint32(self, offset: int) -> int:
        self._before(offset)
        value = self._block.read_uint32(offset)
        self.resume()
        return value

    def write_uint32(self, offset: int, value: int) -> None:
        self.write_uint32_atomic(offset, value, 0)

    def write_uint32_atomic(self, offset: int, value: int, atomic_type: int) -> None:
        self._before(offset)
        self._block.write_uint32_atomic(offset, value, atomic_type)
        self.resume()

    def reset(self) -> None:
        self._block.reset()

    def _before(self, offset: int) -> None:
        self._now()
        if offset in _NOTICED:
            self.catch_up()

    def _now(self) -> int:
        """The time as the block counts it; told to the block, which times waits by it."""
        passed_ns = self._clock.nanos - self._since_ns
        now = self._since_count + round(passed_ns * self._counts_per_ns)
        self._block.cycle_fp = now
        return now

    def _run_due(self) -> None:
        now = self._now()
        for machine in self._machines:
            if machine.active and machine.chip.next_due_fp <= now:
                machine.step()
                self.instructions_run += 1
        self._block.check_changed_pins()
        self.resume()
