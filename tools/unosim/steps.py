"""The words of the scenario language, and its steps as data.

Every time is kept in whole nanoseconds. A step knows its line, so that whatever goes wrong
with it can name the place.
"""

from dataclasses import dataclass

STATES = (
    "starting",
    "joining",
    "choosing",
    "turn",
    "timed_out",
    "slap_race",
    "slap_lost",
    "paused",
    "asleep",
    "self_test",
    "safe_mode",
)
SEATS = tuple(f"p{number}" for number in range(1, 9))
BUTTONS = (*SEATS, "slap", "play")
GROUPS = ("chosen", "flashing", "joined", "others", "unslapped", "free")
SPEEDS = ("slow", "medium", "fast", "broken")
SUPPLIES = ("battery", "usb")
VOLUMES = ("loud", "quiet", "mute")
JOURNAL_KEYS = ("turns", "timeouts", "total_ms", "longest_ms", "races", "lost", "best_ms")

NS_PER_US = 1_000
NS_PER_MS = 1_000_000
TAP_NS = 60 * NS_PER_MS  # how long `tap` holds without `for`


def seat_number(name: str) -> int:
    """3 for `p3`."""
    return int(name[1:])


def names(players) -> list[str]:
    """`["p1", "p4"]` for the seat numbers 1 and 4."""
    return [f"p{player}" for player in players]


def ms_text(ns: int) -> str:
    """`0.5` for 500 µs."""
    return f"{ns / NS_PER_MS:.6f}".rstrip("0").rstrip(".")


@dataclass(frozen=True)
class Step:
    """One line of a scenario: what it does, after `after_ns` have passed."""

    line: int
    after_ns: int

    verb = ""


@dataclass(frozen=True)
class Press(Step):
    buttons: tuple[str, ...]
    verb = "press"


@dataclass(frozen=True)
class Release(Step):
    buttons: tuple[str, ...]
    verb = "release"


@dataclass(frozen=True)
class Tap(Step):
    """`tap` and, with nothing apart, `hold`."""

    buttons: tuple[str, ...]
    hold_ns: int
    apart_ns: int
    verb = "tap"


@dataclass(frozen=True)
class Bounce(Step):
    """`count` reversals, one every `every_ns`, after each later edge; 0: none."""

    count: int
    every_ns: int
    verb = "bounce"


@dataclass(frozen=True)
class Glitch(Step):
    buttons: tuple[str, ...]
    for_ns: int
    verb = "glitch"


@dataclass(frozen=True)
class Speed(Step):
    position: str
    verb = "speed"


@dataclass(frozen=True)
class Power(Step):
    on: bool
    verb = "power"


@dataclass(frozen=True)
class Supply(Step):
    kind: str
    verb = "supply"


@dataclass(frozen=True)
class Battery(Step):
    millivolts: int
    verb = "battery"


@dataclass(frozen=True)
class Crash(Step):
    verb = "crash"


@dataclass(frozen=True)
class Hang(Step):
    verb = "hang"


@dataclass(frozen=True)
class Wait(Step):
    for_ns: int
    verb = "wait"


@dataclass(frozen=True)
class WaitUntil(Step):
    state: str
    within_ns: int
    verb = "wait until"


@dataclass(frozen=True)
class Expect(Step):
    """`expect WHAT ARGS`.

    `args` by `what`: state names; buttons and groups; `(count,)` for `faults` and a counted
    `losers`; `(from_ns, to_ns)` for `turn_left`; `(button, key, number)` for `journal`;
    `(volume,)`; else empty.
    """

    what: str
    args: tuple
    verb = "expect"


@dataclass(frozen=True)
class Repeat(Step):
    """Plays the steps up to its `end` so many times."""

    times: int
    verb = "repeat"


@dataclass(frozen=True)
class End(Step):
    """Closes the `repeat` at `begin` in the list of steps."""

    begin: int
    verb = "end"


def buttons_of(step: Step) -> tuple[str, ...]:
    """The buttons and groups that the step names."""
    if isinstance(step, Press | Release | Tap | Glitch):
        return step.buttons
    if isinstance(step, Expect):
        return tuple(word for word in step.args if word in BUTTONS or word in GROUPS)
    return ()
