"""What the fakes of rp2, uctypes and micropython refuse, and what they know."""

import pytest

SIZE = 64
BITS = 6  # 2^6 bytes


@pytest.fixture
def rp2(chip):
    return chip.load("rp2")


@pytest.fixture
def uctypes(chip):
    return chip.load("uctypes")


@pytest.fixture
def program(chip):
    return chip.load("unoflash.hardware.contact_program").contact_program(8)


@pytest.fixture
def machine(rp2, program):
    """A state machine that is ready to start."""
    return rp2.StateMachine(0, program, 10_000_000, in_base=2)


@pytest.fixture
def ring(uctypes):
    """A buffer, and where its aligned part begins."""
    buffer = bytearray(2 * SIZE)
    return buffer, (uctypes.addressof(buffer) + 2 * SIZE - 1) & -2 * SIZE


def control(dma, **changes):
    fields = {"size": 2, "inc_read": 0, "ring_sel": 1, "ring_size": BITS, "treq_sel": 4}
    return dma.pack_ctrl(**(fields | changes))


def start(dma, machine, ring, count=100, at=0, **changes):
    ctrl = control(dma, **changes)
    dma.config(read=machine, write=ring[1] + at, count=count, ctrl=ctrl, trigger=True)


def test_the_clock_that_a_program_counts_on_stays(chip, machine):
    with pytest.raises(RuntimeError, match="PIO divides the clock already"):
        chip.load("machine").freq(200_000_000)


# -- programs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("label('a')\n    label('a')\n    nop()", "duplicate label a"),
        ("jmp('nowhere')", "unknown label nowhere"),
        ("nop()[32]", "delay too large"),
        ("nop().side(0)", "no sideset"),
        ("out(x, 33)", "invalid bit count 33"),
        ("in_(pins, 33)", "invalid bit count 33"),
        ("in_(pins, 0)", "invalid bit count 0"),
        ("label('a')", "0 instructions; 1 to 32"),
        ("for _ in range(33): nop()", "33 instructions; 1 to 32"),
    ],
)
def test_programs_that_the_assembler_refuses(chip, rp2, lines, error):
    names = {"__builtins__": __builtins__}
    exec(f"def program():\n    {lines}\n", names)
    with pytest.raises(rp2.PIOASMError, match=error):
        rp2.asm_pio()(names["program"])


@pytest.mark.parametrize(
    ("line", "error"),
    [("nop().side(0)[16]", "delay too large"), ("nop().side(2)", "sideset too large")],
)
def test_a_sideset_takes_a_bit_of_the_delay(chip, rp2, line, error):
    names = {"__builtins__": __builtins__}
    exec(f"def program():\n    {line}\n", names)
    with pytest.raises(rp2.PIOASMError, match=error):
        rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW)(names["program"])


def test_assembling_leaves_the_module_as_it_was(chip):
    module = chip.load("unoflash.hardware.contact_program")
    before = dict(vars(module))
    module.contact_program(5)
    assert vars(module) == before


def test_settings_have_the_chips_names(rp2):
    with pytest.raises(TypeError, match="'autopsh'"):
        rp2.asm_pio(autopsh=True)


@pytest.mark.parametrize("changed", ["number", "push_thresh", "text"])
def test_only_the_program_that_was_proven(rp2, program, changed):
    if changed == "text":
        program.text = program.text.replace("nop [2]", "nop [1]")
    elif changed == "number":
        program.text = program.text.replace("in pins, 8", "in pins, 7")
    else:
        program.settings["push_thresh"] = 24
    with pytest.raises(ValueError, match="the fake PIO knows"):
        rp2.StateMachine(0, program, 10_000_000, in_base=2)


# -- state machine -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freq", "error"),
    [(1_000, "freq out of range"), (200_000_000, "freq out of range"), (5_000_000, "10000000 Hz")],
)
def test_frequencies(rp2, program, freq, error):
    with pytest.raises(ValueError, match=error):
        rp2.StateMachine(0, program, freq, in_base=2)


@pytest.mark.parametrize("in_base", [30, -1, "GP0"])
def test_pins_that_are_not_there(rp2, program, in_base):
    with pytest.raises(ValueError, match="pin"):
        rp2.StateMachine(0, program, 10_000_000, in_base=in_base)


