"""The host: it owns the tables, their games and their clocks."""
