"""What `make flash` and the other commands do with a real board, over its USB port.

program.py     what is copied onto a board, and in which order
package.py     the same as a package.json for `mpremote mip install`
port.py        the port that a board is at
device.py      a board at a port: mpremote's transport, and what runs on the board
machine.py     whether its MicroPython and its chip will do
flash.py       `unosim flash`
settings.py    `unosim settings set` and `show`
journal.py     the board's journal, for `unosim stats`
console.py     `unosim console`
options.py     their part of the command line
"""
