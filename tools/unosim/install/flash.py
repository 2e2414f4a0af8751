"""`unosim flash`: the program onto a board, as compiled files; only what has changed."""

import sys
from dataclasses import dataclass
from hashlib import sha256

from rich.progress import Progress, TextColumn

from unosim import boards, image_inputs
from unosim.install import machine, program
from unosim.install.device import Device
from unosim.install.machine import Machine
from unosim.install.port import MISSING, REFUSED, InstallError, find

BOARD = "pico6"
DONE = 0
# A former program of the user's own keeps this name.
_BEFORE = "/main.before-unoflash.py"
_NEW = ".new"  # a file that is being written, see `Device.write`


@dataclass(frozen=True)
class Plan:
    """What is to be done on a board, the mark apart: first remove, then copy."""

    remove: list[str]
    copy: dict[str, bytes]
    kept: bool  # a main.py that is not ours is kept under another name
    marked: bool  # half copied, as the mark says, or it was just to be written

    def __bool__(self) -> bool:
        return bool(self.copy or self.remove or self.marked)


def flash(port: str | None, board: str | None, dry_run: bool, untested: bool) -> int:
    """Prints what it does; answers the exit status: 0 the unit runs what is in this checkout;
    2 a board file or an option is bad, or the board is not to be written; 3 there is no board,
    or not the right thing on it."""
    try:
        wanted = boards.load(board or BOARD)
        files = program.compiled(wanted, image_inputs.commit())
        with Device(find(port)) as device:
            _flash(device, files, dry_run, untested)
        return DONE
    except (boards.BoardError, program.CompileError) as error:
        return _bad(str(error), REFUSED)
    except InstallError as error:
        return _bad(str(error), error.status)


def plan(found: dict[str, str], files: program.Program) -> Plan:
    """What makes a board that has these files (path to SHA-256) one that has the program.

    The package's folder is the program's own: whatever else is in it goes, such as modules of a
    former version. A module that lies there as source as well would be taken before the compiled
    one, so that goes too.
    """
    copy = {
        path: data
        for path, data in files.files.items()
        if found.get(path) != sha256(data).hexdigest()
    }
    sources = {path.removesuffix(".mpy") + ".py" for path in files.files if path.endswith(".mpy")}
    marks = (program.MARK, program.MARK + _NEW)  # written anew and taken away in any case
    remove = [
        path
        for path in found
        if path not in marks
        and (
            path in sources
            or (path.startswith(program.PACKAGE + "/") and path not in files.files)
            or (path.endswith(_NEW) and path.removesuffix(_NEW) in files.files)
        )
    ]
    is_new = not any(path.startswith(program.PACKAGE + "/") for path in found)
    kept = is_new and program.MAIN in found and program.MAIN in copy
    return Plan(remove, copy, kept, marked=any(mark in found for mark in marks))


def carry_out(device: Device, todo: Plan, files: program.Program) -> None:
    """Copy and remove, so that the board starts the old program or the new one, never a mixture:
    the mark is there before the first change and goes with the last."""
    if todo.kept:
        device.rename(program.MAIN, _BEFORE)
    device.write(program.MARK, files.mark)
    for path in todo.remove:
        device.remove(path)
    columns = TextColumn("copying {task.percentage:3.0f} %"), TextColumn("{task.description}")
    with Progress(*columns, transient=True, disable=not sys.stdout.isatty()) as progress:
        task = progress.add_task("", total=sum(map(len, todo.copy.values())))
        for path, data in todo.copy.items():
            progress.update(task, description=path)
            device.write(path, data)
            progress.advance(task, len(data))
    device.remove(program.MARK)


def _flash(device: Device, files: program.Program, dry_run: bool, untested: bool) -> None:
    there = machine.look(device)
    _say(f"{device.port}: {there}")
    if there.frozen:
        _refuse_image(device, there)
    try:
        machine.check(there, untested)
    except InstallError:
        device.leave()
        raise
    found = device.digests((program.MAIN, program.MAIN + _NEW, program.LIB))
    todo = plan(found, files)
    size = sum(len(data) for data in todo.copy.values())
    _say(
        f"{len(todo.copy)} of {len(files.files)} files have changed: {size / 1024:.0f} KiB to copy"
        + (f", {len(todo.remove)} to remove" if todo.remove else "")
    )
    if dry_run:
        for path in todo.remove:
            print(f"    remove {path}")
        for path in todo.copy:
            print(f"    copy   {path}")
        device.leave()
        _say("nothing of it was done (--dry-run)")
        return
    if todo.kept:
        _say(f"the main.py that is on the board stays there as {_BEFORE}")
    if todo:
        carry_out(device, todo, files)
        _say("copied, and checked by SHA-256")
    runs = device.restart()
    _say(runs)
    if runs != files.ready:
        raise InstallError(f"that is not what was copied: {files.ready}", MISSING)


def _refuse_image(device: Device, there: Machine) -> None:
    """Files beside our own image would never run."""
    runs = f"the unit runs its own image, {there.frozen}; copied files would never run beside it"
    if there.copied:
        runs += f" (those of {there.copied}, which are there, do not)"
    device.leave()
    raise InstallError(
        f"{runs}. To bring it up to date: make image, hold BOOTSEL while you plug the board in, and"
        " copy build/unoflash-BOARD.uf2 onto the drive RPI-RP2. To copy files from now on: put"
        " MicroPython's own UF2 for the Pico there instead, then make flash",
        REFUSED,
    )


def _say(text: str) -> None:
    print(f"flash: {text}", flush=True)


def _bad(message: str, status: int) -> int:
    print(f"flash: {message}", file=sys.stderr)
    return status
