"""MicroPython's tree, mpy-cross and the cross compiler: from Debian's packages or a checkout."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from unosim import image_pins, image_unpack
from unosim.image_apt import Archive, own_suite
from unosim.image_cache import Cache, ImageError, ImageUnavailable, clean_environment

HOW = (
    f"get MicroPython {image_pins.MICROPYTHON} with its submodules and arm-none-eabi-gcc, set"
    " MICROPYTHON_DIR to its folder; or use a Debian 12 or later (its packages are taken by itself)"
)


@dataclass(frozen=True)
class Tools:
    """What builds an image, ready to use."""

    name: str  # of this tree and compiler, for a folder
    tree: Path  # MicroPython's, with its libraries
    mpy_cross: Path
    environment: Mapping[str, str]  # for cmake and ninja: PATH, version, date


class Source(ABC):
    """Where the tools come from; `key` changes with what they are."""

    key: str

    @abstractmethod
    def prepare(self, cache: Cache) -> Tools:
        """Download, unpack and build what is not yet in the cache."""


def choose(
    environment: Mapping[str, str] = os.environ, os_release: Path = Path("/etc/os-release")
) -> Source:
    """MICROPYTHON_DIR if it is set, else Debian's packages; ImageUnavailable without both."""
    folder = environment.get("MICROPYTHON_DIR")
    if folder:
        return Checkout(Path(folder).absolute())
    suite = own_suite(os_release.read_text()) if os_release.is_file() else None
    if suite is None or not shutil.which("apt-get"):
        raise ImageUnavailable(f"no image can be built here: {HOW}")
    return DebianPackages(suite, _line(["dpkg", "--print-architecture"]) or "unknown")


class DebianPackages(Source):
    """The pinned packages, with the cross compiler of the machine's own suite."""

    def __init__(self, suite: str, architecture: str):
        self._suite, self._architecture = suite, architecture
        self._compiler_pins = image_pins.compiler(suite, architecture)
        self._compiler_key = f"{suite}-{architecture}-{_short_hash(self._compiler_pins)}"
        self._tree_key = f"{image_pins.MICROPYTHON}-{_short_hash(image_pins.TREE)}"
        self.key = f"micropython {self._tree_key} by gcc {self._compiler_key}"

    def prepare(self, cache: Cache) -> Tools:
        tree = cache.folder / "tree" / self._tree_key
        compiler = cache.folder / "compiler" / self._compiler_key
        suites: dict[str, Archive] = {}

        def archive(suite: str) -> Archive:
            if suite not in suites:
                suites[suite] = Archive(cache, suite, self._suite, self._architecture)
            return suites[suite]

        if not tree.is_dir():
            files = archive(image_pins.SUITE).fetch(image_pins.TREE.values())
            cache.say(f"unpacking MicroPython {image_pins.MICROPYTHON}")
            with cache.making("tree", self._tree_key) as folder:
                for place, file in zip(image_pins.TREE, files, strict=True):
                    image_unpack.sources(file, folder / place)
                # CMake looks for this one file of micropython-lib, of which nothing is used.
                readme = folder / "lib" / "micropython-lib" / "README.md"
                readme.parent.mkdir(exist_ok=True)
                readme.write_text("Not here; the project's manifests require nothing of it.\n")
        if not compiler.is_dir():
            files = archive(self._suite).fetch(self._compiler_pins)
            cache.say("unpacking arm-none-eabi-gcc")
            with cache.making("compiler", self._compiler_key) as folder:
                for file in files:
                    image_unpack.compiler(file, folder)
                _finish_compiler(cache, folder)
        shutil.rmtree(cache.folder / "apt", ignore_errors=True)  # 190 MB of lists
        environment = clean_environment([compiler / "usr" / "bin"]) | {
            "MICROPY_GIT_TAG": f"v{image_pins.MICROPYTHON}",
            "MICROPY_GIT_HASH": "debian",
            "SOURCE_DATE_EPOCH": str(image_pins.MICROPYTHON_DATE_S),
        }
        mpy_cross = _mpy_cross(cache, tree, self._tree_key, environment)
        return Tools(_short_hash(self.key), tree, mpy_cross, environment)


