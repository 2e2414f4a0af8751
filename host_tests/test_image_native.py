"""Frozen native code that mpy-tool put at an odd halfword is found, bytecode may lie anywhere."""

import struct

import pytest

from unosim import image_uf2

CODE, READ_ONLY = 1, 2  # the sections, by their numbers
FLASH = 0x1000_0000


def write_elf(path, symbols) -> None:
    """A 32-bit ARM program in flash, with symbols (name, section, address)."""
    section_names = b"\0.text\0.rodata\0.symtab\0.strtab\0"
    names, table = b"\0", bytes(16)
    for name, section, address in symbols:
        table += struct.pack("<IIIBBH", len(names), address, 8, 1, 0, section)
        names += name.encode() + b"\0"
    start = 52 + 32
    places = [start, start + 4, start + 4 + len(table), start + 4 + len(table) + len(names)]

    def section(name, kind, place, size, link=0, entry=0):
        at = section_names.index(b"." + name)
        return struct.pack("<10I", at, kind, 0, FLASH, place, size, link, 0, 4, entry)

    sections = [
        bytes(40),
        section(b"text", 1, places[0], 4),
        section(b"rodata", 1, places[0], 4),
        section(b"symtab", 2, places[1], len(table), link=4, entry=16),
        section(b"strtab", 3, places[2], len(names)),
        section(b"strtab", 3, places[3], len(section_names)),
    ]
    header = struct.pack(
        "<16sHHIIIIIHHHHHH",
        b"\x7fELF\x01\x01\x01",
        *(2, 40, 1, FLASH, 52, places[3] + len(section_names), 0),
        *(52, 32, 1, 40, len(sections), 5),
    )
    segment = struct.pack("<8I", 1, start, FLASH, FLASH, 4, 4, 7, 4)
    path.write_bytes(
        header + segment + b"code" + table + names + section_names + b"".join(sections)
    )


def test_native_code_at_multiples_of_4_and_bytecode_anywhere_are_taken(tmp_path):
    elf = tmp_path / "firmware.elf"
    symbols = [("fun_data_a", CODE, FLASH + 8), ("fun_data_b", READ_ONLY, FLASH + 3)]
    write_elf(elf, [*symbols, ("other", CODE, FLASH + 2)])
    assert image_uf2.from_elf(elf)


@pytest.mark.parametrize("off_by", [1, 2, 3])
def test_native_code_elsewhere_is_refused_by_name(tmp_path, off_by):
    elf = tmp_path / "firmware.elf"
    write_elf(elf, [("fun_data_a", CODE, FLASH + 8), ("fun_data_b", CODE, FLASH + 4 + off_by)])
    with pytest.raises(ValueError, match="not aligned to words: fun_data_b$"):
        image_uf2.from_elf(elf)
