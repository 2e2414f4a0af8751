"""The computer at the other end of the USB cable: a terminal that is open, or not.

Mended here, as rp2040py 0.3.6 has it otherwise:
- a host that has nothing to send stays silent. The emulator's own answers each armed OUT
  transfer with an empty packet after 10 us, and the firmware never sleeps again;
- the host starts a frame each millisecond: SOF_RD counts them, and the chip is told of them while
  it asks for that. MicroPython waits for 16 after a terminal opens, then passes on what was
  written until then;
- the terminal may stop reading, and the cable may be pulled.
"""

from collections.abc import Callable

from rp2040py.peripherals import usb as registers
from rp2040py.usb.cdc import USBCDC

from unosim.emulator.chip import Chip

_FRAME_NS = 1_000_000
_PACKET_US = 50  # a bulk packet of 64 bytes on the wire, full speed
_SUSPENDED_AFTER_NS = 3_000_000  # USB 2.0, 7.1.7.6
_SIE_SUSPENDED = registers.SIE_SUSPENDED


class UsbHost:
    """The host, its cable plugged in and a terminal open, from the chip's power-on.

    `received(data)` is called with each packet the terminal reads.
    """

    def __init__(self, chip: Chip, received: Callable[[bytes], None]) -> None:
        self._chip = chip
        self._usb = chip.rp2040.usb_ctrl
        self._received = received
        self._cdc = USBCDC(self._usb)
        self._cdc.on_serial_data = self._deliver
        self._to_send = bytearray()
        self._asked: list[int] = []  # sizes of the OUT transfers that wait for data
        self._held: list[tuple[int, int]] = []  # IN transfers nobody collects: register, value
        self.plugged = True
        self.reading = True
        self._frame = chip.clock.create_alarm(self._start_of_frame)
        self._idle = chip.clock.create_alarm(self._suspend)
        self._mend()

    def send(self, data: bytes) -> None:
        """Type into the terminal; bytes wait until the chip takes them."""
        self._to_send += data
        self._offer()

    def read(self, reading: bool) -> None:
        """Whether the terminal collects what the chip sends; it stays open either way."""
        self.reading = reading
        self._collect()

    def unplug(self) -> None:
        """Pull the cable. The chip has no way to tell this from a host gone to sleep."""
        self._number_frame()
        self.plugged = False
        self._to_send.clear()
        self._frame.cancel()
        self._idle.schedule(_SUSPENDED_AFTER_NS)

    def plug_in(self) -> None:
        """Plug the cable in: the host resets the bus and opens the terminal again."""
        self.plugged = True
        self._idle.cancel()
        self._asked.clear()
        self._held.clear()
        self._cdc._on_controller_reset()
        self._usb.reset_device()

    def _mend(self) -> None:
        usb, cdc = self._usb, self._cdc
        read_asked, reset, enabled = usb.on_endpoint_read, usb.on_reset, usb.on_usb_enabled
        assert read_asked  # set by USBCDC, as these two
        assert reset
        assert enabled
        write, read, dpram_updated = usb.write_uint32, usb.read_uint32, usb.dpram_updated

        def on_endpoint_read(endpoint: int, size: int) -> None:
            if endpoint != cdc._out_endpoint:
                read_asked(endpoint, size)
                return
            self._asked.append(size)
            self._offer()

        def on_reset() -> None:
            self._asked.clear()
            self._held.clear()
            self._frame.cancel()
            reset()

        def on_usb_enabled() -> None:
            if self.plugged:
                enabled()

        def write_uint32(offset: int, value: int) -> None:
            write(offset, value)
            if offset == registers.INTE:
                self._listen_for_frames()
            elif offset == registers.SIE_STATUS and usb.raw_write_value & _SIE_SUSPENDED:
                usb._sie_status &= ~_SIE_SUSPENDED
                usb._sie_status_updated()

        def read_uint32(offset: int) -> int:
            if offset == registers.SOF_RD:  # reading it acknowledges the frame
                self._number_frame()
                usb._int_raw &= ~registers.INTR_DEV_SOF
                usb.check_interrupts()
            return read(offset)

        def dpram_updated_when_read(offset: int, value: int) -> None:
            sends = offset == registers.EP0_IN_BUFFER_CONTROL + 8 * cdc._in_endpoint
            if sends and value & registers.USB_BUF_CTRL_AVAILABLE and not self._collecting:
                self._held.append((offset, value))
            else:
                dpram_updated(offset, value)

        usb.on_endpoint_read, usb.on_reset, usb.on_usb_enabled = (
            on_endpoint_read,
            on_reset,
            on_usb_enabled,
        )
        usb.write_uint32, usb.read_uint32 = write_uint32, read_uint32
        usb.dpram_updated = dpram_updated_when_read

    @property
    def _collecting(self) -> bool:
        return self.plugged and self.reading

    def _deliver(self, packet: bytes | bytearray) -> None:
        if self.plugged:
            self._received(bytes(packet))

    def _offer(self) -> None:
        """Hand over what the chip asked for, as far as there is something."""
        while self.plugged and self._asked and self._to_send:
            size = self._asked.pop(0)
            packet = self._to_send[:size]
            del self._to_send[:size]
            self._usb.endpoint_read_done(self._cdc._out_endpoint, packet, _PACKET_US)

    def _collect(self) -> None:
        while self._collecting and self._held:
            offset, value = self._held.pop(0)
            type(self._usb).dpram_updated(self._usb, offset, value)

    def _listen_for_frames(self) -> None:
        if self.plugged and self._usb._int_enable & registers.INTR_DEV_SOF:
            self._frame.schedule(_FRAME_NS - self._chip.clock.nanos % _FRAME_NS)
        else:
            self._frame.cancel()

    def _start_of_frame(self) -> None:
        self._usb._int_raw |= registers.INTR_DEV_SOF
        self._listen_for_frames()
        self._usb.check_interrupts()

    def _number_frame(self) -> None:
        """The number of the last frame the chip has seen; frames begin with the bus reset."""
        if self.plugged and self._usb._connected:
            self._usb._sof_frame_number = int(self._chip.clock.nanos // _FRAME_NS) & 0x7FF

    def _suspend(self) -> None:
        """Three milliseconds without a frame: the chip's USB block reports a sleeping bus."""
        self._usb._sie_status |= _SIE_SUSPENDED
        self._usb._sie_status_updated()
