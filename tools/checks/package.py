"""package.json lists exactly what the device imports, in the order in which it is to be copied."""

from pathlib import Path

from unosim.install import package


def problems(root: Path, files: list[Path]) -> list[str]:
    """One line if the file is not what it should be."""
    try:
        said = (root / "package.json").read_text("utf-8")
    except OSError:
        said = ""
    if said == package.text():
        return []
    return ["package.json: not as the firmware's files are; python -m unosim.install.package"]
