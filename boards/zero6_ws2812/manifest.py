# What is frozen into the image: what all units share, and this folder's board.py.
# ruff: noqa: F821 (the names are those of MicroPython's manifests)
include("../manifest.py")
module("board.py", base_path="$(BOARD_DIR)")
