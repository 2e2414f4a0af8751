"""The lights on a chain: what is shown, when, and that nobody waits for it."""

import pytest

CHAIN = 30
GPIO = 8
FRAME_NS = 400_000  # of one light: until it shows
FULL = 65535


class Chain:
    def __init__(self, chip, number, brightness=100):
        self.world = chip.world
        self.port = chip.port
        self.number = number
        self.lights = chip.load("unoflash.hardware.light_chain").LightChain(
            GPIO, number, brightness
        )
        self.wait_ms(2)

    def wait_ms(self, ms):
        self.world.sleep(self.world.now_ns + int(ms * 1_000_000))
        while self.world.sleep(self.world.now_ns + int(ms * 1_000_000)):
            pass

    def show(self, *levels):
        self.lights.show(bytearray(levels))

    @property
    def levels(self):
        """In percent, rounded, by place."""
        now = self.port.now
        return [round(now.get(CHAIN + n, (0, 0))[1] * 100 / FULL) for n in range(self.number)]


@pytest.fixture
def chain_of(chip):
    return lambda number, brightness=100: Chain(chip, number, brightness)


@pytest.mark.parametrize("number", range(1, 10))
def test_every_length_of_chain(chain_of, number):
    chain = chain_of(number)
    levels = [100 - 10 * place for place in range(number)]
    chain.show(*levels)
    chain.wait_ms(2)
    assert chain.levels == levels


def test_lengths_that_a_frame_cannot_hold(chip):
    light_chain = chip.load("unoflash.hardware.light_chain")
    for number in (0, 10):
        with pytest.raises(ValueError, match=f"{number} lights; 1 to 9"):
            light_chain.LightChain(GPIO, number, 100)


def test_it_is_dark_at_first_whatever_the_lights_showed(chip, chain_of):
    chip.world.light(1, FULL)  # from before a reset
    assert chain_of(3).levels == [0, 0, 0]


def test_showing_never_waits(chip, chain_of):
    chain = chain_of(9)
    before_ns = chip.world.now_ns
    for level in range(20):
        chain.show(*[level] * 9)
    assert chip.world.now_ns - before_ns < 20 * 50_000
    chain.wait_ms(2)
    assert chain.levels == [19] * 9


def test_what_changes_while_a_frame_is_on_its_way_follows_it(chip, chain_of):
    chain = chain_of(2)
    count = len(chip.port.told)
    chain.show(100, 0)
    chip.world.spend(100_000)
    chain.show(100, 50)
    chain.show(0, 50)
    chain.wait_ms(2)
    told = [(gpio, round(duty * 100 / FULL)) for gpio, _, duty in chip.port.since(count)]
    assert told == [(CHAIN, 100), (CHAIN, 0), (CHAIN + 1, 50)]


def test_a_light_shows_half_a_millisecond_later(chip, chain_of):
    chain = chain_of(7)
    before_ns = chip.world.now_ns
    chain.show(100, 0, 0, 0, 0, 0, 0)
    chain.wait_ms(2)
    assert 480_000 < chip.port.told[-1][0] - before_ns < 530_000


@pytest.mark.parametrize(("brightness", "full"), [(100, 255), (50, 128), (5, 13)])
def test_brightness_and_steps_are_rounded_up(chip, chain_of, brightness, full):
    chain = chain_of(2, brightness)
    chain.show(100, 1)
    chain.wait_ms(2)
    assert chip.port.now[CHAIN] == (0, full * 257)
    assert chip.port.now[CHAIN + 1][1] > 0


def test_the_colour_is_a_warm_white(chip, chain_of, monkeypatch):
    sent = []
    sender = chip.load("light_sender").LightSender
    put = sender.put
    monkeypatch.setattr(
        sender, "put", lambda self, words: (sent.append(list(words)), put(self, words))
    )
    chain = chain_of(1)
    chain.show(100)
    assert sent[-1] == [23 << 24 | 170 << 16 | 255 << 8 | 70]


def test_off_is_dark_and_the_pin_low(chip, chain_of):
    chain = chain_of(3)
    chain.show(100, 100, 100)
    chain.lights.off()
    assert chain.levels == [0, 0, 0]
    assert chip.load("rp2").StateMachine(4).active() is False
    assert chip.load("machine").Pin(GPIO).value() == 0
    chain.lights.off()


def test_off_after_a_ctrl_c_that_kept_a_frame_back(chip, chain_of, monkeypatch):
    chain = chain_of(3)
    chain.show(100, 0, 0)
    chain.wait_ms(2)

    def interrupted():
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(chip.load("unoflash.hardware.light_chain"), "disable_irq", interrupted)
        with pytest.raises(KeyboardInterrupt):
            chain.show(100, 100, 0)
    chain.lights.off()
    assert chain.levels == [0, 0, 0]


def test_the_capture_keeps_its_own_pio(chip, chain_of):
    contacts = chip.load("unoflash.hardware.contacts").Contacts(0, 8, 0)
    edges = chip.load("unoflash.rules.edges").Edges()
    chain = chain_of(7)
    chain.show(*[100] * 7)
    begin_ns = chip.world.now_ns
    for contact in range(8):
        chip.world.schedule(begin_ns + 10_000 + 1_000 * contact, 7 - contact, 0)
    chain.wait_ms(2)
    assert contacts.drain(edges) is False
    assert [edges.words[2 * i] >> 1 for i in range(edges.count)] == list(range(7, -1, -1))
    assert chain.levels == [100] * 7
