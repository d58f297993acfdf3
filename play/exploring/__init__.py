"""Exploring recorded games: variations, comments and annotations, with undo, saved as one goes."""
