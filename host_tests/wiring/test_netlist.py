"""The schematic as a net list: what its lines join is what the board's data says."""

import pytest

from unosim.boards import load, names
from unosim.wiring import drawing, schematic

GROUND = "ground"


class Nets:
    """What a schematic's lines join: ends that lie on a line; crossing is not joining."""

    def __init__(self, board):
        sheet = schematic.Sheet(board, drawing.new_figure()[1])
        sheet.draw()
        elements = sheet._drawing.elements
        self._lines = [ends(e) for e in elements if type(e).__name__ == "Line"]
        self._parts = [e for e in elements if type(e).__name__ != "Line"]
        self._net = list(range(len(self._lines)))
        for i, line_ends in enumerate(self._lines):
            for j, line in enumerate(self._lines):
                if any(on(line, end) for end in line_ends):
                    self._net = [self._net[i] if n == self._net[j] else n for n in self._net]
        grounds = {self._at(e.absanchors["start"]) for e in self.all("Ground")}
        assert len(grounds) == 2  # the two lines of ground are one net
        self._net = [GROUND if net in grounds else net for net in self._net]
        (module,) = self.all("Ic")
        self.pins = {name: self._at(module.absanchors[name]) for name in module.pinnames}

    def all(self, kind):
        return [e for e in self._parts if type(e).__name__ == kind]

    def of(self, kind):
        """[(net at the start, net at the end), …] of all parts of a kind."""
        return [tuple(self._at(end) for end in ends(e)) for e in self.all(kind)]

    def near(self, point):
        """The net at a place, or of a line that ends as close to it as a contact's ring is wide."""
        for dx in (0, -0.12, 0.12):
            if isinstance(net := self._at((point[0] + dx, point[1])), int | str):
                return net
        raise AssertionError(f"nothing at {point}")

    def boxes(self):
        """(in, out, +, ground) of each WS2812."""
        half = schematic._CHAIN_BOX / 2
        return [
            tuple(
                self._at((e.absanchors["xy"][0] + dx, e.absanchors["xy"][1] + dy))
                for dx, dy in ((-half, 0), (half, 0), (0, 0.7), (0, -0.7))
            )
            for e in self.all("Rect")
        ]

    def _at(self, point):
        """The net of a place: that of a line there, or the place itself."""
        for net, line in zip(self._net, self._lines, strict=True):
            if on(line, point):
                return net
        return round(point[0], 2), round(point[1], 2)


def ends(element):
    return element.absanchors["start"], element.absanchors["end"]


def on(line, point):
    (x1, y1), (x2, y2) = line
    x, y = point
    off = abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))
    between_x = min(x1, x2) - 1e-3 <= x <= max(x1, x2) + 1e-3
    return off < 1e-3 and between_x and min(y1, y2) - 1e-3 <= y <= max(y1, y2) + 1e-3


def after(parts, net):
    """Where the one part that begins at a net ends."""
    (end,) = [end for start, end in parts if start == net]
    return end


@pytest.mark.parametrize("name", names())
def test_what_the_lines_join_is_the_data(name):
    check(load(name))


def test_so_it_is_on_boards_of_ones_own(own_board):
    lights = "LIGHTS = (10, 11, 12, 13, 14, 15, 16, 17, 18)\nLIGHT_ON = 1"
    check(own_board("pico8", lights, "LIGHT_CHAIN = 28"))
    check(own_board("pico8", "LIGHT_ON = 1", "LIGHT_ON = 0", '"schottky"', '"none"'))
    check(own_board("pico6", "CONTACT_CLOSED = 0", "CONTACT_CLOSED = 1"))
    check(own_board("pico6", '"schottky"', '"p-fet"'))
    check(own_board("pico8", "BUZZER = 20", "BUZZER = 20\nBUZZER_ANTIPHASE = 21"))


def check(board):
    nets = Nets(board)
    used = set()

    def pin(gpio):
        used.add(f"GP{gpio}")
        return nets.pins[f"GP{gpio}"]

    buttons, resistors = nets.of("Button"), nets.of("ResistorIEC")
    assert len(buttons) == len(board.contacts)
    for gpio in board.contacts.values():
        common = after(buttons, pin(gpio))
        assert common == (nets.pins["3V3"] if board.closed_level else GROUND) != pin(gpio)
    if board.light_chain is None:
        leds = [led[:: 1 if board.light_on else -1] for led in nets.of("LED")]
        assert len(leds) == len(board.lights)
        for gpio in board.lights.values():
            common = after(leds, after(resistors, pin(gpio)))
            assert common == (GROUND if board.light_on else nets.pins["3V3"]) != pin(gpio)
    else:
        check_chain(board, nets, after(resistors, pin(board.light_chain)))
    sounds = after(nets.of("Crystal"), after(resistors, pin(board.buzzer)))
    antiphase = board.buzzer_antiphase
    assert sounds == (GROUND if antiphase is None else pin(antiphase))
    (switch,) = nets.all("SwitchSpdt2")
    throws = {end: nets.near(switch.absanchors[end]) for end in "abc"}
    assert throws == {"a": GROUND, "b": pin(board.speed_slow), "c": pin(board.speed_fast)}
    if board.battery == "schottky":
        switched, to_pin = nets.of("Schottky")[-1]
        assert to_pin == nets.pins[board.module.supply_pin]
        assert after(nets.of("Battery"), after(nets.of("Switch"), switched)) == GROUND
    elif board.battery == "p-fet":
        (fet,) = nets.all("PFet2")
        source, gate, drain = (nets._at(fet.absanchors[at]) for at in ("source", "gate", "drain"))
        assert source == nets.pins[board.module.supply_pin]
        assert gate == nets.pins[board.module.usb_pin]
        assert after(nets.of("Battery"), after(nets.of("Switch"), drain)) == GROUND
    else:
        assert not nets.of("Battery") + nets.of("Switch") + nets.of("Schottky")
    supply = {"GND", board.module.supply_pin, board.module.usb_pin, "3V3"}
    assert set(nets.pins) - used <= supply
    assert nets.pins["GND"] == GROUND
    gpios = [nets.pins[name] for name in used]
    assert len({GROUND, *gpios}) == len(gpios) + 1  # no two of them are joined, none is grounded


def check_chain(board, nets, data):
    boxes = nets.boxes()
    assert len(boxes) == len(board.lights)
    rail = boxes[0][2]
    assert rail != GROUND
    for data_in, data_out, plus, minus in boxes:
        assert (data_in, plus, minus) == (data, rail, GROUND)
        data = data_out
    assert nets.of("Capacitor") == [(rail, GROUND)]
    assert nets.of("Diode") == [(nets.pins[board.module.usb_pin], rail)]
    if board.battery != "none":
        (switched, to_rail), (also_switched, _) = nets.of("Schottky")
        assert (switched, to_rail) == (also_switched, rail)
