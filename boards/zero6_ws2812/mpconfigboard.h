#define MICROPY_HW_BOARD_NAME "UNO Flash zero6_ws2812"

// Its flash is 2 MB, like a Pico's, and divided like a Pico's: 640 KiB for the image, and behind
// them the file system, where MicroPython's own images have it too.
#define MICROPY_HW_FLASH_STORAGE_BYTES (1408 * 1024)
