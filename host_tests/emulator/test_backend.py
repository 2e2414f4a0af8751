"""The backend `rp2040`: the interface of all backends, over the emulated board."""

import pytest

from unosim import backends, boards, image

MS = 1_000_000  # ns

P1 = 0


class Heard:
    """An observer that keeps what it is told."""

    def __init__(self):
        self.lines = []
        self.outputs = []

    def output(self, at_ns, gpio, hz, duty):
        self.outputs.append((at_ns, gpio, hz, duty))

    def line(self, at_ns, text):
        self.lines.append((at_ns, text))


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture
def backend(unit_image, heard):
    backend = backends.make("rp2040")(boards.load("pico8"), 3, heard)
    yield backend
    backend.close()


def advance(backend, until_ns):
    while backend.now_ns < until_ns:
        backend.advance(until_ns)


def test_without_an_image_it_says_how_to_get_one(monkeypatch, heard):
    def image_path(board):
        raise image.ImageUnavailable(
            "there is no up-to-date image of pico8; to get one: make image"
        )

    monkeypatch.setattr(image, "image_path", image_path)
    with pytest.raises(backends.BackendUnavailable, match="make image"):
        backends.make("rp2040")(boards.load("pico8"), 3, heard)


@pytest.mark.emulator
def test_advance_returns_right_after_a_line(backend, heard):
    backend.power_on()
    backend.advance(500 * MS)
    assert len(heard.lines) == 1
    at_ns, text = heard.lines[0]
    assert " ready unoflash " in text
    assert at_ns <= backend.now_ns < at_ns + 10_000
    advance(backend, 500 * MS)
    assert backend.now_ns == 500 * MS
    assert len(heard.lines) > 1
    for at_ns, text in heard.lines:  # the log's, each with the chip's time
        assert backend.ticks_to_ns(int(text.split()[0])) < at_ns


@pytest.mark.emulator
def test_settings_and_a_press_reach_the_unit_and_its_light_comes_back(backend, heard):
    backend.store("settings.json", b'{"brightness": 50}')
    backend.power_on()
    light = boards.load("pico8").lights["p1"]
    advance(backend, 2_000 * MS)
    backend.set_input(backend.now_ns, P1, 0)
    advance(backend, 2_100 * MS)
    assert heard.lines[-1][1].endswith(" joined p1")
    at_ns, _, hz, duty = [told for told in heard.outputs if told[1] == light][-1]
    assert (hz, round(duty, 3)) == (1000, 0.5)
    assert 2_000 * MS < at_ns < 2_010 * MS


@pytest.mark.emulator
def test_a_power_cut_ends_lines_and_lights_and_time_goes_on(backend, heard):
    backend.power_on()
    advance(backend, 2_000 * MS)
    backend.set_input(backend.now_ns, P1, 0)
    advance(backend, 2_100 * MS)
    assert any(duty for _, _, _, duty in heard.outputs)
    backend.power_off()
    assert backend.now_ns == 2_100 * MS
    drives = {}
    for _, gpio, hz, duty in heard.outputs:
        drives[gpio] = hz, duty
    assert set(drives.values()) == {(0, 0.0)}
    backend.advance(2_500 * MS)
    assert backend.now_ns == 2_500 * MS
    said = len(heard.lines)
    backend.power_on()
    advance(backend, 4_500 * MS)
    assert " ready unoflash " in heard.lines[said][1]
    assert "joined" not in heard.lines[-1][1]  # held at power-on: counts only when pressed anew
    with pytest.raises(backends.BackendError, match="the power is on"):
        backend.power_on()


@pytest.mark.emulator
def test_a_terminal_that_reads_again_gets_the_line_late_with_its_own_time(backend, heard):
    backend.power_on()
    advance(backend, 2_000 * MS)
    said = len(heard.lines)
    backend.read_usb(2_001 * MS, False)
    backend.set_input(2_002 * MS, P1, 0)
    backend.read_usb(2_500 * MS, True)
    advance(backend, 2_499 * MS)
    assert len(heard.lines) == said
    advance(backend, 2_600 * MS)
    at_ns, text = heard.lines[said]
    assert text.endswith(" joined p1")
    assert at_ns >= 2_500 * MS
    assert 2_002 * MS < backend.ticks_to_ns(int(text.split()[0])) < 2_010 * MS


@pytest.mark.emulator
def test_ctrl_c_ends_the_unit_and_a_fault_of_the_chip_is_told(backend, heard):
    backend.power_on()
    advance(backend, 200 * MS)
    backend.send_usb(backend.now_ns, b"\x03")
    advance(backend, 300 * MS)
    assert any("MicroPython v1.25.0" in text for _, text in heard.lines)
    backend.send_usb(
        backend.now_ns,
        b"\x05@micropython.asm_thumb\ndef stop():\n    data(2, 0xBE07)\nstop()\n\x04",
    )
    with pytest.raises(backends.BackendError, match="breakpoint 7"):
        advance(backend, 400 * MS)
