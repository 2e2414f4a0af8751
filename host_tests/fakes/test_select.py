import pytest


@pytest.fixture
def contacts(chip):
    """A stream that becomes readable by an interrupt."""

    class Contacts(chip.device.load("io").IOBase):
        readable = False
        asked = 0
        answer = None

        def ioctl(self, request, argument):
            assert request == 3
            self.asked += 1
            if self.answer is not None:
                return self.answer
            return argument & chip.select.POLLIN if self.readable else 0

        def edge(self, pin):
            self.readable = True

    stream = Contacts()
    pin = chip.machine.Pin(0, chip.machine.Pin.IN, chip.machine.Pin.PULL_UP)
    pin.irq(stream.edge, hard=True)
    return stream


@pytest.fixture
def poller(chip, contacts):
    poller = chip.select.poll()
    poller.register(contacts, chip.select.POLLIN)
    return poller


def test_wait_ends_with_the_edge_that_makes_something_readable(chip, poller, contacts):
    start_ns = chip.world.now_ns
    chip.world.schedule(start_ns + 2_000_000, 0, 0)
    chip.world.schedule(start_ns + 1_000_000, 5, 0)  # interrupts nobody
    assert list(poller.ipoll(100)) == [(contacts, chip.select.POLLIN)]
    assert 2_000_000 < chip.world.now_ns - start_ns < 2_100_000
    assert contacts.asked == 2


def test_wait_ends_at_its_timeout(chip, poller):
    start_ns = chip.world.now_ns
    assert list(poller.ipoll(20)) == []
    assert 20_000_000 <= chip.world.now_ns - start_ns < 20_100_000


def test_disturbed_wait_may_end_at_the_next_millisecond(chip, poller, contacts):
    chip.world.spend(900_000)
    start_ns = chip.world.now_ns
    disturb = chip.world.alarm(lambda: chip.world.interrupt(lambda _: None, None))
    disturb.set(start_ns + 300_000)
    assert list(poller.ipoll(1)) == []
    assert 300_000 < chip.world.now_ns - start_ns < 400_000


def test_no_wait_at_all(chip, poller, contacts):
    start_ns = chip.world.now_ns
    assert list(poller.ipoll(0)) == []
    assert chip.world.now_ns - start_ns == 15_000
    contacts.readable = True
    assert poller.poll(0) == [(contacts, 1)]


@pytest.mark.parametrize("timeout", [None, -1])
def test_endless_wait(chip, poller, contacts, timeout):
    chip.world.schedule(chip.world.now_ns + 10**12, 0, 0)
    assert list(poller.ipoll(timeout)) == [(contacts, 1)]


def test_several_objects_in_the_order_of_their_registering(chip, poller, contacts):
    poller.register(chip.sys.stdout, chip.select.POLLOUT)
    assert list(poller.ipoll(0)) == [(chip.sys.stdout, 4)]
    contacts.readable = True
    assert list(poller.ipoll(0)) == [(contacts, 1), (chip.sys.stdout, 4)]
    poller.unregister(contacts)
    assert list(poller.ipoll(0)) == [(chip.sys.stdout, 4)]


def test_registering_again_changes_the_mask(chip, poller, contacts):
    contacts.readable = True
    poller.register(contacts, chip.select.POLLOUT)
    assert poller.poll(0) == []
    poller.modify(contacts, chip.select.POLLIN)
    assert poller.poll(0) == [(contacts, 1)]


def test_once(chip, poller, contacts):
    contacts.readable = True
    assert list(poller.ipoll(0, 1)) == [(contacts, 1)]
    assert list(poller.ipoll(0)) == []
    poller.modify(contacts, chip.select.POLLIN)
    assert list(poller.ipoll(0)) == [(contacts, 1)]


def test_what_the_chip_refuses(chip, poller, contacts):
    with pytest.raises(OSError, match="stream"):
        poller.register(object())
    with pytest.raises(OSError, match="ENOENT"):
        poller.modify(chip.sys.stdin, 1)
    with pytest.raises(ValueError, match="eventmask"):
        poller.register(contacts, 64)
    with pytest.raises(AttributeError):
        chip.select.POLLRDNORM  # noqa: B018
    contacts.answer = -22
    with pytest.raises(OSError, match=r"\[Errno 22\] EINVAL"):
        poller.poll(0)


def test_keyboard_interrupt_ends_the_wait(chip, poller):
    chip.world.schedule(chip.world.now_ns + 5_000_000, 31, 3)
    start_ns = chip.world.now_ns
    with pytest.raises(KeyboardInterrupt):
        poller.poll(1_000)
    assert chip.world.now_ns - start_ns == 5_000_000
