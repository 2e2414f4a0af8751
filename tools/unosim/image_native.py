"""Frozen native code must lie at multiples of 4 bytes: `boards/frozen_alignment.h` says why.

Where it does not, the image builds and boots all the same, and some functions read wrong numbers.
"""

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

# mpy-tool's names; of bytecode too, but that lies in another section, and may lie anywhere.
_FROZEN = "fun_data_"
_CODE = ".text"
_WORD = 4


def misplaced(elf: ELFFile) -> list[str]:
    """The frozen native functions of a program that lie elsewhere, by their names there."""
    symbols = elf.get_section_by_name(".symtab")
    code = elf.get_section_index(_CODE)
    if not isinstance(symbols, SymbolTableSection) or code is None:
        return []
    return sorted(
        symbol.name
        for symbol in symbols.iter_symbols()
        if symbol.name.startswith(_FROZEN)
        and symbol["st_shndx"] == code
        and symbol["st_value"] % _WORD
    )
