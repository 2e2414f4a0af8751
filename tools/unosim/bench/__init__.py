"""`unosim bench`: the unit's figures, measured on the emulated chip, beside their bounds.

device.py     the emulated pico8: presses to the nanosecond, lights, tones, the log
reactions.py  contact to light and tone, the buzz after a limit
races.py      the order of slaps; and what a polling loop makes of it
passes.py     heap, longest pass, share of the time awake
starting.py   power-on to a press that joins
desktop.py    how fast time passes in the simulator
chip.py       programs for the chip that do what the product does not
plan.py       all of it as jobs, and their results as figures
figures.py    the table, and JSON
run.py        the command
"""
