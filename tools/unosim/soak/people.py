"""People who do anything, most of it sensible: what a random source makes them do next."""

from random import Random
from typing import Any

Session = Any  # a unosim.soak.session.Session, or what notes the calls of one

_SETTINGS = {
    "turn_order": ("random", "bag", "clockwise"),
    "choose_ms": (0, 1, 400, 5000),
    "lockout_ms": (0, 700, 3000),
    "slap_limit_s": (1, 5, 60),
    "duel_ms": (0, 300, 5000),
    "sleep_min": (1, 1, 5),
    "debounce_ms": (5, 25, 100),
    "turn_limit_s": ({"medium": 1, "fast": None}, {"slow": 70}, {}),
    "handicap_s": ({"p1": 3, "p2": 0.5}, {}),
    "volume": ("loud", "quiet", "mute"),
}


def settings(random: Random) -> dict:
    """Some of the settings, others than the default ones."""
    keys = [key for key in _SETTINGS if random.random() < 0.4]
    return {key: random.choice(_SETTINGS[key]) for key in keys}


def act(session: Session, random: Random) -> None:
    """One thing that somebody does, and some time."""
    does = random.choices(list(_ACTS), list(_ACTS.values()))[0]
    does(session, random)
    session.wait(random.choice((0, 1, 5, 20, 60, 160, 160, 400, 700, 1_100, 2_500)))


def _names(session: Session, random: Random, most: int) -> list[str]:
    return random.sample(session.buttons, random.randint(1, most))


def _tap(session: Session, random: Random) -> None:
    hold_ms = random.choice((1, 20, 60, 60, 60, 300, 1_010, 3_060))
    session.tap(_names(session, random, 3), hold_ms, random.choice((0, 0, 1, 5, 100, 90_000)))


def _join(session: Session, random: Random) -> None:
    names = [name for name in _names(session, random, 8) if name not in ("slap", "play")]
    session.tap(names, 60, random.choice((0, 7, 100_000)))


def _play_pause(session: Session, random: Random) -> None:
    session.tap(["play"])


def _game(session: Session, random: Random) -> None:
    """What the game asks for: whoever is concerned presses, or SLAP."""
    state, players = session.view.state, [f"p{number}" for number in session.view.players]
    if state == "turn" and random.random() < 0.3:
        session.tap(["slap"])
    elif state in ("joining", "paused", "asleep"):
        session.tap(["play"])
    elif players:
        random.shuffle(players)
        session.tap(players[: random.randint(1, 8)], 60, random.choice((0, 0, 5, 90_000)))


def _press(session: Session, random: Random) -> None:
    session.press(random.choice(session.buttons))


def _release(session: Session, random: Random) -> None:
    if session.closed:
        session.release(random.choice(sorted(session.closed)))


def _let_go(session: Session, random: Random) -> None:
    session.let_go()


def _noise(session: Session, random: Random) -> None:
    session.glitch(random.choice(session.buttons), random.choice((1, 20, 90, 150, 900)))


def _chatter(session: Session, random: Random) -> None:
    session.bounce(random.choice((0, 1, 3, 8)), random.choice((2, 40, 150, 400, 1_000)))


def _switch(session: Session, random: Random) -> None:
    session.do(f"speed {random.choice(('slow', 'medium', 'fast', 'broken'))}")


def _supply(session: Session, random: Random) -> None:
    session.do(f"supply {random.choice(('battery', 'usb'))}")
    session.do(f"battery {random.choice((2.5, 3.5, 4.5))}")


def _long(session: Session, random: Random) -> None:
    session.wait(random.choice((6_000, 31_000, 62_000, 62_000, 125_000, 310_000)))


def _power(session: Session, random: Random) -> None:
    held = _names(session, random, 3) if random.random() < 0.2 else []
    session.power_cycle(random.choice((0, 1, 50)), held)


def _reset(session: Session, random: Random) -> None:
    session.reset()


def _crash(session: Session, random: Random) -> None:
    session.crash()


def _hang(session: Session, random: Random) -> None:
    session.hang()


_ACTS = {  # and how often, of about 200
    _tap: 25,
    _join: 20,
    _play_pause: 15,
    _game: 70,
    _press: 10,
    _release: 8,
    _let_go: 8,
    _noise: 6,
    _chatter: 5,
    _switch: 5,
    _supply: 3,
    _long: 8,
    _power: 3,
    _reset: 3,
    _crash: 1,
    _hang: 1,
}
