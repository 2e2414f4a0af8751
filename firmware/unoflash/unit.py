"""The unit: the rules and the hardware of one board, joined in one loop of one step."""

import gc
import time

from micropython import const

from unoflash import VERSION
from unoflash.hardware import entropy, storage
from unoflash.hardware.buzzer import Buzzer
from unoflash.hardware.contacts import Contacts
from unoflash.hardware.lamps import Lamps
from unoflash.hardware.speed_contacts import SpeedContacts
from unoflash.hardware.usb_port import UsbPort
from unoflash.hardware.waiting import Waiting
from unoflash.log import Log
from unoflash.rules import settings as settings_rules
from unoflash.rules.edges import Edges
from unoflash.rules.game import Game
from unoflash.rules.ticks import diff

try:
    from build_info import COMMIT

    SOURCE = "frozen"
except ImportError:  # not from an image: copied onto the board as files
    COMMIT = "files"
    SOURCE = "files"

_TIDY_BELOW = const(65_536)  # bytes of free heap


class Unit:
    """Everything that lives as long as the program, made once from a `board` (see boards/)."""

    def __init__(self, board):
        self.settings, problems = settings_rules.parse(storage.read_settings(), board.SEATS)
        self.contacts = Contacts(board.FIRST_CONTACT, board.SEATS + 2, board.CONTACT_CLOSED)
        self.speed = SpeedContacts(board.SPEED_SLOW, board.SPEED_FAST)
        self.lamps = Lamps(board.LIGHTS, self.settings.brightness)
        self.buzzer = Buzzer(board.BUZZER, self.settings.volume)
        self.usb = UsbPort()
        self.waiting = Waiting(self.contacts, self.speed, self.usb.source)
        self.edges = Edges()
        self.log = Log()
        self.game = Game(board.SEATS, self.settings, self.contacts.closed_at_start)
        self._say_hello(board.NAME, problems)
        entropy.fill(self.game.entropy)
        self.game.start(time.ticks_us(), self.speed.read(), len(problems) > 0)
        gc.collect()

    def run(self):
        """Play until an exception ends it; Ctrl-C over USB is one (E3)."""
        while True:
            self.one_pass()

    def one_pass(self):
        """What happened, what follows, what is shown and said; then wait for more."""
        game = self.game
        edges = self.edges
        more = self.contacts.drain(edges)
        wait_us = game.step(edges.until_us, edges, self.speed.read())
        self.lamps.show(game.lights.levels)
        self.buzzer.sound(game.voice.hz)
        if game.report.count:
            self._log_events()
        if game.changed:
            self._after_change()
        self.usb.discard()
        if self.usb.write_from(self.log) or more:
            wait_us = 0
        self.waiting.wait(wait_us - diff(time.ticks_us(), edges.until_us))

    def off(self):
        """Everything dark, silent and at rest."""
        self.lamps.off()
        self.buzzer.off()
        self.speed.off()
        self.contacts.stop()

    def _say_hello(self, board_name, problems):
        now_us = time.ticks_us()
        text = "unoflash {} {} {} {}".format(VERSION, COMMIT, SOURCE, board_name)
        self.log.text(now_us, "ready", text)
        for problem in problems:
            self.log.text(now_us, "setting", problem)

    def _log_events(self):
        if self.settings.log:
            self.log.take(self.game.report)
        else:
            self.game.report.clear()

    def _after_change(self):
        """What may allocate or take long is done when a state has been entered and shown."""
        entropy.fill(self.game.entropy)
        if gc.mem_free() < _TIDY_BELOW and not self.game.is_urgent():
            gc.collect()
