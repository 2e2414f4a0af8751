"""The window: the unit on the desktop, to play on by keys, mouse and fingers.

command.py   `unosim window`: what it is asked for, and what it does without a display
screen.py    the window's time: events, frames, how far the unit may run
photograph.py   one picture, at a given moment, without a window
display.py   the window itself
gestures.py  events of keyboard, mouse and touch -> what hands do
layout.py    where everything is
picture.py, unit.py, panel.py, strip.py   the picture: the unit, its underside, its log
brush.py     what they draw with
sound.py     the buzzer
report.py    a bug report: scenario and picture
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # read when pygame is imported
