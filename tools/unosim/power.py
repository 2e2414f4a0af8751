"""How long three AA cells last: the shares of time awake × what chip and lights draw.

The numbers that go in, and where they are from, are in `power_figures`.

    >>> from unosim.boards import load
    >>> round(budget(load("pico6")).asleep.hours / 24)
    55
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass

from unosim import power_figures as figures
from unosim.boards import Board, BoardError, load
from unosim.run import BAD, HELD

HOURS_OF_A_MONTH = 365.25 * 24 / 12


@dataclass(frozen=True)
class Draw:
    """What one state draws from the battery, in mA, and how it comes about."""

    state: str
    awake: float  # the CPU's share of the time
    module_ma: float  # by module and regulator
    lights_ma: float
    capacity_mah: float

    @property
    def battery_ma(self) -> float:
        """All of it."""
        return self.module_ma + self.lights_ma

    @property
    def hours(self) -> float:
        """How long new cells last in this state alone."""
        return self.capacity_mah / self.battery_ma


@dataclass(frozen=True)
class Budget:
    """A board's draws in play, by state, and asleep."""

    board: Board
    mhz: float
    states: tuple[Draw, ...]
    asleep: Draw

    @property
    def play_ma(self) -> float:
        """The mean of an evening."""
        return sum(figures.EVENING[draw.state] * draw.battery_ma for draw in self.states)

    @property
    def play_hours(self) -> float:
        """How long new cells last in play."""
        return self.asleep.capacity_mah / self.play_ma


def budget(board: Board, mhz: float = figures.CLOCK_MHZ) -> Budget:
    """What a board draws at a clock of 18 to 125 MHz, from 3 AA."""
    states = tuple(_draw(board, state, mhz) for state in figures.EVENING)
    return Budget(board, mhz, states, _draw(board, "asleep", mhz))


def between(table: Mapping[int, float], mhz: float) -> float:
    """A current at a clock, on the straight line between the two measured ones around it."""
    clocks = sorted(table)
    if not clocks[0] <= mhz <= clocks[-1]:
        raise ValueError(f"{mhz} MHz; allowed: {clocks[0]} to {clocks[-1]}")
    low = max(clock for clock in clocks[:-1] if clock <= mhz)
    high = clocks[clocks.index(low) + 1]
    return table[low] + (table[high] - table[low]) * (mhz - low) / (high - low)


def _draw(board: Board, state: str, mhz: float) -> Draw:
    # A race waits like a turn, and is over soon.
    awake = figures.AWAKE.get(state, figures.AWAKE["turn"])
    busy = _module_ma(board, between(figures.BUSY_MA, mhz))
    waiting = _module_ma(board, between(figures.WAITING_MA, mhz))
    if state == "asleep":
        waiting = _asleep_ma(board)
    chain = board.light_chain is not None
    return Draw(
        state,
        awake,
        awake * busy + (1 - awake) * waiting,
        _lights_ma(board, figures.LIT[state](board.seats)),
        figures.CAPACITY_MAH * (figures.CHAIN_SHARE if chain else 1),
    )


def _vsys() -> float:
    return figures.CELLS * figures.CELL_V - figures.DIODE_V


def _module_ma(board: Board, usb_ma: float) -> float:
    """From the battery, where a Pico draws `usb_ma` from USB's 5 V."""
    mw = usb_ma * (figures.USB_V - figures.DIODE_V)
    if board.module.name == "pico":
        return mw / _vsys()
    # A linear regulator passes on what the chip takes from 3.3 V.
    return mw * figures.EFFICIENCY / figures.RAIL_V + _beside_the_chip_ma(board)


def _asleep_ma(board: Board) -> float:
    if board.module.name == "pico":
        return _module_ma(board, figures.ASLEEP_MA)
    return figures.CHIP_ASLEEP_MA + _beside_the_chip_ma(board)


def _beside_the_chip_ma(board: Board) -> float:
    own = figures.OWN_WS2812.get(board.module.name, 0)
    return figures.LINEAR_MA + own * figures.DARK_MA


def _lights_ma(board: Board, lit: float) -> float:
    """From the battery, with `lit` lights at full."""
    if board.light_chain is not None:
        return len(board.lights) * figures.DARK_MA + lit * (board.light_ma - figures.DARK_MA)
    return lit * board.light_ma * figures.RAIL_V / figures.EFFICIENCY / _vsys()


def command(name: str, mhz: float | None) -> int:
    """`unosim power`: prints a board's budget; answers the exit status."""
    try:
        found = budget(load(name), figures.CLOCK_MHZ if mhz is None else mhz)
    except (BoardError, ValueError) as error:
        print(f"unosim: {error}", file=sys.stderr)
        return BAD
    print(report(found))
    return HELD


def report(found: Budget) -> str:
    """The budget with its sum, for people."""
    board, asleep = found.board, found.asleep
    lines = [
        f"{board.name} at {found.mhz:g} MHz on {figures.CELLS} AA, {asleep.capacity_mah:g} mAh of"
        " them usable",
        "state        CPU awake     module     lights    battery   share",
    ]
    for draw in found.states:
        lines.append(f"{_row(draw)}{figures.EVENING[draw.state]:>7.0%}")
    lines += [
        f"in play: {found.play_ma:.1f} mA; {asleep.capacity_mah:g} mAh /"
        f" {found.play_ma:.1f} mA = {found.play_hours:.0f} hours",
        _row(asleep),
        f"asleep: {asleep.capacity_mah:g} mAh / {asleep.battery_ma:.2f} mA ="
        f" {asleep.hours / 24:.0f} days = {asleep.hours / HOURS_OF_A_MONTH:.1f} months",
    ]
    return "\n".join(lines)


def _row(draw: Draw) -> str:
    currents = (draw.module_ma, draw.lights_ma, draw.battery_ma)
    return f"{draw.state:<12} {draw.awake:>9.2%}" + "".join(f"{ma:>8.2f} mA" for ma in currents)
