"""What a person with a soldering iron needs, drawn from a board's data: `make wiring`."""
