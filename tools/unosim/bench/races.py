"""Slap order: seven opponents in random orders, 50 to 2 us apart, at the unit and at a 10 ms poll.

The log goes out by USB and the siren plays all the while. In every second race interrupts are
masked for 20 ms at a time, so that all of it, or all slaps, happen unseen.
"""

import random
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from unosim.bench import chip
from unosim.bench.device import MS, US, Device, Stuck

APART_US = (50, 20, 5, 2)
SETTINGS = {"choose_ms": 0, "lockout_ms": 0, "turn_limit_s": {"medium": None}}
SEATS = [f"p{seat}" for seat in range(1, 9)]


@dataclass
class Order:
    """How races came out: as they were, with a tie (and nothing reversed), or reversed."""

    apart_us: int
    right: int = 0
    tied: int = 0
    reversed: int = 0

    @property
    def trials(self) -> int:
        return self.right + self.tied + self.reversed

    def add(self, true: list[int], told: list[tuple[int, int]]) -> None:
        """One race: the seats as they slapped, and (seat, time) as they counted."""
        place = {seat: i for i, seat in enumerate(true)}
        if sorted(place) != sorted(seat for seat, _ in told):
            raise Stuck(f"slaps of {true}, but {told} were counted")
        if any(place[a] > place[b] and at != later for (a, at), (b, later) in pairwise(told)):
            self.reversed += 1
        elif any(at == later for (_, at), (_, later) in pairwise(told)):
            self.tied += 1
        else:
            self.right += 1


def measure(
    image: Path, apart_us: int, trials: int, seed: int, processor_hz: int | None = None
) -> Order:
    """Races at the unit."""
    device = Device(image, SETTINGS, seed, processor_hz=processor_hz)
    choice = random.Random(seed)
    chip.start(device, chip.RACES)
    device.until(lambda: device.state == "joining")
    device.press(*SEATS)
    device.run_ms(30)
    device.release(*SEATS)
    device.run_ms(60)
    device.press("play")
    device.run_ms(30)
    device.release("play")
    order = Order(apart_us)
    for trial in range(trials):
        device.until(lambda: device.state == "turn")
        device.run_ms(choice.uniform(160, 260))
        _race(device, order, choice, masked=trial % 2 == 1)
    return order


def _race(device: Device, order: Order, choice: random.Random, masked: bool) -> None:
    chosen = device.players[0]
    seats = [seat for seat in SEATS if seat != chosen]
    choice.shuffle(seats)
    slap_ns = device.now_ns + choice.randrange(2 * MS, 3 * MS)
    if masked:
        mask_ns = device.now_ns + choice.randrange(MS, 4 * MS)
        device.board.set_input(mask_ns, chip.MASK_GPIO, 0)
        device.board.set_input(mask_ns + 15 * MS, chip.MASK_GPIO, 1)
    first_ns = slap_ns + choice.randrange(MS // 100, 12 * MS)
    device.press("slap", at_ns=slap_ns)
    for i, seat in enumerate(seats):
        device.press(seat, at_ns=first_ns + i * order.apart_us * US)
    told = _next_race(device)
    device.until(lambda: device.state == "slap_lost")
    order.add([int(seat[1:]) for seat in seats], told)
    device.release("slap", *seats)
    device.run_ms(60)
    losers = device.players
    device.press(*losers)
    device.run_ms(30)
    device.release(*losers)


def _next_race(device: Device) -> list[tuple[int, int]]:
    known = len(chip.races(device))
    device.until(lambda: len(chip.races(device)) > known)
    return chip.races(device)[-1]


def measure_poll(image: Path, apart_us: int, trials: int, seed: int) -> Order:
    """The same races at a loop that looks at each button in seat order, every 10 ms."""
    device, choice = Device(image, seed=seed), random.Random(seed)
    chip.start(device, chip.POLL)
    order = Order(apart_us)
    for _ in range(trials):
        device.run_ms(choice.uniform(30, 60))
        seats = choice.sample(SEATS, 7)
        start_ns = device.now_ns
        for i, seat in enumerate(seats):
            device.press(seat, at_ns=start_ns + i * apart_us * US)
        # What the loop decides is the order in which it saw them; it knows no ties.
        told = [(seat, i) for i, (seat, _) in enumerate(_next_race(device))]
        order.add([int(seat[1:]) for seat in seats], told)
        device.release(*seats)
    return order
