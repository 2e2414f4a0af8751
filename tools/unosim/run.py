"""`unosim run` and `unosim demo`: one scenario, one backend, one exit status."""

import errno
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from unosim import backends, boards
from unosim.live import picture_or_lines
from unosim.player import Pace, Player, StepFailed, Stopped
from unosim.recorder import Recorder, setting
from unosim.scenario import Scenario, ScenarioError, read
from unosim.trace import OutputFile, Trace

HELD, FAILED, BAD, UNAVAILABLE, BUG, INTERRUPTED = 0, 1, 2, 3, 70, 130


@dataclass
class Options:
    """What the command line asks for; None where it is silent.

    `outputs`: by option (`--trace`, `--vcd`, `--plot`) the file that it names. `show` makes
    another pace than `live` would, given board, backend's name, scenario and recorder; `scenario`
    comes in place of `file`.
    """

    file: str
    backend: str = "host"
    board: str | None = None
    seed: int | None = None
    outputs: dict[str, str] = field(default_factory=dict)
    live: bool = False
    pace: float | None = None
    show: Callable[..., Pace] | None = None
    scenario: Scenario | None = None


class Bad(Exception):
    """An option or a board that cannot be."""


def run(options: Options) -> int:
    """Plays; answers 0 every expectation held, 1 one failed, 2 bad input, 3 not available.

    70 where what runs the device broke down, 130 after Ctrl-C. Says why on standard error.
    The trace is written whenever the scenario began to play, however it ended.
    """
    try:
        scenario = options.scenario or read(options.file)
        board = _board(options, scenario)
        outputs = _open(options.outputs, options.file)
    except (ScenarioError, Bad) as error:
        return _say(error, BAD)
    try:
        return _play(options, scenario, board, outputs)
    except backends.BackendUnavailable as error:
        return _say(f"unosim: {error}", UNAVAILABLE)
    except backends.BackendError as error:
        return _say(f"unosim: {error}", BUG)
    except Bad as error:
        return _say(error, BAD)
    finally:
        for output in outputs.values():
            output.discard()


def _board(options: Options, scenario: Scenario) -> boards.Board:
    try:
        board = boards.load(options.board or scenario.board or "pico8")
    except boards.BoardError as error:
        if options.board or not scenario.board:
            raise Bad(f"unosim: {error}") from None
        raise ScenarioError(scenario.path, scenario.board_line, str(error)) from None
    scenario.check_board(board.name, board.seats)
    return board


def _open(paths: dict[str, str], scenario: str) -> dict[str, OutputFile]:
    outputs: dict[str, OutputFile] = {}
    taken = {os.path.realpath(scenario): "the scenario"}
    for option, path in paths.items():
        try:
            other = taken.setdefault(os.path.realpath(path), option)
            if other != option and (os.path.isfile(path) or not os.path.exists(path)):
                raise FileExistsError(errno.EEXIST, f"it is that of {other}")
            outputs[option] = OutputFile(path)
        except (OSError, ValueError) as error:  # ValueError: a null byte in the name
            for output in outputs.values():
                output.discard()
            raise _unwritable(option, path, error) from None
    return outputs


def _write(options: Options, outputs: dict[str, OutputFile], trace: Trace, seats: int) -> None:
    for option, output in outputs.items():
        content = _content(option, trace, seats)
        try:
            output.write(content)
        except OSError as error:
            raise _unwritable(option, options.outputs[option], error) from None


def _content(option: str, trace: Trace, seats: int) -> str | bytes:
    # Imported only when they are asked for: matplotlib takes its time.
    if option == "--vcd":
        from unosim import value_changes

        return value_changes.text(trace.records(), seats)
    if option == "--plot":
        from unosim import plot

        return plot.png(trace.records(), seats)
    return trace.text()


def _unwritable(option: str, path: str, error: Exception) -> Bad:
    reason = getattr(error, "strerror", None) or str(error)
    return Bad(f"unosim: {option} {path}: cannot be written: {reason}")


def _play(options: Options, scenario: Scenario, board: boards.Board, outputs) -> int:
    seed = scenario.seed if options.seed is None else options.seed
    drawn = secrets.randbits(32) if seed is None else seed
    trace = Trace(keep=bool(outputs))
    recorder = Recorder(board, setting(scenario.settings, "brightness", 100), trace)
    backend = backends.make(options.backend)(board, drawn, recorder)
    try:
        if options.show:
            pace = options.show(board, backend.name, scenario, recorder)
        elif options.live:
            pace = picture_or_lines(board, backend.name, scenario, recorder, pace=options.pace)
        else:
            pace = Pace()
        player = Player(scenario, board, backend, recorder, pace)
        status = _status(player, pace, trace)
        seconds = player.at_ns / 1e9
    finally:
        backend.close()
        _write(options, outputs, trace, board.seats)
    if recorder.dropped:
        _say(f"{scenario.path}: the unit lost {recorder.dropped} lines of its log", status)
    if status == HELD and scenario.source:
        print(f"{scenario.path}: {player.held} expectations held in {seconds:.1f} s of the unit")
    elif status == FAILED and seed is None:
        _say(f"{scenario.path}: --seed {drawn} repeats this run", status)
    return status


def _status(player: Player, pace: Pace, trace: Trace) -> int:
    """Runs to an end, whatever it is."""
    with _interrupt_stops(player) as interrupted, pace:
        try:
            player.run()
        except StepFailed as error:
            trace.cut(error.at_ns)
            failed = error, FAILED
        except ScenarioError as error:
            failed = error, BAD
        except Stopped:
            failed = "unosim: interrupted", INTERRUPTED
        except Exception:
            # Ctrl-C also reaches a backend's own processes, which then end under its feet.
            if not interrupted:
                raise
            failed = "unosim: interrupted", INTERRUPTED
        else:
            pace.over("")
            return HELD
        pace.over(str(failed[0]))
    return _say(*failed)


@contextmanager
def _interrupt_stops(player: Player) -> Iterator[list[int]]:
    """Ctrl-C ends the run between two moments of the unit; the list tells whether it came.

    An exception would not do: it could strike inside the firmware, for which Ctrl-C means
    something. A second Ctrl-C ends the process.
    """
    interrupted: list[int] = []

    def stop(number, _frame):
        interrupted.append(number)
        player.stop()
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    if threading.current_thread() is not threading.main_thread():
        yield interrupted
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def _say(message: object, status: int) -> int:
    print(message, file=sys.stderr)
    return status
