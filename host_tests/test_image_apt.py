"""Debian's packages: which machines have them, versions, checksums, and apt's private tree."""

import hashlib
import os
import re

import pytest

from unosim import image_apt, image_pins
from unosim.image_apt import Archive, archive_address, own_suite, require, versions
from unosim.image_cache import Cache, ImageError, ImageUnavailable
from unosim.image_pins import Pin

CONTENT = b"the package's bytes"
SHA256 = hashlib.sha256(CONTENT).hexdigest()

# A machine's apt, as far as it is used: says what it has, and downloads CONTENT. Each call is
# noted with the configuration it was given.
FAKES = {
    "apt-get": """
echo "apt-get $*" >> "$LOG"
case "$*" in
*indextargets*) cat "$FAKE/targets" ;;
*update) [ ! -e "$FAKE/offline" ] || { echo "E: no route to the archive"; exit 100; } ;;
*source*) printf '%s' "the package's bytes" > sources.orig.tar.xz ;;
*download*) printf '%s' "the package's bytes" > package.deb ;;
esac""",
    "apt-cache": 'echo "apt-cache $*" >> "$LOG"; cat "$FAKE/madison"',
    "apt-config": "echo \"MAIN='$FAKE/own.conf'\"",
}

TARGETS = """\
Component: main
Created-By: Packages
Release: bookworm
Repo-URI: http://mirror.example/debian/
Target-Of: deb
"""


@pytest.fixture
def apt(tmp_path, monkeypatch):
    """A folder that stands for the machine's apt; its `calls()` are the commands it got."""
    folder = tmp_path / "apt"
    folder.mkdir()
    for name, script in FAKES.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    (folder / "targets").write_text(TARGETS)
    (folder / "madison").write_text(
        " tool | 2.0-1 | http://mirror.example/debian trixie/main amd64 Packages\n"
    )
    (folder / "own.conf").touch()
    (folder / "keyring.gpg").touch()
    monkeypatch.setattr(image_apt, "_KEYRINGS", (folder / "none.gpg", folder / "keyring.gpg"))
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("FAKE", str(folder))
    monkeypatch.setenv("LOG", str(folder / "log"))
    return folder


@pytest.fixture
def said():
    return []


@pytest.fixture
def archive(tmp_path, apt, said):
    with Cache(tmp_path / "cache", said.append) as cache:
        yield Archive(cache, "trixie", "bookworm", "amd64")


def calls(apt) -> list[str]:
    log = apt / "log"
    return log.read_text().splitlines() if log.exists() else []


@pytest.mark.parametrize(
    ("os_release", "suite"),
    [
        ('ID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n', "bookworm"),
        ('ID=debian\nVERSION_ID="13"\nVERSION_CODENAME=trixie\n', "trixie"),
        ("ID=debian\nVERSION_CODENAME=forky\n", "forky"),  # testing has no number yet
        ('ID=debian\nVERSION_ID="11"\nVERSION_CODENAME=bullseye\n', None),
        ('ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\nVERSION_CODENAME=noble\n', None),
        ("", None),
    ],
)
def test_which_machines_have_debians_packages(os_release, suite):
    assert own_suite(os_release) == suite


def target(release: str, address: str, **more: str) -> str:
    fields = {"Component": "main", "Release": release, "Repo-URI": address, "Target-Of": "deb"}
    return "".join(f"{k}: {v}\n" for k, v in {**fields, **more}.items())


@pytest.mark.parametrize(
    ("targets", "address"),
    [
        ([target("bookworm", "mirror")], "mirror"),
        ([target("bookworm-security", "security"), target("bookworm", "mirror")], "mirror"),
        ([target("bookworm", "theirs"), target("bookworm", "mirror", Origin="Debian")], "mirror"),
        ([target("stable", "other"), target("bookworm", "mirror")], "mirror"),
        ([target("bookworm", "theirs", Component="stable")], None),
        ([target("bookworm", "sources", **{"Target-Of": "deb-src"})], None),
        ([], None),
    ],
)
def test_which_address_is_debians(targets, address):
    assert archive_address("\n".join(targets), "bookworm") == address


def test_versions_of_a_package_and_of_its_sources_are_told_apart():
    madison = """\
micropython | 1.26.0-1 | http://mirror.example/debian trixie/main amd64 Packages
micropython | 1.25.0-1 | http://mirror.example/debian trixie/main amd64 Packages
micropython | 1.25.0-1 | http://mirror.example/debian trixie/main arm64 Packages
micropython-doc | 1.30.0-1 | http://mirror.example/debian trixie/main amd64 Packages
micropython | 1.24.0-1 | http://mirror.example/debian trixie/main Sources
"""
    assert versions(madison, Pin("micropython")) == ["1.26.0-1", "1.25.0-1"]
    assert versions(madison, Pin("micropython", source=True)) == ["1.24.0-1"]


def test_a_pin_that_is_gone_is_named_with_the_version_there_is():
    pin = Pin("mbedtls", "3.6.6-1", SHA256)
    require(pin, "trixie", ["3.6.7-1", "3.6.6-1"])
    require(Pin("mbedtls"), "trixie", ["3.6.7-1"])
    with pytest.raises(ImageError) as caught:
        require(pin, "trixie", ["3.6.8-1", "3.6.7-1"])
    assert str(caught.value) == (
        "the pinned mbedtls 3.6.6-1 is not in Debian trixie any more: it has 3.6.8-1 now;"
        " the pin stands in tools/unosim/image_pins.py"
    )
    for absent in (pin, Pin("mbedtls")):
        with pytest.raises(ImageError, match="it has no such package; the pin stands"):
            require(absent, "trixie", [])


