"""Where the unit's power comes from, as its board can sense it.

supply = Supply(board, backend, "battery")
supply.choose(backend.now_ns, "usb")
supply.charge(backend.now_ns, 2_900)
"""

BATTERY_MV = 4_500  # three fresh AA cells
USB_MV = 4_700  # USB's 5 V behind the board's diode


class Supply:
    """Sets the board's sense pins; a board without them notices nothing."""

    def __init__(self, board, backend, kind: str) -> None:
        self.kind = kind
        self._board = board
        self._backend = backend
        self._battery_mv = BATTERY_MV
        self._on_usb = False  # as backends begin
        self._show(0)

    def choose(self, at_ns: int, kind: str) -> None:
        """Run on "battery" or on "usb" from `at_ns` on."""
        self.kind = kind
        self._show(at_ns)

    def charge(self, at_ns: int, millivolts: int) -> None:
        """The battery has this voltage from `at_ns` on."""
        self._battery_mv = millivolts
        self._show(at_ns)

    def _show(self, at_ns: int) -> None:
        board, backend = self._board, self._backend
        at_ns = max(at_ns, backend.now_ns)
        on_usb = self.kind == "usb"
        if board.usb_sense is not None and on_usb != self._on_usb:
            self._on_usb = on_usb
            backend.set_input(at_ns, board.usb_sense, int(on_usb))
        if board.battery_adc is not None:
            volts = (USB_MV if on_usb else self._battery_mv) / 1000
            backend.set_analog(at_ns, board.battery_adc, volts / board.battery_divider)
