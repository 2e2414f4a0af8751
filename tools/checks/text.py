"""What no file may say or be: a registry's host, a machine's folder, a file too long to read."""

import re
from pathlib import Path

MOST_LINES = 400

# Addresses come from each machine's own configuration. Written so that this file passes.
_HOST = re.compile(r"\b(?:debian|ubuntu|p[y]pi|pythonho[s]ted|n[p]mjs)\.(?:org|com|net)\b")
_FOLDER = re.compile(r"(?<![\w.~/-])/(?:work|farm|root|home|Users|tm[p]/\w+)/")


def problems(root: Path, files: list[Path]) -> list[str]:
    """Each registry host and machine path in any text file; each Python file that is too long."""
    found = []
    for path in files:
        try:
            lines = path.read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        name = path.relative_to(root)
        for number, line in enumerate(lines, 1):
            for pattern, what in ((_HOST, "a registry's host"), (_FOLDER, "a machine's folder")):
                match = pattern.search(line)
                if match:
                    found.append(
                        f"{name}:{number}: {match[0]} is {what}; "
                        "it works only here (take it from the machine's configuration)"
                    )
        if path.suffix == ".py" and len(lines) > MOST_LINES:
            found.append(f"{name}:1: {len(lines)} lines; at most {MOST_LINES} (is it one thing?)")
    return found
