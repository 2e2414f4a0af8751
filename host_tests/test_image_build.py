"""One board's build: what is handed to CMake, what is built again, what an interruption leaves."""

import os
from pathlib import Path

import pytest

from unosim import image_build, image_uf2
from unosim.image_cache import Cache, ImageError
from unosim.image_sources import Tools

INPUTS = {
    "firmware/main.py": b"main",
    "firmware/unoflash/unit.py": b"unit",
    "boards/manifest.py": b"shared",
    "boards/pico8/board.py": b"board",
    "boards/pico8/mpconfigboard.h": b"#define MICROPY_HW_FLASH_STORAGE_BYTES (1408 * 1024)\n",
}
# Notes its arguments; configuring makes the folder, building makes an ELF file.
CMAKE = """
echo "$*" >> "$LOG"
if [ "$1" = --build ]; then
    [ ! -e "$LOG.fail" ] || { echo "the compiler says no"; exit 1; }
    : > "$2/firmware.elf"
else
    while [ "$1" != -B ]; do shift; done
    mkdir -p "$2"
fi"""


@pytest.fixture
def log(tmp_path):
    return tmp_path / "cmake.log"


@pytest.fixture
def cache(tmp_path):
    with Cache(tmp_path / "cache", lambda line: None) as cache:
        yield cache


@pytest.fixture
def tools(tmp_path, log):
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, script in (("cmake", CMAKE), ("ninja", ""), ("make", "")):
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)
    environment = {"PATH": f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin", "LOG": str(log)}
    return Tools("key", tmp_path / "micropython", tmp_path / "mpy-cross", environment)


@pytest.fixture
def build(cache, tools, monkeypatch):
    monkeypatch.setattr(
        image_uf2, "from_elf", lambda elf: image_uf2.from_bytes(0x1000_0000, b"image")
    )

    def build(inputs=INPUTS, tools=tools, board="pico8", commit="abc1234") -> bytes:
        return image_build.build(cache, tools, board, inputs, commit)

    return build


def configured(log) -> list[str]:
    return [line for line in log.read_text().splitlines() if not line.startswith("--build")]


def folder(cache) -> Path:
    return cache.folder / "build" / "pico8-key"


def test_cmake_gets_the_boards_copy_and_the_folders_that_the_manifest_names(build, cache, log):
    assert build() == image_uf2.from_bytes(0x1000_0000, b"image")
    (line,) = configured(log)
    stage = cache.folder / "stage"
    for setting in (
        "MICROPY_BOARD=pico8",
        f"MICROPY_BOARD_DIR={stage}/boards/pico8",
        f"MICROPY_MANIFEST_FIRMWARE_DIR={stage}/firmware",
        f"MICROPY_MANIFEST_BUILD_INFO_DIR={stage}/build_info",
        "PICO_NO_PICOTOOL=1",
    ):
        assert f"-D{setting}" in line
    for name, data in INPUTS.items():
        assert (stage / name).read_bytes() == data
    build_info = (stage / "build_info" / "build_info.py").read_text()
    assert build_info == 'COMMIT = "abc1234"\nSOURCE = "frozen"\n'


def test_it_is_configured_once(build, log):
    build()
    build({**INPUTS, "firmware/main.py": b"changed"})
    assert len(configured(log)) == 1
    assert len(log.read_text().splitlines()) == 3


def test_other_programs_mean_another_configuration(build, tools, cache, log):
    build()
    (folder(cache) / "CMakeCache.txt").touch()
    cmake = Path(tools.environment["PATH"].split(os.pathsep)[0]) / "cmake"
    cmake.rename(cmake.with_name("cmake4"))
    cmake.symlink_to("cmake4")
    build()
    assert len(configured(log)) == 2
    assert not (folder(cache) / "CMakeCache.txt").exists()


def test_without_ninja_make_is_used(build, tools, log):
    programs = Path(tools.environment["PATH"].split(os.pathsep)[0])
    (programs / "ninja").unlink()
    environment = {**tools.environment, "PATH": f"{programs}"}
    for name in ("mkdir", "sh"):
        (programs / name).symlink_to(f"/bin/{name}")
    build(tools=Tools("key", tools.tree, tools.mpy_cross, environment))
    assert "-G Unix Makefiles" in configured(log)[0]


def test_what_did_not_change_keeps_its_time(build, cache):
    build()
    stage = cache.folder / "stage"
    for name in INPUTS:
        os.utime(stage / name, (1, 1))
    build({**INPUTS, "firmware/unoflash/unit.py": b"changed"})
    times = {name: (stage / name).stat().st_mtime for name in INPUTS}
    assert [name for name, time in times.items() if time != 1] == ["firmware/unoflash/unit.py"]


def test_a_file_that_went_is_frozen_no_more_but_other_boards_stay(build, cache):
    build({**INPUTS, "boards/pico6/board.py": b"six", "boards/old.cmake": b""})
    less = {name: data for name, data in INPUTS.items() if name != "firmware/unoflash/unit.py"}
    build(less)
    stage = cache.folder / "stage"
    assert not (stage / "firmware/unoflash/unit.py").exists()
    assert not (stage / "boards/old.cmake").exists()
    assert (stage / "boards/pico6/board.py").exists()


def test_the_frozen_code_is_put_together_anew_each_time(build, cache):
    build()
    frozen = folder(cache) / "frozen_content.c"
    frozen.touch()
    build()
    assert not frozen.exists()  # the real build makes it


def test_modules_are_compiled_again_only_after_an_interruption(build, cache, log):
    build()
    module = folder(cache) / "frozen_mpy" / "main.mpy"
    module.parent.mkdir()
    module.touch()
    build()
    assert module.exists()
    Path(f"{log}.fail").touch()
    with pytest.raises(ImageError, match="pico8: compiling failed") as caught:
        build()
    assert "the compiler says no" in str(caught.value)
    assert module.exists()
    Path(f"{log}.fail").unlink()
    build()
    assert not module.exists()


def test_an_image_that_reaches_into_the_file_system_is_refused(build, monkeypatch):
    monkeypatch.setattr(
        image_uf2, "from_elf", lambda elf: image_uf2.from_bytes(0x1000_0000, bytes(640 * 1024))
    )
    build()
    header = b"#define MICROPY_HW_FLASH_STORAGE_BYTES (1412 * 1024)\n"
    with pytest.raises(ImageError, match="takes 655360 bytes of flash; 651264 are allowed"):
        build({**INPUTS, "boards/pico8/mpconfigboard.h": header})


def test_paths_do_not_get_into_the_image(build, cache, tools, monkeypatch):
    environments = []
    run = cache.run

    def noted(what, command, log, environment):
        environments.append(environment)
        run(what, command, log, environment)

    monkeypatch.setattr(cache, "run", noted)
    build()
    flags = environments[-1]["CFLAGS_EXTRA"].split()
    assert f"-ffile-prefix-map={tools.tree}=micropython" in flags
    assert f"-ffile-prefix-map={cache.folder}=cache" in flags
    assert environments[-1]["MICROPY_MPYCROSS"] == str(tools.mpy_cross)
