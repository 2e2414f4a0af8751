"""A trace as a Value Change Dump, which GTKWave and PulseView open.

    text(trace.records(), seats=8)

Signals: `state` by its name (viewers that know no text leave it out) and each state as a bit;
each light as a bit (lit: half or more) and as its level; each contact as a bit; the tone as a
bit and in Hz; the Speed Switch, a bit a position; the power.
"""

import io
from collections.abc import Callable, Iterable

from vcd import VCDWriter

from unosim.expectations import HALF
from unosim.steps import SPEEDS, STATES, SUPPLIES

_BIT, _REAL = ("wire", 1), ("real", 64)


def text(records: Iterable[dict], seats: int) -> str:
    """The dump, in microseconds. Where hands moved before the first power-on, it starts there."""
    records = list(records)
    before_us = -min([0, *(record["t"] for record in records)])
    out = io.StringIO()
    # No date: the same run gives the same file.
    with VCDWriter(
        out, timescale="1 us", date="-", version="unosim", comment=_said(before_us)
    ) as writer:
        signals = _Signals(writer, seats)
        for record in records:
            signals.take(record["t"] + before_us, record)
        if records:
            writer.flush(records[-1]["t"] + before_us)
    return out.getvalue()


def _said(before_us: int) -> str:
    return f"power comes on {before_us} us after the beginning" if before_us else ""


class _Signals:
    def __init__(self, writer: VCDWriter, seats: int):
        self._writer = writer
        self._vars: dict[tuple[str, str], object] = {}
        lights = [*(f"p{seat}" for seat in range(1, seats + 1)), "slap"]
        # First, for its identifier: some readers take those of later signals for values.
        self._vars["unit", "state"] = writer.register_var("unit", "state", "string", init="")
        self._add("lights", lights, _BIT)
        self._add("buttons", [*lights, "play"], _BIT)
        self._add("buzzer", ["sounds"], _BIT)
        self._add("states", STATES, _BIT)
        self._add("speed", SPEEDS, _BIT)
        self._add("power", ["on", *SUPPLIES], _BIT)
        self._add("levels", lights, _REAL)
        self._add("tone", ["hz"], _REAL)
        self._take: dict[str, Callable[[int, dict], None]] = {
            "light": self._light,
            "tone": self._tone,
            "press": lambda t, record: self._set(t, "buttons", record["button"], 1),
            "release": lambda t, record: self._set(t, "buttons", record["button"], 0),
            "state": lambda t, record: self._state(t, record["state"]),
            "speed": lambda t, record: self._one(t, "speed", SPEEDS, record["speed"]),
            "power": self._power,
        }

    def take(self, t: int, record: dict) -> None:
        take = self._take.get(record["event"])
        if take is not None:
            take(t, record)

    def _add(self, scope: str, names: Iterable[str], kind: tuple[str, int]) -> None:
        for name in names:
            init = 0.0 if kind is _REAL else 0
            self._vars[scope, name] = self._writer.register_var(scope, name, *kind, init=init)

    def _set(self, t: int, scope: str, name: str, value: object) -> None:
        variable = self._vars.get((scope, name))
        if variable is not None:
            self._writer.change(variable, t, value)  # type: ignore[arg-type]

    def _one(self, t: int, scope: str, names: Iterable[str], which: str) -> None:
        for name in names:
            self._set(t, scope, name, int(name == which))

    def _light(self, t: int, record: dict) -> None:
        self._set(t, "lights", record["light"], int(record["level"] >= HALF))
        self._set(t, "levels", record["light"], float(record["level"]))

    def _tone(self, t: int, record: dict) -> None:
        self._set(t, "buzzer", "sounds", int(record["hz"] > 0))
        self._set(t, "tone", "hz", float(record["hz"]))

    def _state(self, t: int, state: str) -> None:
        self._set(t, "unit", "state", state)
        self._one(t, "states", STATES, state)

    def _power(self, t: int, record: dict) -> None:
        self._set(t, "power", "on", int(record["on"]))
        self._one(t, "power", SUPPLIES, record["supply"])
        if not record["on"]:
            self._state(t, "")
