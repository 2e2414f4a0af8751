"""Power-on: build the unit for this board and let it play."""


def main():
    import board

    from unoflash.hardware import safe_mode

    if safe_mode.is_asked(board):
        safe_mode.enter(board, "SLAP was held at power-on")
        return

    from unoflash.unit import TooManyFaults, Unit

    unit = None
    try:
        unit = Unit(board)
        unit.run()
    except KeyboardInterrupt:
        if unit:
            unit.off()  # and on to the REPL (E3)
    except TooManyFaults as reason:
        if unit:
            unit.off()
        safe_mode.enter(board, str(reason))


if __name__ == "__main__":
    main()
