"""Keys, mouse and fingers: what each does to the contacts."""

import pygame
import pytest

from unosim.window.gestures import Gestures

SIZE = (1200, 800)
PLACES = {(10, 10): "p1", (20, 20): "p2", (30, 30): "slap", (40, 40): "speed fast"}


@pytest.fixture
def take():
    """take(event, …) -> what they do, in order."""
    gestures = Gestures(lambda at: PLACES.get((round(at[0]), round(at[1]))), lambda: SIZE)

    def take(*events):
        return [action for event in events for action in gestures.take(event)]

    take.let_go = lambda: list(gestures.let_go())
    return take


@pytest.mark.parametrize(
    ("name", "control"),
    [*((str(seat), f"p{seat}") for seat in range(1, 9)), (" ", "slap"), ("p", "play")]
    + [("\r", "play"), (pygame.K_KP_ENTER, "play"), (pygame.K_KP5, "p5")],
)
def test_a_key_presses_while_it_is_down(take, hand, name, control):
    assert take(hand.down(name)) == [("press", control)]
    assert take(hand.up(name)) == [("release", control)]


def test_digits_are_where_they_are_whatever_the_layout_writes_on_them(take, hand):
    assert take(hand.down("&", scancode=pygame.KSCAN_1)) == [("press", "p1")]


@pytest.mark.parametrize(
    ("name", "action"),
    [
        (pygame.K_F1, ("speed", "slow")),
        (pygame.K_F2, ("speed", "medium")),
        (pygame.K_F3, ("speed", "fast")),
        ("o", ("power", "")),
        ("u", ("supply", "")),
        ("-", ("battery", "-")),
        ("+", ("battery", "+")),
        ("l", ("strip", "")),
        ("m", ("mute", "")),
        (pygame.K_F11, ("full screen", "")),
        (pygame.K_F12, ("save", "")),
    ],
)
def test_other_keys_do_one_thing_each_time(take, hand, name, action):
    assert take(hand.down(name), hand.up(name), hand.down(name), hand.up(name)) == [action, action]


def test_control_q_closes_and_q_alone_does_not(take, hand):
    assert take(hand.down("q")) == []
    assert take(hand.down("q", mod=pygame.KMOD_LCTRL)) == [("quit", "")]


def test_a_key_that_repeats_or_was_never_pressed_does_nothing(take, hand):
    assert take(hand.down("1"), hand.down("1"), hand.down("o"), hand.down("o")) == [
        ("press", "p1"),
        ("power", ""),
    ]
    assert take(hand.up("2")) == []


def test_two_keys_of_one_button_are_one_press(take, hand):
    assert take(hand.down("p"), hand.down("\r"), hand.up("p")) == [("press", "play")]
    assert take(hand.up("\r")) == [("release", "play")]


def test_the_mouse_presses_what_it_is_on_until_it_is_let_go_anywhere(take, hand):
    assert take(hand.button(pygame.MOUSEBUTTONDOWN, (10, 10))) == [("press", "p1")]
    assert take(hand.button(pygame.MOUSEBUTTONUP, (500, 500))) == [("release", "p1")]
    assert take(hand.button(pygame.MOUSEBUTTONDOWN, (40, 40))) == [("speed", "fast")]
    assert take(hand.button(pygame.MOUSEBUTTONDOWN, (500, 500))) == []


def test_the_right_button_holds_until_it_is_clicked_again(take, hand):
    held = [
        hand.button(pygame.MOUSEBUTTONDOWN, (30, 30), 3),
        hand.button(pygame.MOUSEBUTTONUP, (30, 30), 3),
    ]
    assert take(*held) == [("press", "slap")]
    assert take(hand.button(pygame.MOUSEBUTTONDOWN, (10, 10))) == [("press", "p1")]
    assert take(*held) == [("release", "slap")]


def test_each_finger_holds_by_itself(take, hand):
    assert take(
        hand.finger(pygame.FINGERDOWN, (10, 10), 1),
        hand.finger(pygame.FINGERDOWN, (20, 20), 2),
        hand.finger(pygame.FINGERDOWN, (10, 10), 3),
        hand.finger(pygame.FINGERUP, (10, 10), 1),
        hand.finger(pygame.FINGERUP, (20, 20), 2),
        hand.finger(pygame.FINGERUP, (900, 20), 3),
    ) == [("press", "p1"), ("press", "p2"), ("release", "p2"), ("release", "p1")]


def test_a_mouse_that_a_finger_pretends_to_be_is_not_one(take, hand):
    assert take(hand.button(pygame.MOUSEBUTTONDOWN, (10, 10), touch=True)) == []


def test_everything_is_let_go_at_once(take, hand):
    take(
        hand.down("1"),
        hand.button(pygame.MOUSEBUTTONDOWN, (20, 20)),
        hand.button(pygame.MOUSEBUTTONDOWN, (30, 30), 3),
        hand.finger(pygame.FINGERDOWN, (20, 20), 1),
    )
    released = take.let_go()
    assert sorted(released) == [("release", "p1"), ("release", "p2"), ("release", "slap")]
    assert take(hand.up("1")) == []
    assert take(hand.down("1")) == [("press", "p1")]
