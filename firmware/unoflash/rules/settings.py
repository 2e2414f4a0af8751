"""The settings of the unit: what each may be, and what stands in for a bad one (G1).

`parse` never fails: whatever the file holds, the unit plays on with the default in place of
each bad entry, and one line for people about each.
"""

import json

from unoflash.rules import json_text, rtttl
from unoflash.rules.tunes import TUNES

MAX_BYTES = 8192  # a settings file larger than this is not read

SPEEDS = ("slow", "medium", "fast")
VOLUMES = ("loud", "quiet", "mute")
TURN_ORDERS = ("random", "bag", "clockwise")

# What the numbers may be: lowest, highest, whole numbers only.
_LIMIT_RANGE = (1, 300, False)
_HANDICAP_RANGE = (0, 120, False)
_NUMBERS = {
    "choose_ms": (0, 5000, True),
    "lockout_ms": (0, 3000, True),
    "slap_limit_s": (1, 60, False),
    "duel_ms": (0, 5000, True),
    "sleep_min": (1, 60, False),
    "debounce_ms": (5, 100, True),
    "brightness": (5, 100, True),
    "low_battery_v": (0, 5.0, False),
}
_WORDS = {"turn_order": TURN_ORDERS, "volume": VOLUMES}


class Settings:
    """Each setting as an attribute of its own name; all at their defaults when made.

    `turn_limit_s` is a list by `SPEEDS` (None: no limit), `handicap_s` a list by seat,
    `tunes` a dict of tune name to RTTTL text that replaces the unit's own.
    """

    def __init__(self, seats):
        self.turn_limit_s = [None, 6, 4]
        self.handicap_s = [0] * seats
        self.turn_order = "random"
        self.choose_ms = 400
        self.lockout_ms = 700
        self.slap_limit_s = 5
        self.duel_ms = 0
        self.sleep_min = 5
        self.volume = "loud"
        self.debounce_ms = 25
        self.brightness = 100  # percent
        self.tunes = {}
        self.low_battery_v = 3.0  # 0: off
        self.log = True


def parse(data, seats):
    """Settings from the bytes of `settings.json` (None: no such file) for a board of `seats`.

    Answers the Settings and a list of problems, each a line that names key, value and what
    is allowed.
    """
    settings = Settings(seats)
    if data is None:
        return settings, []
    try:
        values = _loads(data)
    except ValueError as error:
        return settings, ["settings.json: {}; all defaults are used".format(error)]
    problems = []
    for key in sorted(values):
        _take(settings, key, values[key], seats, problems)
    return settings, problems


def _loads(data):
    if len(data) > MAX_BYTES:
        raise ValueError("larger than {} bytes".format(MAX_BYTES))
    fault = json_text.fault(data)
    if fault:
        raise ValueError(fault)
    try:
        values = json.loads(str(data, "utf-8"))
    except ValueError:  # not UTF-8 (UnicodeError is one)
        raise ValueError("not JSON") from None
    if not isinstance(values, dict):
        raise ValueError("not a JSON object {...}")
    return values


def _take(settings, key, value, seats, problems):
    if key in _NUMBERS:
        allowed = _NUMBERS[key]
        if _is_number(value, allowed):
            setattr(settings, key, int(value) if allowed[2] else value)
        else:
            _refuse(problems, key, value, _range_text(allowed))
    elif key in _WORDS:
        if value in _WORDS[key]:
            setattr(settings, key, value)
        else:
            _refuse(problems, key, value, ", ".join(_WORDS[key]))
    elif key == "log":
        if value is True or value is False:
            settings.log = value
        else:
            _refuse(problems, key, value, "true or false")
    elif key == "turn_limit_s":
        for speed, limit_s in _entries(key, value, SPEEDS, problems):
            if limit_s is None or _is_number(limit_s, _LIMIT_RANGE):
                settings.turn_limit_s[SPEEDS.index(speed)] = limit_s
            else:
                name = key + "." + speed
                _refuse(problems, name, limit_s, "null or " + _range_text(_LIMIT_RANGE))
    elif key == "handicap_s":
        names = ["p" + str(seat + 1) for seat in range(seats)]
        for name, handicap_s in _entries(key, value, names, problems):
            if _is_number(handicap_s, _HANDICAP_RANGE):
                settings.handicap_s[names.index(name)] = handicap_s
            else:
                _refuse(problems, key + "." + name, handicap_s, _range_text(_HANDICAP_RANGE))
    elif key == "tunes":
        for name, text in _entries(key, value, sorted(TUNES), problems):
            fault = rtttl.fault(text)
            if fault is None:
                settings.tunes[name] = text
            else:
                _refuse(problems, key + "." + name, text, "RTTTL text ({})".format(fault))
    else:
        known = sorted(
            list(_NUMBERS) + list(_WORDS) + ["log", "turn_limit_s", "handicap_s", "tunes"]
        )
        problems.append("{}: unknown key; known: {}".format(_short(key), ", ".join(known)))


def _entries(key, value, names, problems):
    """The entries of the object `value` whose names are known; the others are refused."""
    if not isinstance(value, dict):
        _refuse(problems, key, value, "an object with any of " + ", ".join(names))
        return []
    good = []
    for name in sorted(value):
        if name in names:
            good.append((name, value[name]))
        else:
            problems.append(
                "{}.{}: unknown key; known: {}".format(key, _short(name), ", ".join(names))
            )
    return good


def _is_number(value, allowed):
    lowest, highest, whole = allowed
    if value is True or value is False or not isinstance(value, (int, float)):
        return False
    # The range goes first: int() of an infinity fails.
    return lowest <= value <= highest and not (whole and value != int(value))


def _range_text(allowed):
    lowest, highest, whole = allowed
    return "{} to {}{}".format(lowest, highest, ", whole" if whole else "")


def _refuse(problems, key, value, allowed):
    problems.append("{}: {} is not allowed; allowed: {}".format(key, _short(value), allowed))


def _short(value):
    """The value as JSON, on one line, cut where it is long."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
