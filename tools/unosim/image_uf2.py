"""From the linker's ELF file to UF2, the form that a Pico in boot mode takes as a file.

The same bytes as the vendor's picotool writes, without that program.
"""

import struct
from pathlib import Path

from elftools.elf.elffile import ELFFile

from unosim.image_native import misplaced

FLASH = range(0x1000_0000, 0x2000_0000)  # where the RP2040 sees its flash
RP2040_FAMILY = 0xE48B_FF56
BLOCK_BYTES = 512
PAYLOAD_BYTES = 256  # of a block; one flash page

_MAGIC = (0x0A32_4655, 0x9E5D_5157)
_MAGIC_END = 0x0AB1_6F30
_FAMILY_PRESENT = 0x2000


def from_elf(elf: Path) -> bytes:
    """The UF2 of an ELF file: its segments that are loaded into flash, gaps filled with 0.

    Raises ValueError if there are none, or if frozen native code would not run.
    """
    with open(elf, "rb") as file:
        program = ELFFile(file)
        segments = [
            (segment["p_paddr"], segment.data())
            for segment in program.iter_segments("PT_LOAD")
            if segment["p_filesz"] and segment["p_paddr"] in FLASH
        ]
        crooked = misplaced(program)
    if crooked:
        raise ValueError(f"{elf}: native code that is not aligned to words: {', '.join(crooked)}")
    if not segments:
        raise ValueError(f"{elf}: nothing in it belongs into the flash")
    low = min(address for address, _ in segments) // PAYLOAD_BYTES * PAYLOAD_BYTES
    image = bytearray(max(address + len(data) for address, data in segments) - low)
    for address, data in segments:
        image[address - low : address - low + len(data)] = data
    return from_bytes(low, bytes(image))


def from_bytes(address: int, data: bytes) -> bytes:
    """The UF2 that puts `data` at `address`, a multiple of 256; the last page is filled with 0."""
    pages = [data[i : i + PAYLOAD_BYTES] for i in range(0, len(data), PAYLOAD_BYTES)]
    return b"".join(
        struct.pack(
            "<8I476sI",
            *_MAGIC,
            _FAMILY_PRESENT,
            address + number * PAYLOAD_BYTES,
            PAYLOAD_BYTES,
            number,
            len(pages),
            RP2040_FAMILY,
            page,
            _MAGIC_END,
        )
        for number, page in enumerate(pages)
    )
