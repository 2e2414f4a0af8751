"""`make` explains itself, and says what is missing where a newcomer's machine lacks it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def clone(tmp_path):
    """What a fresh clone has to set itself up with, under a path with a space."""
    folder = tmp_path / "a fresh clone"
    (folder / "tools").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    for path in ROOT.glob("tools/*.*"):
        shutil.copy(path, folder / "tools")
    return folder


def make(folder, *arguments, **environment):
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
    )


def python_that(folder, answers):
    """A Python that passes for 3.12, and does otherwise what the shell lines `answers` say."""
    path = folder / "python3.12"
    path.write_text(f'#!/bin/sh\n{answers}\ncase "$2" in *print*) echo 3.12 ;; esac\n')
    path.chmod(0o755)
    return str(path)


def test_make_alone_lists_the_targets(clone):
    done = make(clone)
    assert done.returncode == 0
    listed = [line.split()[1] for line in done.stdout.splitlines()]
    assert set(listed) >= {"setup", "sim", "test", "lint", "image", "bench", "clean"}
    assert not (clone / ".venv").exists()


def test_without_python_one_line_says_which(clone):
    done = make(clone, "sim", PYTHON="/no/such/python")
    assert done.returncode != 0
    assert "Python 3.11 to 3.14 is needed; looked for: /no/such/python" in done.stderr
    assert "apt-get install python3" in done.stderr


def test_without_ensurepip_one_line_names_the_package(clone):
    python = python_that(clone, 'case "$2" in *ensurepip*) exit 1 ;; esac')
    done = make(clone, "setup", PYTHON=python)
    assert done.returncode != 0
    assert "apt-get install python3.12-venv" in done.stderr


def test_set_up_again_only_after_a_change(clone):
    """Here `python` makes a `.venv` that only counts how often pip was asked."""
    stand_in = '#!/bin/sh\\n[ "$2" = pip ] && echo "$*" >>asked\\nexit 0\\n'
    python = python_that(
        clone,
        'if [ "$2" = venv ]; then mkdir -p .venv/bin\n'
        f"printf '{stand_in}' >.venv/bin/python; chmod +x .venv/bin/python; fi",
    )

    def set_up():
        (clone / "asked").unlink(missing_ok=True)
        done = make(clone, "setup", PYTHON=python)
        assert done.returncode == 0, done.stderr
        return (clone / "asked").exists()

    assert set_up()
    assert not set_up()
    with (clone / "tools" / "requirements.txt").open("a") as file:
        file.write("# changed\n")
    assert set_up()
    assert not set_up()


def test_clean_leaves_what_is_not_made(clone):
    (clone / ".venv" / "bin").mkdir(parents=True)
    (clone / "tools" / "__pycache__").mkdir()
    assert make(clone, "clean").returncode == 0
    assert not (clone / ".venv").exists()
    assert not (clone / "tools" / "__pycache__").exists()
    assert (clone / "tools" / "requirements.in").exists()
