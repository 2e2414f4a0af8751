import pytest

WRITE_NS = 40_000_000


@pytest.fixture
def files(chip):
    return chip.world.files


@pytest.fixture
def opened(chip):
    return chip.flash.open


def test_text_and_bytes(opened, files):
    with opened("a.txt", "w") as file:
        assert file.write("grün\n") == 5
        file.write("x")
    assert files == {"a.txt": "grün\nx".encode()}
    with opened("/a.txt") as file:
        assert file.read(3) == "grü"
        assert file.readline() == "n\n"
        assert file.read() == "x"
    with opened("a.txt", "rb") as file:
        buf = bytearray(4)
        assert file.readinto(buf) == 4
        assert buf == "grü".encode()
        assert file.read() == b"n\nx"
        assert file.seek(-1, 2) == 6
        assert file.tell() == 6
        assert file.readinto(buf) == 1
    assert list(opened("a.txt")) == ["grün\n", "x"]
    assert opened("a.txt").readlines() == ["grün\n", "x"]


def test_append_and_update(opened, files):
    files["log"] = b"one\n"
    with opened("log", "a") as file:
        file.write("two\n")
    with opened("log", "r+b") as file:
        file.write(b"ONE")
        assert file.read() == b"\ntwo\n"
    assert files["log"] == b"ONE\ntwo\n"


def test_old_content_stays_until_close(chip, opened, files):
    files["a"] = b"old"
    file = opened("a", "w")
    file.write("new")
    assert files["a"] == b"old"
    file.flush()
    assert files["a"] == b"new"
    file.write("er")
    file.close()
    assert files["a"] == b"newer"
    assert chip.port.files == [("a", b"new"), ("a", b"newer")]
    file.close()
    with pytest.raises(ValueError, match="closed"):
        file.write("x")


def test_new_file_exists_at_once_and_a_kept_one_is_emptied(opened, files):
    opened("new", "w")
    assert files == {"new": b""}
    files["old"] = b"x"
    opened("old", "w").close()
    assert files["old"] == b""


def test_writing_takes_time_in_which_interrupts_wait(chip, opened):
    heard = []
    pin = chip.machine.Pin(0, chip.machine.Pin.IN)
    pin.irq(lambda pin: heard.append(chip.world.now_ns), hard=True)
    file = opened("a", "w")
    file.write("x")
    start_ns = chip.world.now_ns
    chip.world.schedule(start_ns + 1_000_000, 0, 0)
    file.close()
    assert chip.world.now_ns - start_ns >= WRITE_NS
    assert heard == [start_ns + WRITE_NS + 10_000]


def test_reading_takes_no_flash_write(chip, opened, files):
    files["a"] = b"x"
    with opened("a") as file:
        file.read()
    assert chip.world.now_ns < 1_000_000
    assert chip.port.files == []


@pytest.mark.parametrize(
    ("name", "mode", "error", "message"),
    [
        ("no", "r", OSError, r"\[Errno 2\] ENOENT"),
        ("a/b", "w", OSError, "ENOENT"),
        ("/", "r", OSError, "EISDIR"),
        ("a", "x", OSError, "EEXIST"),
        ("a", "rw", ValueError, "mode"),
        ("a", "q", ValueError, "mode"),
        (5, "r", TypeError, "file name"),
    ],
)
def test_refused(opened, files, name, mode, error, message):
    files["a"] = b"x"
    with pytest.raises(error, match=message):
        opened(name, mode)


def test_wrong_use_of_an_open_file(opened, files):
    files["a"] = b"x"
    with pytest.raises(OSError, match="EBADF"):
        opened("a").write("x")
    with pytest.raises(OSError, match="EBADF"):
        opened("a", "w").read()
    with pytest.raises(TypeError, match="bytes"):
        opened("a", "wb").write("x")
    with pytest.raises(TypeError, match="str"):
        opened("a", "w").write(b"x")
    with pytest.raises(OSError, match="EINVAL"):
        opened("a").seek(-1)


def test_error_number_as_on_the_chip(opened):
    with pytest.raises(OSError) as caught:  # noqa: PT011 (its number is what is checked)
        opened("no")
    assert caught.value.errno == caught.value.args[0] == 2
    assert str(caught.value) == "[Errno 2] ENOENT"


def test_names(chip, files):
    files["a"] = b"xyz"
    files["b"] = b"old"
    assert chip.os.listdir() == ["a", "b"]
    assert list(chip.os.ilistdir("/"))[0] == ("a", 0x8000, 0, 3)
    assert chip.os.stat("/a")[6] == 3
    assert chip.os.stat("/")[0] == 0x4000
    chip.os.rename("a", "b")
    assert files == {"b": b"xyz"}
    assert chip.port.files == [("b", b"xyz"), ("a", None)]
    chip.os.rename("b", "b")
    chip.os.remove("b")
    assert files == {}
    chip.os.sync()
    assert chip.os.statvfs("/")[2] == 352


def test_names_that_are_not_there(chip, files):
    files["a"] = b""
    for call in (chip.os.remove, chip.os.stat, chip.os.listdir):
        with pytest.raises(OSError, match="ENOENT"):
            call("no")
    with pytest.raises(OSError, match="ENOENT"):
        chip.os.rename("no", "a")
    with pytest.raises(OSError, match="ENOENT"):
        chip.os.listdir("a")
    with pytest.raises(OSError, match="EISDIR"):
        chip.os.remove("/")
    with pytest.raises(AttributeError):
        chip.os.mkdir("x")


def test_random_bytes_are_the_ports_register_over_the_seeds_bits(chip):
    class Bits:
        given = [1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0, 1]
        drawn = 0

        def bit(self):
            self.drawn += 1
            return self.given[self.drawn - 1]

    chip.world.entropy = Bits()
    # By hand: the first eight bits fill the register, unchanged while its top bit is 0.
    first = 0b10110010
    second = first
    for bit in Bits.given[8:]:
        second = (second << 1 & 0xFF | bit) ^ (0xD5 if second & 0x80 else 0)
    assert chip.os.urandom(1) == bytes([first])
    assert chip.os.urandom(1) == bytes([second])
    assert chip.port.bits == 16
