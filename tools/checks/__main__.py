"""`make lint`: runs every check, says what each found, ends with 1 if any found something.

`python -m checks --coverage` prints which scenarios and tests name each line of the contract.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from checks import contract, imports, on_import, package, programs, text, workflows
from checks.files import project_files

CHECKS = (
    ("style", programs.ruff_style),
    ("format", programs.ruff_format),
    ("imports", imports.problems),
    ("on import", on_import.problems),
    ("text", text.problems),
    ("contract", contract.problems),
    ("package.json", package.problems),
    ("workflows", workflows.problems),
    ("mpy-cross", programs.compiles_for_device),
    ("types: tools", programs.types_of_tools),
    ("types: firmware", programs.types_of_firmware),
)


def main(arguments: Sequence[str] = ()) -> int:
    """Check the project whose folder this file lies in."""
    parser = argparse.ArgumentParser(prog="checks", description="What `make lint` asks for.")
    parser.add_argument("--coverage", action="store_true", help="who names each contract line")
    options = parser.parse_args(arguments)
    root = Path(__file__).resolve().parents[2]
    files = project_files(root)
    if options.coverage:
        print(contract.table(root, files))
        return 0
    failed = 0
    for name, check in CHECKS:
        try:
            found = check(root, files)
        except SyntaxError as error:
            found = [f"{error.filename}:{error.lineno}: no Python that this check can read"]
        print(f"lint: {name}: {f'{len(found)} lines' if found else 'ok'}", flush=True)
        for line in found:
            print(f"    {line}", flush=True)
        failed += bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
