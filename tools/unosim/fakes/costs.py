"""What a call of the chip costs in virtual time, in nanoseconds: the fakes' one table.

`ticks_us` was measured on the emulated RP2040 at 125 MHz, the call's bytecode included; the
others are of that order. Python between two calls costs nothing, so a simulated pass is never
slower than a real one. What counts is that every call costs something, always the same: a loop
that polls reaches its deadline, and the same calls give the same times on every interpreter.
"""

TICKS_NS = 7_000  # time.ticks_us, time.ticks_ms
PIN_NS = 5_000  # Pin.value, Pin.init, Pin.irq
PWM_NS = 12_000  # PWM(), PWM.freq, PWM.duty_u16
REGISTER_NS = 5_000  # mem32 read or write; a register of PIO or DMA through rp2
SYSTEM_NS = 5_000  # machine.freq and the like; disable_irq, enable_irq
POLL_NS = 15_000  # one look at the objects of a poll
SLEEP_NS = 5_000  # entering time.sleep_*
INTERRUPT_NS = 10_000  # from the edge to the first line of a Python handler
USB_WRITE_NS = 20_000  # a write to the USB FIFO …
USB_BYTE_NS = 1_000  # … and each byte of it; also each byte read
ADC_NS = 10_000
WAKE_NS = 300_000  # from the end of lightsleep to the next line: the clocks come up again
RANDOM_BYTE_NS = 9_000  # os.urandom: eight reads of the oscillator, 1 us apart
FLASH_LOOK_NS = 300_000  # open, stat, listdir: the file system reads its directory
FLASH_WRITE_NS = 40_000_000  # a write that reaches the flash: erase, program; interrupts wait
BOOT_NS = 16_000_000  # from power-on to the first line of main.py, frozen
