"""Host side of the UNO Flash unit: plays scenarios in virtual time or on an emulated board."""
