"""The unit: the rules and the hardware of one board, joined in one loop of one step."""

import gc

import micropython
from micropython import const

from build_info import COMMIT, SOURCE
from unoflash import VERSION
from unoflash.faults import FaultCount
from unoflash.hardware import entropy, lamps, storage
from unoflash.hardware.battery import Battery
from unoflash.hardware.buzzer import Buzzer
from unoflash.hardware.clock import set_system_clock, ticks_ms, ticks_us
from unoflash.hardware.contacts import Contacts
from unoflash.hardware.sleep import Sleeper
from unoflash.hardware.speed_contacts import SpeedContacts
from unoflash.hardware.usb_port import UsbPort
from unoflash.hardware.waiting import Waiting
from unoflash.hardware.watchdog import Watchdog
from unoflash.log import Log
from unoflash.memory import Memory
from unoflash.rules import settings as settings_rules
from unoflash.rules.edges import Edges
from unoflash.rules.game import Game
from unoflash.rules.settings import VOLUMES
from unoflash.rules.ticks import diff

_SETTLING_US = const(100)
_TALK_AFTER = const(8)  # passes in a row that said nothing
_EVENTS = const(4)  # logged in a pass: some 0.3 ms each
_TIDY_AFTER = const(100)  # changes of state: 10 KiB of what `os.urandom` leaves behind


class TooManyFaults(Exception):
    """The unit had better stop: its message says why."""


