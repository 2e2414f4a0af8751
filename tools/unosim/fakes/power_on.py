"""What the chip does from power-on to power-off: boots, runs main.py, then sits at its REPL.

The same for CPython and MicroPython; who calls `run` has set up `WORLD` and its `port`.
"""

import costs
from usb_host import USB
from world import NEVER_NS, WORLD

_BANNER = 'MicroPython v1.25.0; Raspberry Pi Pico with RP2040\nType "help()" for more.\n>>> '


def run():
    """Never returns; ends only by PowerCut or Reset. What main.py left running, runs on."""
    try:
        WORLD.spend(costs.BOOT_NS)
        import main

        main.main()
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        _until_told(error)
    _until_told(None)
    while True:
        try:
            WORLD.sleep(NEVER_NS)
        except KeyboardInterrupt:
            pass


def _until_told(error):
    """Print what ended main.py, and the prompt; Ctrl-C in the midst of it changes nothing."""
    try:
        if error is None:
            USB.print(_BANNER)
        else:
            USB.tell("", error)
    except KeyboardInterrupt:
        pass
