# What MicroPython's own image for a Pico freezes, without the unit.
# ruff: noqa: F821 (the names are those of MicroPython's manifests)
freeze("$(PORT_DIR)/modules")  # pyright: ignore
