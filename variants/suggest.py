"""What an error says about an unknown word: the known ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def suggest(word: str, known: Mapping[str, Any] | tuple[str, ...]) -> str:
    """The known names, and the nearest to `word` if one is close."""
    from difflib import get_close_matches  # needed only for errors, and slow to import

    near = get_close_matches(word, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f" (there are: {', '.join(known) or 'none'}){hint}"
