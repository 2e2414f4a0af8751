"""Who plays next (C2–C4)."""

import os
from collections import Counter

from unoflash.rules.masks import count_of, nth_seat
from unoflash.rules.turn_order import BagOrder, ClockwiseOrder, Entropy, RandomOrder


def draw(order, entropy, seats):
    """A draw whose light goes on."""
    if entropy.used:
        entropy.filled(os.urandom(entropy.used))
    seat = order.draw(seats)
    order.commit(seat)
    return seat


def test_masks():
    assert [nth_seat(0b101101, n) for n in range(4)] == [0, 2, 3, 5]
    assert [count_of(mask) for mask in (0, 1, 0b1011, 0xFF)] == [0, 1, 3, 8]


def test_entropy_is_fair_for_three():
    entropy = Entropy()
    entropy.filled(bytes([255, 254, 3] + [0] * 13))  # 255 of 256 does not divide by 3
    assert entropy.below(3) == 254 % 3
    entropy.commit()
    assert entropy.below(3) == 0


def test_what_is_left_of_the_entropy_comes_before_what_is_fresh():
    entropy = Entropy()
    entropy.filled(bytes(range(16)))
    for expected in (0, 1, 2):
        assert entropy.below(8) == expected
        entropy.commit()
    entropy.filled(bytes([7, 7, 7]))
    seen = []
    for _ in range(16):
        seen.append(entropy.below(8))
        entropy.commit()
    assert seen == [n % 8 for n in range(3, 16)] + [7, 7, 7]


def test_an_exhausted_pool_still_answers():
    entropy = Entropy()
    entropy.filled(bytes([255] * 16))
    assert entropy.below(7) == 255 % 7  # the last byte is taken as it is
    entropy.commit()
    assert 0 <= entropy.below(7) < 7
    assert entropy.below(1) == 0


def test_the_last_byte_of_the_pool_is_as_good_as_the_others():
    entropy = Entropy()
    entropy.filled(bytes([255] * 15 + [2]))
    assert entropy.below(7) == 2


def test_random_draws_all_alike():
    entropy = Entropy()
    order = RandomOrder(8, entropy)
    counts = Counter(draw(order, entropy, 0b10110) for _ in range(9_000))
    assert set(counts) == {1, 2, 4}
    assert max(counts.values()) < 3_400  # 3 000 expected, standard deviation 45


def test_bag_holds_everyone_once():
    entropy = Entropy()
    order = BagOrder(8, entropy)
    for seat in (0, 3, 5):
        order.joined(seat)
    for _ in range(20):
        assert sorted(draw(order, entropy, 0b101001) for _ in range(3)) == [0, 3, 5]


def test_who_joins_enters_the_bag_at_once():
    entropy = Entropy()
    order = BagOrder(8, entropy)
    order.joined(0)
    order.joined(1)
    first = draw(order, entropy, 0b11)
    order.joined(2)
    assert {draw(order, entropy, 0b111), draw(order, entropy, 0b111)} == {1 - first, 2}


def test_who_leaves_takes_nobody_elses_place_in_the_bag():
    entropy = Entropy()
    order = BagOrder(8, entropy)
    for seat in (0, 1, 2):
        order.joined(seat)
    order.left(0)
    entropy.filled(bytes(16))
    assert {order.draw(0b110), order.draw(0b110)} == {1}  # the first that is there
    order.commit(1)
    assert order.draw(0b110) == 2


def test_who_leaves_puts_nobody_back_into_the_bag():
    """C3."""
    entropy = Entropy()
    order = BagOrder(8, entropy)
    for seat in (0, 1, 2):
        order.joined(seat)
    entropy.filled(bytes(16))
    order.commit(1)
    order.left(0)
    assert order.draw(0b110) == 2


def test_who_leaves_and_joins_again_is_in_the_bag_again():
    entropy = Entropy()
    order = BagOrder(8, entropy)
    for seat in (0, 1, 2):
        order.joined(seat)
    entropy.filled(bytes(16))
    order.commit(order.draw(0b111))
    order.left(0)
    order.joined(0)
    assert order.draw(0b111) == 0


def test_clockwise_begins_after_the_dealer():
    order = ClockwiseOrder(8, Entropy())
    for seat in (4, 1, 6):
        order.joined(seat)
    seen = []
    for _ in range(5):
        seen.append(order.draw(0b1010010))
        order.commit(seen[-1])
    assert seen == [6, 1, 4, 6, 1]


def test_the_dealer_is_who_joined_first_of_those_who_may_play():
    """C4."""
    order = ClockwiseOrder(8, Entropy())
    for seat in (4, 6, 0, 1):
        order.joined(seat)
    assert order.draw(0b1010011) == 6
    order.left(4)
    assert order.draw(0b1000011) == 0


def test_a_flip_turns_the_direction():
    order = ClockwiseOrder(8, Entropy())
    order.joined(0)
    order.commit(2)
    order.flip(0b10101)
    assert order.draw(0b10101) == 0
    order.commit(0)
    assert order.draw(0b10101) == 4


def test_with_two_the_same_player_goes_again():
    order = ClockwiseOrder(8, Entropy())
    order.joined(0)
    order.commit(4)
    order.flip(0b10001)
    assert order.draw(0b10001) == 4
    order.commit(4)
    assert order.draw(0b10001) == 0
    order.commit(0)
    order.flip(0b10001)
    assert order.draw(0b10001) == 0


def test_who_left_meanwhile_does_not_go_again():
    order = ClockwiseOrder(8, Entropy())
    order.joined(0)
    order.commit(4)
    order.flip(0b10001)
    assert order.draw(0b00101) == 2


def test_slap_is_a_reverse_card_in_a_clockwise_game(table):
    t = table({"turn_order": "clockwise"})
    t.join("p2", "p4", "p7")
    t.tap("play")
    seen = []
    for name in ("p4", "p7", "slap", "p7", "p4"):
        while t.state == "choosing":
            t.wait(1)
        seen.append(t.chosen)
        t.wait(500)
        t.tap(name)
    assert seen == ["p4", "p7", "p2", "p7", "p4"]
