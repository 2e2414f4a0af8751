"""Which MicroPython will do, and what is said of the others."""

import pytest

from unosim.install.machine import TESTED, Machine, check
from unosim.install.port import MISSING, REFUSED, InstallError

PICO = "Raspberry Pi Pico with RP2040"
MPY = 0x1306  # of MicroPython 1.25 on a Pico


def machine(version=(1, 25, 0), text=PICO, mpy=MPY, name="micropython"):
    return Machine(name, version, text, mpy, "", "")


def test_what_was_tested_will_do():
    assert (1, 25) in TESTED
    check(machine(), untested=False)
    check(machine((1, 25, 1)), untested=False)


@pytest.mark.parametrize("version", [(1, 23, 0), (1, 26, 0), (2, 0, 0)])
def test_what_was_not_tested_has_to_be_asked_for(version):
    with pytest.raises(InstallError, match=r"was not tested.*1\.25.*--untested") as caught:
        check(machine(version), untested=False)
    assert caught.value.status == REFUSED
    check(machine(version), untested=True)


@pytest.mark.parametrize(
    ("version", "mpy"),
    [((1, 22, 2), 0x1206), ((1, 25, 0), 0x1307), ((1, 25, 0), 0), ((1, 22, 0), MPY)],
)
def test_what_cannot_load_the_files_is_refused_in_any_case(version, mpy):
    with pytest.raises(InstallError, match=r"cannot load.*BOOTSEL") as caught:
        check(machine(version, mpy=mpy), untested=True)
    assert caught.value.status == MISSING


def test_another_python_is_named():
    with pytest.raises(InstallError, match="runs circuitpython"):
        check(machine((9, 2, 0), name="circuitpython"), untested=True)


@pytest.mark.parametrize(
    "text", ["Raspberry Pi Pico W with RP2040", "Raspberry Pi Pico 2 with RP2350"]
)
def test_a_module_that_is_not_supported_is_refused_by_name(text):
    with pytest.raises(InstallError, match=text.split(" with ")[0]) as caught:
        check(machine(text=text), untested=True)
    assert caught.value.status == REFUSED
