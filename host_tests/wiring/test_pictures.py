"""The pictures say what the boards' data says: read by eye, read by program, and readable."""

import csv
import itertools
from pathlib import Path

import pytest
from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Text

from unosim.boards import BOARDS, load, names
from unosim.wiring import drawing, pins, schematic

AS_READ = Path(__file__).with_name("as_read_from_the_picture")
READ = sorted(path.stem for path in AS_READ.glob("*.csv"))  # a new board's is nobody's duty
NAMES = {"slap": "SLAP", "play": "Play/Pause"}


def from_the_data(board):
    """(pin number, name, where it goes) of every wire but ground, straight from the board."""
    goes = {gpio: f"{NAMES.get(b, b)} button" for b, gpio in board.contacts.items()}
    if board.light_chain is None:
        goes |= {gpio: f"{NAMES.get(b, b)} light" for b, gpio in board.lights.items()}
    else:
        goes[board.light_chain] = "light chain, data in"
    if board.buzzer_antiphase is None:
        goes[board.buzzer] = "buzzer"
    else:
        goes[board.buzzer] = "buzzer, one side"
        goes[board.buzzer_antiphase] = "buzzer, other side"
    goes[board.speed_slow] = "Speed Switch, slow"
    goes[board.speed_fast] = "Speed Switch, fast"
    found = {(board.module.pin_of(gpio).number, f"GP{gpio}", to) for gpio, to in goes.items()}

    def supply(pin, to):
        found.add((board.module.pins_named(pin)[0].number, pin, to))

    if board.battery != "none":
        supply(board.module.supply_pin, "battery +")
    if board.battery == "p-fet":
        supply(board.module.usb_pin, "gate of the P-FET")
    if board.light_chain is not None:
        supply(board.module.usb_pin, "light chain, +5 V")
    if board.light_on == 0 and board.closed_level:
        supply("3V3", "buttons and lights, common side")
    elif board.light_on == 0:
        supply("3V3", "lights, common side")
    elif board.closed_level:
        supply("3V3", "buttons, common side")
    return found


def grounds(board):
    return {(pin.number, "GND", "ground") for pin in board.module.pins_named("GND")}


def rows_of(texts):
    """The texts that stand beside each other, left to right; those of a row from top to bottom."""
    rows = []
    for text in sorted(texts, key=lambda t: t.y):
        if rows and text.y - rows[-1][0].y < 4:
            rows[-1].append(text)
        else:
            rows.append([text])
    return [[t.text for t in sorted(row, key=lambda t: t.x)] for row in rows]


def read_pins(svg):
    """(number, name, where it goes); what is in each wire; the rows above the pins."""
    found, in_the_wire = set(), {}
    above = []
    for row in rows_of(drawing.texts(svg)):
        places = [i for i, text in enumerate(row) if text.isdigit()]
        if not places:
            above.append(row)
            continue
        left, right = row[: places[0]], row[places[-1] + 1 :]
        if len(places) == 2:
            numbers = (row[places[0]], row[places[0] + 1]), (row[places[1]], row[places[1] - 1])
            for (number, name), wire in zip(numbers, (left[::-1], right), strict=True):
                if wire:
                    found.add((int(number), name, wire[-1]))
                    in_the_wire[int(number), wire[-1]] = ", ".join(wire[:-1])
    return found, in_the_wire, above


