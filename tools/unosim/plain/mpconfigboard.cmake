# MicroPython's own RPI_PICO, but for libraries from micropython-lib that its manifest adds.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)
