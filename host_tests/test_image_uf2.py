"""UF2 from ELF: every field of a block, and which parts of a program go into the flash."""

import struct

import pytest

from unosim import image_uf2

PT_LOAD, PT_NOTE = 1, 4


def blocks(uf2: bytes) -> list[tuple]:
    """(address, payload size, number, total, family, payload) of each block, its frame checked."""
    assert len(uf2) % 512 == 0
    found = []
    for start in range(0, len(uf2), 512):
        block = uf2[start : start + 512]
        magic0, magic1, flags, address, size, number, total, family = struct.unpack_from(
            "<8I", block
        )
        assert (magic0, magic1, flags) == (0x0A324655, 0x9E5D5157, 0x2000)
        assert struct.unpack_from("<I", block, 508) == (0x0AB16F30,)
        assert block[32 + 256 : 508] == bytes(220)
        found.append((address, size, number, total, family, block[32 : 32 + 256]))
    return found


def write_elf(path, segments) -> None:
    """A 32-bit ARM executable of nothing but segments: (type, physical address, data)."""
    header = struct.pack(
        "<16sHHIIIIIHHHHHH",
        b"\x7fELF\x01\x01\x01",
        *(2, 40, 1, 0x1000_0000, 52, 0, 0, 52, 32, len(segments), 40, 0, 0),
    )
    place, table, contents = 52 + 32 * len(segments), b"", b""
    for kind, address, data in segments:
        # Memory addresses differ from where the data is stored: .data lives in RAM.
        virtual, memory_bytes = address + 0x1000_0000, len(data) + 16
        table += struct.pack(
            "<8I", kind, place + len(contents), virtual, address, len(data), memory_bytes, 7, 4
        )
        contents += data
    path.write_bytes(header + table + contents)


def test_bytes_become_pages_with_their_addresses_and_numbers():
    data = bytes(range(256)) * 2 + b"tail"
    found = blocks(image_uf2.from_bytes(0x1000_0000, data))
    assert [block[:5] for block in found] == [
        (0x1000_0000, 256, 0, 3, 0xE48BFF56),
        (0x1000_0100, 256, 1, 3, 0xE48BFF56),
        (0x1000_0200, 256, 2, 3, 0xE48BFF56),
    ]
    assert b"".join(block[5] for block in found) == data + bytes(252)


def test_the_segments_of_a_program_go_where_they_are_loaded_from(tmp_path):
    elf = tmp_path / "firmware.elf"
    write_elf(
        elf,
        [
            (PT_LOAD, 0x1000_0300, b"data"),  # the order in the file does not matter
            (PT_LOAD, 0x1000_0004, b"code"),
            (PT_LOAD, 0x2000_0000, b"this is RAM"),
            (PT_LOAD, 0x1000_4000, b""),  # .bss: nothing to load
            (PT_NOTE, 0x1000_8000, b"a note"),
        ],
    )
    found = blocks(image_uf2.from_elf(elf))
    assert [block[0] for block in found] == [0x1000_0000 + 256 * i for i in range(4)]
    image = b"".join(block[5] for block in found)
    assert image == bytes(4) + b"code" + bytes(0x300 - 8) + b"data" + bytes(252)


def test_a_program_without_flash_is_refused(tmp_path):
    elf = tmp_path / "firmware.elf"
    write_elf(elf, [(PT_LOAD, 0x2000_0000, b"RAM only")])
    with pytest.raises(ValueError, match="nothing in it belongs into the flash"):
        image_uf2.from_elf(elf)
