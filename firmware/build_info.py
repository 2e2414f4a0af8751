"""Which build this is. An image and `unosim flash` bring a file of their own in place of it."""

COMMIT = "unknown"
SOURCE = "files"  # "frozen" in an image
