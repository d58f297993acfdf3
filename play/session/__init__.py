"""A game being played: its two seats, its clock, its file, and what it needs to begin."""
