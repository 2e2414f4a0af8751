"""Images that are none, and what the flash holds for one that is."""

import struct

import pytest
from littlefs import LittleFS, UserContext

from unosim.emulator.flash import Image, ImageError

FLASH = 0x10000000
BLOCK = 4096


def uf2(blocks):
    """A UF2 of {offset on the flash: 256 bytes}."""
    return b"".join(
        struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, FLASH + at, 256, i, len(blocks), 0)
        + data.ljust(476, b"\0")
        + struct.pack("<I", 0x0AB16F30)
        for i, (at, data) in enumerate(blocks.items())
    )


def program(start=0x40000, size=0x40000):
    """What the pico-sdk puts into an image to say where its file system is."""
    header = struct.pack("<5I", 0x7188EBF2, FLASH + 0x120, FLASH + 0x124, 0, 0xE71AA390)
    entry = struct.pack("<I", FLASH + 0x130).ljust(16, b"\0")
    device = struct.pack("<HHIII", 7, 0, 0, FLASH + start, size)
    return {0: bytes(256), 0x100: (header.ljust(0x20, b"\0") + entry + device).ljust(256, b"\0")}


@pytest.fixture
def image(tmp_path):
    def write(data):
        path = tmp_path / "unit.uf2"
        path.write_bytes(data)
        return path

    return write


def test_program_and_files_lie_where_the_image_says(image):
    blocks = program() | {0x3000: bytes(range(256))}
    flash = Image(image(uf2(blocks))).with_files({"settings.json": b"{}"})
    assert len(flash) == 0x80000
    assert flash[0x100:0x200] == blocks[0x100]
    assert flash[0x3000:0x3100] == bytes(range(256))
    assert flash[0x2000:0x3000] == b"\xff" * 0x1000  # erased
    context = UserContext(buffsize=0x40000)
    context.buffer[:] = flash[0x40000:]
    files = LittleFS(context=context, block_size=BLOCK, block_count=0x40, mount=True)
    assert files.listdir("/") == ["settings.json"]
    with files.open("settings.json", "rb") as file:
        assert file.read() == b"{}"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no binary info"),
        (b"not an image" * 100, "not a UF2"),
        (uf2({0: bytes(256)}), "no binary info"),
        (uf2(program() | {0x41000: bytes(256)}), "runs into the file system"),
        (uf2(program())[:700], "not a UF2"),
    ],
    ids=["empty", "text", "no binary info", "too long", "cut off"],
)
def test_what_is_no_image_is_refused_with_its_name(image, data, reason):
    path = image(data)
    with pytest.raises(ImageError, match=reason) as caught:
        Image(path)
    assert str(path) in str(caught.value)


def test_a_missing_image_is_named(tmp_path):
    with pytest.raises(ImageError, match="nothing.uf2: No such file"):
        Image(tmp_path / "nothing.uf2")
