"""What may stand behind each verb of a scenario: one function a verb, Line in, Step out."""

from collections.abc import Callable

from unosim import steps
from unosim.line import Line, LineError

HIGHEST_VOLTS = 6  # three fresh AA cells have less than 5; VSYS bears 5.5

_SHORTEST_NS = 1  # of what must last for some time
_LIGHTS = (*steps.SEATS, "slap", *steps.GROUPS)
_SEATS = (*steps.SEATS, *steps.GROUPS)


def _press(line: Line, after_ns: int) -> steps.Step:
    return steps.Press(line.number, after_ns, line.buttons())


def _release(line: Line, after_ns: int) -> steps.Step:
    return steps.Release(line.number, after_ns, line.buttons())


def _tap(line: Line, after_ns: int) -> steps.Step:
    buttons = line.buttons("for", "apart")
    times = {"for": steps.TAP_NS, "apart": 0}
    given = []
    while line.peek() is not None:
        word = line.one_of("word", ("for", "apart"))
        if word in given:
            raise LineError(f"a second {word}")
        given.append(word)
        times[word] = line.ms("for", _SHORTEST_NS) if word == "for" else line.us("apart")
    return steps.Tap(line.number, after_ns, buttons, times["for"], times["apart"])


def _hold(line: Line, after_ns: int) -> steps.Step:
    buttons = line.buttons("for")
    line.one_of("word", ("for",))
    return steps.Tap(line.number, after_ns, buttons, line.ms("for", _SHORTEST_NS), 0)


def _bounce(line: Line, after_ns: int) -> steps.Step:
    if line.peek() == "off":
        line.word("off")
        return steps.Bounce(line.number, after_ns, 0, 0)
    count = line.whole("how many reversals (or off)", 0, 10_000)
    return steps.Bounce(line.number, after_ns, count, line.us("one every", _SHORTEST_NS))


def _glitch(line: Line, after_ns: int) -> steps.Step:
    button = line.button()
    return steps.Glitch(line.number, after_ns, (button,), line.us("the pulse", _SHORTEST_NS))


def _speed(line: Line, after_ns: int) -> steps.Step:
    return steps.Speed(line.number, after_ns, line.one_of("speed", steps.SPEEDS))


def _power(line: Line, after_ns: int) -> steps.Step:
    return steps.Power(line.number, after_ns, line.one_of("power", ("on", "off")) == "on")


def _supply(line: Line, after_ns: int) -> steps.Step:
    return steps.Supply(line.number, after_ns, line.one_of("supply", steps.SUPPLIES))


def _battery(line: Line, after_ns: int) -> steps.Step:
    return steps.Battery(line.number, after_ns, line.millivolts("the battery", HIGHEST_VOLTS))


def _crash(line: Line, after_ns: int) -> steps.Step:
    return steps.Crash(line.number, after_ns)


def _hang(line: Line, after_ns: int) -> steps.Step:
    return steps.Hang(line.number, after_ns)


def _wait(line: Line, after_ns: int) -> steps.Step:
    if line.peek() != "until":
        return steps.Wait(line.number, after_ns, line.ms("how long"))
    line.word("until")
    state = line.one_of("state", steps.STATES)
    line.one_of("word", ("within",))
    return steps.WaitUntil(line.number, after_ns, state, line.ms("within"))


def _expect(line: Line, after_ns: int) -> steps.Step:
    what = line.one_of("expectation", tuple(_EXPECT))
    return steps.Expect(line.number, after_ns, what, _EXPECT[what](line))


def _losers(line: Line) -> tuple:
    word = line.peek()
    if word is not None and word[0] in "0123456789":
        return (line.whole("how many losers", 0, len(steps.SEATS)),)
    return line.all_of("player", _SEATS)


def _turn_left(line: Line) -> tuple:
    from_ns, to_ns = line.ms("turn_left from"), line.ms("turn_left to")
    if from_ns > to_ns:
        raise LineError("turn_left MS1 MS2: MS1 is more than MS2")
    return from_ns, to_ns


def _journal(line: Line) -> tuple:
    seat = line.one_of("player", _SEATS)
    return seat, line.one_of("key", steps.JOURNAL_KEYS), line.whole("the figure", 0)


def _nothing(line: Line) -> tuple:
    return ()


_EXPECT: dict[str, Callable[[Line], tuple]] = {
    "state": lambda line: line.all_of("state", steps.STATES),
    "joined": lambda line: line.all_of("player", _SEATS, least=0),
    "lit": lambda line: line.all_of("light", _LIGHTS),
    "dark": lambda line: line.all_of("light", _LIGHTS),
    "flashing": lambda line: line.all_of("light", _LIGHTS),
    "losers": _losers,
    "tone": _nothing,
    "silent": _nothing,
    "heard": _nothing,
    "turn_left": _turn_left,
    "asleep": _nothing,
    "faults": lambda line: (line.whole("how many faults", 0),),
    "journal": _journal,
    "volume": lambda line: (line.one_of("volume", steps.VOLUMES),),
}

VERBS: dict[str, Callable[[Line, int], steps.Step]] = {
    "press": _press,
    "release": _release,
    "tap": _tap,
    "hold": _hold,
    "bounce": _bounce,
    "glitch": _glitch,
    "speed": _speed,
    "power": _power,
    "supply": _supply,
    "battery": _battery,
    "crash": _crash,
    "hang": _hang,
    "wait": _wait,
    "expect": _expect,
}
