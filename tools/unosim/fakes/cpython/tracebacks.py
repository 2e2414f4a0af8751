"""Errors as MicroPython makes and prints them, made in CPython; see `../tracebacks.py`."""

_NOT_SHOWN = ("/power_on.py", "/boot.py")
NATIVE = []  # code objects of native functions, which leave no trace on the chip
_NAMES = {
    1: "EPERM",
    2: "ENOENT",
    9: "EBADF",
    16: "EBUSY",
    17: "EEXIST",
    20: "ENOTDIR",
    21: "EISDIR",
    22: "EINVAL",
    39: "ENOTEMPTY",
}


def os_error(code):
    """The OSError that the chip raises with this number: it says `[Errno 2] ENOENT`."""
    return OSError(code, _NAMES[code])


def text(error):
    """The lines that MicroPython prints for an exception, each ended.

    Only the device's own frames: those that run with the device's builtins.
    """
    lines = ["Traceback (most recent call last):"]
    step = error.__traceback__
    while step is not None:
        frame = step.tb_frame
        name = frame.f_code.co_filename
        device = frame.f_globals.get("__builtins__") is __builtins__
        if device and not name.endswith(_NOT_SHOWN) and frame.f_code not in NATIVE:
            lines.append(f'  File "{name}", line {step.tb_lineno}, in {frame.f_code.co_name}')
        step = step.tb_next
    name, message = type(error).__name__, str(error)
    if isinstance(error, OSError):
        name = "OSError"  # CPython has a class for each number
    if isinstance(error, SyntaxError) and error.filename:
        lines.append(f'  File "{error.filename}", line {error.lineno}')
        message = error.msg
    lines.append(f"{name}: {message}")
    return "\n".join(lines) + "\n"
