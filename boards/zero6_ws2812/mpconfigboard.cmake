# The unit is wired to a Waveshare RP2040-Zero; what all units share stands one folder up.
set(PICO_BOARD "waveshare_rp2040_zero")
set(PICO_PLATFORM "rp2040")
include(${CMAKE_CURRENT_LIST_DIR}/../unoflash.cmake)
