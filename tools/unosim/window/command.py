"""`unosim window`: play by hand, record it, replay a scenario, or take a picture of one."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from unosim import steps
from unosim.by_hand import ByHand, Script, one_line
from unosim.run import BAD, Options, run
from unosim.scenario import Scenario, ScenarioError, read
from unosim.steps import NS_PER_MS, NS_PER_US
from unosim.window.display import Display
from unosim.window.photograph import Photograph
from unosim.window.report import save
from unosim.window.screen import Screen
from unosim.window.sound import Sound

AT_MS = 2_000  # of a picture without a replay


@dataclass
class Wanted:
    """What the command line asks for. `options` has board, seed and pace; its file is `replay`."""

    options: Options
    speed: str | None = None
    settings: str | None = None  # a file's path, as all of these
    record: str | None = None
    replay: str | None = None
    screenshot: str | None = None
    at_ms: float | None = None
    mute: bool = False


class _Bad(Exception):
    """What was asked for cannot be."""


def window(wanted: Wanted) -> int:
    """Plays; answers an exit status as `unosim run` does. DisplayUnavailable: nothing was done."""
    try:
        _check(wanted)
        scenario = read(wanted.replay) if wanted.replay else _by_hand(wanted)
    except (_Bad, ScenarioError) as error:
        print(error, file=sys.stderr)
        return BAD
    if wanted.screenshot:
        return _photograph(wanted, scenario)
    if not (isinstance(scenario, ByHand) and wanted.record):
        return _play(wanted, scenario)
    try:
        with open(wanted.record, "w", encoding="utf-8", buffering=1) as file:
            scenario.script = Script(scenario, file.write)
            try:
                return _play(wanted, scenario)
            finally:
                scenario.script.end()
    except OSError as error:
        print(f"unosim: --record {wanted.record}: {error.strerror or error}", file=sys.stderr)
        return BAD


def _check(wanted: Wanted) -> None:
    if wanted.replay:
        for option, value in (
            ("--record", wanted.record),
            ("--speed", wanted.speed),
            ("--settings", wanted.settings),
        ):
            if value is not None:
                raise _Bad(f"unosim: {option} does not go with --replay: the scenario says it all")
    if wanted.at_ms is not None and not wanted.screenshot:
        raise _Bad("unosim: --at says when --screenshot is taken; it needs that")
    if wanted.screenshot and wanted.record:
        raise _Bad("unosim: --record does not go with --screenshot: nobody would play")


def _by_hand(wanted: Wanted) -> ByHand:
    settings = None
    if wanted.settings is not None:
        try:
            settings = one_line(Path(wanted.settings).read_text(encoding="utf-8-sig"))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise _Bad(f"unosim: --settings {wanted.settings}: cannot be read: {reason}") from None
        if not settings:
            raise _Bad(f"unosim: --settings {wanted.settings}: is empty; {{}} has all defaults")
    return ByHand(
        lambda: None,
        board=wanted.options.board or "pico8",
        seed=wanted.options.seed,
        settings=settings,
        speed=wanted.speed or "medium",
    )


def _play(wanted: Wanted, scenario: Scenario) -> int:
    def show(board, backend, scenario, recorder) -> Screen:
        display = Display.open(f"UNO Flash ({board.name})")
        screen = Screen(
            board,
            backend,
            scenario,
            recorder,
            display,
            pace=wanted.options.pace or 1.0,
            sound=Sound(wanted.mute),
            save=lambda: save(scenario, display.surface),
        )
        if isinstance(scenario, ByHand):
            scenario.next_step = screen.next_step
        return screen

    return run(replace(wanted.options, scenario=scenario, show=show))


def _photograph(wanted: Wanted, scenario: Scenario) -> int:
    at_ns = None if wanted.at_ms is None else round(wanted.at_ms * NS_PER_MS)
    if at_ns is None and not wanted.replay:
        at_ns = AT_MS * NS_PER_MS
    if at_ns is not None and wanted.replay:  # it may be after all has been played
        last = scenario.steps[-1].line if scenario.steps else 1
        scenario.steps.append(steps.Wait(last, 0, at_ns + NS_PER_US))
    taken: list[Photograph] = []

    def show(board, backend, scenario, recorder) -> Photograph:
        pace = Photograph(board, backend, scenario, recorder, Display.unseen(), at_ns)
        if isinstance(scenario, ByHand):
            scenario.next_step = pace.next_step
        taken.append(pace)
        return pace

    status = run(replace(wanted.options, scenario=scenario, show=show))
    picture = taken[0].taken if taken else None
    if picture is None:
        return status
    try:
        pygame.image.save(picture, str(wanted.screenshot))
    except (OSError, pygame.error) as error:
        print(f"unosim: --screenshot {wanted.screenshot}: {error}", file=sys.stderr)
        return BAD
    return status
