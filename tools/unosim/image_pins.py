"""What the firmware image is made of: every version and checksum, in this one place.

The MicroPython tree comes from one Debian suite, whatever the machine's own. The cross compiler
comes from the machine's own suite, since its programs need that suite's C library: pinned for the
suites that were tried, the newest one elsewhere (apt checks its signature).

To move a pin: change the version, run `make image`; the error names the checksum it got.
"""

from dataclasses import dataclass

MICROPYTHON = "1.25.0"
# The date that MicroPython's banner shows (its release, not the day of the build, so that the
# same sources give the same bytes on every day). Seconds since 1970.
MICROPYTHON_DATE_S = 1_744_675_200  # 2025-04-15

SUITE = "trixie"  # Debian 13: the first with MicroPython 1.25, pico-sdk and tinyusb


@dataclass(frozen=True)
class Pin:
    """A Debian package: its version and the sha256 of the one file that is taken of it."""

    package: str
    version: str | None = None  # None: the newest of the suite
    sha256: str | None = None  # None: apt's own check of the archive's signature is all there is
    source: bool = False  # the upstream tarball of a source package, not a binary package

    def __str__(self) -> str:
        return f"{self.package} {self.version or '(newest)'}"


# Where in MicroPython's tree each of them belongs; "" is the tree itself.
TREE = {
    "": Pin(
        "micropython",
        "1.25.0+ds-1",
        "7b25be99a502f070b2de81dafc08da7051d992325d6e67daa9045a918fffdbea",
        source=True,
    ),
    "lib/mbedtls": Pin(
        "mbedtls",
        "3.6.6-0.1~deb13u1",
        "8fb65fae8dcae5840f793c0a334860a411f884cc537ea290ce1c52bb64ca007a",
        source=True,
    ),
    "lib/pico-sdk": Pin(
        "pico-sdk-source",
        "2.1.1-1",
        "507a3ca37636641bc90239d7c04dc9dc28c5008087a8162102ea94d2273153d3",
    ),
    "lib/tinyusb": Pin(
        "tinyusb-source",
        "0.18.0+dfsg-1",
        "01ce2c645df68f14a8a7dcfc8fb355713152543757955820479a87949a61154e",
    ),
}

_COMPILER = (
    "gcc-arm-none-eabi",
    "binutils-arm-none-eabi",
    "libnewlib-arm-none-eabi",
    "libnewlib-dev",
    "libstdc++-arm-none-eabi-dev",
)

# (suite, architecture or "all") -> package -> (version, sha256)
_COMPILER_PINS = {
    ("bookworm", "all"): {
        "libnewlib-arm-none-eabi": (
            "3.3.0-1.3+deb12u1",
            "c80278e8332940eaf9738910258bb85b21c30aacf246a5e363fee230d3605e84",
        ),
        "libnewlib-dev": (
            "3.3.0-1.3+deb12u1",
            "ab5e6e80d66a6f2f8b9b22b9297154a676a5434ac82e48b88e8164548bc72115",
        ),
        "libstdc++-arm-none-eabi-dev": (
            "15:12.2.rel1-1+23",
            "5f643e7507bd84150e820602cc086393c441e28f158b745370b2105333d9e2ec",
        ),
    },
    ("bookworm", "amd64"): {
        "gcc-arm-none-eabi": (
            "15:12.2.rel1-1",
            "2bbd4f4145e9a3669f58ddab6a3190b768949f07cc444d23e98743d905f83e16",
        ),
        "binutils-arm-none-eabi": (
            "2.40-2+18+b1",
            "c8f9da2a434366bfe5a66a8267cb3b1df028f1d95278715050c222b43e1c221c",
        ),
    },
    ("bookworm", "arm64"): {
        "gcc-arm-none-eabi": (
            "15:12.2.rel1-1",
            "14fbf38cfb8bd22c562c731b40e01a5a592b67beb678563e9696c886c5290e79",
        ),
        "binutils-arm-none-eabi": (
            "2.40-2+18+b1",
            "c3157fce6caf304b4bb32492026002334eb534d047fcadf536d84db5ff8ba568",
        ),
    },
    ("trixie", "all"): {
        "libnewlib-arm-none-eabi": (
            "4.5.0.20241231-1",
            "b444760d62896f03db89d6db94936929f300b72445763557fa94da32b7732f51",
        ),
        "libnewlib-dev": (
            "4.5.0.20241231-1",
            "feb2ed49a464b0346e42c3506088a41025273bff5f8e6bc5777afeac3704b3c1",
        ),
        "libstdc++-arm-none-eabi-dev": (
            "15:14.2.rel1-1+29",
            "2523955f5f08466fad8166e78b78bc0d3ee4a19f0d52d97f7960a1fcbf261e81",
        ),
    },
    ("trixie", "amd64"): {
        "gcc-arm-none-eabi": (
            "15:14.2.rel1-1",
            "99252fdda02ad134e8c3c344d3c843f7aa5c0d006e92a5b3d53daf4bd935b5d3",
        ),
        "binutils-arm-none-eabi": (
            "2.44-3+23+b1",
            "c9c4944e54de852536b4f6a238a682c38a6243cdc2843dd1c4f587e046c0615b",
        ),
    },
    ("trixie", "arm64"): {
        "gcc-arm-none-eabi": (
            "15:14.2.rel1-1",
            "415bc1a0079b53a9a6f39f41824f6fd732c12cb9d9224828a66d61fec47ed6eb",
        ),
        "binutils-arm-none-eabi": (
            "2.44-3+23+b2",
            "ab1c5e03181a6772dd5e78b65ee240b1f3b53add0ad1b2137a9dd3427f25f452",
        ),
    },
}


def compiler(suite: str, architecture: str) -> tuple[Pin, ...]:
    """The cross compiler's packages for a machine, in Debian's names (bookworm, amd64)."""
    pins = {
        **_COMPILER_PINS.get((suite, "all"), {}),
        **_COMPILER_PINS.get((suite, architecture), {}),
    }
    return tuple(Pin(package, *pins.get(package, (None, None))) for package in _COMPILER)