class Checkout(Source):
    """A checkout of MicroPython with the rp2 port's submodules, and a compiler on PATH."""

    def __init__(self, folder: Path):
        self._folder = folder
        needed = {
            "py/mpconfig.h": "it is no MicroPython tree",
            "ports/rp2/CMakeLists.txt": "it is no MicroPython tree",
            "lib/pico-sdk/pico_sdk_init.cmake": "",
            "lib/tinyusb/src/tusb.h": "",
            "lib/mbedtls/library/aes.c": "",
            "lib/micropython-lib/README.md": "",
        }
        for file, reason in needed.items():
            if not (folder / file).is_file():
                reason = reason or "a submodule is missing: run make -C ports/rp2 submodules in it"
                raise ImageError(f"MICROPYTHON_DIR={folder}: there is no {file}; {reason}")
        if any(character.isspace() for character in str(folder)):
            raise ImageError(f"MICROPYTHON_DIR={folder}: MicroPython builds in no path with spaces")
        header = (folder / "py" / "mpconfig.h").read_text()
        parts = re.findall(r"#define MICROPY_VERSION_(?:MAJOR|MINOR|MICRO) (\d+)", header)
        self._version = ".".join(parts)
        git = ["git", "-C", str(folder)]
        top = _line([*git, "rev-parse", "--show-toplevel"])
        # A released archive of MicroPython has no git of its own, but may lie in another's.
        self._has_git = top is not None and Path(top).samefile(folder)
        state = _line([*git, "describe", "--always"]), _line([*git, "diff", "HEAD"])
        identity = (self._version, state if self._has_git else None)
        self._name = _short_hash(str(folder))  # edits of the tree are CMake's affair
        self._state = _short_hash(identity)
        self.key = f"micropython {self._version} checkout {self._name} {self._state}"

    def prepare(self, cache: Cache) -> Tools:
        if not shutil.which("arm-none-eabi-gcc"):
            raise ImageUnavailable(
                "MICROPYTHON_DIR is set, but arm-none-eabi-gcc is not on PATH; install a cross"
                " compiler for ARM (packages gcc-arm-none-eabi or arm-none-eabi-gcc)"
            )
        if self._version != image_pins.MICROPYTHON:
            cache.say(
                f"note: {self._folder} is MicroPython {self._version};"
                f" the unit is tested with {image_pins.MICROPYTHON}"
            )
        environment = clean_environment([])
        if self._has_git:
            committed_s = _line(["git", "-C", str(self._folder), "log", "-1", "--format=%ct"])
        else:
            committed_s = None
            environment["MICROPY_GIT_TAG"] = f"v{self._version}"
        environment["SOURCE_DATE_EPOCH"] = committed_s or str(image_pins.MICROPYTHON_DATE_S)
        mpy_cross = _mpy_cross(cache, self._folder, self._state, environment)
        return Tools(self._name, self._folder, mpy_cross, environment)


def _mpy_cross(cache: Cache, tree: Path, key: str, environment: Mapping[str, str]) -> Path:
    """The compiler from .py to .mpy, built from the tree but not in it."""
    folder = cache.folder / "mpy-cross" / key
    if not folder.is_dir():
        cache.say("building mpy-cross")
        require_programs(environment, "make", "gcc")
        with cache.making("mpy-cross", key) as build:
            # -Wno-error: a newer compiler's new warnings are no reason to stop.
            command = ["make", "-C", tree / "mpy-cross", f"-j{os.cpu_count() or 1}"]
            command += [f"BUILD={build}/objects", "CFLAGS_EXTRA=-Wno-error", f"PYTHON={python()}"]
            cache.run("building mpy-cross", command, "mpy-cross", environment)
            (build / "objects" / "mpy-cross").rename(build / "mpy-cross")
            shutil.rmtree(build / "objects")
    return folder / "mpy-cross"


def python() -> Path:
    """The interpreter under the virtual environment: it stays when a checkout goes."""
    return Path(os.path.realpath(sys.executable))


def require_programs(environment: Mapping[str, str], *programs: str) -> None:
    """ImageUnavailable, in one line, if any is missing."""
    missing = [p for p in programs if not shutil.which(p, path=environment["PATH"])]
    if missing:
        raise ImageUnavailable(
            f"missing: {', '.join(missing)}; on Debian: apt-get install make gcc libc6-dev"
        )


def _finish_compiler(cache: Cache, folder: Path) -> None:
    """What installing the packages would have done; then show that it compiles and links."""
    own = folder / "usr" / "lib" / "arm-none-eabi"
    (own / "lib").symlink_to("newlib")
    (own / "include").symlink_to("../../include/newlib")
    environment = clean_environment([folder / "usr" / "bin"])
    target = ["-mcpu=cortex-m0plus", "-mthumb"]
    gcc = folder / "usr" / "bin" / "arm-none-eabi-gcc"
    source = folder / "empty.c"
    source.touch()
    cache.run(
        "trying arm-none-eabi-gcc (the machine's own gcc has the libraries that it needs)",
        [gcc, *target, "-c", source, "-o", folder / "empty.o"],
        "compiler",
        environment,
    )
    # The image is linked as C++ but uses none of it: two empty archives save 313 MB.
    multilib = subprocess.run(
        [gcc, *target, "-print-multi-directory"], capture_output=True, text=True, check=True
    ).stdout.strip()
    for name in ("libstdc++.a", "libsupc++.a"):
        (own / "newlib" / multilib / name).write_bytes(b"!<arch>\n")


def _short_hash(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:12]


def _line(command: list[str]) -> str | None:
    """A command's output without its end of line; None where it fails or is not there."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None
