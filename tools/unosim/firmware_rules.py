"""The firmware's own rules, for tools that say what the unit would say.

settings = firmware_rules.load("settings")
settings.parse(data, seats)
"""

from typing import Any

from unosim.boards import TREE
from unosim.interpreter import Interpreter


def load(name: str) -> Any:
    """The module `unoflash.rules.NAME`, as it is imported on the device."""
    return Interpreter(TREE / "firmware").load(f"unoflash.rules.{name}")
