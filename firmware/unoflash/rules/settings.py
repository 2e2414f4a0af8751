"""The settings of the unit: what each may be, and what stands in for a bad one (G1).

`parse` never fails: whatever the file holds, the unit plays on with the default in place of
each bad entry, and one line for people about each.
"""

from unoflash.rules import rtttl, strict_json
from unoflash.rules.tunes import TUNES

MAX_BYTES = 8192  # a settings file larger than this is not read
MAX_PROBLEMS = 40  # as many lines at most: one for each thing that can be set

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
KEYS = sorted(list(_NUMBERS) + list(_WORDS) + ["log", "turn_limit_s", "handicap_s", "tunes"])


class Settings:
    """Each setting as an attribute of its own name; all at their defaults when made.

    `turn_limit_s` is a list by `SPEEDS` (None: no limit), `handicap_s` a list by seat,
    `tunes` a dict of tune name to what `rtttl.parse` made of its text, in place of the unit's own.
    The board says what `debounce_ms` is by default.
    """

    def __init__(self, seats, debounce_ms=25):
        self.turn_limit_s = [None, 6, 4]
        self.handicap_s = [0] * seats
        self.turn_order = "random"
        self.choose_ms = 400
        self.lockout_ms = 700
        self.slap_limit_s = 5
        self.duel_ms = 0
        self.sleep_min = 5
        self.volume = "loud"
        self.debounce_ms = debounce_ms
        self.brightness = 100  # percent
        self.tunes = {}
        self.low_battery_v = 3.0  # 0: off
        self.log = True


def parse(data, seats, debounce_ms=25):
    """Settings for a board of `seats` from what `settings.json` holds.

    `data`: its bytes; None: no such file; a str: why it could not be read. Answers the Settings
    and a list of problems, each a line that names key, value and what is allowed.
    """
    settings = Settings(seats, debounce_ms)
    if data is None:
        return settings, []
    problems = _Problems()
    try:
        if isinstance(data, str):
            raise ValueError(data)
        if len(data) > MAX_BYTES:
            raise ValueError("larger than {} bytes".format(MAX_BYTES))
        values = _members(data, KEYS, "", problems)
    except ValueError as error:
        return settings, ["settings.json: {}; all defaults are used".format(error)]
    for name in KEYS:
        if name in values:
            _take(settings, name, values[name], seats, problems)
    return settings, problems.told()


def with_volume(data, volume):
    """The bytes of a settings file that says `volume`; None where `data` is no JSON object.

    Only the volume's value is replaced, or added at the end: spaces, order, unknown keys and
    mistakes stay as their owner wrote them (G2). `data` None: there was no file.
    """
    value = b'"' + volume.encode() + b'"'
    if data is None:
        return b'{"volume": ' + value + b"}\n"
    place = last = None
    try:
        for last in strict_json.members(data):
            if last[0] == "volume":  # where it stands twice the last one counts
                place = last
        if place:
            changed = data[: place[2]] + value + data[place[3] :]
        else:
            changed = _with_member(data, last, b'"volume": ' + value)
        stored = _members(changed, ("volume",), "", _Problems())
    except ValueError:
        return None
    return changed if stored["volume"] == value and len(changed) <= MAX_BYTES else None


def _with_member(data, last, member):
    """`data` with one more member behind the `last`; None: the first one."""
    if last is None:
        end = data.find(b"{") + 1
        return data[:end] + member + data[end:]
    _, start, _, end = last
    space = start  # the last member's place in its line is good for one more
    while data[space - 1] in b" \t\r\n":
        space -= 1
    return data[:end] + b"," + (data[space:start] or b" ") + member + data[end:]


def _members(data, names, prefix, problems):
    """Of the object `data` the members that have one of the `names`: name to text of the value,
    of a name given twice the last one. The others are problems. However many there are, little is
    kept of them."""
    found = {}
    for name, _, start, end in strict_json.members(data):
        if name in names:
            found[name] = data[start:end]
        else:
            problems.unknown(prefix, name, names)
    return found


def _take(settings, key, text, seats, problems):
    value = strict_json.value(text)
    if key in _NUMBERS:
        allowed = _NUMBERS[key]
        if _is_number(value, allowed):
            number = int(value) if allowed[2] else value  # pyright: ignore (it is a number)
            setattr(settings, key, number)
        else:
            problems.refuse(key, text, _range_text(allowed))
    elif key in _WORDS:
        if value in _WORDS[key]:
            setattr(settings, key, value)
        else:
            problems.refuse(key, text, ", ".join(_WORDS[key]))
    elif key == "log":
        if value is True or value is False:
            settings.log = value
        else:
            problems.refuse(key, text, "true or false")
    elif key == "turn_limit_s":
        for speed, entry, limit_s in _entries(key, text, SPEEDS, problems):
            if limit_s is None or _is_number(limit_s, _LIMIT_RANGE):
                settings.turn_limit_s[SPEEDS.index(speed)] = limit_s
            else:
                problems.refuse(key + "." + speed, entry, "null or " + _range_text(_LIMIT_RANGE))
    elif key == "handicap_s":
        names = ["p" + str(seat + 1) for seat in range(seats)]
        for name, entry, handicap_s in _entries(key, text, names, problems):
            if _is_number(handicap_s, _HANDICAP_RANGE):
                settings.handicap_s[names.index(name)] = handicap_s
            else:
                problems.refuse(key + "." + name, entry, _range_text(_HANDICAP_RANGE))
    else:  # tunes
        for name, entry, tune in _entries(key, text, sorted(TUNES), problems):
            try:
                settings.tunes[name] = rtttl.parse(tune)
            except ValueError as fault:
                problems.refuse(key + "." + name, entry, "RTTTL text ({})".format(fault))


def _entries(key, text, names, problems):
    """Of the object `text` the entries whose names are known, as (name, text, value)."""
    if text[:1] != b"{":
        problems.refuse(key, text, "an object with any of " + ", ".join(names))
        return []
    values = _members(text, names, key + ".", problems)
    return [(n, values[n], strict_json.value(values[n])) for n in names if n in values]


def _is_number(value, allowed):
    lowest, highest, whole = allowed
    if value is True or value is False or not isinstance(value, (int, float)):
        return False
    # The range goes first: int() of an infinity fails.
    return lowest <= value <= highest and not (whole and value != int(value))


def _range_text(allowed):
    lowest, highest, whole = allowed
    return "{} to {}{}".format(lowest, highest, ", whole" if whole else "")


class _Problems:
    """Lines for people; a file full of nonsense does not fill the memory with them."""

    def __init__(self):
        self._lines = []
        self._more = 0

    def refuse(self, key, text, allowed):
        if self._has_room():
            shown = strict_json.shown(text)
            self._lines.append("{}: {} is not allowed; allowed: {}".format(key, shown, allowed))

    def unknown(self, prefix, name, known):
        if self._has_room():
            name = strict_json.shown(b'"' + name.encode() + b'"')
            known = ", ".join(known)
            self._lines.append("{}{}: unknown key; known: {}".format(prefix, name, known))

    def _has_room(self):
        if len(self._lines) < MAX_PROBLEMS:
            return True
        self._more += 1
        return False

    def told(self):
        if self._more:
            self._lines.append("settings.json: {} more mistakes like these".format(self._more))
        return self._lines
