"""What lies on the board's flash: the firmware image and a littlefs file system with files.

The place and size of the file system are read from the image itself, which describes them for
tools like picotool ("binary info", pico-sdk `pico/binary_info/structure.h`).
"""

import struct
from pathlib import Path

from littlefs import LittleFS, UserContext
from rp2040py.device.load_flash import UF2_BLOCK_SIZE, decode_block
from rp2040py.memory_map import FLASH_START_ADDRESS

_BLOCK_SIZE = 4096  # flash sector
_PROGRAM_SIZE = 256  # flash page; as the port's _boot.py asks for
_DISK_VERSION = 0x00020001  # 2.1: what MicroPython 1.25 formats

_HEADER_START, _HEADER_END = 0x7188EBF2, 0xE71AA390
_HEADER_WITHIN = 0x200  # the header lies in the first 256 bytes after the 256 of boot2
_BLOCK_DEVICE = 7


class ImageError(Exception):
    """The UF2 is not an image this board can run; the message names file and reason."""


class Image:
    """A UF2, read and checked. Raises ImageError."""

    def __init__(self, path: Path) -> None:
        self._program = _program(path)
        self._start, self._size = _file_system_place(path, self._program)
        if len(self._program) > self._start:
            raise ImageError(f"{path}: its program runs into the file system")

    def with_files(self, files: dict[str, bytes]) -> bytes:
        """The flash from its first byte on: the program, and a file system that holds `files`."""
        program = self._program.ljust(self._start, b"\xff")
        return program + _file_system(files, self._size)

    def files(self, flash: bytes) -> dict[str, bytes]:
        """What is in the file system of a `flash` that began with this image, folders included."""
        littlefs, context = _littlefs(self._size, mount=False)
        context.buffer[:] = flash[self._start : self._start + self._size]
        littlefs.mount()
        found = {}
        for folder, _, names in littlefs.walk("/"):
            for name in names:
                path = f"{folder}/{name}".lstrip("/")
                with littlefs.open(path, "rb") as file:
                    found[path] = file.read()
        return found


def _program(image: Path) -> bytes:
    """The bytes that the UF2 puts on the flash; gaps are erased flash."""
    try:
        data = image.read_bytes()
    except OSError as error:
        raise ImageError(f"{image}: {error.strerror}") from error
    flash = bytearray()
    try:
        for at in range(0, len(data), UF2_BLOCK_SIZE):
            block = decode_block(data[at : at + UF2_BLOCK_SIZE])
            begin = block.flash_address - FLASH_START_ADDRESS
            end = begin + len(block.payload)
            flash.extend(b"\xff" * (end - len(flash)))
            flash[begin:end] = block.payload
    except (ValueError, struct.error) as error:
        raise ImageError(f"{image}: not a UF2: {error}") from error
    return bytes(flash)


def _file_system_place(image: Path, program: bytes) -> tuple[int, int]:
    """Offset in the flash and size, in bytes, of the file system."""
    words = struct.unpack_from(f"<{_HEADER_WITHIN // 4}I", program.ljust(_HEADER_WITHIN, b"\0"))
    for at in range(len(words) - 4):
        if words[at] == _HEADER_START and words[at + 4] == _HEADER_END:
            first, end = words[at + 1], words[at + 2]
            break
    else:
        raise ImageError(f"{image}: no binary info: not made by the pico-sdk?")
    for pointer in range(first, end, 4):
        (entry,) = struct.unpack_from("<I", program, pointer - FLASH_START_ADDRESS)
        kind, _tag, _name, address, size = struct.unpack_from(
            "<HHIII", program, entry - FLASH_START_ADDRESS
        )
        if kind == _BLOCK_DEVICE:
            return address - FLASH_START_ADDRESS, size
    raise ImageError(f"{image}: its binary info names no file system")


def _littlefs(size: int, mount: bool = True) -> tuple[LittleFS, UserContext]:
    context = UserContext(buffsize=size)
    littlefs = LittleFS(
        context=context,
        block_size=_BLOCK_SIZE,
        block_count=size // _BLOCK_SIZE,
        prog_size=_PROGRAM_SIZE,
        disk_version=_DISK_VERSION,
        mount=mount,
    )
    return littlefs, context


def _file_system(files: dict[str, bytes], size: int) -> bytes:
    littlefs, context = _littlefs(size)
    for name, data in files.items():
        folder = name.rpartition("/")[0]
        if folder:
            littlefs.makedirs(folder, exist_ok=True)
        with littlefs.open(name, "wb") as file:
            file.write(data)
    littlefs.unmount()
    return bytes(context.buffer)
