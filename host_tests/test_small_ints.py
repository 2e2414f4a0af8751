"""On the chip a small integer has 31 bits; a larger one allocates, and is no time any more.

The unit plays on the fakes in CPython, where integers are endless, across three wraps of the
chip's clock. Its code is rewritten so that the result of every operator is looked at, and after
each pass every number that the unit keeps.
"""

import ast
import random
from array import array

import pytest

from unosim.boards import TREE
from unosim.interpreter import Interpreter

LOWEST, HIGHEST = -(1 << 30), (1 << 30) - 1
FIRMWARE = TREE / "firmware"
GAME_MS = 45 * 60_000  # the clock wraps after 3 s, then every 17.9 minutes
SETTINGS = b"""{"turn_limit_s": {"medium": 300, "fast": 1}, "handicap_s": {"p1": 120},
 "slap_limit_s": 60, "duel_ms": 5000, "choose_ms": 5000, "lockout_ms": 3000, "sleep_min": 5}"""

PLAYED = {"joining", "choosing", "turn", "timed_out", "slap_race", "slap_lost", "paused"}

CHECK = f"""
playing = False  # what is made once, at the start, may be made of anything

def small(value):
    if playing and type(value) is int and not {LOWEST} <= value <= {HIGHEST}:
        raise OverflowError("%d is no small integer on the chip" % value)
    return value
"""


class Checked(ast.NodeTransformer):
    """Puts `small(…)` around every operator. Viper counts in machine words, PIO not at all."""

    def visit_FunctionDef(self, node):
        decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
        if any(name == "micropython.viper" or "asm_pio" in name for name in decorators):
            return node
        return self.generic_visit(node)

    def visit_BinOp(self, node):
        return self._checked(self.generic_visit(node))

    def visit_UnaryOp(self, node):
        return self._checked(self.generic_visit(node))

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        before = ast.parse(ast.unparse(node.target), mode="eval").body
        return ast.Assign([node.target], self._checked(ast.BinOp(before, node.op, node.value)))

    def _checked(self, value):
        return ast.Call(ast.Name("small", ast.Load()), [value], [])


@pytest.fixture(scope="module")
def checked_firmware(tmp_path_factory):
    """A folder with the firmware rewritten."""
    folder = tmp_path_factory.mktemp("firmware")
    for path in FIRMWARE.rglob("*.py"):
        tree = Checked().visit(ast.parse(path.read_text()))
        tree.body.insert(0, ast.parse("from check import small").body[0])
        copy = folder / path.relative_to(FIRMWARE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(ast.unparse(ast.fix_missing_locations(tree)))
    (folder / "check.py").write_text(CHECK)
    return folder


class Unit:
    """The unit, three seconds before the clock wraps, and people at it."""

    def __init__(self, firmware, settings=SETTINGS):
        device = Interpreter(firmware, TREE / "boards" / "pico8", TREE / "host_tests" / "heap")
        fakes = device.load("world")
        self.world = fakes.WORLD
        self.world.files["settings.json"] = settings
        self.world.entropy = device.load("random_bits").RandomBits(2007)
        self.unit = device.load("unoflash.unit").Unit(device.load("board"))
        self.unit.begin()
        self.ticks = device.load("unoflash.rules.ticks")
        self.table = device.load("table").Table(fakes, self.unit, self.one_pass)
        self.passes = 0
        self._parts = list(_parts(self.unit, "unit", set()))
        device.load("check").playing = True

    def one_pass(self):
        self.unit.one_pass()
        self.passes += 1
        for place, value in self.kept():
            if not LOWEST <= value <= HIGHEST:
                raise OverflowError(f"{place} keeps {value}")

    def kept(self):
        """Every number in the unit's objects, lists and arrays, with its place."""
        for place, part in self._parts:
            if isinstance(part, array):
                yield place, min(part)
                yield place, max(part)
                continue
            for value in part if isinstance(part, list) else vars(part).values():
                if isinstance(value, int):
                    yield place, value


def _parts(part, place, seen):
    """What belongs to the unit, all of it made at the start."""
    if id(part) in seen:
        return
    seen.add(id(part))
    inside = {}
    if isinstance(part, list) or (isinstance(part, array) and part.itemsize > 2):
        yield place, part
    elif type(part).__module__.startswith("unoflash"):
        yield place, part
        inside = vars(part)
    if isinstance(part, list | tuple):
        inside = dict(enumerate(part))
    elif isinstance(part, dict):
        inside = part
    for name, value in inside.items():
        yield from _parts(value, f"{place}.{name}", seen)


def play(unit, seed):
    """A long random game: everything that people do, and waits of up to some minutes."""
    choice = random.Random(seed)
    table, game = unit.table, unit.unit.game
    seats = range(8)
    seen = set()
    while table.now_ms < GAME_MS:
        seen.add(table.state)
        move = choice.random()
        if table.state == "joining" and move < 0.7:
            table.tap(*choice.sample(seats, 5))
            table.tap(9)
        elif table.state == "asleep" or move < 0.05:
            table.tap(9)
        elif move < 0.1:
            table.speed(choice.choice(("slow", "medium", "fast")))
        elif move < 0.12:
            table.storm(choice.choice(seats), 20)
        elif move < 0.14:
            table.tap(8, 9, hold_ms=3_300)
        elif move < 0.2:
            table.wait(choice.uniform(1_000, 400_000))
        elif move < 0.45:
            table.tap(8)
        elif move < 0.6:
            table.tap(*choice.sample(seats, choice.randint(1, 8)))
        else:
            table.tap(max(game.chosen, 0))
        table.wait(choice.expovariate(1 / 1_000))
    return seen


def test_a_long_game_needs_small_integers_only(checked_firmware):
    unit = Unit(checked_firmware)
    seen = play(unit, seed=1)
    assert seen >= PLAYED | {"asleep"}
    assert unit.world.ticks_us() > 3 * (HIGHEST + 1)
    assert unit.passes > 10_000


def test_an_hour_until_it_sleeps(checked_firmware):
    unit = Unit(checked_firmware, b'{"sleep_min": 60}')
    unit.table.speed("slow")
    unit.table.wait(100)
    unit.table.tap(0, 1, 9)
    unit.table.wait(59 * 60_000)
    assert unit.table.state == "turn"
    unit.table.until("asleep", 61_000)


def test_a_larger_sum_is_found(checked_firmware):
    unit = Unit(checked_firmware)
    assert unit.ticks.diff(HIGHEST, 0) == -1
    with pytest.raises(OverflowError, match="no small integer"):
        unit.ticks.diff(HIGHEST, -1)


def test_a_larger_number_that_is_kept_is_found(checked_firmware):
    unit = Unit(checked_firmware)
    unit.table.wait(100)
    unit.unit.game.slap_race._start_us = HIGHEST + 1
    with pytest.raises(OverflowError, match=r"unit\.game\..* keeps 1073741824"):
        unit.table.wait(100)
