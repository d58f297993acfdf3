"""Learns a model of a game from games of the engine against itself; see docs/training.md."""
