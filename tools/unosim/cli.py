"""The command `unosim`.

Exit status of `run` and `demo`: 0 every expectation held; 1 one failed; 2 the scenario, an
option or a board is bad; 3 the backend, or something else that was asked for, is not there;
130 after Ctrl-C; 70 where unosim itself or what runs the device failed (a bug).
"""

import argparse
import io
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from unosim import scenario
from unosim.run import BUG, INTERRUPTED, Options, run

BACKENDS = ("host", "micropython", "rp2040")
DEMO = Path(__file__).with_name("demo.scenario")
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
    demo = commands.add_parser("demo", help="watch a game", allow_abbrev=False)
    _add_common(demo)
    demo.set_defaults(command=_demo)
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--backend", choices=BACKENDS, default="host", help="default: host")
    parser.add_argument("--board", metavar="NAME", help="a folder in boards/, or a path")
    parser.add_argument("--seed", metavar="N", type=_seed, help="repeats the unit's choices")
    parser.add_argument(
        "--pace", metavar="X", type=_pace, help="live: X times as fast as the real unit"
    )


def _run(given: argparse.Namespace) -> int:
    options = _options(given, given.file)
    named = (("--trace", given.trace), ("--vcd", given.vcd), ("--plot", given.plot))
    options.outputs = {option: path for option, path in named if path is not None}
    options.live = given.live
    return run(options)


def _demo(given: argparse.Namespace) -> int:
    options = _options(given, os.path.relpath(DEMO))
    options.live = True
    return run(options)


def _options(given: argparse.Namespace, file: str) -> Options:
    return Options(file, backend=given.backend, board=given.board, seed=given.seed, pace=given.pace)


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number, 0 or more, is needed")
    seed = int(text)
    if seed > scenario.HIGHEST_SEED:
        raise argparse.ArgumentTypeError(f"{seed} is more than {scenario.HIGHEST_SEED}")
    return seed


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = 0.0
    if not 0.01 <= pace <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r}: a number, 0.01 … 1000, is needed")
    return pace
