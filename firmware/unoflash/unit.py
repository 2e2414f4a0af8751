"""The unit: the rules and the hardware of one board, joined in one loop of one step."""

import gc
import time

import micropython
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

_SETTLING_US = const(100)
_TALK_AFTER = const(8)  # passes in a row that said nothing
_BUSY_US = const(1_500)  # a pass that must be followed by another that soon is kept short
_TIDY_AFTER = const(100)  # changes of state: 10 KiB of what `os.urandom` leaves behind
_BYTES = const(8)  # of the log, written in a pass; some 0.4 ms


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
        self._untold = 0
        self._untidy = 0  # changes of state since the heap was tidied
        self.game = Game(board.SEATS, self.settings, self.contacts.closed_at_start)
        self.log = Log(self.game.journal)
        self._say_hello(board.NAME, problems)
        entropy.fill(self.game.entropy)
        self._switch = self.speed.read()
        self.game.start(time.ticks_us(), self._switch, "setting" if problems else None)
        gc.collect()

    def run(self):
        """Play until an exception ends it; Ctrl-C over USB is one (E3)."""
        while True:
            self.one_pass()

    @micropython.native
    def one_pass(self):
        """What happened, what follows, what is shown and said; then wait for more."""
        game = self.game
        edges = self.edges
        if self.speed.moved:
            self._switch = self.speed.read()
        more = self.contacts.drain(edges)
        wait_us = game.step(edges.until_us, edges, self._switch)
        if game.lights.changed:
            game.lights.changed = False
            self.lamps.show(game.lights.levels)
        if game.voice.hz != self.buzzer.hz:
            self.buzzer.sound(game.voice.hz)
        if game.changed:
            self._after_change()
        if more:
            return
        if wait_us > _SETTLING_US or self._untold >= _TALK_AFTER:
            self._untold = 0
            if self._talk(wait_us):
                return
        else:
            self._untold += 1  # a contact is settling: light before words
        self.waiting.wait(wait_us - diff(time.ticks_us(), edges.until_us))

    @micropython.native
    def _talk(self, wait_us):
        """Serve the USB port a little, less if there is little time; whether it wants more."""
        if self.game.report.count:
            self._log_events()
        self.usb.discard()
        return self.usb.write_from(self.log.ring, 1 if wait_us < _BUSY_US else _BYTES)

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
        self._untidy += 1
        if self._untidy >= _TIDY_AFTER and self.game.has_time():
            self._untidy = 0
            gc.collect()
