# The part of the manifest that all boards share; a board's own manifest includes it.
# FIRMWARE_DIR and BUILD_INFO_DIR are set by unoflash.cmake or by `make image`.
# ruff: noqa: F821 (the names are those of MicroPython's manifests)
freeze("$(PORT_DIR)/modules")  # MicroPython's own: rp2.py, and _boot.py, which mounts the flash
package("unoflash", base_path="$(FIRMWARE_DIR)")
module("main.py", base_path="$(FIRMWARE_DIR)")
module("build_info.py", base_path="$(BUILD_INFO_DIR)")  # as firmware/build_info.py
