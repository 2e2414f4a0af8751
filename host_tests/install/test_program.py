"""What belongs on a board, in which order, and what a board that has something else needs."""

from hashlib import sha256

import pytest

from unosim import boards
from unosim.boards import TREE
from unosim.install import program
from unosim.install.flash import Plan, plan

FIRMWARE = TREE / "firmware"


@pytest.fixture(scope="module")
def files():
    return program.compiled(boards.load("pico6"), "abc1234")


def found(files, **others):
    """A board with the whole program, and what else is said, by digest."""
    return {path: sha256(data).hexdigest() for path, data in files.files.items()} | others


def test_every_module_of_the_firmware_is_there_once(files):
    modules = {
        f"/lib/{path.relative_to(FIRMWARE).with_suffix('.mpy').as_posix()}"
        for path in (FIRMWARE / "unoflash").rglob("*.py")
    }
    assert set(files.files) == modules | {"/main.py", "/lib/board.mpy", "/lib/build_info.mpy"}
    assert files.files["/main.py"] == (FIRMWARE / "main.py").read_bytes()
    assert b"abc1234" in files.files["/lib/build_info.mpy"]
    assert b"frozen" not in files.files["/lib/build_info.mpy"]


def test_compiled_files_are_for_the_chip_and_name_their_source(files):
    game = files.files["/lib/unoflash/rules/game.mpy"]
    assert game[:3] == bytes([ord("M"), 6, 4 << 2 | 3])  # bytecode 6, armv6m, native code 3
    assert b"unoflash/rules/game.py" in game


def test_safe_mode_comes_before_main_and_the_package_itself_last(files):
    order = list(files.files)
    main = order.index("/main.py")
    for name in ("unoflash/hardware/__init__", "unoflash/hardware/safe_mode", "board"):
        assert order.index(f"/lib/{name}.mpy") < main
    assert order[-1] == "/lib/unoflash/__init__.mpy"
    assert main < len(order) / 4


def test_what_safe_mode_imports_comes_along(tmp_path, monkeypatch):
    for name, text in {
        "unoflash/__init__.py": "",
        "unoflash/a.py": "",
        "unoflash/hardware/__init__.py": "",
        "unoflash/hardware/chain.py": "from unoflash import z\n",
        "unoflash/hardware/safe_mode.py": "def f():\n    from unoflash.hardware import chain\n",
        "unoflash/z.py": "import time\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(program, "FIRMWARE", tmp_path)
    names = [name for name, _ in program.sources(tmp_path / "board.py")]
    assert names[:4] == [
        "unoflash/hardware/__init__.py",
        "unoflash/hardware/chain.py",
        "unoflash/hardware/safe_mode.py",
        "unoflash/z.py",
    ]
    assert names[4:] == [
        *("board.py", "main.py", "build_info.py"),
        *("unoflash/a.py", "unoflash/__init__.py"),
    ]


def test_a_file_that_does_not_compile_is_named(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    source = (TREE / "boards" / "pico6" / "board.py").read_text()
    (folder / "board.py").write_text(source.replace('"pico6"', '"mine"'))
    board = boards.load(folder)
    (folder / "board.py").write_text("NAME = (\n")
    with pytest.raises(program.CompileError, match=r"board\.py: "):
        program.compiled(board, "abc1234")


def test_the_mark_says_that_nothing_is_whole(files):
    assert files.mark == (FIRMWARE / "half_copied.py").read_bytes()
    names = {}
    exec(files.mark, names)
    assert names["VERSION"] == ""


def test_the_ready_line_is_known_beforehand(files):
    assert files.ready == "ready unoflash 0.1.0 abc1234 files pico6"


def test_a_board_that_has_it_all_needs_nothing(files):
    assert not plan(found(files), files)


def test_only_what_differs_is_copied(files):
    todo = plan(found(files, **{"/lib/unoflash/unit.mpy": "00"}), files)
    assert list(todo.copy) == ["/lib/unoflash/unit.mpy"]
    assert todo.remove == []
    assert todo


@pytest.mark.parametrize("mark", [program.MARK, program.MARK + ".new"])
def test_a_mark_alone_is_work(files, mark):
    """It is written anew and removed at the end, so it is no file to be removed before."""
    assert plan(found(files, **{mark: "00"}), files) == Plan([], {}, kept=False, marked=True)


def test_what_a_former_version_left_goes_and_nothing_else(files):
    left = {
        "/lib/unoflash/rules/old.mpy": "00",
        "/lib/unoflash/unit.py": "00",  # would be taken before the compiled one
        "/lib/board.py": "00",
        "/lib/unoflash/sift.mpy.new": "00",
        "/main.py.new": "00",
    }
    mine = {"/lib/mine.py": "00", "/lib/mine/unit.py": "00", "/lib/unoflash.txt": "00"}
    assert plan(found(files, **left, **mine), files) == Plan(
        list(left), {}, kept=False, marked=False
    )
    todo = plan(found(files, **{"/lib/unoflash/x.mpy.new": "0", "/lib/board.mpy.new": "0"}), files)
    assert todo.remove == ["/lib/unoflash/x.mpy.new", "/lib/board.mpy.new"]


def test_somebody_elses_main_is_kept(files):
    assert plan({"/main.py": "00", "/lib/other.py": "00"}, files).kept
    assert not plan({}, files).kept
    assert not plan({"/main.py": "00", "/lib/unoflash/unit.mpy": "00"}, files).kept
