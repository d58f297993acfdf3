"""Counts in words, as people read them."""

from __future__ import annotations


def how_many(count: int, one: str, several: str = "") -> str:
    """So many of a thing, in the singular or plural; `several` is for other plurals than with an s.

    >>> how_many(1, "game"), how_many(12, "game"), how_many(2, "ply", "plies")
    ('1 game', '12 games', '2 plies')
    """
    return f"{count} {one}" if count == 1 else f"{count} {several or one + 's'}"
