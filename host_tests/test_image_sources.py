"""Where MicroPython and the compiler come from, and how their packages are unpacked."""

import io
import os
import subprocess
import tarfile

import pytest

from unosim import image_sources, image_unpack
from unosim.image_cache import Cache, ImageError, ImageUnavailable
from unosim.image_sources import Checkout, DebianPackages, choose

DEBIAN = 'ID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n'
UBUNTU = 'ID=ubuntu\nVERSION_ID="24.04"\nVERSION_CODENAME=noble\n'
CHECKOUT = {
    "py/mpconfig.h": "#define MICROPY_VERSION_MAJOR 1\n#define MICROPY_VERSION_MINOR 27\n"
    "#define MICROPY_VERSION_MICRO 2\n",
    "ports/rp2/CMakeLists.txt": "",
    "lib/pico-sdk/pico_sdk_init.cmake": "",
    "lib/tinyusb/src/tusb.h": "",
    "lib/mbedtls/library/aes.c": "",
    "lib/micropython-lib/README.md": "",
}


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def checkout(tmp_path):
    """A folder with as much of MicroPython as is looked at."""
    return write(tmp_path / "micropython", CHECKOUT)


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """Puts a program of the given name and script on PATH, which has nothing else."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def add(name: str, script: str = "") -> None:
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)

    return add


@pytest.fixture
def os_release(tmp_path):
    def write_text(text: str):
        path = tmp_path / "os-release"
        path.write_text(text)
        return path

    return write_text


def test_a_debian_takes_its_packages(os_release, programs):
    programs("apt-get")
    programs("dpkg", "echo amd64")
    source = choose({}, os_release(DEBIAN))
    assert isinstance(source, DebianPackages)
    assert source.key.startswith("micropython 1.25.0-")
    assert " by gcc bookworm-amd64-" in source.key


@pytest.mark.parametrize("text", [UBUNTU, DEBIAN, None])
def test_a_machine_with_neither_is_told_how_in_one_line(os_release, programs, tmp_path, text):
    # No apt-get on PATH: a Debian without its packages cannot either.
    path = os_release(text) if text else tmp_path / "no-such-file"
    with pytest.raises(ImageUnavailable) as caught:
        choose({"MICROPYTHON_DIR": ""}, path)
    message = str(caught.value)
    assert message.startswith("no image can be built here: get MicroPython 1.25.0")
    assert "set MICROPYTHON_DIR" in message
    assert "Debian 12" in message
    assert "\n" not in message


def test_the_key_tells_suites_and_machines_apart():
    keys = {DebianPackages(s, a).key for s in ("bookworm", "trixie") for a in ("amd64", "arm64")}
    assert len(keys) == 4
    assert DebianPackages("bookworm", "amd64").key == DebianPackages("bookworm", "amd64").key


def test_a_checkout_is_taken_wherever_it_is_given(checkout, os_release):
    for text in (DEBIAN, UBUNTU):
        source = choose({"MICROPYTHON_DIR": str(checkout)}, os_release(text))
        assert isinstance(source, Checkout)
        assert source.key.startswith("micropython 1.27.2 checkout ")


@pytest.mark.parametrize("file", CHECKOUT)
def test_what_a_checkout_lacks_is_named(checkout, file):
    (checkout / file).unlink()
    with pytest.raises(ImageError, match=f"MICROPYTHON_DIR=.*: there is no {file}; ") as caught:
        choose({"MICROPYTHON_DIR": str(checkout)})
    assert not isinstance(caught.value, ImageUnavailable)
    if file.startswith("lib/"):
        assert "make -C ports/rp2 submodules" in str(caught.value)


def test_a_checkout_in_a_path_with_a_space_is_refused(tmp_path):
    folder = write(tmp_path / "my micropython", CHECKOUT)
    with pytest.raises(ImageError, match="in no path with spaces"):
        Checkout(folder)


def test_an_edit_in_a_checkout_with_git_changes_its_key(checkout):
    git = ["git", "-C", str(checkout), "-c", "user.name=n", "-c", "user.email=e"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "all"], check=True)
    key = Checkout(checkout).key
    assert Checkout(checkout).key == key
    (checkout / "lib/mbedtls/library/aes.c").write_text("changed")
    assert Checkout(checkout).key != key
    # Its build folder stays: CMake knows what has to be compiled again.
    assert Checkout(checkout).key.split()[3] == key.split()[3]


def test_a_checkout_needs_a_compiler_on_path(checkout, programs, tmp_path):
    source = Checkout(checkout)
    with (
        Cache(tmp_path / "cache", print) as cache,
        pytest.raises(ImageUnavailable, match="MICROPYTHON_DIR is set, but arm-none-eabi-gcc is"),
    ):
        source.prepare(cache)


def test_a_checkout_is_built_with_what_is_on_path_and_outside_itself(
    checkout, programs, tmp_path, monkeypatch
):
    before = sorted(checkout.rglob("*"))
    real_path = os.environ["PATH"]
    for name in ("arm-none-eabi-gcc", "gcc"):
        programs(name)
    # make -C DIR -jN BUILD=FOLDER …
    programs("make", 'PATH=/usr/bin:/bin; b=${4#BUILD=}; mkdir -p "$b"; echo made > "$b/mpy-cross"')
    said = []
    with Cache(tmp_path / "cache", said.append) as cache:
        tools = Checkout(checkout).prepare(cache)
        again = Checkout(checkout).prepare(cache)
    assert tools == again
    assert tools.tree == checkout
    assert tools.mpy_cross.read_text() == "made\n"
    assert tools.mpy_cross.is_relative_to(tmp_path / "cache")
    assert [path.name for path in tools.mpy_cross.parent.iterdir()] == ["mpy-cross"]
    assert tools.environment["MICROPY_GIT_TAG"] == "v1.27.2"
    assert tools.environment["PATH"].startswith(real_path)
    assert said.count("building mpy-cross") == 1
    assert f"note: {checkout} is MicroPython 1.27.2; the unit is tested with 1.25.0" in said
    assert sorted(checkout.rglob("*")) == before


def test_missing_programs_are_named_with_the_way_to_get_them():
    with pytest.raises(ImageUnavailable, match="missing: make, gcc; on Debian: apt-get install"):
        image_sources.require_programs({"PATH": "/nowhere"}, "make", "gcc")


def tar(files: dict[str, str]) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    return data.getvalue()


def contents(folder) -> set[str]:
    return {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}


def test_a_source_tarball_loses_its_outer_folder_and_what_is_not_needed(tmp_path):
    file = tmp_path / "micropython.orig.tar"
    top = "micropython-1.25.0"
    files = ("py/obj.c", "tests/basics/a.py", "ports/rp2/main.c", "ports/unix/main.c", "docs/x")
    file.write_bytes(tar({f"{top}/{name}": "" for name in files}))
    folder = tmp_path / "tree"
    image_unpack.sources(file, folder)
    assert contents(folder) == {"py/obj.c", "ports/rp2/main.c"}


@pytest.fixture
def dpkg_deb(tmp_path, monkeypatch):
    """Unpacking .deb files is dpkg's; here a .deb is the tar file that would come out of it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "dpkg-deb").write_text('#!/bin/sh\ncat "$2"\n')
    (folder / "dpkg-deb").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_a_package_of_sources_fills_the_empty_folder_that_is_there(tmp_path, dpkg_deb):
    file = tmp_path / "pico-sdk-source.deb"
    names = ("./usr/src/pico-sdk/src/a.c", "./usr/share/doc/pico-sdk-source/copyright")
    file.write_bytes(tar(dict.fromkeys(names, "")))
    folder = tmp_path / "lib" / "pico-sdk"
    folder.mkdir(parents=True)
    image_unpack.sources(file, folder)
    assert contents(tmp_path / "lib") == {"pico-sdk/src/a.c"}


