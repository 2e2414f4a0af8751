"""`python -m unosim` is the command `unosim`."""

import sys

from unosim.cli import main

sys.exit(main())