def test_set_ups_that_cannot_be_meant(rp2, program):
    with pytest.raises(ValueError, match="the program reads 8 from there"):
        rp2.StateMachine(0, program, 10_000_000, in_base=23)
    with pytest.raises(ValueError, match="in_base is missing"):
        rp2.StateMachine(0, program, 10_000_000)
    with pytest.raises(TypeError, match="no program"):
        rp2.StateMachine(0, "program", 10_000_000, in_base=2)
    with pytest.raises(ValueError, match="0 to 7"):
        rp2.StateMachine(8)
    with pytest.raises(ValueError, match="without a program"):
        rp2.StateMachine(1).active(1)
    with pytest.raises(TypeError):
        rp2.StateMachine(0, program, 10_000_000, in_bas=2)
    with pytest.raises(AttributeError):
        rp2.StateMachine(0).activate(1)


def test_one_object_a_machine(rp2, machine):
    assert rp2.StateMachine(0) is machine
    assert rp2.StateMachine(1) is not machine
    assert not machine.active()
    assert machine.active(1)


def test_words_that_nobody_takes(chip, machine):
    machine.active(1)
    for i in range(7):
        chip.wait(0.01)
        chip.world.input(2, i % 2)
    chip.wait(0.01)
    assert machine.rx_fifo() == 8
    chip.world.input(3, 0)
    with pytest.raises(RuntimeError, match="it would stall"):
        chip.wait(0.01)


def test_it_does_not_go_on_where_it_was_stopped(rp2, machine, program, ring):
    start(rp2.DMA(), machine, ring)
    machine.active(1)
    machine.active(0)
    with pytest.raises(ValueError, match="init"):
        machine.active(1)
    machine.init(program, 10_000_000, in_base=2)
    assert machine.active(1)


# -- interrupts ----------------------------------------------------------------------------------


@pytest.fixture
def running(chip, rp2, machine, ring):
    """Edges become interrupts: the handler's calls are listed."""
    dma = rp2.DMA()
    start(dma, machine, ring)
    called = []
    machine.irq(called.append, hard=True)
    machine.active(1)
    chip.wait(0.1)
    called.clear()
    return called


def test_a_flag_that_is_not_enabled_waits(chip, machine, running):
    registers = chip.load("machine").mem32
    registers[0x5020012C] = 0
    chip.world.input(2, 0)
    chip.wait(1)
    assert running == []
    assert registers[0x50200030] == 1
    registers[0x5020012C] = 0x100
    assert running == [machine]
    assert registers[0x50200030] == 0


def test_a_flag_that_is_cleared_is_gone(chip, running):
    registers = chip.load("machine").mem32
    registers[0x5020012C] = 0
    chip.world.input(2, 0)
    chip.wait(1)
    registers[0x50200030] = 1
    registers[0x5020012C] = 0x100
    assert running == []


def test_masked_interrupts_come_later_and_once(chip, machine, running):
    state = chip.load("machine").disable_irq()
    for i in range(3):
        chip.world.input(2, i % 2)
        chip.wait(1)
    assert running == []
    chip.load("machine").enable_irq(state)
    assert running == [machine]


def test_a_handler_that_raises_is_told_and_called_no_more(chip, machine, running):
    said = []
    chip.load("usb_host").USB.print = said.append

    def handler(_):
        running.append("called")
        raise ZeroDivisionError("in a handler")

    machine.irq(handler, hard=True)
    for i in range(2):
        chip.world.input(2, i)
        chip.wait(1)
    assert running == ["called"]
    assert "Uncaught exception in IRQ callback handler" in said[0]


def test_soft_handlers_run_outside_interrupts(chip, machine, running):
    machine.irq(running.append)
    chip.world.input(2, 0)
    chip.wait(1)
    assert running == [machine]
    with pytest.raises(ValueError, match="0x1000"):
        chip.load("machine").mem32[0x5020012C] = 0x1000


# -- DMA -----------------------------------------------------------------------------------------


def test_a_ring_fills_and_goes_round(chip, rp2, machine, ring):
    dma = rp2.DMA()
    start(dma, machine, ring)
    machine.active(1)
    for i in range(20):
        chip.wait(0.1)
        chip.world.input(2, i % 2)
    chip.wait(0.1)
    assert dma.count == 100 - 21
    assert dma.write == ring[1] + 4 * (21 % 16)
    data, begin = ring[0], ring[1] - chip.load("uctypes").addressof(ring[0])
    words = [int.from_bytes(data[begin + 4 * i : begin + 4 * i + 4], "little") for i in range(16)]
    assert all(word >> 25 == 0x7F for word in words)
    assert [word >> 24 & 1 for word in words] == [1, 0, 1, 0, 1, *[0, 1] * 5, 0]
    assert data[:begin] + data[begin + SIZE :] == bytes(SIZE)


