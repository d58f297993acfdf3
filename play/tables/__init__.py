"""Tables for people on one machine: the host that owns their games, and its clients."""
