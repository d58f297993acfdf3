"""How unknown variants are described to XBoard: names, board, letters, and how the men move.

The form of `setup` and `piece` is that of the protocol's description (engine-intf.html, section 9)
and of XBoard 4.9, which knows 66 types a side, boards of up to 15 ranks, and H. G. Muller's
extension of Betza's notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from makachess.core.spec import PieceType, Variant

STANDARD = "normal"
ALIASES: Mapping[str, str] = MappingProxyType(
    {STANDARD: "chess", "macadamia-shogi": "macadamia", "maka-dai-dai-shogi": "maka"}
)
"""Customary names -> ours. XBoard keeps a bare `maka` for an edition of its own."""

LARGEST = 15  # files or ranks
TYPES = 66  # of men, of each side, the King last

_LETTERS = (
    "PNBRQFEACWMOHIJGDVLSU"  # the types XBoard has images for, in its order, without the King
)
_RIDER = re.compile(r"([WFDANHCGZ])\1(?![0-9])")


def variant_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """All names by which variants can be selected, the orthodox game first."""
    known = (alias for alias, name in ALIASES.items() if name in names)
    return tuple(dict.fromkeys((*known, *names)))


def can_show(variant: Variant) -> bool:
    """Whether XBoard has room for the board and the men, and can make every move on it."""
    pawns_wait = variant.promotion.reserve or variant.compound_first_move != "none"
    fits = variant.files <= LARGEST and variant.ranks <= LARGEST
    return fits and len(variant.pieces) < TYPES and not pawns_wait


def setup_lines(variant: Variant) -> Iterator[str]:
    """The `setup` and `piece` commands that describe a variant; none for the orthodox game."""
    if variant.name == ALIASES[STANDARD]:
        return
    size = f"{variant.files}x{variant.ranks}+0_{_parent(variant)}"
    yield f"setup ({_letter_table(variant)}) {size} {variant.start_fen}"
    for piece in variant.pieces.values():
        betza = betza_of(piece)
        if betza:
            yield f"piece {piece.id}& {betza}"


def _parent(variant: Variant) -> str:
    """The parent variant with the nearest other rules: how men promote, whether there is check."""
    return "fairy" if variant.ending.checkmate else "chu"


def betza_of(piece: PieceType) -> str:
    """The moves in XBoard's dialect; empty where it cannot express them."""
    if "U" in piece.betza:
        return ""
    return _RIDER.sub(r"\g<1>0", piece.betza)


def _letter_table(variant: Variant) -> str:
    """The ids of XBoard's types, by position: White's, White's King, Black's, Black's King."""
    table = "".join(_slots(variant))
    return f"{table}K{table.lower()}k"


def _slots(variant: Variant) -> list[str]:
    """One entry a type: an id, `^` and an id for what that one promotes to, a dot for none.

    A man whose letter XBoard knows gets the matching image, the others get what is left.
    """
    ids = [kind for kind in variant.pieces if kind != "K"]
    slots = [letter if letter in ids else "." for letter in _LETTERS]
    for kind in ids:
        entry = "^" + kind[1:] if kind.startswith("+") else kind
        if entry not in slots:
            free = slots.index(".") if "." in slots else len(slots)
            slots[free : free + 1] = [entry]
    return slots
