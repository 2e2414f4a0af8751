"""Power-on: build the unit for this board and let it play."""


def main():
    import gc
    import sys

    import board

    from unoflash import VERSION
    from unoflash.hardware import safe_mode

    if safe_mode.is_asked(board):
        safe_mode.enter(board, "SLAP was held at power-on")
        return
    if not VERSION:  # half_copied.py
        safe_mode.enter(board, "only a part of the program was copied; copy it anew: make flash")
        return
    # Where sources are compiled here, what that leaves behind would cut the memory into pieces.
    gc.threshold(32_768)
    try:
        from unoflash.unit import TooManyFaults, Unit
    except (ImportError, SyntaxError, ValueError) as error:  # copied by other means, not all of it
        safe_mode.enter(board, "{}; copy the program anew: make flash".format(error))
        return
    gc.threshold(-1)

    unit = None
    reason = ""
    try:
        unit = Unit(board)
        unit.run()
    except KeyboardInterrupt:
        pass  # on to the REPL (E3)
    except TooManyFaults as error:
        reason = str(error)
    except Exception as error:  # before the first pass: a pin that the chip has not, a broken flash
        sys.print_exception(error)
        reason = "the unit cannot start: {!r}".format(error)
    if unit is not None:
        unit.off()
    if reason:
        if unit is not None:
            unit.say_last()
        safe_mode.enter(board, reason)


if __name__ == "__main__":
    import sys

    # Frozen and copied code never mix. In our own image everything comes from the image, else all
    # but MicroPython's own modules from /lib. Not to search elsewhere saves time besides: 40 ms
    # for the image.
    paths = sys.path[:]
    sys.path[:] = [".frozen"]
    try:
        import build_info  # noqa: F401  # pyright: ignore (only whether it is frozen matters)
    except ImportError:
        sys.path[:] = ["/lib", ".frozen"]
    try:
        main()
    finally:
        sys.path[:] = paths