@pytest.mark.parametrize("name", READ)
def test_what_a_person_read_from_the_picture_is_the_data(name):
    board = load(name)
    with (AS_READ / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    read = {(int(row["pin"]), row["name"], row["where it goes"]) for row in rows}
    assert read == from_the_data(board) | grounds(board)
    assert len(rows) == len(read)
    resistors = {row["where it goes"]: row["in the wire from the pin on"] for row in rows}
    assert resistors["battery +"] == "1N5817, On/Off Switch"
    lights = {text for to, text in resistors.items() if "light" in to and "5 V" not in to}
    assert lights == {"330 Ω"}


@pytest.mark.parametrize("name", names())
def test_the_pins_in_the_svg_are_the_data(name):
    board = load(name)
    found, in_the_wire, above = read_pins(BOARDS / name / "wiring" / "pins.svg")
    wires = from_the_data(board) | grounds(board)
    over = {row[0] for row in above} & {to for _, _, to in wires}  # a pin's second wire
    assert over == ({"light chain, +5 V"} if board.light_chain is not None else set())
    assert found == {wire for wire in wires if wire[2] not in over}
    for _, _, to in found:
        if to.endswith(" light") and name in READ:
            assert "330 Ω" in {text for (_, at), text in in_the_wire.items() if at == to}


def test_the_pins_of_a_board_of_ones_own(own_board, tmp_path):
    board = own_board(
        "pico8",
        "LIGHT_ON = 1", "LIGHT_ON = 0",
        "CONTACT_CLOSED = 0", "CONTACT_CLOSED = 1",
        "BUZZER = 20", "BUZZER = 20\nBUZZER_ANTIPHASE = 21",
        'BATTERY = "schottky"', 'BATTERY = "p-fet"',
    )  # fmt: skip
    svg, _ = drawing.save(pins.draw(board), tmp_path / "pins")
    found, in_the_wire, _ = read_pins(svg)
    assert found == from_the_data(board) | grounds(board)
    assert in_the_wire[26, "buzzer, one side"] == "680 Ω"
    assert in_the_wire[39, "battery +"] == "DMG2305UX, On/Off Switch"


def read_schematic(svg):
    """{pin name: texts of its row on its side, from the pin outwards}."""
    texts = drawing.texts(svg)
    is_pin = {t for t in texts if t.text.startswith("GP") or t.text in ("VSYS", "VBUS", "5V")}
    middle = (min(t.x for t in is_pin) + max(t.x for t in is_pin)) / 2
    found = {}
    for pin in is_pin:
        side = 1 if pin.x > middle else -1
        beside = [t for t in texts if -19 < t.y - pin.y < 12 and (t.x - pin.x) * side > 0]
        found[pin.text] = [t.text for t in sorted(beside, key=lambda t: side * t.x)]
    return found


@pytest.mark.parametrize("name", names())
def test_the_rows_of_the_schematic_are_the_data(name):
    board = load(name)
    rows = read_schematic(BOARDS / name / "wiring" / "schematic.svg")
    for button, gpio in board.contacts.items():
        number = str(board.module.pin_of(gpio).number)
        assert rows.pop(f"GP{gpio}") == [number, NAMES.get(button, button)]
    for place, gpio in (("slow", board.speed_slow), ("fast", board.speed_fast)):
        row = rows.pop(f"GP{gpio}")
        assert row[:2] == [str(board.module.pin_of(gpio).number), place]
    if board.light_chain is None:
        for light, gpio in board.lights.items():
            row = rows.pop(f"GP{gpio}")
            number = str(board.module.pin_of(gpio).number)
            assert row == [number, row[1], f"{NAMES.get(light, light)} light"]
            assert row[1] == "330 Ω" or name not in READ
    else:
        row = rows.pop(f"GP{board.light_chain}")
        boxes = [text for text in row if text in board.lights or text == "SLAP"]
        assert boxes == [NAMES.get(light, light) for light in board.lights]
    ohm = "330 Ω" if board.buzzer_antiphase is None else "680 Ω"
    assert rows.pop(f"GP{board.buzzer}")[1:] == [ohm, "buzzer (piezo)"]
    if board.buzzer_antiphase is not None:
        number = str(board.module.pin_of(board.buzzer_antiphase).number)
        assert rows.pop(f"GP{board.buzzer_antiphase}") == [number]
    supply = rows.pop(board.module.supply_pin, [])
    part = {"schottky": "1N5817", "p-fet": "DMG2305UX"}.get(board.battery)
    assert part is None or {part, "On/Off Switch", "+"} <= set(supply)
    if board.battery == "p-fet":
        rows.pop(board.module.usb_pin)  # its gate
    assert not rows


@pytest.mark.parametrize("picture", [schematic, pins])
@pytest.mark.parametrize("name", names())
def test_the_committed_pictures_are_up_to_date(name, picture, tmp_path):
    kind = picture.__name__.rpartition(".")[2]
    committed = BOARDS / name / "wiring" / kind
    svg, png = drawing.save(picture.draw(load(name)), tmp_path / kind)
    old, new = drawing.texts(committed.with_suffix(".svg")), drawing.texts(svg)
    assert [t.text for t in old] == [t.text for t in new], "run `make wiring` and look"
    for before, after in zip(old, new, strict=True):
        assert abs(before.x - after.x) < 1
        assert abs(before.y - after.y) < 1
    assert drawing.digest_in(committed.with_suffix(".png")) == drawing.digest(old)
    assert drawing.digest_in(png) == drawing.digest(new)


def boxes_of(figure):
    figure.canvas.draw()
    return [(t.get_text(), t.get_window_extent()) for t in figure.findobj(Text) if t.get_text()]


def legible(figure):
    boxes = boxes_of(figure)
    assert len(boxes) > 20
    for text, box in boxes:
        assert figure.bbox.x0 < box.x0, text
        assert box.x1 < figure.bbox.x1, text
        assert figure.bbox.y0 < box.y0, text
        assert box.y1 < figure.bbox.y1, text
    for (text, box), (other, other_box) in itertools.combinations(boxes, 2):
        assert not box.padded(-1).overlaps(other_box.padded(-1)), (text, other)
    assert all(t.get_size() >= 6.5 for t in figure.findobj(Text) if t.get_text())


@pytest.mark.parametrize("picture", [schematic, pins])
@pytest.mark.parametrize("name", names())
def test_no_text_lies_on_another_or_leaves_the_picture(name, picture):
    legible(picture.draw(load(name)))


@pytest.mark.parametrize("picture", [schematic, pins])
@pytest.mark.parametrize(
    ("name", "changes"),
    [
        (
            "pico8",
            ("LIGHTS = (10, 11, 12, 13, 14, 15, 16, 17, 18)\nLIGHT_ON = 1", "LIGHT_CHAIN = 28"),
        ),
        ("pico8", ("LIGHT_ON = 1", "LIGHT_ON = 0", '"schottky"', '"p-fet"')),
        ("pico8", ("CONTACT_CLOSED = 0", "CONTACT_CLOSED = 1", "LIGHT_ON = 1", "LIGHT_ON = 0")),
        ("zero6_ws2812", ("FIRST_CONTACT = 0", "FIRST_CONTACT = 3", '"schottky"', '"none"')),
    ],
)
def test_so_it_is_on_boards_of_ones_own(name, changes, picture, own_board):
    legible(picture.draw(own_board(name, *changes)))


def test_the_same_board_is_the_same_files(tmp_path):
    board = load("pico6")
    first = drawing.save(pins.draw(board), tmp_path / "first")
    second = drawing.save(pins.draw(board), tmp_path / "second")
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()


def diodes(board):
    """{kind: (anode, cathode) of each}, as the schematic places them; y grows upwards."""
    sheet = schematic.Sheet(board, drawing.new_figure()[1])
    sheet.draw()
    found = {"LED": [], "Schottky": [], "Diode": []}
    for element in sheet._drawing.elements:
        if type(element).__name__ in found:
            ends = element.absanchors["start"], element.absanchors["end"]
            found[type(element).__name__].append(ends)
    return found


def test_current_flows_from_the_pin_through_an_led_and_from_the_battery_to_the_pin():
    for name in ("pico4", "pico6", "pico8"):
        found = diodes(load(name))
        assert len(found["LED"]) == load(name).seats + 1
        assert all(anode.x < cathode.x for anode, cathode in found["LED"])
        ((anode, cathode),) = found["Schottky"]
        assert anode.x > cathode.x


def test_where_a_low_level_lights_the_led_is_the_other_way_round(own_board):
    found = diodes(own_board("pico6", "LIGHT_ON = 1", "LIGHT_ON = 0"))
    assert all(anode.x > cathode.x for anode, cathode in found["LED"])


def test_a_chains_rail_is_fed_by_two_diodes():
    found = diodes(load("zero6_ws2812"))
    ((anode, cathode),) = found["Diode"]  # from USB's 5 V
    assert anode.x < cathode.x
    to_the_pin, to_the_rail = sorted(found["Schottky"], key=lambda ends: ends[1].y, reverse=True)
    assert to_the_pin[0].x > to_the_pin[1].x
    assert to_the_rail[0].y > to_the_rail[1].y == cathode.y
    assert to_the_rail[0] == to_the_pin[0]  # both from the On/Off Switch


@pytest.mark.parametrize("name", names())
def test_each_field_is_as_long_as_its_text(name):
    figure = pins.draw(load(name))
    boxes = boxes_of(figure)
    fields = [patch.get_window_extent() for patch in figure.findobj(FancyBboxPatch)]
    assert len(fields) > load(name).seats
    for field in fields:
        inside = [
            box
            for _, box in boxes
            if field.contains(box.x0 / 2 + box.x1 / 2, box.y0 / 2 + box.y1 / 2)
        ]
        assert len(inside) == 1
        assert field.x0 + 3 < inside[0].x0
        assert inside[0].x1 < field.x1 - 3
