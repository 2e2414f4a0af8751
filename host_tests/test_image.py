"""`make image`: when an image is up to date, what names it, and what the command says."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from unosim import boards, image, image_inputs
from unosim.boards import BoardError
from unosim.image import ImageError, ImageUnavailable, image_path
from unosim.image_sources import Source, Tools


class FakeSource(Source):
    key = "tools 1"

    def prepare(self, cache) -> Tools:
        return Tools("none", Path(), Path(), {})


class Builder:
    """In place of MicroPython's build: the image is the inputs; counts what it built."""

    def __init__(self):
        self.built = []
        self.commits = []

    def __call__(self, cache, tools, board, inputs, commit) -> bytes:
        self.built.append(board)
        self.commits.append(commit)
        return repr((commit, sorted(inputs.items()))).encode()


@pytest.fixture
def builder(monkeypatch):
    builder = Builder()
    monkeypatch.setattr(image, "build_board", builder)
    return builder


@pytest.fixture
def source(monkeypatch):
    source = FakeSource()
    monkeypatch.setattr(image, "choose", lambda: source)
    return source


@pytest.fixture
def firmware(tmp_path, monkeypatch):
    """A small firmware in place of the project's."""
    folder = tmp_path / "firmware"
    (folder / "unoflash" / "rules").mkdir(parents=True)
    (folder / "main.py").write_text("main")
    (folder / "unoflash" / "__init__.py").write_text("VERSION = '1'")
    (folder / "unoflash" / "rules" / "game.py").write_text("game")
    monkeypatch.setattr(image_inputs, "FIRMWARE", folder)
    return folder


