#define MICROPY_HW_BOARD_NAME "UNO Flash pico4"

// A Pico's flash is 2 MB. The file system lies where MicroPython's own Pico image has it, so that
// settings and journal stay when one image replaces the other; 640 KiB are left for the image.
#define MICROPY_HW_FLASH_STORAGE_BYTES (1408 * 1024)
