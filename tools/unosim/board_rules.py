"""What a board cannot be: every rule of the chip, its module and the firmware, with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from unosim.modules import ADC_GPIOS, GPIO_MA, GPIOS_MA

if TYPE_CHECKING:
    from unosim.boards import Board


def problems(board: Board) -> list[str]:
    """A line for each broken rule: which, where, what is allowed. None: it can be built."""
    rules = (_brought_out, _used_twice, _channels, _buzzer, _currents, _senses, _battery)
    return [line for rule in rules for line in rule(board)]


def pwm_slice(gpio: int) -> int:
    """The PWM slice of a GPIO, 0 to 7; its two GPIOs share one frequency."""
    return gpio // 2 % 8


def ranges(gpios: tuple[int, ...]) -> str:
    """Ascending GPIOs for people: `0 to 15, 26 to 29`."""
    parts: list[list[int]] = []
    for gpio in gpios:
        if parts and gpio == parts[-1][-1] + 1:
            parts[-1].append(gpio)
        else:
            parts.append([gpio])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]} to {p[-1]}" for p in parts)


def _brought_out(board: Board) -> Iterator[str]:
    module = board.module
    contacts = list(board.contacts.values())
    gap = not set(contacts) <= set(module.gpios)
    if gap:
        yield (
            f"the contacts take GPIO {contacts[0]} to {contacts[-1]} without a gap, for one PIO"
            f" instruction samples them all; the {module.title} brings out {ranges(module.gpios)}"
        )
    for role, gpio in board.roles():
        fixed = {"the USB sense": module.usb_sense, "the battery's ADC": module.supply_adc}
        if gpio in module.gpios or gpio == fixed.get(role):
            continue
        if gap and role.endswith("contact"):
            continue  # said already
        yield (
            f"{role} is on GPIO {gpio}, which the {module.title} does not bring out (it is"
            f" {module.wired[gpio]}); allowed: {ranges(module.gpios)}"
        )


def _used_twice(board: Board) -> Iterator[str]:
    users: dict[int, str] = {}
    for role, gpio in board.roles():
        if gpio in users:
            yield f"GPIO {gpio} is used twice: {users[gpio]} and {role}"
        users.setdefault(gpio, role)


def _channels(board: Board) -> Iterator[str]:
    if board.light_chain is not None:
        return  # PIO sends to it
    channels: dict[int, tuple[str, int]] = {}
    for name, gpio in board.lights.items():
        other, other_gpio = channels.setdefault(gpio % 16, (name, gpio))
        if other_gpio != gpio:
            yield (
                f"{other}'s light (GPIO {other_gpio}) and {name}'s (GPIO {gpio}) share one"
                " PWM channel; allowed: GPIOs that do not differ by 16"
            )


def _buzzer(board: Board) -> Iterator[str]:
    own = pwm_slice(board.buzzer)
    if board.light_chain is None:
        for name, gpio in board.lights.items():
            if pwm_slice(gpio) == own and gpio != board.buzzer:
                yield (
                    f"the buzzer (GPIO {board.buzzer}) and {name}'s light (GPIO {gpio}) share"
                    f" PWM slice {own} and so its frequency; the buzzer needs its own"
                )
    other = board.buzzer_antiphase
    if other is None or other == board.buzzer:
        return
    if pwm_slice(other) != own or (other - board.buzzer) % 2 == 0:
        partners = [g for g in board.module.gpios if pwm_slice(g) == own]
        partners = [str(g) for g in partners if (g - board.buzzer) % 2]
        yield (
            f"the buzzer's other end (GPIO {other}) is not the other channel of the buzzer's PWM"
            f" slice (GPIO {board.buzzer}, slice {own}), so they cannot swing against each other;"
            f" allowed: {' or '.join(partners)}"
        )


def _currents(board: Board) -> Iterator[str]:
    if board.light_chain is not None:
        return  # its lights have a supply of their own
    if board.light_ma > GPIO_MA:
        yield f"LIGHT_MA is {board.light_ma:g}; a GPIO gives {GPIO_MA:g} mA at most"
    total_ma = board.light_ma * len(board.lights)
    if total_ma > GPIOS_MA:
        most_ma = int(10 * GPIOS_MA / len(board.lights)) / 10
        yield (
            f"{len(board.lights)} lights at {board.light_ma:g} mA draw {total_ma:g} mA; the chip's"
            f" GPIOs give {GPIOS_MA:g} mA in all; allowed: LIGHT_MA up to {most_ma:g}, or"
            " drivers (ULN2803) between GPIOs and lights"
        )


def _senses(board: Board) -> Iterator[str]:
    module, adc = board.module, board.battery_adc
    if adc is not None and adc not in ADC_GPIOS:
        yield f"the battery's ADC is on GPIO {adc}, which has none; allowed: {ranges(ADC_GPIOS)}"
    divided = adc is not None and adc == module.supply_adc
    if divided and board.battery_divider != module.supply_divider:
        yield (
            f"BATTERY_DIVIDER is {board.battery_divider:g}; the {module.title} divides"
            f" {module.supply_pin} by {module.supply_divider:g}"
        )


def _battery(board: Board) -> Iterator[str]:
    module = board.module
    if board.battery == "p-fet" and module.usb_pin == module.supply_pin:
        yield (
            f"BATTERY is 'p-fet', whose gate needs USB's 5 V apart from the supply; on the"
            f" {module.title} both are the pin {module.usb_pin}; allowed: 'schottky' or 'none'"
        )
