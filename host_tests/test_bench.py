"""`unosim bench`: figures and bounds, exit status; and a little of it on the emulated chip."""

import argparse
import functools
import json

import pytest

from unosim import image as unosim_image
from unosim.bench import chip, clocks, passes, plan, races, reactions, run, starting
from unosim.bench.device import MS, Device, Stuck
from unosim.bench.figures import Figure
from unosim.bench.options import add_options
from unosim.bench.races import Order
from unosim.bench.reactions import Reactions
from unosim.emulator.raw_repl import RawRepl


@pytest.mark.parametrize(
    ("value", "bound", "least", "ok"),
    [
        (2.0, 2, False, True),
        (2.01, 2, False, False),
        (100, 100, True, True),
        (99.9, 100, True, False),
        (1e9, None, False, True),
    ],
)
def test_a_figure_knows_its_bound(value, bound, least, ok):
    assert Figure("x", value, "ms", bound, least).ok is ok


@pytest.mark.parametrize(
    ("told", "counted"),
    [
        ([(3, 10), (1, 12), (2, 14)], "right"),
        ([(3, 10), (1, 12), (2, 12)], "tied"),
        ([(3, 10), (2, 12), (1, 12)], "tied"),
        ([(3, 10), (2, 12), (1, 14)], "reversed"),
        ([(1, 10), (3, 10), (2, 9)], "tied"),
    ],
)
def test_races_are_right_tied_or_reversed(told, counted):
    order = Order(20)
    order.add([3, 1, 2], told)
    assert getattr(order, counted) == order.trials == 1


def test_a_race_that_lost_a_slap_is_no_race():
    with pytest.raises(Stuck, match="were counted"):
        Order(20).add([3, 1, 2], [(3, 10), (1, 12)])


def results(**changed):
    """What the jobs of a good unit answer."""
    reacted = Reactions({"join": [900.0, 1_200.0], "slap": [1_500.0]}, [1_300.0], 20.0, 10.0)
    looked = passes.Passes({"turn": 0, "paused": 0}, {"turn": 800, "paused": 900}, 150 * 1024)
    return {
        "reactions": [reacted, reacted],
        "races": [Order(us, right=50) for us in races.APART_US],
        "passes": [looked],
        "frozen": [0.2],
        "files": [0.9],
        "awake": [{"turn": 0.001}],
        "host": [400.0],
        "window": [0.3],
    } | changed


def broken(found):
    return {figure.name for figure in plan.figures(found) if not figure.ok}


def test_a_good_unit_breaks_no_bound():
    assert broken(results()) == set()


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        (
            "contact to light and tone, worst",
            {"reactions": [Reactions({"join": [2_100.0]}, [900.0], 1, 1)]},
        ),
        (
            "buzz after the limit, worst",
            {"reactions": [Reactions({"join": [9.0]}, [2_100.0], 1, 1)]},
        ),
        ("buzz before the limit", {"reactions": [Reactions({"join": [9.0]}, [-1.0], 1, 1)]}),
        ("slap order right, 5 us apart", {"races": [Order(5, right=49, tied=1)]}),
        ("heap a pass", {"passes": [passes.Passes({"turn": 16}, {"turn": 9}, 150 * 1024)]}),
        ("free heap, 8 seats", {"passes": [passes.Passes({"turn": 0}, {"turn": 9}, 90 * 1024)]}),
        ("power-on to a press that joins", {"frozen": [0.8]}),
        ("the same from files", {"files": [2.1]}),
    ],
)
def test_each_bound_is_looked_at(name, changed):
    assert broken(results(**changed)) == {name}


def answer(value):
    """A job that is done at once."""
    return value


def stuck():
    raise Stuck("nothing came of it")


def jobs_of(found):
    return [
        plan.Job(kind, functools.partial(answer, value))
        for kind, values in found.items()
        for value in values
    ]


@pytest.fixture
def bench(monkeypatch, tmp_path):
    """Runs the command with other jobs; answers its exit status."""

    def command(jobs, *arguments):
        monkeypatch.setattr(
            unosim_image, "build_if_possible", lambda board, say: tmp_path / "image.uf2"
        )
        monkeypatch.setattr(plan, "jobs", lambda path, quick, peers: jobs)
        return run.main(list(arguments))

    return command


def test_all_bounds_held(bench, tmp_path, capsys):
    out = tmp_path / "figures.json"
    assert bench(jobs_of(results()), "--json", str(out)) == 0
    figures = {figure["name"]: figure for figure in json.loads(out.read_text())["figures"]}
    assert figures["contact to light and tone, worst"]["value"] == 1.5
    assert figures["contact to light and tone, worst"]["ok"] is True
    assert "BROKEN" not in capsys.readouterr().out


def test_a_broken_bound_fails(bench, capsys):
    assert bench(jobs_of(results(frozen=[0.8]))) == 1
    assert "BROKEN" in capsys.readouterr().out


def test_a_unit_that_does_nothing_fails(bench, capsys):
    assert bench([plan.Job("awake", stuck)]) == 1
    assert "nothing came of it" in capsys.readouterr().err


def test_a_file_that_cannot_be_written(bench, tmp_path, capsys):
    assert bench(jobs_of(results()), "--json", str(tmp_path / "no" / "such")) == 2
    assert "--json" in capsys.readouterr().err


def test_without_an_image_there_is_nothing_to_measure(monkeypatch, capsys):
    def build(board, say):
        raise unosim_image.ImageUnavailable("no compiler: apt install one")

    monkeypatch.setattr(unosim_image, "build_if_possible", build)
    assert run.main([]) == 3
    assert "apt install" in capsys.readouterr().err


