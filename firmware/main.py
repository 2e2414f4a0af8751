"""Power-on: build the unit for this board and let it play."""


def main():
    import board

    from unoflash.unit import Unit

    unit = Unit(board)
    try:
        unit.run()
    except KeyboardInterrupt:
        pass  # Ctrl-C over USB: on to the REPL (E3)
    finally:
        unit.off()


if __name__ == "__main__":
    main()
