"""What a power cut leaves, and that a run repeats to the nanosecond."""

import pytest

pytestmark = pytest.mark.emulator

P1, P2, PLAY = 0, 1, 9
MS = 1_000_000  # ns


def test_flash_outlives_a_power_cut_and_ram_does_not(bench):
    bench.board.store("given.txt", b"from outside")
    bench.board.power_on()
    repl = bench.repl()
    assert repl.run("print(open('given.txt').read())").strip() == "from outside"
    repl.run("with open('kept.txt', 'w') as f: f.write('from inside')\nkept = 1")
    bench.pass_ms(3_000)
    bench.board.power_off()
    assert bench.board.files() == {"given.txt": b"from outside", "kept.txt": b"from inside"}
    bench.pass_ms(500)
    off_ns = bench.board.now_ns
    bench.board.power_on()
    repl = bench.repl()
    found = repl.run(
        "import time\nprint(open('given.txt').read(), open('kept.txt').read(), 'kept' in globals())"
    )
    assert found.strip() == "from outside from inside False"
    ticks_us = int(repl.run("print(time.ticks_us())"))
    assert 0 < ticks_us < 2_000_000  # the chip's clock starts anew
    assert off_ns < bench.board.ticks_to_ns(ticks_us) < bench.board.now_ns


def test_outputs_fall_at_the_cut_and_inputs_go_on_moving(bench):
    board = bench.board
    board.power_on()
    repl = bench.repl()
    light = bench.wiring.lights["p3"]
    repl.run(f"from machine import Pin; Pin({light}, Pin.OUT, value=1)")
    cut_ns = board.now_ns
    board.set_input(cut_ns + 5 * MS, P1, 0)
    board.set_input(cut_ns + 6 * MS, P2, 0)
    board.set_input(cut_ns + 200 * MS, P2, 1)
    board.power_off()
    assert bench.outputs[-1] == (cut_ns, light, 0, 0.0)
    bench.pass_to(cut_ns + 10 * MS)
    board.power_on()
    repl = bench.repl()
    levels = "from machine import Pin\nprint([Pin(i, Pin.IN, Pin.PULL_UP).value() for i in (0, 1)])"
    assert repl.run(levels).strip() == "[0, 0]"
    bench.pass_to(cut_ns + 201 * MS)
    assert repl.run(levels).strip() == "[0, 1]"


def test_a_chip_that_resets_itself_lets_its_outputs_fall_and_comes_back(bench):
    bench.board.power_on()
    repl = bench.repl()
    light = bench.wiring.lights["p3"]
    repl.run(f"from machine import Pin, reset; Pin({light}, Pin.OUT, value=1)")
    repl.start("reset()")
    bench.pass_ms(3)
    assert [told[1:] for told in bench.outputs] == [(light, 0, 1.0), (light, 0, 0.0)]
    repl = bench.repl()
    ticks_us = int(repl.run("import time; print(time.ticks_us())"))
    assert bench.outputs[-1][0] < bench.board.ticks_to_ns(ticks_us) < bench.board.now_ns


def test_an_open_contact_reads_what_the_chips_pull_says(bench):
    bench.board.power_on()
    repl = bench.repl()
    pulls = "[Pin(0, Pin.IN, pull).value() for pull in (Pin.PULL_UP, Pin.PULL_DOWN)]"
    assert repl.run(f"from machine import Pin\nprint({pulls})").strip() == "[1, 0]"
    bench.board.set_input(bench.board.now_ns, P1, 0)
    assert repl.run(f"print({pulls})").strip() == "[0, 0]"


def test_a_pin_that_keeps_its_level_sees_no_edge(bench):
    bench.board.power_on()
    repl = bench.repl()
    repl.run(
        "from machine import Pin\nseen = []\npin = Pin(0, Pin.IN, Pin.PULL_UP)\n"
        "pin.irq(lambda pin: seen.append(pin.value()))"
    )
    for after_ms, level in ((1, 1), (2, 0), (3, 0), (4, 1), (5, 1), (6, 0)):
        bench.board.set_input(bench.board.now_ns + after_ms * MS, P1, level)
    bench.pass_ms(10)
    assert repl.run("print(seen)").strip() == "[0, 1, 0]"


def test_the_past_cannot_be_changed(bench):
    bench.board.power_on()
    bench.pass_ms(2)
    with pytest.raises(ValueError, match="is past"):
        bench.board.set_input(1 * MS, P1, 0)


def test_a_game_repeats_to_the_nanosecond(bench_of):
    def game():
        bench = bench_of(seed=5)
        board = bench.board
        board.power_on()
        bench.pass_ms(2_000)
        for button in (P1, P2, PLAY):
            board.set_input(board.now_ns + 123, button, 0)
            board.set_input(board.now_ns + 60 * MS, button, 1)
            bench.pass_ms(200)
        bench.pass_ms(1_000)
        return bench.outputs, bench.said

    outputs, said = game()
    assert len(outputs) > 5
    assert b"turn" in b"".join(data for _, data in said)
    assert (outputs, said) == game()