def test_what_is_measured():
    parser = argparse.ArgumentParser()
    add_options(parser)
    assert not any(vars(parser.parse_args([])).values())
    presses = plan.PLAYERS * reactions.PRESSES_IN_A_ROUND
    whole = plan.jobs(None)
    rounds = next(job.run.args[2] for job in whole if job.kind == "reactions")
    assert presses * rounds >= 1_000
    assert [job.run.args[2] for job in whole if job.kind == "races"] == [50] * 4
    assert {job.kind for job in plan.jobs(None, peers=True)} - {job.kind for job in whole} == {
        "peers"
    }


def of_clocks(**changed):
    """What the jobs of `--mhz 125 100` answer."""
    quick = Reactions({"join": [900.0, 1_900.0]}, [1_300.0])
    slow = Reactions({"join": [1_200.0, 2_400.0]}, [1_700.0])
    order = Order(2, right=50)
    return {
        **{"reactions 125": [quick, quick], "reactions 100": [quick, slow]},
        **{"races 125": [order], "races 100": [order]},
    } | changed


def test_the_figures_at_each_clock_are_judged():
    found = {figure.name: figure for figure in clocks.figures(of_clocks(), (125, 100))}
    worst = "contact to light and tone, worst"
    assert (found[f"125 MHz: {worst}"].value, found[f"125 MHz: {worst}"].ok) == (1.9, True)
    assert (found[f"100 MHz: {worst}"].value, found[f"100 MHz: {worst}"].ok) == (2.4, False)
    assert found["100 MHz: contact to light and tone, median"].value == 1.55
    assert found["100 MHz: buzz after the limit, worst"].value == 1.7
    assert all(figure.ok for name, figure in found.items() if worst not in name)


@pytest.mark.parametrize(
    ("kind", "answers", "name"),
    [
        ("reactions 125", [Reactions({"join": [900.0]}, [2_100.0])], "125 MHz: buzz"),
        ("races 125", [Order(2, right=49, tied=1)], "125 MHz: slap order right, 2 us apart"),
    ],
)
def test_what_a_clock_breaks(kind, answers, name):
    found = clocks.figures(of_clocks(**{kind: answers}), (125,))
    assert [figure.name for figure in found if not figure.ok][0].startswith(name)


def test_clocks_are_measured_instead(bench, monkeypatch, capsys):
    monkeypatch.setattr(clocks, "jobs", lambda path, mhz: jobs_of(of_clocks()))
    assert bench(None, "--mhz", "125") == 0
    assert bench(None, "--mhz", "125", "100") == 1
    assert "100 MHz" in capsys.readouterr().out


def test_each_clock_is_a_processor_s():
    made = {job.kind: job.run.args[-1] for job in clocks.jobs(None, (100, 50))}
    assert made == {
        **dict.fromkeys(("reactions 100", "races 100"), 100_000_000),
        **dict.fromkeys(("reactions 50", "races 50"), 50_000_000),
    }


# -- on the emulated chip ------------------------------------------------------------------------


@pytest.mark.emulator
def test_no_pass_on_the_chip_allocates(image):
    found = passes.measure(image("pico8"))
    assert {name.split(",")[0] for name in found.allocated} == {
        *("starting", "joining", "choosing", "turn", "paused", "timed_out"),
        *("slap_race", "slap_lost"),
    }
    assert set(found.allocated.values()) == {0}
    assert found.free_bytes > 100 * 1024


SPOILED = """
discard = unit.usb.discard
kept = []
def allocating():
    kept.append([1, 2])
    discard()
unit.usb.discard = allocating
"""


@pytest.mark.emulator
def test_a_pass_on_the_chip_that_allocates_is_found(image):
    device = Device(image("pico8"))
    device.power_on()
    repl = RawRepl(device.board)
    repl.enter()
    repl.run(chip.PASSES + SPOILED)
    told = repl.run("run(60)\nmeasure(60)").split("#passes starting ")[1]
    assert int(told.split()[0]) > 0


@pytest.mark.emulator
def test_slaps_2_us_apart_with_interrupts_masked(image):
    order = races.measure(image("pico8"), 2, trials=2, seed=5)
    assert (order.right, order.trials) == (2, 2)


@pytest.mark.emulator
def test_a_poll_in_seat_order_takes_seats_for_times(image):
    order = races.measure_poll(image("pico8"), 20, trials=2, seed=5)
    assert (order.reversed, order.trials) == (2, 2)


@pytest.mark.emulator
def test_from_compiled_files_it_plays_as_well(plain_image):
    assert 0.1 < starting.from_files() < plan.FILES_S


@pytest.mark.emulator
def test_the_light_follows_the_contact(image):
    device = Device(image("pico8"))
    device.power_on()
    device.until(lambda: device.state == "joining")
    at_ns = device.press("p3")
    device.run_ms(8)
    lit_ns, sound_ns = device.lit_ns("p3", at_ns), device.sound_ns(at_ns)
    assert lit_ns is not None
    assert sound_ns is not None
    assert at_ns + MS // 10 < lit_ns < at_ns + 2 * MS
    assert lit_ns < sound_ns < at_ns + 2 * MS


@pytest.mark.emulator
def test_a_slow_processor_reacts_as_much_later(image):
    took_ns = {}
    for mhz in (125, 50):
        device = Device(image("pico8"), processor_hz=mhz * 1_000_000)
        device.power_on()
        device.until(lambda device=device: device.state == "joining")
        at_ns = device.press("p3")
        device.run_ms(8)
        took_ns[mhz] = (device.lit_ns("p3", at_ns) or 0) - at_ns
        assert device.board.chip.system_hz == 125_000_000
    # 2.5 times the work; but where the loop is when the contact closes, and for how long it has
    # to rest, is the same.
    assert 1.7 * took_ns[125] < took_ns[50] < 2.8 * took_ns[125]