def test_it_ends_with_its_count(chip, rp2, machine, ring):
    dma = rp2.DMA()
    start(dma, machine, ring, count=2)
    machine.active(1)
    chip.wait(0.1)
    assert dma.active()
    chip.world.input(2, 0)
    chip.wait(0.1)
    assert not dma.active()
    assert dma.count == 0
    chip.world.input(2, 1)
    chip.wait(0.1)
    assert machine.rx_fifo() == 1
    start(dma, machine, ring)
    assert machine.rx_fifo() == 0
    assert dma.count == 99


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"at": 4}, "aligns"),
        ({"ring_size": 1}, "aligns"),
        ({"size": 1}, "size is 1; the fake knows 2"),
        ({"treq_sel": 5}, "treq_sel is 5; the fake knows 4"),
        ({"treq_sel": 0x3F}, "treq_sel"),
        ({"inc_read": 1}, "inc_read"),
        ({"ring_sel": 0}, "ring_sel"),
        ({"enable": 0}, "enable"),
        ({"chain_to": 3}, "chain_to"),
        ({"ring_size": 16}, "bad field value"),
        ({"ring_size": 7}, "the buffer has"),
        ({"count": -1}, "32 bits"),
    ],
)
def test_transfers_that_cannot_be_meant(rp2, machine, ring, changes, error):
    with pytest.raises(ValueError, match=error):
        start(rp2.DMA(), machine, ring, **changes)


def test_dma_has_the_chips_names_and_limits(rp2, machine, ring):
    dma = rp2.DMA()
    with pytest.raises(TypeError, match="ringsize"):
        dma.pack_ctrl(ringsize=3)
    with pytest.raises(TypeError):
        dma.config(reads=machine)
    with pytest.raises(ValueError, match="takes a StateMachine"):
        dma.config(read=bytearray(4))
    with pytest.raises(ValueError, match="without something to read"):
        dma.active(1)
    with pytest.raises(AttributeError):
        dma.counts  # noqa: B018
    start(dma, machine, ring)
    with pytest.raises(ValueError, match="busy"):
        start(dma, machine, ring)
    dma.close()
    with pytest.raises(ValueError, match="channel closed"):
        dma.count  # noqa: B018


def test_twelve_channels(rp2):
    channels = [rp2.DMA() for _ in range(12)]
    assert [dma.channel for dma in channels] == list(range(12))
    with pytest.raises(OSError, match="EBUSY"):
        rp2.DMA()
    channels[4].close()
    assert rp2.DMA().channel == 4


# -- memory, and the interpreter -----------------------------------------------------------------


def test_addresses_belong_to_buffers(uctypes):
    buffer, other = bytearray(10), bytearray(10)
    at = uctypes.addressof(buffer)
    assert uctypes.addressof(buffer) == at
    assert at % 16 == 0
    assert uctypes.addressof(other) >= at + 10
    uctypes.bytearray_at(at + 2, 3)[:] = b"abc"
    assert buffer == b"\0\0abc\0\0\0\0\0"
    for wrong in (at - 1, at + 10, 0):
        with pytest.raises(ValueError, match="no address of a known buffer"):
            uctypes.bytearray_at(wrong, 1)
    with pytest.raises(ValueError, match="the buffer has 8 from there"):
        uctypes.bytearray_at(at + 2, 9)


def test_heap_locks_are_counted(chip):
    micropython = chip.load("micropython")
    micropython.heap_lock()
    micropython.heap_lock()
    assert micropython.heap_unlock() == 1
    assert micropython.heap_locked() == 1
    assert micropython.heap_unlock() == 0
    with pytest.raises(RuntimeError, match="not locked"):
        micropython.heap_unlock()


def test_scheduled_calls_run_soon_and_are_eight(chip):
    micropython = chip.load("micropython")
    called = []
    for i in range(8):
        micropython.schedule(called.append, i)
    with pytest.raises(RuntimeError, match="queue full"):
        micropython.schedule(called.append, 8)
    chip.wait(0.01)
    assert called == list(range(8))


def test_the_rest_of_micropython_and_gc(chip):
    micropython, gc = chip.load("micropython"), chip.load("gc")
    micropython.kbd_intr(-1)
    assert chip.world.interrupt_char == -1
    assert micropython.opt_level() == 0
    micropython.opt_level(3)
    assert micropython.opt_level() == 3
    with pytest.raises(ValueError, match="-1 bytes"):
        micropython.alloc_emergency_exception_buf(-1)
    gc.collect()
    assert gc.mem_free() > 100 * 1024
    assert gc.mem_alloc() > 0
    gc.disable()
    assert not gc.isenabled()
    gc.enable()
    assert gc.isenabled()
    assert gc.threshold() == -1
    gc.threshold(5000)
    assert gc.threshold() == 5000
