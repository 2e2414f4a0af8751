"""One board's image: the project's files beside MicroPython's tree, CMake, and UF2 out of ELF.

Each board has a CMake build folder of its own in the cache. The project's files are copied to a
fixed place there first: so the folder serves every checkout of the project, an image's bytes do
not depend on where the checkout lies, and a path with spaces is no trouble.
"""

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from unosim import image_uf2
from unosim.image_cache import Cache, ImageError
from unosim.image_sources import Tools, python, require_programs

_FLASH_BYTES = 2 * 1024 * 1024  # a Pico's
_USUAL_STORAGE_KIB = 1408  # MicroPython's own on a Pico


def build(
    cache: Cache, tools: Tools, board: str, inputs: Mapping[str, bytes], commit: str
) -> bytes:
    """The UF2 of the board named `board`; `inputs` are those of image_inputs.read()."""
    build_info = f'COMMIT = "{commit}"\nSOURCE = "frozen"\n'.encode()
    stage = _stage(cache, board, {**inputs, "build_info/build_info.py": build_info})
    folder = cache.folder / "build" / f"{board}-{tools.name}"
    begun = folder / "begun"
    if begun.exists():
        # MicroPython's freezing cannot tell a half-written file of a build that was killed.
        shutil.rmtree(folder / "frozen_mpy", ignore_errors=True)
    environment = {
        **tools.environment,
        "MICROPY_MPYCROSS": str(tools.mpy_cross),
        # Paths in assertions and the like: the same bytes wherever the cache and the tree lie.
        "CFLAGS_EXTRA": f"-ffile-prefix-map={tools.tree}=micropython"
        f" -ffile-prefix-map={cache.folder}=cache",
    }
    _configure(cache, tools, environment, folder, stage, board)
    begun.touch()
    # MicroPython renews it only when a module is newer, so not when one has gone.
    (folder / "frozen_content.c").unlink(missing_ok=True)
    cache.say(f"{board}: compiling")
    command = ["cmake", "--build", folder, "--parallel", str(os.cpu_count() or 1)]
    cache.run(f"{board}: compiling", command, f"{board}-build", environment)
    try:
        image = image_uf2.from_elf(folder / "firmware.elf")
    except (OSError, ValueError) as error:
        raise ImageError(f"{board}: {error}") from None
    begun.unlink()
    used, room = len(image) // image_uf2.BLOCK_BYTES * image_uf2.PAYLOAD_BYTES, _room(board, inputs)
    if used > room:
        raise ImageError(
            f"{board}: the image takes {used} bytes of flash; {room} are allowed, the file system"
            " lies behind them (MICROPY_HW_FLASH_STORAGE_BYTES in the board's mpconfigboard.h)"
        )
    return image


def _room(board: str, inputs: Mapping[str, bytes]) -> int:
    """What the board leaves for the image; neither the linker nor MicroPython look at it."""
    header = inputs[f"boards/{board}/mpconfigboard.h"].decode()
    storage = re.search(r"MICROPY_HW_FLASH_STORAGE_BYTES \((\d+) \* 1024\)", header)
    return _FLASH_BYTES - int(storage[1] if storage else _USUAL_STORAGE_KIB) * 1024


def _stage(cache: Cache, board: str, files: Mapping[str, bytes]) -> Path:
    """Bring the copies up to date; what did not change keeps its time, and so its object files."""
    stage = cache.folder / "stage"
    ours = ("firmware/**/*", "boards/*", f"boards/{board}/*")  # other boards' copies stay
    for path in [path for pattern in ours for path in stage.glob(pattern)]:
        if path.is_file() and str(path.relative_to(stage)) not in files:
            path.unlink()
    for name, data in files.items():
        path = stage / name
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return stage


def _configure(
    cache: Cache,
    tools: Tools,
    environment: Mapping[str, str],
    folder: Path,
    stage: Path,
    board: str,
) -> None:
    require_programs(environment, "cmake")
    generator = "Ninja" if _program("ninja", environment) else "Unix Makefiles"
    require_programs(environment, "ninja" if generator == "Ninja" else "make")
    command = ["cmake", "-G", generator, "-S", str(tools.tree / "ports" / "rp2"), "-B", str(folder)]
    settings = {
        "MICROPY_BOARD": board,
        "MICROPY_BOARD_DIR": stage / "boards" / board,
        "MICROPY_MANIFEST_FIRMWARE_DIR": stage / "firmware",
        "MICROPY_MANIFEST_BUILD_INFO_DIR": stage / "build_info",
        "PICO_NO_PICOTOOL": 1,  # image_uf2 does its work
        "Python3_EXECUTABLE": python(),
    }
    command += [f"-D{name}={value}" for name, value in settings.items()]
    # A build folder is bound to the programs it began with, by their paths.
    programs = ("cmake", "ninja", "arm-none-eabi-gcc")
    wanted = "\n".join([*command, *(_program(name, environment) for name in programs)])
    configured = folder / "configured"
    if configured.is_file() and configured.read_text() == wanted:
        return
    shutil.rmtree(folder, ignore_errors=True)
    cache.say(f"{board}: configuring")
    cache.run(f"{board}: configuring", command, f"{board}-configure", environment)
    configured.write_text(wanted)


def _program(name: str, environment: Mapping[str, str]) -> str:
    path = shutil.which(name, path=environment["PATH"])
    return os.path.realpath(path) if path else ""
