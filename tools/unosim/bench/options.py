"""The options of `unosim bench`; nothing that takes long to import."""

import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", metavar="OUT", help="write the figures to a file as well")
    parser.add_argument(
        "--peers", action="store_true", help="also let a loop that polls every 10 ms race"
    )
    parser.add_argument(
        "--quick", action="store_true", help="a few of each, to see that it works: proves nothing"
    )
    parser.add_argument(
        "--mhz",
        type=int,
        nargs="+",
        choices=range(20, 135, 5),
        metavar="N",
        help="instead: how quick with a processor of N MHz, 20 to 130 in steps of 5?",
    )
