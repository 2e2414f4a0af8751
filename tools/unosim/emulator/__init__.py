"""A deterministic driver of rp2040py: an RP2040 board that runs the real firmware image.

Everything that happens to the chip happens at emulated times, in nanoseconds, so that the same
image, inputs and seed give the same run every time.

    board.py           a board over its power-ons: the one object others use
    chip.py            one power-on of the chip: cold boot, run to a time
    inputs.py          what is wired to the GPIOs: contacts and switches
    outputs.py         the drive of GPIOs, from the chip's own registers
    chain.py           the light chain: the bit stream at its pin
    pio_sync.py        PIO at its exact times, also while the CPU sleeps
    usb_host.py        the computer at the other end of the USB cable
    raw_repl.py        MicroPython's raw REPL over that cable
    flash.py           UF2 image and file system
    flash_commands.py  power cuts in the midst of a write
    socket_port.py     the USB terminal as a TCP port, for mpremote
    entropy.py         the ring oscillator's random bit

Where rp2040py 0.3.6 does not do what the chip does, the module concerned mends it and says so in
its docstring.
"""