def test_of_a_compiler_only_the_rp2040s_libraries_are_kept(tmp_path, dpkg_deb):
    file = tmp_path / "gcc-arm-none-eabi.deb"
    kept = {
        "usr/bin/arm-none-eabi-gcc",
        "usr/lib/gcc/arm-none-eabi/12.2.1/libgcc.a",
        "usr/lib/gcc/arm-none-eabi/12.2.1/thumb/v6-m/nofp/libgcc.a",
        "usr/lib/arm-none-eabi/newlib/thumb/v6-m/nofp/libc.a",
        "usr/include/newlib/stdio.h",
        "usr/include/newlib/c++/12.2.1/arm-none-eabi/thumb/v6-m/nofp/bits/c++config.h",
    }
    dropped = {
        "usr/lib/gcc/arm-none-eabi/12.2.1/thumb/v7-m/nofp/libgcc.a",
        "usr/lib/gcc/arm-none-eabi/12.2.1/arm/v5te/hard/libgcc.a",
        "usr/lib/arm-none-eabi/newlib/thumb/v8-m.main/fp/libc.a",
        "usr/include/newlib/c++/12.2.1/arm-none-eabi/arm/v5te/hard/bits/c++config.h",
        "usr/share/man/man1/arm-none-eabi-gcc.1",
    }
    file.write_bytes(tar({f"./{name}": "" for name in kept | dropped}))
    image_unpack.compiler(file, tmp_path / "compiler")
    assert contents(tmp_path / "compiler") == kept


def test_a_package_that_is_damaged_is_named(tmp_path, dpkg_deb):
    file = tmp_path / "broken.deb"
    file.write_bytes(tar({"./usr/bin/tool": "x" * 2000})[:700])
    with pytest.raises(ImageError, match="broken.deb cannot be unpacked"):
        image_unpack.compiler(file, tmp_path / "compiler")
    with pytest.raises(ImageError, match=r"none.deb cannot be unpacked"):
        image_unpack.compiler(tmp_path / "none.deb", tmp_path / "compiler")
