"""Files on the device's flash."""

from unoflash.rules.settings import MAX_BYTES

_SETTINGS = "settings.json"


def read_settings():
    """The bytes of settings.json, at most one more than is allowed; None if there is none."""
    try:
        with open(_SETTINGS, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError:
        return None
