"""Power-on: build the unit for this board and let it play."""


def main():
    import board

    from unoflash.hardware import safe_mode

    if safe_mode.is_asked(board):
        safe_mode.enter(board, "SLAP was held at power-on")
        return

    from unoflash.unit import TooManyFaults, Unit

    unit = Unit(board)
    reason = ""
    try:
        unit.run()
    except KeyboardInterrupt:
        pass  # on to the REPL (E3)
    except TooManyFaults as error:
        reason = str(error)
    unit.off()
    if reason:
        unit.say_last()
        safe_mode.enter(board, reason)


if __name__ == "__main__":
    import sys

    # In our own image everything comes from the image: files of the same name on the flash would
    # come first and be mixed in. Not to search the flash for each module saves 40 ms besides.
    paths = sys.path[:]
    sys.path[:] = [".frozen"]
    try:
        import build_info  # noqa: F401  # pyright: ignore (frozen together with the rest)
    except ImportError:
        sys.path[:] = paths  # this file was copied onto the board, and so is all the rest
    try:
        main()
    finally:
        sys.path[:] = paths
