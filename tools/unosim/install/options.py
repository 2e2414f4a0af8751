"""The part of the command line that deals with a board: options, and what they call."""

import argparse


def add_flash(flash: argparse.ArgumentParser) -> None:
    add_port(flash)
    flash.add_argument("--board", metavar="NAME", help="its wiring, or a path (default: pico6)")
    flash.add_argument("--dry-run", action="store_true", help="only say what would be copied")
    flash.add_argument(
        "--untested", action="store_true", help="onto a MicroPython that was not tested"
    )
    flash.set_defaults(command=_flash)


def add_console(console: argparse.ArgumentParser) -> None:
    add_port(console)
    console.set_defaults(command=_console)


def add_settings_show(show: argparse.ArgumentParser) -> None:
    add_port(show)
    show.set_defaults(command=_show)


def add_settings_set(change: argparse.ArgumentParser) -> None:
    change.add_argument("key", metavar="KEY", help="sleep_min, handicap_s.p3, …")
    change.add_argument("value", metavar="VALUE", help="10, bag, false, …; default: take it out")
    add_port(change)
    change.set_defaults(command=_set)


def add_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        metavar="PORT",
        help="where the board is, if there are several: /dev/ttyACM0, COM3, socket://HOST:PORT",
    )


def _flash(given: argparse.Namespace) -> int:
    from unosim.install.flash import flash

    return flash(given.port, given.board, given.dry_run, given.untested)


def _console(given: argparse.Namespace) -> int:
    from unosim.install.console import console

    return console(given.port)


def _show(given: argparse.Namespace) -> int:
    from unosim.install.settings import show

    return show(given.port)


def _set(given: argparse.Namespace) -> int:
    from unosim.install.settings import change

    return change(given.port, given.key, given.value)