class Unit:
    """Everything that lives as long as the program, made once from a `board` (see boards/)."""

    def __init__(self, board):
        set_system_clock()
        self.board = board
        self.contacts = Contacts(board.FIRST_CONTACT, board.SEATS + 2, board.CONTACT_CLOSED)
        try:
            self._fit_out(board)
        except (Exception, KeyboardInterrupt):
            self.contacts.stop()  # its DMA would go on, into memory that is no longer its own
            raise

    def _fit_out(self, board):
        self.settings, self._problems = settings_rules.parse(
            storage.read_settings(), board.SEATS, getattr(board, "DEBOUNCE_MS", 25)
        )
        self.watchdog = Watchdog()
        self.speed = SpeedContacts(board.SPEED_SLOW, board.SPEED_FAST)
        self.lamps = lamps.of_board(board, self.settings.brightness)
        self.buzzer = Buzzer(
            board.BUZZER, self.settings.volume, getattr(board, "BUZZER_ANTIPHASE", None)
        )
        self.battery = Battery(
            getattr(board, "BATTERY_ADC", None), getattr(board, "BATTERY_DIVIDER", 1)
        )
        play_gpio = board.FIRST_CONTACT + board.SEATS + 1
        self.sleeper = Sleeper(self.contacts, play_gpio, getattr(board, "USB_SENSE", None))
        self.usb = UsbPort()
        self.edges = Edges()
        self._has_news = self.contacts.has_news  # saved once: a bound method allocates
        self.waiting = Waiting(self._has_news, self.contacts, self.speed, self.usb.source)
        self.game = self._new_game(self.contacts.closed_at_start)
        self.log = Log(self.game.journal)
        self.memory = Memory(self.game)
        self._faults = FaultCount()
        self._untold = 0
        self._untidy = 0  # changes of state since the heap was tidied
        self._joined = 0
        self._volume = self.game.volume
        self._switch = self.speed.read()

    def _new_game(self, closed):
        slap_debounce_ms = getattr(self.board, "SLAP_DEBOUNCE_MS", 50)
        return Game(self.board.SEATS, self.settings, closed, slap_debounce_ms)

    def run(self):
        """Play on through exceptions, until Ctrl-C (E3) or TooManyFaults ends it (E1, E2)."""
        self.begin()
        fault = None
        while True:
            try:
                if fault is not None:
                    error, fault = fault, None
                    self._recover(error)
                while True:
                    self.one_pass()
            except TooManyFaults:
                raise
            except Exception as error:  # of the recovery too: it counts like the others
                fault = error

    @micropython.native
    def one_pass(self):
        """What happened, what follows, what is shown and said; then wait for more."""
        game = self.game
        edges = self.edges
        if self.speed.moved:
            self._switch = self.speed.read()
        more = self.contacts.drain(edges)
        now_us = edges.until_us
        game.react(now_us, edges, self._switch)
        self._show()
        untold = self._untold
        self._untold = untold + 1
        hurried = untold < _TALK_AFTER
        if hurried and (more or game.buttons.undecided or self._has_news()):
            return  # what somebody presses goes before all that nobody waits for
        game.animate(now_us)
        self._show()
        if hurried and self._has_news():
            return
        wait_us = game.settle(now_us)
        self.watchdog.feed(now_us)
        if game.joined != self._joined:
            self._joined = game.joined
            self.watchdog.keep_players(game.joined)
        hurry_us = 0
        if wait_us > _SETTLING_US or untold >= _TALK_AFTER:
            self._untold = 0
            if game.changed:
                game.changed = False
                self._after_change()
                wait_us = 0  # beeps, maybe (E4)
            if game.volume != self._volume:
                self._keep_volume()
            hurry_us = self._talk()
            if 0 <= hurry_us < wait_us:
                wait_us = hurry_us
        if hurry_us < 0 and game.is_asleep() and not self.sleeper.on_usb():
            self._nap()
        else:
            self.waiting.wait(wait_us - diff(ticks_us(), now_us))

    @micropython.native
    def _show(self):
        """What has changed, to be seen and heard."""
        game = self.game
        if game.lights.changed:
            game.lights.changed = False
            self.lamps.show(game.lights.levels)
        if game.volume != self._volume:
            self.buzzer.set_volume(VOLUMES[game.volume])  # before the beep that shows it (J6)
        if game.voice.hz != self.buzzer.hz:
            self.buzzer.sound(game.voice.hz)

    def off(self):
        """Everything dark, silent and at rest; a second Ctrl-C in the midst of it is too late."""
        while True:
            try:
                self.watchdog.forget()
                self.lamps.off()
                self.buzzer.off()
                self.speed.off()
                self.contacts.stop()
                return
            except KeyboardInterrupt:
                pass

    def say_last(self):
        """What the log still holds goes out, where somebody reads it."""
        self.usb.write_all(self.log.ring)

    def begin(self):
        """Say hello and start the game, or go on with the one that hung (E2)."""
        board = self.board
        problems = self._problems
        now_us = ticks_us()
        text = "unoflash {} {} {} {}".format(VERSION, COMMIT, SOURCE, board.NAME)
        self.log.text(now_us, "ready", text)
        self._say_problems(now_us)
        self.memory.write_faults(*["setting: " + problem for problem in problems])
        game = self.game
        if self.watchdog.players >= 0:
            self.memory.write_faults("watchdog: the program hung")
            self.log.text(now_us, "fault", "watchdog: the program hung")
            if self.watchdog.hangs_too_often:
                raise TooManyFaults("the program hung three times within a minute")
        entropy.fill(game.entropy)
        if self.watchdog.players >= 0:
            game.restart(ticks_us(), self._switch, self.watchdog.players)
        else:
            game.start(ticks_us(), self._switch)
        if problems:
            game.signal("setting", now_us)
        self._check_battery()
        gc.collect()
        self.watchdog.keep_players(game.joined)  # nobody: a hang is known by this as well
        self.watchdog.start(ticks_us())

    def _recover(self, error):
        """Record the exception and go on, paused, with the same players (E1)."""
        too_many = self._faults.add(ticks_ms())
        last_line = self.memory.write_exception(error)
        self.log.text(ticks_us(), "fault", last_line)
        if too_many:
            raise TooManyFaults("ten faults within a minute; the last one: " + last_line)
        joined = self.game.joined
        volume = self.game.volume
        journal = self.game.journal
        closed = self.game.buttons.closed
        self.game = self._new_game(closed)
        self.game.volume = volume
        self.game.journal = journal
        self.memory.attend(self.game)
        entropy.fill(self.game.entropy)
        self.game.restart(ticks_us(), self._switch, joined)
        self._after_change()

    @micropython.native
    def _talk(self):
        """Serve the USB port a little; in how many microseconds it wants more, -1 for never."""
        report = self.game.report
        if report.count:
            self.memory.notice()
            self._log_events(report)
        elif self._problems and not self.log.ring.any():
            self._say_problems(ticks_us())
        self.usb.discard()
        hurry_us = self.usb.write_from(self.log.ring)
        return 0 if report.count else hurry_us

    @micropython.native
    def _log_events(self, report):
        """Some of them, until something happens."""
        if not self.settings.log:
            report.clear()
        for _ in range(_EVENTS):
            if report.count and not self._has_news():
                self.log.take(report, 1)

    def _say_problems(self, now_us):
        """As many lines as there is room for; the others when somebody has collected these."""
        said = 0
        for problem in self._problems:
            if not self.log.has_taken(now_us, "setting", problem):
                break
            said += 1
        self._problems = self._problems[said:]

    def _after_change(self):
        """What may allocate or take long is done when a state has been entered and shown."""
        game = self.game
        entropy.fill(game.entropy)
        self._talk()  # before the flash makes it wait
        if game.state.rests:
            self.memory.write()
        elif game.state.awaits:
            self.memory.write_at_times()
        if game.woke:
            game.woke = False
            self._check_battery()
        self._untidy += 1
        if self._untidy >= _TIDY_AFTER and game.state.has_time:
            self._untidy = 0
            gc.collect()

    def _keep_volume(self):
        self._volume = self.game.volume
        self._talk()  # before the flash makes it wait
        self.memory.keep_volume(VOLUMES[self._volume])

    def _check_battery(self):
        """E4: the sign of a weak battery."""
        if not self.sleeper.on_usb() and self.battery.is_under(self.settings.low_battery_v):
            self.game.signal("battery", ticks_us())

    def _nap(self):
        """Sleep, once no contact settles."""
        if self.game.buttons.unsettled:
            self.waiting.wait(1_000)
            return
        self.watchdog.stop()
        self.sleeper.nap()
        self.watchdog.start(ticks_us())
