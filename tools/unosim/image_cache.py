"""Where the image's ingredients and half-products lie between builds, outside the project's tree.

Interrupt a build at any point and run it again: a folder gets its name only when it is complete,
and what was begun is thrown away. One build at a time uses the cache; another one waits. All
checkouts of the project share it.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

_PARTIAL = ".partial"
_PARTS = ("apt", "build", "compiler", "downloads", "logs", "mpy-cross", "stage", "tree")
_LAST_LINES = 15
_LAST_COLUMNS = 200


class ImageError(Exception):
    """The image cannot be built; the first line says why and what to do."""


class ImageUnavailable(ImageError):
    """There can be no image on this machine as it is; the message is one line saying how to."""


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """UNOFLASH_CACHE, or `unoflash` in XDG_CACHE_HOME or ~/.cache."""
    own, base = environment.get("UNOFLASH_CACHE"), environment.get("XDG_CACHE_HOME", "")
    if own:
        folder = Path(own).absolute()
    else:
        # XDG wants a path that is not absolute to be ignored.
        folder = (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "unoflash"
    if any(character.isspace() for character in str(folder)):
        raise ImageError(
            f"the cache folder {str(folder)!r} has a space in its path, which MicroPython's build"
            " cannot take; set UNOFLASH_CACHE to a path without"
        )
    return folder


class Cache:
    """The cache folder, locked for one build: `with Cache(folder, print) as cache: …`."""

    def __init__(self, folder: Path, say: Callable[[str], None]):
        self.folder = folder
        self.say = say
        self._lock = -1

    def __enter__(self) -> "Cache":
        import fcntl  # not on Windows, where everything but building works

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self.folder / "lock", os.O_CREAT | os.O_RDWR, 0o644)
        except OSError as error:
            raise ImageError(
                f"the cache folder {self.folder} cannot be used: {error.strerror}"
                " (UNOFLASH_CACHE names another)"
            ) from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.say(f"waiting for another build that uses {self.folder}")
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        for part in _PARTS:
            for left_over in (self.folder / part).glob("*" + _PARTIAL):
                shutil.rmtree(left_over)
        return self

    def __exit__(self, *_exception: object) -> None:
        os.close(self._lock)

    @contextmanager
    def making(self, part: str, name: str) -> Iterator[Path]:
        """A new folder to fill, which becomes `part/name` when all went well."""
        final = self.folder / part / name
        partial = final.with_name(final.name + _PARTIAL)
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        try:
            yield partial
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
        shutil.rmtree(final, ignore_errors=True)
        partial.rename(final)

    def run(
        self,
        what: str,
        command: Sequence[str | Path],
        log: str,
        environment: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        """Run a command with its output in `logs/LOG.log`; ImageError with its end if it fails.

        The command holds the lock as well: if this process is killed and leaves it behind, the
        next build waits for it.
        """
        path = self.folder / "logs" / f"{log}.log"
        path.parent.mkdir(exist_ok=True)
        with open(path, "wb") as output:
            try:
                status = subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    env=environment,
                    cwd=cwd,
                    pass_fds=(self._lock,),
                ).returncode
            except OSError as error:
                raise ImageError(f"{what}: {command[0]}: {error.strerror}") from None
        if status:
            lines = path.read_text(errors="replace").splitlines()[-_LAST_LINES:]
            # A compiler's command line takes pages; its errors are short.
            last = [f"\n    {line[:_LAST_COLUMNS]}" for line in lines]
            raise ImageError(
                f"{what} failed (exit status {status}); all of it: {path}{''.join(last)}"
            )

    def clean(self) -> None:
        """Remove what was ever put here, and nothing else that may lie beside it."""
        for part in _PARTS:
            shutil.rmtree(self.folder / part, ignore_errors=True)


def clean_environment(folders: Sequence[Path]) -> dict[str, str]:
    """The environment for compilers: `folders` first on PATH, and none of the settings that would
    make the image another one or upset its build.

    cmake and ninja are taken from the project's own virtual environment if there are no others.
    """
    unwanted = ("PICO_", "MICROPY", "CMAKE_", "PYTHON", "SOURCE_DATE_EPOCH", "CROSS_COMPILE")
    flags = ("CFLAGS", "CXXFLAGS", "CPPFLAGS", "ASFLAGS", "LDFLAGS", "CFLAGS_EXTRA", "CC", "CXX")
    make = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "BOARD", "BUILD", "V")
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(unwanted) and name not in flags and name not in make
    }
    own_tools = Path(sys.executable).parent
    path = [str(f) for f in folders] + [environment.get("PATH", os.defpath), str(own_tools)]
    return {**environment, "PATH": os.pathsep.join(path), "LC_ALL": "C"}
