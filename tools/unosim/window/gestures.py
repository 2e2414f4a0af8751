"""Events of keyboard, mouse and touch screen -> what hands do.

    gestures = Gestures(layout.hit, lambda: window_size)
    for action in gestures.take(event): ...     # ("press", "p1"), ("speed", "fast"), ("mute", "")

A contact is closed while anything holds it: a key, a mouse button, each finger by itself. So it
is pressed with the first and let go with the last of them. The right mouse button holds it until
it is clicked there again: one mouse can hold several.
"""

from collections.abc import Callable, Iterator

import pygame

from unosim.steps import BUTTONS

Action = tuple[str, str]  # what, and of which control or in which direction
Holder = tuple  # who holds a contact: ("key", scancode), ("mouse", button), ("finger", …)

# Keys of the game by where they are, not by what a layout writes on them: on a French keyboard
# the digits need Shift.
_PLACES = {
    **{getattr(pygame, f"KSCAN_{seat}"): f"p{seat}" for seat in range(1, 9)},
    **{getattr(pygame, f"KSCAN_KP_{seat}"): f"p{seat}" for seat in range(1, 9)},
    pygame.KSCAN_SPACE: "slap",
    pygame.KSCAN_RETURN: "play",
    pygame.KSCAN_KP_ENTER: "play",
}
_LETTERS = {
    **{getattr(pygame, f"K_{seat}"): f"p{seat}" for seat in range(1, 9)},
    **{getattr(pygame, f"K_KP{seat}"): f"p{seat}" for seat in range(1, 9)},
    pygame.K_SPACE: "slap",
    pygame.K_RETURN: "play",
    pygame.K_KP_ENTER: "play",
    pygame.K_p: "play",
    pygame.K_F1: "speed slow",
    pygame.K_F2: "speed medium",
    pygame.K_F3: "speed fast",
    pygame.K_o: "power",
    pygame.K_u: "supply",
    pygame.K_MINUS: "battery -",
    pygame.K_KP_MINUS: "battery -",
    pygame.K_PLUS: "battery +",
    pygame.K_EQUALS: "battery +",
    pygame.K_KP_PLUS: "battery +",
}
_COMMANDS = {
    pygame.K_l: "strip",
    pygame.K_m: "mute",
    pygame.K_F11: "full screen",
    pygame.K_F12: "save",
}
_LEFT, _RIGHT = 1, 3


class Gestures:
    """Keeps its own state of keys and fingers: an event told twice, or not at all, does no harm.

    `hit` names the control at a place of the window, `size` its width and height.
    """

    def __init__(
        self, hit: Callable[[tuple[float, float]], str | None], size: Callable[[], tuple[int, int]]
    ):
        self._hit, self._size = hit, size
        self._holds: dict[Holder, str] = {}

    def take(self, event: pygame.event.Event) -> Iterator[Action]:
        """What this event does, in order."""
        if event.type == pygame.KEYDOWN:
            yield from self._key(event)
        elif event.type == pygame.KEYUP:
            yield from self._release(_key_holder(event))
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            if not getattr(event, "touch", False):  # fingers tell of themselves
                yield from self._mouse(event)
        elif event.type == pygame.FINGERDOWN:
            width, height = self._size()
            yield from self._hold(_finger(event), self._hit((event.x * width, event.y * height)))
        elif event.type == pygame.FINGERUP:
            yield from self._release(_finger(event))

    def let_go(self) -> Iterator[Action]:
        """Everything is let go: another window has the keyboard now."""
        for holder in list(self._holds):
            yield from self._release(holder)

    def _key(self, event: pygame.event.Event) -> Iterator[Action]:
        holder = _key_holder(event)
        if holder in self._holds:  # a key that repeats
            return
        if event.key in _COMMANDS:
            yield _COMMANDS[event.key], ""
        elif event.key == pygame.K_q and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            yield "quit", ""
        else:
            place = _PLACES.get(getattr(event, "scancode", 0))
            yield from self._hold(holder, place or _LETTERS.get(event.key))

    def _mouse(self, event: pygame.event.Event) -> Iterator[Action]:
        if event.type == pygame.MOUSEBUTTONUP:
            if event.button == _LEFT:
                yield from self._release(("mouse", _LEFT))
            return
        control = self._hit(event.pos)
        if event.button == _LEFT:
            yield from self._hold(("mouse", _LEFT), control)
        elif event.button == _RIGHT and control in BUTTONS:
            latch = ("latch", control)
            yield from self._release(latch) if latch in self._holds else self._hold(latch, control)

    def _hold(self, holder: Holder, control: str | None) -> Iterator[Action]:
        yield from self._release(holder)  # its end was never told
        if control is None:
            return
        if control not in BUTTONS:
            what, _, which = control.partition(" ")
            self._holds[holder] = ""  # nothing, but a key that repeats is told by it
            yield what, which
            return
        held = control in self._holds.values()
        self._holds[holder] = control
        if not held:
            yield "press", control

    def _release(self, holder: Holder) -> Iterator[Action]:
        control = self._holds.pop(holder, "")
        if control and control not in self._holds.values():
            yield "release", control


def _key_holder(event: pygame.event.Event) -> Holder:
    scancode = getattr(event, "scancode", 0)
    return ("key", scancode) if scancode else ("letter", event.key)


def _finger(event: pygame.event.Event) -> Holder:
    return "finger", event.touch_id, event.finger_id
