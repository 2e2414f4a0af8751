"""Which files the checks look at."""

import subprocess
from pathlib import Path

_NOT_OURS = {".git", ".venv", "build", "dist", "__pycache__"}


def project_files(root: Path) -> list[Path]:
    """The project's files: tracked or about to be. Without git: all but what tools make."""
    git = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
    )
    if git.returncode == 0:
        paths = [root / name for name in git.stdout.split("\0") if name]
    else:
        paths = [p for p in root.rglob("*") if not _NOT_OURS & set(p.relative_to(root).parts)]
    return sorted(p for p in paths if p.is_file())


def device_files(root: Path, files: list[Path]) -> list[Path]:
    """The Python files that run on the device (a manifest.py runs when the image is built)."""
    ours = python_under(files, root / "firmware", root / "boards")
    return [p for p in ours if p.name != "manifest.py"]


def python_under(files: list[Path], *folders: Path) -> list[Path]:
    """The Python files among `files` that lie in one of `folders`, at any depth."""
    return [p for p in files if p.suffix == ".py" and any(f in p.parents for f in folders)]
