"""The unit's journal, read and summed up: `unosim stats`."""
