"""`make release TAG=v1.2.3`: what a release consists of, in `dist/`. GitHub's workflow calls it.

make("v1.2.3", folder)      # a UF2 for each board, SHA256SUMS, NOTES.md
"""

import argparse
import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path

from unosim import boards, image, image_inputs, versions
from unosim.versions import ReleaseError

CHECKSUMS, NOTES = "SHA256SUMS", "NOTES.md"

_HOW = (
    "\nEach UF2 is the whole unit for the board in its name: hold BOOTSEL, plug the board in, drop"
    " the file on the drive that appears. `sha256sum --check SHA256SUMS` tells whether a file came"
    " whole.\n"
)


def make(tag: str, folder: Path) -> list[Path]:
    """Fill a folder with what the release consists of; answers its files.

    Raises ReleaseError, also where the images would be those of no commit; ImageError; OSError.
    """
    version = versions.check(tag)
    commit = image_inputs.commit()
    if commit == image_inputs.NO_COMMIT or commit.endswith("-dirty"):
        raise ReleaseError(f"the commit is {commit}; what is released must be a commit as it is")
    which = [boards.load(name) for name in boards.names()]
    images = image.build(which, _say, commit)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.uf2"):
        old.unlink()
    files = []
    for board, path in zip(which, images, strict=True):
        files.append(folder / f"unoflash-{version}-{board.name}.uf2")
        files[-1].write_bytes(path.read_bytes())
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    for name, text in ((CHECKSUMS, "".join(sums)), (NOTES, versions.notes(version) + _HOW)):
        files.append(folder / name)
        files[-1].write_text(text, encoding="utf-8")
    return files


def _say(line: str) -> None:
    print(f"release: {line}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m unosim.release`. Exit status: 0 made; 2 the tag or a file is not as it must be;
    3 no image can be built on this machine as it is."""
    parser = argparse.ArgumentParser(prog="unosim.release", description="Make a release's files.")
    parser.add_argument("tag", help="v1.2.3")
    parser.add_argument("--into", type=Path, default=Path("dist"), metavar="FOLDER", help="(dist)")
    options = parser.parse_args(arguments)
    try:
        for path in make(options.tag, options.into):
            _say(f"{path}  {path.stat().st_size} bytes")
    except (ReleaseError, boards.BoardError, image.ImageError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 3 if isinstance(error, image.ImageUnavailable) else 2
    except OSError as error:
        print(f"release: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
