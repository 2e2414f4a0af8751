"""The UNO Flash unit: `rules` decide, `hardware` senses and shows, `unit` joins the two."""

VERSION = "0.1.0"
