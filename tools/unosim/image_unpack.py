"""Unpacking Debian's packages into a folder, without what an image does not need of them."""

import re
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

from unosim.image_cache import ImageError

# Manuals, and the libraries for other ARMs than the RP2040's (Cortex-M0+, thumb/v6-m): 600 MB.
_UNNEEDED_COMPILER = re.compile(
    r"usr/share/|usr/(lib|include)/.*arm-none-eabi/([\d.]+/|newlib/)?(arm|thumb)/(?!v6-m(/|$))"
)
_UNNEEDED_SOURCES = re.compile(r"(tests|docs|logo|examples|ports/(?!rp2(/|$))[^/]+|programs)/")


def compiler(deb: Path, folder: Path) -> None:
    """A package of the cross compiler, as `folder/usr/…`."""
    _deb(deb, folder, lambda name: not _UNNEEDED_COMPILER.search(name))


def sources(file: Path, folder: Path) -> None:
    """Sources, without the folder around them: a tarball, or a package that has usr/src/NAME.

    An empty folder that is there already is filled.
    """
    if file.suffix == ".deb":
        whole = folder.with_name(folder.name + "-deb")
        _deb(file, whole, lambda name: name.startswith("usr/src/"))
        (only,) = (whole / "usr" / "src").iterdir()
        if folder.is_dir():
            folder.rmdir()
        only.rename(folder)
        shutil.rmtree(whole)
        return
    with tarfile.open(file) as archive:
        for member in archive:
            _, _, member.name = member.name.removeprefix("./").partition("/")
            if member.name and not _UNNEEDED_SOURCES.match(member.name + "/"):
                _extract(archive, member, folder)


def _deb(file: Path, folder: Path, wanted: Callable[[str], bool]) -> None:
    folder.mkdir(exist_ok=True)
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", file], stdout=subprocess.PIPE) as deb:
        assert deb.stdout is not None
        try:
            with tarfile.open(fileobj=deb.stdout, mode="r|") as archive:
                for member in archive:
                    if wanted(member.name.removeprefix("./")):
                        _extract(archive, member, folder)
        except tarfile.TarError as error:
            raise ImageError(f"{file} cannot be unpacked: {error}") from None
        deb.stdout.read()  # the padding: dpkg-deb waits until it is taken
    if deb.returncode:
        raise ImageError(f"{file} cannot be unpacked (dpkg-deb: exit status {deb.returncode})")


def _extract(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    # The filter, and the warning about its lack, came within Python 3.11's life.
    if hasattr(tarfile, "tar_filter"):
        archive.extract(member, folder, filter="tar")
    else:
        archive.extract(member, folder)
