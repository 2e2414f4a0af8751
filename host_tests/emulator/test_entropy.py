"""`os.urandom` on the chip: the seed's bits, through the port's own shift register."""

import pytest

from unosim.interpreter import Interpreter

pytestmark = pytest.mark.emulator

URANDOM = "import os; print(os.urandom({}).hex())"


@pytest.fixture
def fake_urandom(tmp_path):
    """What the fake `os.urandom` of a desktop backend gives, power-on after power-on."""

    class Fake:
        def __init__(self, seed):
            self._entropy = Interpreter(tmp_path).load("random_bits").RandomBits(seed)
            self.power_on()

        def power_on(self):
            device = Interpreter(tmp_path)
            device.load("world").WORLD.entropy = self._entropy
            self._os = device.load("os")

        def __call__(self, n):
            return self._os.urandom(n).hex()

    return Fake


@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_a_seed_gives_what_the_fake_gives_from_the_first_byte_on(bench_of, fake_urandom, seed):
    bench = bench_of(seed)
    fake = fake_urandom(seed)
    for _ in range(2):
        bench.board.power_on()
        fake.power_on()
        repl = bench.repl()  # before the unit has drawn anything, so: boot draws nothing
        assert repl.run(URANDOM.format(24)).strip() == fake(24)
        bench.board.power_off()
