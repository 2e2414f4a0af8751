"""The unit's version: where it stands, that a tag is the same, what CHANGELOG.md tells of it.

    check("v1.2.3")     # "1.2.3", if every file says so and CHANGELOG.md has that section
    notes("1.2.3")      # the section's text

Both raise ReleaseError with one line. Needs nothing but Python, as a release's first step checks.
"""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
FIRMWARE = "firmware/unoflash/__init__.py"
PROJECT = "pyproject.toml"
MIP = "package.json"  # of `mpremote mip install`
CHANGES = "CHANGELOG.md"

_TAG = re.compile(r"v(\d+\.\d+\.\d+)")
_CONTINUED = re.compile(r"\n +(?=[^\s*-])")
_HEADING = re.compile(r"^## (\S+)(.*)$", re.MULTILINE)


class ReleaseError(Exception):
    """There can be no such release; one line says why."""


def versions(tree: Path = TREE) -> dict[str, str]:
    """The version in each file that gives one. Raises ReleaseError where it is missing."""
    match = re.search(r'^VERSION = "(.*)"$', _read(tree, FIRMWARE), re.MULTILINE)
    found = {FIRMWARE: match[1] if match else None}
    try:
        found[PROJECT] = tomllib.loads(_read(tree, PROJECT)).get("project", {}).get("version")
    except tomllib.TOMLDecodeError as error:
        raise ReleaseError(f"{PROJECT}: {error}") from None
    if (tree / MIP).exists():
        try:
            found[MIP] = json.loads(_read(tree, MIP)).get("version")
        except json.JSONDecodeError as error:
            raise ReleaseError(f"{MIP}: {error}") from None
    missing = [name for name, version in found.items() if not version]
    if missing:
        raise ReleaseError(f"{missing[0]} gives no version")
    return {name: str(version) for name, version in found.items()}


def check(tag: str, tree: Path = TREE) -> str:
    """The version of a tag, if that is what every file says and CHANGELOG.md tells of it."""
    match = _TAG.fullmatch(tag)
    if not match:
        raise ReleaseError(f"the tag is {tag!r}; it must be of the form v1.2.3")
    version = match[1]
    others = [f"{name} says {has}" for name, has in versions(tree).items() if has != version]
    if others:
        raise ReleaseError(f"the tag is {tag}, but {', '.join(others)}")
    notes(version, tree)
    return version


def notes(version: str, tree: Path = TREE) -> str:
    """What CHANGELOG.md tells of a version that is released; each point on one line, as GitHub's
    pages of releases break lines where they find them."""
    parts = _HEADING.split(_read(tree, CHANGES))
    for name, rest, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        if name == version:
            if "not released" in rest:
                raise ReleaseError(f"{CHANGES} has '## {version}{rest}'; it wants the date there")
            if text.strip():
                return _CONTINUED.sub(" ", text.strip()) + "\n"
    raise ReleaseError(f"{CHANGES} tells nothing under '## {version} (DATE)'")


def _read(tree: Path, name: str) -> str:
    try:
        return (tree / name).read_text("utf-8")
    except OSError as error:
        raise ReleaseError(f"{name}: {error.strerror}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m unosim.versions TAG`. Exit status: 0 it is the version; 2 it is not."""
    parser = argparse.ArgumentParser(prog="unosim.versions", description="Check a release's tag.")
    parser.add_argument("tag", help="v1.2.3")
    options = parser.parse_args(arguments)
    try:
        print(f"release: {check(options.tag)} in {', '.join(versions())}")
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