@pytest.fixture
def make(builder, source, firmware, tmp_path, monkeypatch):
    """make("pico8", …) -> the images' paths; everything in temporary folders."""
    monkeypatch.setenv("UNOFLASH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(image_inputs, "commit", lambda: "abc1234")
    monkeypatch.setattr(image, "OUTPUT", tmp_path / "build")

    def make(*names, commit=None):
        return image.build([boards.load(name) for name in names], print, commit)

    return make


def test_plain_micropython_is_an_image_of_its_own(make, builder, tmp_path):
    """No file of the firmware is in it, so that no change of the firmware makes it anew."""
    path = image.plain_if_possible()
    assert path == tmp_path / "build" / "unoflash-plain.uf2"
    assert b"boards/plain/mpconfigboard.cmake" in path.read_bytes()
    assert b"firmware/" not in path.read_bytes()
    (image_inputs.FIRMWARE / "main.py").write_text("changed")
    assert image.plain_if_possible() == path
    assert builder.built == ["plain"]


def test_images_are_built_once(make, builder, tmp_path):
    paths = make("pico6", "pico8")
    assert paths == [tmp_path / "build" / f"unoflash-{name}.uf2" for name in ("pico6", "pico8")]
    assert make("pico6", "pico8") == paths
    assert builder.built == ["pico6", "pico8"]
    assert json.loads(paths[0].with_suffix(".json").read_text())["commit"] == "abc1234"
    assert len(list(paths[0].parent.iterdir())) == 4  # and nothing half-written


@pytest.mark.parametrize("file", ["main.py", "unoflash/rules/game.py", "unoflash/new.py"])
def test_an_edit_of_the_firmware_builds_every_image_again(make, builder, firmware, file):
    make("pico6", "pico8")
    (firmware / file).write_text("changed")
    make("pico6", "pico8")
    assert builder.built == ["pico6", "pico8"] * 2


def test_a_module_that_went_builds_again(make, builder, firmware):
    make("pico8")
    (firmware / "unoflash" / "rules" / "game.py").unlink()
    make("pico8")
    assert builder.built == ["pico8"] * 2
    (firmware / "main.py").unlink()
    with pytest.raises(ImageError, match="main.py: No such file.*; the image needs it"):
        make("pico8")


def test_an_edit_of_a_board_builds_that_board_only(make, builder, tmp_path):
    folder = tmp_path / "pico6"
    shutil.copytree(boards.BOARDS / "pico6", folder)
    make(folder, "pico8")
    (folder / "README.md").write_text("not in the image")
    make(folder, "pico8")
    assert len(builder.built) == 2
    header = folder / "mpconfigboard.h"
    header.write_text(header.read_text() + "\n")
    make(folder, "pico8")
    assert builder.built == ["pico6", "pico8", "pico6"]


def test_a_board_without_its_image_definition_is_refused(make, tmp_path):
    folder = tmp_path / "pico6"
    shutil.copytree(boards.BOARDS / "pico6", folder)
    (folder / "pins.csv").unlink()
    with pytest.raises(ImageError, match="pico6/pins.csv: No such file.*; the image needs it"):
        make(folder)


def test_other_tools_or_another_file_in_its_place_build_again(make, builder, source):
    (path,) = make("pico8")
    source.key = "tools 2"
    make("pico8")
    assert len(builder.built) == 2
    path.write_bytes(path.read_bytes()[:100])
    make("pico8")
    path.with_suffix(".json").write_text("{}")
    make("pico8")
    path.unlink()
    make("pico8")
    assert len(builder.built) == 5


def test_a_commit_alone_builds_nothing_unless_its_name_is_wanted(make, builder, monkeypatch):
    make("pico8")
    monkeypatch.setattr(image_inputs, "commit", lambda: "def5678")
    make("pico8")
    assert builder.commits == ["abc1234"]
    make("pico8", commit="def5678")
    make("pico8", commit="def5678")
    make("pico8")
    assert builder.commits == ["abc1234", "def5678"]


def test_two_builds_at_once_build_once(make, builder, monkeypatch):
    real = image.Cache

    class Late(real):
        def __enter__(self):
            monkeypatch.setattr(image, "Cache", real)
            make("pico8")  # the other one got the lock first
            return super().__enter__()

    monkeypatch.setattr(image, "Cache", Late)
    make("pico8")
    assert builder.built == ["pico8"]


def test_an_image_of_a_board_that_lies_elsewhere_is_answered_with_its_own_way(make, tmp_path):
    folder = tmp_path / "my boards" / "mine"
    shutil.copytree(boards.BOARDS / "pico6", folder)
    text = (folder / "board.py").read_text().replace('NAME = "pico6"', 'NAME = "mine"')
    (folder / "board.py").write_text(text)
    with pytest.raises(ImageUnavailable) as caught:
        image_path(folder)
    assert str(caught.value).endswith(f"python -m unosim.image --board '{folder}'")


def test_an_image_that_is_not_there_is_answered_with_how_to_get_it(make, monkeypatch):
    with pytest.raises(ImageUnavailable) as caught:
        image_path("pico8")
    assert str(caught.value) == "there is no up-to-date image of pico8; to get one: make image"

    def nowhere():
        raise ImageUnavailable("neither")

    monkeypatch.setattr(image, "choose", nowhere)
    with pytest.raises(ImageUnavailable, match="of pico8; to get one: get MicroPython .*_DIR"):
        image_path("pico8")
    with pytest.raises(ImageUnavailable, match="neither"):
        image.build_if_possible("pico8")
    with pytest.raises(BoardError):
        image_path("pico9")


def test_an_image_from_elsewhere_will_do_where_none_can_be_built(make, firmware, monkeypatch):
    (path,) = make("pico8")
    assert image_path(boards.load("pico8")) == path

    def nowhere():
        raise ImageUnavailable("neither")

    monkeypatch.setattr(image, "choose", nowhere)
    assert image_path("pico8") == path
    (firmware / "main.py").write_text("changed")
    with pytest.raises(ImageUnavailable):
        image_path("pico8")


def test_the_digest_is_over_names_contents_and_recipe(monkeypatch, tmp_path):
    one = image_inputs.digest({"a": b"1", "b": b"2"})
    assert one == image_inputs.digest({"b": b"2", "a": b"1"})
    others = [{"a": b"1", "b": b"3"}, {"a": b"1"}, {"a": b"1", "c": b"2"}, {"a": b"1b\x002\x002"}]
    assert len({one, *map(image_inputs.digest, others)}) == 5
    monkeypatch.setattr(image_inputs, "_RECIPE", ("image_build.py",))
    assert image_inputs.digest({"a": b"1", "b": b"2"}) != one


def test_what_goes_into_an_image(firmware):
    (firmware / "unoflash" / "__pycache__").mkdir()
    (firmware / "unoflash" / "__pycache__" / "x.pyc").touch()
    names = set(image_inputs.read(boards.load("pico8")))
    assert {name for name in names if name.startswith("firmware/")} == {
        "firmware/main.py",
        "firmware/unoflash/__init__.py",
        "firmware/unoflash/rules/game.py",
    }
    assert {"boards/manifest.py", "boards/unoflash.cmake", "boards/pico8/board.py"} <= names
    assert not [name for name in names if "pico6" in name or name.endswith(".md")]


def test_the_commits_name_says_if_the_image_differs_from_it(tmp_path):
    def git(*arguments):
        name = ["-c", "user.name=n", "-c", "user.email=e"]
        return subprocess.run(
            ["git", "-C", str(tmp_path), *name, *arguments],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    assert image_inputs.commit(tmp_path / "nowhere") == "unknown"
    assert image_inputs.commit(tmp_path) == "unknown"
    git("init", "-q")
    assert image_inputs.commit(tmp_path) == "unknown"  # nothing is committed yet
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware" / "main.py").touch()
    git("add", ".")
    git("commit", "-qm", "all")
    commit = git("rev-parse", "--short=7", "HEAD")
    assert image_inputs.commit(tmp_path) == commit
    (tmp_path / "README.md").write_text("not in the image")
    assert image_inputs.commit(tmp_path) == commit
    (tmp_path / "firmware" / "new.py").touch()
    assert image_inputs.commit(tmp_path) == f"{commit}-dirty"


@pytest.fixture
def command(make, tmp_path, monkeypatch):
    """command("--board", …) -> exit status, with the real build's parts replaced."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: image.main(arguments)


def test_the_command_builds_all_boards_and_says_what_it_made(command, builder, tmp_path, capsys):
    assert command() == 0
    assert builder.built == boards.names()
    size = (tmp_path / "build" / "unoflash-pico8.uf2").stat().st_size
    assert capsys.readouterr().out.splitlines()[boards.names().index("pico8")] == (
        f"build/unoflash-pico8.uf2  {size} bytes  commit abc1234"
    )


def test_the_command_builds_the_boards_it_is_given(command, builder):
    assert command("--board", "pico6") == 0
    assert command("--board", "pico8", str(boards.BOARDS / "pico6")) == 0
    assert builder.built == ["pico6", "pico8"]


@pytest.mark.parametrize(
    ("error", "status"), [(ImageUnavailable("no apt"), 3), (ImageError("no luck"), 2)]
)
def test_the_command_ends_with_one_line_for_an_error(command, monkeypatch, capsys, error, status):
    def fail(*_):
        raise error

    monkeypatch.setattr(image, "build_board", fail)
    assert command() == status
    assert capsys.readouterr().err == f"image: {error}\n"


def test_the_command_refuses_an_unknown_board(command, capsys):
    assert command("--board", "pico9") == 2
    assert capsys.readouterr().err.startswith(
        "image: no board 'pico9'; there are: pico4, pico6, pico8"
    )


def test_the_command_can_be_interrupted(command, monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(image, "build_board", interrupt)
    assert command() == 130
    assert capsys.readouterr().err == "image: interrupted; the next run goes on from here\n"


def test_an_output_folder_that_cannot_be_written_is_named(command, tmp_path, capsys):
    (tmp_path / "build").touch()
    assert command("--board", "pico8") == 2
    assert "unoflash-pico8.uf2 cannot be written: " in capsys.readouterr().err


def test_the_command_empties_the_cache(command, tmp_path, capsys):
    (tmp_path / "cache" / "tree").mkdir(parents=True)
    assert command("--clean") == 0
    assert not (tmp_path / "cache" / "tree").exists()
    assert capsys.readouterr().out == f"image: emptied {tmp_path / 'cache'}\n"
