"""A table as it is seen from a client of the host."""
