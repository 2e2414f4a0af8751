"""The image's cache: where it is, that it survives interruption, one build at a time."""

import fcntl
import os
import sys
from pathlib import Path

import pytest

from unosim.image_cache import Cache, ImageError, cache_folder, clean_environment


@pytest.fixture
def said():
    return []


@pytest.fixture
def cache(tmp_path, said):
    with Cache(tmp_path / "cache", said.append) as cache:
        yield cache


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"UNOFLASH_CACHE": "/mine", "XDG_CACHE_HOME": "/xdg"}, Path("/mine")),
        ({"UNOFLASH_CACHE": "", "XDG_CACHE_HOME": "/xdg"}, Path("/xdg/unoflash")),
        ({"XDG_CACHE_HOME": "relative"}, Path.home() / ".cache" / "unoflash"),
        ({}, Path.home() / ".cache" / "unoflash"),
    ],
)
def test_where_the_cache_is(environment, folder):
    assert cache_folder(environment) == folder


def test_a_cache_in_a_path_with_a_space_is_refused():
    with pytest.raises(ImageError, match="'/my cache' has a space .* set UNOFLASH_CACHE"):
        cache_folder({"UNOFLASH_CACHE": "/my cache"})


def test_a_cache_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ImageError, match="file/cache cannot be used: Not a directory .UNOFLASH"):
        Cache(tmp_path / "file" / "cache", print).__enter__()


def test_a_folder_gets_its_name_when_it_is_complete(cache):
    final = cache.folder / "tree" / "new"
    with cache.making("tree", "new") as folder:
        (folder / "file").write_text("content")
        assert not final.exists()
    assert (final / "file").read_text() == "content"


def test_a_folder_that_failed_leaves_what_was_there(cache):
    with cache.making("tree", "new") as folder:
        (folder / "file").write_text("old")

    def interrupted():
        with cache.making("tree", "new") as folder:
            (folder / "file").write_text("half")
            raise KeyboardInterrupt

    pytest.raises(KeyboardInterrupt, interrupted)
    assert (cache.folder / "tree" / "new" / "file").read_text() == "old"
    assert [path.name for path in (cache.folder / "tree").iterdir()] == ["new"]


def test_what_a_killed_build_left_is_thrown_away(tmp_path):
    left_over = tmp_path / "tree" / "new.partial"
    left_over.mkdir(parents=True)
    with Cache(tmp_path, print):
        assert not left_over.exists()


def test_a_second_build_says_that_it_waits_and_then_goes_on(tmp_path):
    first = Cache(tmp_path, print).__enter__()
    said = []

    def say(line):
        said.append(line)
        first.__exit__()  # the first one is done just then

    with Cache(tmp_path, say) as second:
        assert said == [f"waiting for another build that uses {tmp_path}"]
        with open(second.folder / "lock") as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_command_holds_the_lock_as_well(cache):
    """So a compiler that outlives a killed build keeps the next one out."""
    script = f"import os; os.fstat({cache._lock})"
    cache.run("trying", [sys.executable, "-c", script], "try")


def test_a_commands_output_goes_to_a_log(cache, said, capfd):
    cache.run("talking", [sys.executable, "-c", "print('much text')"], "talk")
    assert (cache.folder / "logs" / "talk.log").read_text() == "much text\n"
    assert said == []
    assert capfd.readouterr() == ("", "")


def test_a_command_that_fails_is_named_with_its_log_and_last_lines(cache):
    script = "import sys; [print('line', i, 'x' * 300) for i in range(40)]; sys.exit(4)"
    with pytest.raises(ImageError) as caught:
        cache.run("pico8: compiling", [sys.executable, "-c", script], "compile")
    lines = str(caught.value).splitlines()
    log = cache.folder / "logs" / "compile.log"
    assert lines[0] == f"pico8: compiling failed (exit status 4); all of it: {log}"
    assert [line.split()[:2] for line in lines[1:]] == [["line", str(i)] for i in range(25, 40)]
    assert max(len(line) for line in lines[1:]) <= 204
    assert len(log.read_text().splitlines()) == 40


def test_a_command_that_is_not_there_is_named(cache):
    with pytest.raises(ImageError, match="trying: no-such-program: No such file"):
        cache.run("trying", ["no-such-program"], "try")


def test_cleaning_takes_only_what_a_build_put_there(cache):
    with cache.making("downloads", "package"):
        pass
    (cache.folder / "someone's").mkdir()
    cache.clean()
    assert sorted(path.name for path in cache.folder.iterdir()) == ["lock", "someone's"]


def test_a_compilers_environment_has_none_of_the_users_settings(monkeypatch):
    for name in ("CFLAGS", "PICO_SDK_PATH", "MICROPY_BOARD", "MAKEFLAGS", "PYTHONPATH", "BUILD"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("PATH", "/somewhere")
    monkeypatch.setenv("HOME", "/at/home")
    environment = clean_environment([Path("/compiler")])
    assert not {"CFLAGS", "PICO_SDK_PATH", "MICROPY_BOARD", "MAKEFLAGS", "PYTHONPATH", "BUILD"} & (
        environment.keys()
    )
    assert environment["HOME"] == "/at/home"
    own = str(Path(sys.executable).parent)
    assert environment["PATH"].split(os.pathsep) == ["/compiler", "/somewhere", own]
