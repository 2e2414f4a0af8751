"""Files out of Debian's archive, by apt with a folder tree of its own.

Nothing of the machine's own package state is read or changed but two things: where its archive
is, and how it is reached (proxy, certificates, …), both from the machine's apt configuration. So
no right is needed, and no registry's address stands in the project.
"""

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from unosim.image_cache import Cache, ImageError, ImageUnavailable
from unosim.image_pins import Pin

FIRST_RELEASE = 12  # Debian's; earlier ones lack a compiler and keys that will do
_KEYRINGS = tuple(  # Debian 13 renamed it
    Path("/usr/share/keyrings") / f"debian-archive-keyring.{kind}" for kind in ("gpg", "pgp")
)


def own_suite(os_release: str) -> str | None:
    """The suite (bookworm, …) of a Debian 12 or later by its /etc/os-release, else None."""
    values = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', os_release, re.MULTILINE))
    if values.get("ID") != "debian" or "VERSION_CODENAME" not in values:
        return None
    # What has no number yet is the next release or unstable.
    number = re.match(r"\d+", values.get("VERSION_ID", ""))
    if number and int(number[0]) < FIRST_RELEASE:
        return None
    return values["VERSION_CODENAME"]


def archive_address(index_targets: str, suite: str) -> str | None:
    """The address of Debian's archive among the `apt-get indextargets` of a machine.

    A third party's archive may use Debian's suite names too, so the one that says it is Debian
    is preferred (it can say so only once the machine has fetched its lists).
    """
    best: tuple[tuple[bool, bool], str] | None = None
    for paragraph in index_targets.split("\n\n"):
        target = dict(re.findall(r"^([\w-]+): (.*)$", paragraph, re.MULTILINE))
        release, address = target.get("Release", ""), target.get("Repo-URI")
        is_main = target.get("Component") == "main" and "-" not in release and "/" not in release
        if not address or not is_main or target.get("Target-Of", "deb") != "deb":
            continue
        rank = (target.get("Origin") == "Debian", release == suite)
        if best is None or rank > best[0]:
            best = rank, address
    return best[1] if best else None


def versions(madison: str, pin: Pin) -> list[str]:
    """The versions of a package in the output of `apt-cache madison`, newest first."""
    kind = "Sources" if pin.source else "Packages"
    rows = [[cell.strip() for cell in line.split("|")] for line in madison.splitlines()]
    found = [r[1] for r in rows if len(r) == 3 and r[0] == pin.package and r[2].endswith(kind)]
    return list(dict.fromkeys(found))


def require(pin: Pin, suite: str, available: list[str]) -> None:
    """ImageError, naming the pin and the version there is, if the archive lacks the pin."""
    if pin.version in available or (available and pin.version is None):
        return
    now = f"it has {available[0]} now" if available else "it has no such package"
    raise ImageError(
        f"the pinned {pin} is not in Debian {suite} any more: {now};"
        " the pin stands in tools/unosim/image_pins.py"
    )


def check(pin: Pin, file: Path) -> Path:
    """The file, if it is the pinned one; else ImageError."""
    with open(file, "rb") as data:
        got = hashlib.file_digest(data, "sha256").hexdigest()
    if pin.sha256 not in (None, got):
        raise ImageError(
            f"{file.name} is not the pinned {pin}: its sha256 is {got}, pinned is {pin.sha256}"
            " (tools/unosim/image_pins.py)"
        )
    return file


