# Written by `make image` and frozen into it; see its own docstring there.
COMMIT: str
