import sys

from unosim.bench.run import main

if __name__ == "__main__":
    sys.exit(main())
