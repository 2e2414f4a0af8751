"""Where things are in the window, and what of it is drawn anew."""

import pygame
import pytest

from unosim import boards
from unosim.view import View
from unosim.window.display import Display
from unosim.window.layout import Layout
from unosim.window.load import MOST, share
from unosim.window.picture import WindowPicture, WindowScene

SIZES = [(1200, 800), (840, 800), (400, 900), (2560, 1440), (320, 240), (50, 40)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("strip", [True, False])
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_control_is_found_where_it_is_and_none_outside(size, strip, seats):
    places = Layout(seats, size, strip)
    for name in places.controls:
        assert places.hit(places.middle(name)) == name or size == (50, 40)
    assert places.hit((-5, -5)) is None
    assert {f"p{seat}" for seat in range(1, seats + 1)} < set(places.controls)
    assert f"p{seats + 1}" not in places.controls


@pytest.fixture
def picture():
    Display.unseen()
    return WindowPicture(boards.load("pico8"), "pico8 on host")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("strip", [True, False])
def test_it_is_drawn_at_any_size_whatever_it_shows(picture, size, strip):
    surface = pygame.Surface(size)
    picture.strip = strip
    picture.resize(size)
    everybody = tuple(range(1, 9))
    scene = WindowScene(
        10**14,
        True,
        "broken",
        99_999,
        View("slap_race", everybody, everybody),
        duty=dict.fromkeys(("p1", "p8", "slap"), 2.0),
        pressed={"p1", "play", "slap"},
        caption="caption " * 60,
        happened=["\x00 \U0001f600 " + "h" * 300] * 80,
        status="s" * 300,
        battery_mv=0,
        supply="usb",
    )
    assert picture.draw(surface, scene) == [surface.get_rect()]


def test_only_what_has_changed_is_drawn_anew(picture):
    surface = pygame.Surface((1200, 800))
    scene = WindowScene(power=True)
    picture.draw(surface, scene)
    assert picture.draw(surface, scene) == []
    scene.duty["p3"] = 1.0
    (area,) = picture.draw(surface, scene)
    assert area.collidepoint(picture.places.middle("p3"))
    scene.speed = "fast"
    (area,) = picture.draw(surface, scene)
    assert area.collidepoint(picture.places.middle("speed fast"))
    scene.notice = "Saved"
    assert len(picture.draw(surface, scene)) == 1
    picture.forget()
    assert picture.draw(surface, scene) == [surface.get_rect()]


def test_a_light_goes_out_without_a_trace(picture):
    surface, scene = pygame.Surface((1200, 800)), WindowScene(power=True)
    picture.draw(surface, scene)
    before = pygame.image.tobytes(surface, "RGB")
    scene.duty["slap"] = 1.0
    scene.pressed = {"p1"}
    picture.draw(surface, scene)
    assert pygame.image.tobytes(surface, "RGB") != before
    scene.duty["slap"], scene.pressed = 0.0, set()
    picture.draw(surface, scene)
    assert pygame.image.tobytes(surface, "RGB") == before


@pytest.mark.parametrize("name", ["p1", "p2", "p3", "p4", "slap"])
def test_light_and_dark_differ_without_colours(picture, name):
    """In grey, at the light, on its rim and beside it."""
    surface, scene = pygame.Surface((1200, 800)), WindowScene(power=True)
    radius = 90 if name == "slap" else 54
    x, y = picture.places.middle(name)
    spots = [(x - radius // 2, y - radius // 2), (x, y - radius + 2), (x - radius - 9, y)]

    def grey():
        picture.draw(surface, scene)
        colours = [surface.get_at(spot) for spot in spots]
        return [0.3 * colour.r + 0.59 * colour.g + 0.11 * colour.b for colour in colours]

    dark = grey()
    scene.duty[name] = 1.0
    inside, rim, beside = (lit - was for lit, was in zip(grey(), dark, strict=True))
    assert inside > 55
    assert rim > 100
    assert beside > 12


def test_it_takes_a_small_part_of_one_core():
    assert share(10.0) < MOST
