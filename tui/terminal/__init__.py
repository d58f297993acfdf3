"""The line to the terminal: only what differs is written, only what is used comes in."""
