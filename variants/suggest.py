"""What an error says of an unknown word: what there is instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def suggest(word: str, known: Mapping[str, Any] | tuple[str, ...]) -> str:
    """What there is instead of `word`, with the nearest name first if one is near."""
    from difflib import get_close_matches  # only wanted for an error, and slow to import

    near = get_close_matches(word, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f" (there are: {', '.join(known) or 'none'}){hint}"
