"""The terminal: its driver, a painter that writes what differs, and input in the order typed."""
