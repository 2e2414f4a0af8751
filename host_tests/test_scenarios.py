"""Every scenario, on all three backends: what people did and saw, the same on each.

`host` and `micropython` agree to the byte; the emulated chip, whose passes take other times,
agrees in states, choices, losers and the order of slaps.
"""

import json
import re
from pathlib import Path

import pytest

from unosim import steps
from unosim.run import HELD, Options, run
from unosim.scenario import read

SCENARIOS = sorted(Path(__file__).with_name("scenarios").glob("*.scenario"))
SEED = 1  # of scenarios that name none: equal draws need an equal seed

# The image runs on the emulated chip as it is: nothing can make it raise. Others say why not.
NOT_ON_THE_CHIP = [
    path
    for path in SCENARIOS
    if any(isinstance(step, steps.Crash) for step in read(str(path)).steps)
    or re.search(r"^# not on rp2040: .+", path.read_text("utf-8"), re.MULTILINE)
]
ON_THE_CHIP = [path for path in SCENARIOS if path not in NOT_ON_THE_CHIP]


def each(scenarios):
    return pytest.mark.parametrize("scenario", scenarios, ids=lambda path: path.stem)


@pytest.fixture
def play(tmp_path, capsys):
    """play(scenario, backend) -> its trace; a scenario that does not hold fails the test."""

    def played(scenario: Path, backend: str) -> str:
        trace = tmp_path / f"{backend}.jsonl"
        seed = SEED if read(str(scenario)).seed is None else None
        status = run(
            Options(str(scenario), backend=backend, seed=seed, outputs={"--trace": str(trace)})
        )
        if status != HELD:
            said = capsys.readouterr().err
            pytest.fail(f"on {backend}, status {status}:\n{said}", pytrace=False)
        return trace.read_text("utf-8")

    return played


def gist(trace: str) -> list[tuple]:
    """What must be alike on a chip with other timing: states as they were entered, with the
    players concerned and those joined; slaps in their order."""
    found, state, joined = [], None, []
    for line in trace.splitlines():
        record = json.loads(line)
        match record["event"]:
            case "power":
                state, joined = None, []
                found.append(("power", record["on"]))
            case "joined":
                joined = record["players"]
            case "slap":
                found.append(("slap", record["players"]))
            case "state" if record["state"] != state:
                state = record["state"]
                found.append((state, record["players"], joined))
    return found


def test_there_are_scenarios():
    assert len(SCENARIOS) > 25


def test_few_scenarios_are_kept_from_the_chip():
    kept = [path.stem for path in NOT_ON_THE_CHIP]
    assert kept == ["crash", "crashes", "hang_of_an_empty_table", "journal_survives_cuts"]


@each(SCENARIOS)
def test_micropython_does_the_same_as_the_desktop(play, scenario, micropython):
    assert play(scenario, "micropython") == play(scenario, "host")


@pytest.mark.emulator
@each(ON_THE_CHIP)
def test_the_emulated_chip_plays_the_same_game(play, scenario, image):
    image(read(str(scenario)).board or "pico8")
    chip, desktop = gist(play(scenario, "rp2040")), gist(play(scenario, "host"))
    # A run ends some milliseconds after its last step; what falls into them is only on one side.
    told = min(len(chip), len(desktop))
    assert max(len(chip), len(desktop)) <= told + 1
    assert chip[:told] == desktop[:told]


def test_the_gist_tells_states_choices_losers_and_slaps_apart():
    def told(*records):
        return gist("".join(json.dumps({"t": 0, **record}) + "\n" for record in records))

    def state(name, *players):
        return {"event": "state", "state": name, "players": list(players)}

    def slap(*players):
        return {"event": "slap", "players": list(players)}

    race = [state("slap_race", 1, 2), slap(1), state("slap_race", 2), slap(2)]
    assert told(*race) == told(*race[:2], race[3])  # two slaps may fall into one pass
    assert told(slap(1), slap(2)) != told(slap(2), slap(1))
    assert told(state("turn", 1)) != told(state("turn", 2))
    assert told(state("slap_lost", 1)) != told(state("slap_lost", 1, 2))
    assert told(state("turn", 1)) != told(state("paused", 1))
    assert told({"event": "joined", "players": [1]}, state("joining")) != told(state("joining"))
    on = {"event": "power", "on": True}
    assert told(on, state("joining"), on, state("joining")) != told(on, state("joining"))
