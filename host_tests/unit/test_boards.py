"""What a board's data say, on the whole unit: re-arm times, LEDs and piezo of another kind."""

import json

import pytest

from unosim.boards import BOARDS

BACKENDS = ("host", "micropython")


@pytest.fixture
def board(tmp_path):
    """board(DEBOUNCE_MS="8") -> the path of a board like pico6, but for these lines."""

    def like_pico6(**changes):
        folder = tmp_path / "mine"
        folder.mkdir()
        lines = (BOARDS / "pico6" / "board.py").read_text("utf-8").splitlines()
        changes["NAME"] = '"mine"'
        lines = [line for line in lines if line.split(" = ")[0] not in changes]
        lines += [f"{name} = {value}" for name, value in changes.items()]
        (folder / "board.py").write_text("\n".join(lines) + "\n", "utf-8")
        return str(folder)

    return like_pico6


def begun(units, backend, board, **settings):
    """A unit in somebody's turn, and who that is."""
    settings = {"choose_ms": 0, "turn_limit_s": {"medium": None}, **settings}
    unit = units(backend, {"settings.json": json.dumps(settings).encode()}, board)
    for at_ms, name in ((100, "p1"), (300, "p2"), (500, "play")):
        unit.hold(name, at_ms)
    unit.run(1_000)
    return unit, unit.said("state")[-1].split()[1]


def turns(unit):
    return sum(text.startswith("turn") for text in unit.said("state"))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("settings", "gap_ms", "counted"),
    [({}, 7, 0), ({}, 9, 1), ({"debounce_ms": 30}, 9, 0), ({"debounce_ms": 30}, 31, 1)],
)
def test_a_boards_buttons_rearm_in_their_own_time(
    units, board, backend, settings, gap_ms, counted, micropython
):
    unit, _ = begun(units, backend, board(DEBOUNCE_MS="8"), **settings)
    before = turns(unit)
    unit.hold("play", 1_100, 20)  # pauses
    unit.hold("play", 1_120 + gap_ms, 20)  # goes on, if it is a press
    unit.run(400)
    assert turns(unit) - before == counted


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("gap_ms", "steps"), [(75, 1), (85, 0)])
def test_slap_rearms_in_its_own_time_whatever_the_setting(
    units, board, backend, gap_ms, steps, micropython
):
    """A shorter opening does not end a hold (J6: 1 s steps the volume)."""
    settings = {"settings.json": b'{"debounce_ms": 5}'}
    unit = units(backend, settings, board(SLAP_DEBOUNCE_MS="80"))
    unit.hold("slap", 1_500, 600)
    unit.hold("slap", 2_100 + gap_ms, 600)
    unit.run(3_000)
    assert len(unit.said("volume")[1:]) == steps  # after that at power-on


@pytest.mark.parametrize("backend", BACKENDS)
def test_leds_to_3v3_and_a_piezo_between_two_gpios(units, board, backend, micropython):
    unit, chosen = begun(units, backend, board(LIGHT_ON="0", BUZZER_ANTIPHASE="17"))
    now = {gpio: duty for _, gpio, _, duty in unit.outputs}
    lights = unit.board.lights
    assert {name for name, gpio in lights.items() if now.get(gpio, 0) > 0.5} == {chosen}
    assert now[16] == now[17] == 0.0
    heard = [(gpio, hz, duty) for _, gpio, hz, duty in unit.outputs if duty and gpio in (16, 17)]
    pairs = zip(heard[::2], heard[1::2], strict=True)
    assert all((a[1], a[2]) == (b[1], pytest.approx(1 - b[2], abs=1e-4)) for a, b in pairs)
    unit.backend.send_usb(unit.backend.now_ns, b"\x03")
    unit.run(100)
    now = {gpio: duty for _, gpio, _, duty in unit.outputs}
    assert {now[gpio] for gpio in (*lights.values(), 16, 17)} == {0.0}


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_chain_is_dark_after_ctrl_c_and_lights_again_after_a_hang(units, backend, micropython):
    unit, chosen = begun(units, backend, "zero6_ws2812")

    def lit():
        now = {gpio: duty for _, gpio, _, duty in unit.outputs}
        return {name for name, place in unit.board.outputs.items() if now.get(place, 0) > 0.5}

    assert lit() == {chosen}
    unit.backend.upset(unit.backend.now_ns, "hang")
    unit.run(8_000)
    assert unit.said("state")[-1].startswith("paused")
    unit.hold("play", unit.now_ms + 100)
    unit.run(500)
    assert len(lit()) == 1
    unit.backend.send_usb(unit.backend.now_ns, b"\x03")
    unit.run(100)
    assert lit() == set()
