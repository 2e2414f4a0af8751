"""The command `unosim`.

Exit status of what plays: 0 every expectation held; 1 one failed; 2 the scenario, a file, an
option or a board is bad; 3 the backend, a board at a port, or something else that was asked for,
is not there; 130 after Ctrl-C; 70 where unosim itself or what runs the device failed (a bug).
`settings check`: 1 if the unit would find mistakes.
"""

import argparse
import io
import os
import secrets
import sys
import traceback
from collections.abc import Callable, Sequence

from unosim import scenario
from unosim.bench.options import add_options as add_bench_options
from unosim.install import options as install
from unosim.run import BAD, BUG, HELD, INTERRUPTED, UNAVAILABLE, Options, run

BACKENDS = ("host", "micropython", "rp2040")
HIGHEST_AT_MS = 86_400_000
NO_READER = 141  # as a shell has it after SIGPIPE


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; answers the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a `…`
    options = _parser().parse_args(arguments)
    try:
        return options.command(options)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # `unosim demo | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return NO_READER
    except Exception:
        traceback.print_exc()
        return BUG


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="unosim", description="Plays with the UNO Flash unit without the unit."
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    play = commands.add_parser("run", help="play a scenario", allow_abbrev=False)
    play.add_argument("file", metavar="FILE", help="the scenario")
    _add_common(play)
    play.add_argument("--trace", metavar="OUT.jsonl", help="write what happened, as JSON Lines")
    play.add_argument("--vcd", metavar="OUT.vcd", help="the same for GTKWave or PulseView")
    play.add_argument("--plot", metavar="OUT.png", help="the same as a timeline")
    play.add_argument("--live", action="store_true", help="show it while it happens")
    play.set_defaults(command=_run)
    window = commands.add_parser("window", help="play in a window", allow_abbrev=False)
    _add_window(window)
    window.set_defaults(command=_window)
    plot = commands.add_parser("plot", help="draw a trace as a timeline", allow_abbrev=False)
    plot.add_argument("trace", metavar="TRACE", help="as `unosim run --trace` wrote it")
    plot.add_argument("out", metavar="OUT.png", nargs="?", help="default: beside the trace")
    plot.set_defaults(command=_plot)
    demo = commands.add_parser("demo", help="watch a game", allow_abbrev=False)
    _add_common(demo)
    demo.set_defaults(command=_demo)
    bench = commands.add_parser("bench", help="measure the unit's figures", allow_abbrev=False)
    add_bench_options(bench)
    bench.set_defaults(command=_bench)
    install.add_flash(
        commands.add_parser("flash", help="put the program on a board", allow_abbrev=False)
    )
    board = commands.add_parser("board", help="what goes to which pin", allow_abbrev=False)
    board.add_argument(
        "board", metavar="NAME_OR_PATH", nargs="?", help="default: which boards there are"
    )
    board.set_defaults(command=_board)
    power = commands.add_parser("power", help="how long batteries last", allow_abbrev=False)
    _add_power(power)
    _add_stats(commands.add_parser("stats", help="what a journal tells", allow_abbrev=False))
    _add_settings(commands.add_parser("settings", help="look at a settings.json, or change it"))
    install.add_console(
        commands.add_parser("console", help="what a board says", allow_abbrev=False)
    )
    return parser


def _add_stats(stats: argparse.ArgumentParser) -> None:
    stats.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help="a unit's journal.txt, also journal.old.txt; without: those of the board",
    )
    install.add_port(stats)
    stats.add_argument("--plot", metavar="OUT.png", help="the seats compared, as a picture")
    stats.set_defaults(command=_stats)


def _add_power(power: argparse.ArgumentParser) -> None:
    power.add_argument("--board", metavar="NAME", default="pico6", help="default: pico6")
    power.add_argument("--mhz", metavar="N", type=float, help="the chip's clock, 18 … 125")
    power.set_defaults(command=_power)


def _add_settings(settings: argparse.ArgumentParser) -> None:
    commands = settings.add_subparsers(title="commands", metavar="COMMAND", required=True)
    check = commands.add_parser("check", help="what the unit would say of it", allow_abbrev=False)
    check.add_argument("file", metavar="FILE", help="a settings.json")
    check.add_argument("--board", metavar="NAME", help="whose seats count (default: pico8)")
    check.set_defaults(command=_check_settings)
    install.add_settings_show(
        commands.add_parser("show", help="that of the board", allow_abbrev=False)
    )
    install.add_settings_set(
        commands.add_parser("set", help="change one key on the board", allow_abbrev=False)
    )


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--backend", choices=BACKENDS, default="host", help="default: host")
    _add_unit(parser)