def test_everything_is_pinned_where_it_was_tried():
    pins = list(image_pins.TREE.values())
    for suite in ("bookworm", "trixie"):
        for architecture in ("amd64", "arm64"):
            pins += image_pins.compiler(suite, architecture)
    assert len(pins) == 4 + 4 * 5
    for pin in pins:
        assert pin.version
        assert re.fullmatch("[0-9a-f]{64}", pin.sha256 or ""), pin
    assert str(image_pins.TREE[""]).startswith(f"micropython {image_pins.MICROPYTHON}+")


def test_elsewhere_the_newest_compiler_of_the_suite_is_taken():
    pins = image_pins.compiler("forky", "riscv64")
    assert [pin.version for pin in pins] == [None] * 5
    assert str(pins[0]) == "gcc-arm-none-eabi (newest)"


def test_a_package_is_downloaded_once(archive, apt, said):
    pin = Pin("tool", "2.0-1", SHA256)
    (file,) = archive.fetch([pin])
    assert file.read_bytes() == CONTENT
    assert said == ["reading the package lists of Debian trixie", "downloading tool 2.0-1"]
    assert calls(apt)[-3:] == [
        "apt-get -o APT::Update::Error-Mode=any update",
        "apt-cache madison tool",
        "apt-get download tool=2.0-1",
    ]
    before = calls(apt)
    assert archive.fetch([pin]) == [file]
    assert calls(apt) == before  # nothing is asked when everything is here


def test_of_a_source_package_only_the_upstream_tarball_is_taken(archive, apt):
    (apt / "madison").write_text(
        "tool | 2.0-1 | http://mirror.example/debian trixie/main Sources\n"
    )
    (file,) = archive.fetch([Pin("tool", "2.0-1", SHA256, source=True)])
    assert file.name == "sources.orig.tar.xz"
    assert calls(apt)[-1] == "apt-get source --download-only --only-source --tar-only tool=2.0-1"


def test_without_a_pin_the_newest_is_taken(archive, apt):
    archive.fetch([Pin("tool")])
    assert calls(apt)[-1] == "apt-get download tool=2.0-1"


def test_a_download_with_another_checksum_is_not_kept(archive):
    with pytest.raises(ImageError, match=f"package.deb is not the pinned tool 2.0-1: .* {SHA256}"):
        archive.fetch([Pin("tool", "2.0-1", "0" * 64)])
    assert list((archive._cache.folder / "downloads").iterdir()) == []


def test_a_download_that_was_damaged_since_is_renewed(archive):
    pin = Pin("tool", "2.0-1", SHA256)
    (file,) = archive.fetch([pin])
    file.write_bytes(CONTENT[:5])
    assert archive.fetch([pin])[0].read_bytes() == CONTENT


def test_a_pin_that_is_gone_is_not_downloaded(archive, apt):
    with pytest.raises(ImageError, match="tool 1.0-1 .* it has 2.0-1 now"):
        archive.fetch([Pin("tool", "1.0-1", SHA256)])
    assert calls(apt)[-1] == "apt-cache madison tool"


def test_without_a_network_one_line_says_so(archive, apt):
    (apt / "offline").touch()
    with pytest.raises(ImageUnavailable) as caught:
        archive.fetch([Pin("tool", "2.0-1", SHA256)])
    assert "lists of Debian trixie failed: no route to the archive (all of it: " in str(
        caught.value
    )
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("missing", ["targets", "keyring.gpg"])
def test_a_machine_without_address_or_keyring_is_told(archive, apt, missing):
    (apt / missing).unlink()
    (apt / "targets").touch()
    with pytest.raises(ImageUnavailable, match="apt knows no .* MICROPYTHON_DIR"):
        archive.fetch([Pin("tool", "2.0-1", SHA256)])


def test_apt_works_in_a_tree_of_its_own(archive, apt):
    archive.fetch([Pin("tool", "2.0-1", SHA256)])
    folder = archive._cache.folder / "apt" / "trixie"
    sources = (folder / "sources.list").read_text()
    assert f"signed-by={apt}/keyring.gpg" in sources
    assert "deb-src" in sources
    assert "http://mirror.example/debian/ trixie main" in sources
    settings = (folder / "last.conf").read_text()
    assert f'#include "{apt}/own.conf";' in settings  # the machine's proxy stands there
    for kind in ("State", "State::lists", "State::status", "Cache", "Etc::sourcelist"):
        assert re.search(rf'^Dir::{kind} "{folder}', settings, re.MULTILINE)
    assert "#clear APT::Update;" in settings  # no hooks of the machine's
    assert (folder / "first.conf").read_text() == f'Dir::Etc::main "{folder}/last.conf";\n'


def test_the_machines_own_configuration_is_asked_for_the_address(archive, apt):
    archive.fetch([Pin("tool", "2.0-1", SHA256)])
    assert calls(apt)[0] == "apt-get indextargets Created-By: Packages"


def test_a_program_that_is_not_there_or_fails_is_named():
    with pytest.raises(ImageError, match="^sh -c exit 3 failed: "):
        image_apt._output(["sh", "-c", "exit 3"])
    with pytest.raises(ImageUnavailable, match="no-such-program: No such file"):
        image_apt._output(["no-such-program"])