class Archive:
    """One suite of Debian's archive."""

    def __init__(self, cache: Cache, suite: str, machine_suite: str, architecture: str):
        self._cache = cache
        self._suite = suite
        self._machine_suite = machine_suite
        self._architecture = architecture
        self._folder = cache.folder / "apt" / suite
        self._ready = False

    def fetch(self, pins: Iterable[Pin]) -> list[Path]:
        """The files of the pins, downloaded if they are not yet here, their checksums right."""
        return [self._fetch(pin) for pin in pins]

    def _fetch(self, pin: Pin) -> Path:
        # ':' would end a folder's name in a PATH or a make rule.
        name = f"{pin.package}_{pin.version or 'newest-' + self._suite}".replace(":", "%3a")
        folder = self._cache.folder / "downloads" / name
        if folder.is_dir():
            try:
                return check(pin, _only_file(folder))
            except ImageError:
                pass  # damaged since: another copy is had below
        self._update()
        available = versions(self._apt_output("apt-cache", "madison", pin.package), pin)
        require(pin, self._suite, available)
        wanted = f"{pin.package}={available[0] if pin.version is None else pin.version}"
        self._cache.say(f"downloading {wanted.replace('=', ' ')}")
        get = ["apt-get", "download", wanted]
        if pin.source:
            get = ["apt-get", "source", "--download-only", "--only-source", "--tar-only", wanted]
        with self._cache.making("downloads", name) as partial:
            self._run(f"downloading {pin}", get, partial)
            check(pin, _only_file(partial))
        return _only_file(folder)

    def _update(self) -> None:
        """Make the private tree and fetch the suite's lists, once."""
        if self._ready:
            return
        keyring = next((path for path in _KEYRINGS if path.exists()), None)
        targets = _output(["apt-get", "indextargets", "Created-By: Packages"])
        address = archive_address(targets, self._machine_suite)
        if address is None or keyring is None:
            what = "address" if keyring else "keyring (package debian-archive-keyring)"
            raise ImageUnavailable(
                f"this machine's apt knows no {what} of Debian's archive;"
                " set MICROPYTHON_DIR to a checkout of MicroPython instead"
            )
        self._cache.say(f"reading the package lists of Debian {self._suite}")
        shutil.rmtree(self._folder, ignore_errors=True)
        for folder in ("lists/partial", "cache/archives/partial", "none"):
            (self._folder / folder).mkdir(parents=True)
        (self._folder / "status").touch()
        (self._folder / "first.conf").write_text(f'Dir::Etc::main "{self._folder}/last.conf";\n')
        own = re.search("'(.*)'", _output(["apt-config", "shell", "MAIN", "Dir::Etc::main/f"]))
        include = f'#include "{own[1]}";\n' if own and Path(own[1]).is_file() else ""
        (self._folder / "last.conf").write_text(include + _configuration(self._folder))
        (self._folder / "sources.list").write_text(
            f"deb [arch={self._architecture} signed-by={keyring} target=Packages]"
            f" {address} {self._suite} main\n"
            f"deb-src [signed-by={keyring} target=Sources] {address} {self._suite} main\n"
        )
        update = ["apt-get", "-o", "APT::Update::Error-Mode=any", "update"]
        self._run(f"reading the package lists of Debian {self._suite}", update)
        self._ready = True

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "APT_CONFIG": f"{self._folder}/first.conf", "LC_ALL": "C"}

    def _apt_output(self, *command: str) -> str:
        return _output(list(command), self._environment())

    def _run(self, what: str, command: list[str], cwd: Path | None = None) -> None:
        try:
            self._cache.run(what, command, "apt", self._environment(), cwd)
        except ImageError as error:
            reasons = re.findall(r"^ *E: (.*)$", str(error), re.MULTILINE)
            log = self._cache.folder / "logs" / "apt.log"
            raise ImageUnavailable(
                f"{what} failed: {reasons[0] if reasons else 'apt-get gave no reason'} (all of it:"
                f" {log}); is the network there? MICROPYTHON_DIR=… works without it"
            ) from None


def _configuration(folder: Path) -> str:
    """apt's configuration that is read last, after the machine's own files.

    Hooks are the machine's own affair and may need rights; preferences are about other suites.
    As root apt would download as another user, who cannot write here; else it changes nothing.
    """
    return f"""#clear APT::Update;
#clear DPkg::Post-Invoke;
Dir::Etc::sourcelist "{folder}/sources.list";
Dir::Etc::sourceparts "{folder}/none";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "{folder}/none";
Dir::State "{folder}";
Dir::State::lists "{folder}/lists";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
Dir::Cache::archives "{folder}/cache/archives";
APT::Sandbox::User "root";
"""


def _only_file(folder: Path) -> Path:
    files = sorted(path for path in folder.iterdir() if path.is_file())
    if len(files) != 1:
        raise ImageError(f"{folder}: {len(files)} files; one was expected")
    return files[0]


def _output(command: list[str], environment: dict[str, str] | None = None) -> str:
    environment = environment or {**os.environ, "LC_ALL": "C"}
    try:
        return subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True
        ).stdout
    except OSError as error:
        raise ImageUnavailable(f"{command[0]}: {error.strerror}") from None
    except subprocess.CalledProcessError as error:
        raise ImageError(f"{' '.join(command)} failed: {error.stderr.strip()}") from None