def _add_unit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", metavar="NAME", help="a folder in boards/, or a path")
    parser.add_argument("--seed", metavar="N", type=_seed, help="repeats the unit's choices")
    parser.add_argument(
        "--pace", metavar="X", type=_pace, help="live: X times as fast as the real unit"
    )


def _add_window(parser: argparse.ArgumentParser) -> None:
    _add_unit(parser)
    parser.add_argument("--speed", choices=("slow", "medium", "fast"), help="default: medium")
    parser.add_argument("--settings", metavar="FILE", help="the unit's settings.json")
    parser.add_argument("--record", metavar="FILE", help="write what is done, as a scenario")
    parser.add_argument("--replay", metavar="FILE", help="play a scenario, to look at")
    parser.add_argument("--mute", action="store_true", help="without sound; the key M changes it")
    parser.add_argument("--screenshot", metavar="OUT.png", help="only a picture, without a display")
    parser.add_argument(
        "--at", metavar="MS", type=_at, help="taken so long after power-on (default: at the end)"
    )


def _run(given: argparse.Namespace) -> int:
    options = _options(given, given.file)
    named = (("--trace", given.trace), ("--vcd", given.vcd), ("--plot", given.plot))
    options.outputs = {option: path for option, path in named if path is not None}
    options.live = given.live
    return run(options)


def _bench(given: argparse.Namespace) -> int:
    # Imported only here: the emulated chip takes its time.
    from unosim.bench.run import run as bench

    return bench(given)


def _window(given: argparse.Namespace) -> int:
    file = given.replay or os.path.relpath(scenario.DEMO)
    options = Options(file, board=given.board, seed=given.seed, pace=given.pace)
    try:
        # Imported only here: pygame is not needed for anything else, and may be missing.
        from unosim.window.command import Wanted, window
        from unosim.window.display import DisplayUnavailable
    except ImportError as error:
        return _in_terminal(options, given, f"pygame-ce is not there ({error}); `make setup`")
    wanted = Wanted(
        options,
        speed=given.speed,
        settings=given.settings,
        record=given.record,
        replay=given.replay,
        screenshot=given.screenshot,
        at_ms=given.at,
        mute=given.mute,
    )
    if not given.replay and options.seed is None:
        options.seed = secrets.randbits(32)  # a recording names it
    try:
        return window(wanted)
    except DisplayUnavailable as error:
        return _in_terminal(options, given, str(error))


def _in_terminal(options: Options, given: argparse.Namespace, reason: str) -> int:
    """What there is in place of the window; nobody can play there, so not in place of a record."""
    if given.record or given.screenshot:
        print(f"unosim: no window: {reason}", file=sys.stderr)
        return UNAVAILABLE
    print(f"unosim: no window: {reason}; {options.file} in the terminal instead", file=sys.stderr)
    options.live = True
    return run(options)


def _plot(given: argparse.Namespace) -> int:
    from unosim import plot  # matplotlib takes its time to import
    from unosim.trace import TraceError

    try:
        print(plot.main(given.trace, given.out))
    except TraceError as error:
        print(error, file=sys.stderr)
        return BAD
    return HELD


def _demo(given: argparse.Namespace) -> int:
    options = _options(given, os.path.relpath(scenario.DEMO))
    options.live = True
    return run(options)


def _board(given: argparse.Namespace) -> int:
    from unosim.board_command import show

    return show(given.board)


def _stats(given: argparse.Namespace) -> int:
    if given.files:
        from unosim.journal.command import stats

        return stats(given.files, given.plot)
    from unosim.install.journal import stats_of_board

    return stats_of_board(given.port, given.plot)


def _power(given: argparse.Namespace) -> int:
    from unosim.power import command

    return command(given.board, given.mhz)


def _check_settings(given: argparse.Namespace) -> int:
    from unosim.settings_check import check

    return check(given.file, given.board)


def _options(given: argparse.Namespace, file: str) -> Options:
    return Options(file, backend=given.backend, board=given.board, seed=given.seed, pace=given.pace)


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number, 0 or more, is needed")
    seed = int(text)
    if seed > scenario.HIGHEST_SEED:
        raise argparse.ArgumentTypeError(f"{seed} is more than {scenario.HIGHEST_SEED}")
    return seed


def _number(least: float, most: float, needed: str) -> Callable[[str], float]:
    """Reads an option's number; one that is not between the two is told what is `needed`."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r}: {needed}")
        return number

    return read


_at = _number(0, HIGHEST_AT_MS, f"milliseconds, 0 … {HIGHEST_AT_MS}, are needed")
_pace = _number(0.01, 1000, "a number, 0.01 … 1000, is needed")
