"""`unosim run` and `unosim demo`: one scenario, one backend, one exit status."""

import secrets
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from unosim import backends, boards, steps
from unosim.live import picture_or_lines
from unosim.player import Pace, Player, StepFailed, Stopped
from unosim.recorder import Recorder, setting
from unosim.scenario import Scenario, ScenarioError, read
from unosim.trace import OutputFile, Trace

HELD, FAILED, BAD, UNAVAILABLE, BUG, INTERRUPTED = 0, 1, 2, 3, 70, 130


@dataclass
class Options:
    """What the command line asks for; None where it is silent."""

    file: str
    backend: str = "host"
    board: str | None = None
    seed: int | None = None
    trace: str | None = None
    live: bool = False
    pace: float | None = None
    unavailable: tuple[str, ...] = ()  # options given whose feature is not there yet


class Bad(Exception):
    """An option or a board that cannot be."""


class Unavailable(Exception):
    """Something that is not there (yet)."""


def run(options: Options) -> int:
    """Plays; answers 0 every expectation held, 1 one failed, 2 bad input, 3 not available.

    70 where what runs the device broke down, 130 after Ctrl-C. Says why on standard error.
    The trace is written whenever the scenario began to play, however it ended.
    """
    try:
        scenario = read(options.file)
        board = _board(options, scenario)
        _check_available(options, scenario)
        output = _open_trace(options.trace)
    except (ScenarioError, Bad) as error:
        return _say(error, BAD)
    except Unavailable as error:
        return _say(error, UNAVAILABLE)
    try:
        return _play(options, scenario, board, output)
    except backends.BackendUnavailable as error:
        return _say(f"unosim: {error}", UNAVAILABLE)
    except backends.BackendError as error:
        return _say(f"unosim: {error}", BUG)
    except Bad as error:
        return _say(error, BAD)
    finally:
        if output:
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


def _check_available(options: Options, scenario: Scenario) -> None:
    for option in options.unavailable:
        raise Unavailable(f"unosim: {option} is not there yet")
    for step in scenario.steps:
        if step.verb in steps.NOT_YET:
            raise Unavailable(f"{scenario.path}:{step.line}: {step.verb} is not there yet")


def _open_trace(path: str | None) -> OutputFile | None:
    if path is None:
        return None
    try:
        return OutputFile(path)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        raise _unwritable(path, error) from None


def _write(output: OutputFile, trace: Trace, path: str | None) -> None:
    try:
        output.write(trace.text())
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: str | None, error: Exception) -> Bad:
    reason = getattr(error, "strerror", None) or str(error)
    return Bad(f"unosim: --trace {path}: cannot be written: {reason}")


def _play(options: Options, scenario: Scenario, board: boards.Board, output) -> int:
    seed = scenario.seed if options.seed is None else options.seed
    drawn = secrets.randbits(32) if seed is None else seed
    trace = Trace(keep=output is not None)
    recorder = Recorder(board, setting(scenario.settings, "brightness", 100), trace)
    backend = backends.make(options.backend)(board, drawn, recorder)
    try:
        if options.live:
            pace = picture_or_lines(board, backend.name, scenario, recorder, pace=options.pace)
        else:
            pace = Pace()
        player = Player(scenario, board, backend, recorder, pace)
        status = _status(player, pace, trace)
        seconds = player.at_ns / 1e9
    finally:
        backend.close()
        if output:
            _write(output, trace, options.trace)
    if recorder.dropped:
        _say(f"{scenario.path}: the unit lost {recorder.dropped} lines of its log", status)
    if status == HELD:
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
            return HELD
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
