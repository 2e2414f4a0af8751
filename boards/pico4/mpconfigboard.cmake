# The unit is wired to a plain Raspberry Pi Pico; what all units share stands one folder up.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")
include(${CMAKE_CURRENT_LIST_DIR}/../unoflash.cmake)
