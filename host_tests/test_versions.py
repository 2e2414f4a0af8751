"""A release's tag: the version that every file gives and that CHANGELOG.md tells of, or none."""

import json

import pytest

from unosim import versions
from unosim.versions import ReleaseError

CHANGES = """# Changes

## 1.3.0 (not released yet)

- To come.

## 1.2.3 (2026-12-24)

- A thing, which
  takes two lines.
- Another.

## 1.2.2 (2026-12-01)

## 1.2.1 (2026-11-30)

- The first.
"""


@pytest.fixture
def tree(tmp_path):
    """A project that says 1.2.3 throughout; tree(firmware="1.2.4", mip=None) changes a place."""

    def make(firmware="1.2.3", project="1.2.3", mip="1.2.3", changes=CHANGES):
        (tmp_path / "firmware/unoflash").mkdir(parents=True, exist_ok=True)
        text = f'"""It."""\n\nVERSION = "{firmware}"\n'
        (tmp_path / "firmware/unoflash/__init__.py").write_text(text)
        (tmp_path / "pyproject.toml").write_text(f'[project]\nversion = "{project}"\n')
        (tmp_path / "CHANGELOG.md").write_text(changes)
        if mip:
            (tmp_path / "package.json").write_text(json.dumps({"urls": [], "version": mip}))
        return tmp_path

    return make


def test_a_tag_that_every_file_agrees_with(tree):
    assert versions.check("v1.2.3", tree()) == "1.2.3"


def test_there_need_be_no_mip_package(tree):
    assert versions.check("v1.2.3", tree(mip=None)) == "1.2.3"


@pytest.mark.parametrize(
    ("place", "named"),
    [
        ("firmware", "firmware/unoflash/__init__.py says 1.2.1"),
        ("project", "pyproject.toml says 1.2.1"),
        ("mip", "package.json says 1.2.1"),
    ],
)
def test_one_place_that_says_otherwise(tree, place, named):
    with pytest.raises(ReleaseError, match=f"the tag is v1.2.3, but {named}$"):
        versions.check("v1.2.3", tree(**{place: "1.2.1"}))


@pytest.mark.parametrize("tag", ["1.2.3", "v1.2", "v1.2.3-rc1", "main", "v1.2.3\n", ""])
def test_what_is_no_tag_of_a_release(tree, tag):
    with pytest.raises(ReleaseError, match="of the form v1.2.3"):
        versions.check(tag, tree())


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("1.3.0", r"'## 1.3.0 \(not released yet\)'; it wants the date"),
        ("1.2.2", "tells nothing under '## 1.2.2"),
        ("1.2", "tells nothing under '## 1.2 "),
    ],
)
def test_changes_that_are_no_release_notes(tree, version, why):
    with pytest.raises(ReleaseError, match=why):
        versions.notes(version, tree())


def test_the_notes_are_that_version_s_section_alone(tree):
    assert versions.notes("1.2.3", tree()) == "- A thing, which takes two lines.\n- Another.\n"
    assert versions.notes("1.2.1", tree()) == "- The first.\n"


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("firmware/unoflash/__init__.py", "", "gives no version"),
        ("pyproject.toml", "[project]\n", "gives no version"),
        ("pyproject.toml", "[project\n", "^pyproject.toml: "),
        ("package.json", "{}", "gives no version"),
        ("package.json", "{", "^package.json: "),
    ],
)
def test_a_place_without_a_version(tree, name, text, why):
    root = tree()
    (root / name).write_text(text)
    with pytest.raises(ReleaseError, match=why):
        versions.versions(root)


def test_a_missing_file_is_named(tree):
    root = tree()
    (root / "CHANGELOG.md").unlink()
    with pytest.raises(ReleaseError, match="^CHANGELOG.md: No such file"):
        versions.check("v1.2.3", root)


def test_the_project_itself_gives_one_version():
    assert len(set(versions.versions().values())) == 1


@pytest.mark.parametrize(("tag", "status"), [("v1.2.3", 0), ("v9.9.9", 2)])
def test_the_command(tree, monkeypatch, capsys, tag, status):
    monkeypatch.setattr(versions, "check", lambda given: {"v1.2.3": "1.2.3"}[given])
    monkeypatch.setattr(versions, "versions", lambda: {"a": "1.2.3"})
    if status:
        monkeypatch.setattr(versions, "check", _refuses)
    assert versions.main([tag]) == status
    said = capsys.readouterr()
    assert (said.err if status else said.out).count("\n") == 1


def _refuses(tag):
    raise ReleaseError(f"{tag}: no")
