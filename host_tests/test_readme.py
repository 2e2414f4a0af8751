"""What the README says is so: its tables of settings and tunes are the firmware's."""

import json
import re

import pytest

from unoflash.rules import settings
from unoflash.rules.tunes import TUNES
from unosim.boards import TREE

README = (TREE / "README.md").read_text("utf-8")


def table(head):
    """The rows below that section's head: cells by the first one's `name`."""
    section = README.split(f"\n## {head}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:3] == "| `"]
    return {row[0].strip("`"): row[1:] for row in rows}


def test_every_key_is_there_with_its_default():
    rows = table("Settings")
    assert sorted(rows) == settings.KEYS
    defaults = vars(settings.Settings(8))
    for key, (default, *_) in rows.items():
        value = json.loads(default.strip("`"))
        if key == "turn_limit_s":
            value = [value[speed] for speed in settings.SPEEDS]
        if key == "handicap_s":
            value = [value.get(f"p{seat + 1}", 0) for seat in range(8)]
        assert value == defaults[key], key


def test_ranges_are_those_that_the_unit_names():
    entries = {"turn_limit_s": "slow", "handicap_s": "p1"}
    for key, (_, allowed, _) in table("Settings").items():
        if key == "tunes":
            continue
        bad = {entries[key]: "x"} if key in entries else "x"
        (problem,) = settings.parse(json.dumps({key: bad}).encode(), 8)[1]
        named = problem.split("allowed: ")[1]
        assert allowed == named.replace(" to ", " … ").replace("true or false", "true, false"), key


def test_every_tune_is_there():
    assert list(table("Sounds")) == list(TUNES)


@pytest.mark.parametrize("text", re.findall(r'^    (\{".*\})$', README, re.MULTILINE))
def test_examples_of_settings_are_good(text):
    assert settings.parse(text.encode(), 8)[1] == []


def test_there_are_examples_of_settings():
    assert len(re.findall(r'^    \{".*\}$', README, re.MULTILINE)) == 2


def test_sizes():
    assert f"{settings.MAX_BYTES // 1024} KiB" in README
