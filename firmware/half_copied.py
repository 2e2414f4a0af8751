"""Stands in for unoflash/__init__.py while the program is being copied onto a board.

It is copied first and replaced last, so that power-on finds it after a copy that was cut short.
"""

VERSION = ""
