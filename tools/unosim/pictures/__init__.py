"""Pictures to print: `make pictures`."""
