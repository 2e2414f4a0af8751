"""`make release`: the files of a release, each from the commit and whole."""

import subprocess

import pytest

from unosim import boards, image, image_inputs, release, versions
from unosim.image import ImageUnavailable
from unosim.versions import ReleaseError


@pytest.fixture(autouse=True)
def released(monkeypatch):
    """Version 1.2.3, told of in CHANGELOG.md, at a commit as it is."""
    monkeypatch.setattr(versions, "check", lambda tag: tag[1:])
    monkeypatch.setattr(versions, "notes", lambda version: f"- What {version} brings.\n")
    monkeypatch.setattr(image_inputs, "commit", lambda: "abc1234")


@pytest.fixture(autouse=True)
def images(tmp_path, monkeypatch):
    """In place of MicroPython's build; the commit that was asked for stands in each image."""
    folder = tmp_path / "build"
    folder.mkdir()

    def build(which, say, commit):
        say("building")
        paths = [folder / f"{board.name}.uf2" for board in which]
        for board, path in zip(which, paths, strict=True):
            path.write_bytes(f"{board.name} {commit}".encode())
        return paths

    monkeypatch.setattr(image, "build", build)


def test_an_image_for_each_board_that_the_project_has(tmp_path):
    release.make("v1.2.3", tmp_path / "dist")
    found = {path.name: path.read_bytes() for path in (tmp_path / "dist").glob("*.uf2")}
    assert found == {
        f"unoflash-1.2.3-{name}.uf2": f"{name} abc1234".encode() for name in boards.names()
    }


def test_the_checksums_are_those_of_the_files(tmp_path):
    release.make("v1.2.3", tmp_path)
    check = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    done = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.count(": OK") == len(boards.names())


def test_the_notes_say_what_changed_and_what_to_do(tmp_path):
    release.make("v1.2.3", tmp_path)
    notes = (tmp_path / "NOTES.md").read_text()
    assert notes.startswith("- What 1.2.3 brings.\n")
    assert "BOOTSEL" in notes


def test_images_of_a_former_version_do_not_stay(tmp_path):
    (tmp_path / "unoflash-1.2.2-pico6.uf2").write_bytes(b"old")
    made = release.make("v1.2.3", tmp_path)
    assert {path for path in tmp_path.iterdir() if path.is_file()} == set(made)


@pytest.mark.parametrize("commit", ["abc1234-dirty", "unknown"])
def test_only_a_commit_as_it_is_can_be_released(tmp_path, monkeypatch, commit):
    monkeypatch.setattr(image_inputs, "commit", lambda: commit)
    with pytest.raises(ReleaseError, match=f"the commit is {commit}"):
        release.make("v1.2.3", tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize(("error", "status"), [(ReleaseError, 2), (ImageUnavailable, 3)])
def test_the_command_fails_with_one_line(tmp_path, monkeypatch, capsys, error, status):
    def fails(tag):
        raise error("no such thing")

    monkeypatch.setattr(versions, "check", fails)
    assert release.main(["v1.2.3", "--into", str(tmp_path)]) == status
    assert capsys.readouterr().err == "release: no such thing\n"


def test_the_command_names_what_it_made(tmp_path, capsys):
    assert release.main(["v1.2.3", "--into", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    for name in ("unoflash-1.2.3-pico6.uf2", "SHA256SUMS", "NOTES.md"):
        assert name in said


def test_a_folder_that_cannot_be(tmp_path, capsys):
    (tmp_path / "dist").write_text("a file")
    assert release.main(["v1.2.3", "--into", str(tmp_path / "dist")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
