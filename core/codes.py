"""The men of a variant by the kernel's numbers.

A type's number counts from 1, in the order of the variant file; a man's code is twice that number,
and one more for Black.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from makachess.core.men import Man, format_man
from makachess.core.spec import COLORS, Variant


@dataclass(frozen=True, slots=True)
class Codes:
    """Types by number, "" being the 0th; men and their texts by code, of which two are not used."""

    types: tuple[str, ...]
    men: tuple[Man, ...]
    texts: tuple[str, ...]
    by_text: dict[str, int]
    by_man: dict[Man, int]
    royal: frozenset[int]


@lru_cache(maxsize=32)
def codes_of(variant: Variant) -> Codes:
    """The numbers of a variant's men."""
    men = tuple((kind, color) for kind in ("", *variant.pieces) for color in COLORS)
    texts = tuple(map(format_man, men))
    return Codes(
        types=("", *variant.pieces),
        men=men,
        texts=texts,
        by_text={text: code for code, text in enumerate(texts) if text},
        by_man={man: code for code, man in enumerate(men)},
        royal=frozenset(code for code, (kind, _) in enumerate(men) if kind in variant.royals),
    )
