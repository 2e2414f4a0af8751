"""`unosim settings show` and `set`: the settings.json on a board.

What the unit would not take is refused here, by the firmware's own rules. The other keys stay
as they are; the board never has half a file.
"""

import json
import sys
from typing import Any

from unosim import firmware_rules
from unosim.install.device import Device
from unosim.install.port import REFUSED, InstallError, find

FILE = "/settings.json"
DEFAULT = "default"

_SEATS = """
import sys
paths = sys.path[:]
for place in (".frozen", "/lib"):
    sys.path[:] = [place]
    try:
        from board import SEATS
        break
    except ImportError:
        SEATS = None
sys.path[:] = paths
print(SEATS)
"""


def show(port: str | None) -> int:
    """Prints the file, and what the unit would say of it; answers the exit status."""
    return _do(port, _show)


def change(port: str | None, key: str, value: str) -> int:
    """Sets one key (`sleep_min`, or `handicap_s.p3` for an entry of one); answers the status."""
    return _do(port, lambda device: _change(device, key, value))


def with_value(data: bytes | None, key: str, value: str, seats: int) -> bytes:
    """The file's new content. `value` is JSON, or a word such as `bag`; `default` takes the key
    out. Raises InstallError where the unit would not take it."""
    rules = firmware_rules.load("settings")
    settings = _object(data)
    problems = rules.parse(_text(settings), seats)[1]
    name, dot, entry = key.partition(".")
    holder = settings
    if dot:
        holder = settings.setdefault(name, {})
        if not isinstance(holder, dict):
            raise InstallError(f"{name} in {FILE} is no object, so it has no {entry}", REFUSED)
    else:
        entry = name
    if value == DEFAULT:
        if entry not in holder:
            raise InstallError(f"{key} has its default already", REFUSED)
        del holder[entry]
        if not holder and dot:
            del settings[name]
    else:
        holder[entry] = _value(value)
    changed = _text(settings)
    for problem in rules.parse(changed, seats)[1]:
        if problem not in problems:
            raise InstallError(problem, REFUSED)
    return changed


def _show(device: Device) -> None:
    data = device.read(FILE)
    if data is None:
        print(f"no {FILE} on the board: everything has its default")
    else:
        print(data.decode("utf-8", "replace").rstrip())
    seats = _seats(device)
    if data is not None:
        for problem in firmware_rules.load("settings").parse(data, seats)[1]:
            print(f"{FILE}: {problem}")


def _change(device: Device, key: str, value: str) -> None:
    changed = with_value(device.read(FILE), key, value, _seats(device))
    device.write(FILE, changed)
    print(changed.decode().rstrip())


def _do(port: str | None, do: Any) -> int:
    try:
        with Device(find(port)) as device:
            try:
                do(device)
            except InstallError as error:
                if error.status == REFUSED:
                    device.leave()  # the unit goes on
                raise
            print(device.restart())
    except InstallError as error:
        print(f"unosim: {error}", file=sys.stderr)
        return error.status
    return 0


def _seats(device: Device) -> int:
    seats = device.ask(_SEATS)
    if seats is None:
        raise InstallError("the unit's program is not on this board: make flash", REFUSED)
    return seats


def _object(data: bytes | None) -> dict[str, Any]:
    if data is None:
        return {}
    try:
        settings = json.loads(data)
    except ValueError as error:
        raise InstallError(
            f"{FILE} on the board is not JSON ({error}): mend it, or take it away with"
            " mpremote rm :settings.json",
            REFUSED,
        ) from None
    if not isinstance(settings, dict):
        raise InstallError(f"{FILE} on the board holds no object ({{…}})", REFUSED)
    return settings


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text  # a word


def _text(settings: dict[str, Any]) -> bytes:
    """A key a line."""
    members = ",\n".join(
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in settings.items()
    )
    return f"{{\n{members}\n}}\n".encode() if settings else b"{}\n"
