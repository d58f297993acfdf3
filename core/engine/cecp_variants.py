"""How unknown variants are described to XBoard: names, board, letters, and how the men move.

The form of `setup` and `piece` is that of the protocol's description (engine-intf.html, section 9)
and of XBoard 4.9, which knows 66 types a side, boards of up to 15 ranks, and H. G. Muller's
extension of Betza's notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import astuple, replace
from types import MappingProxyType
from typing import NamedTuple

from makachess.core.betza import Movement, parse_betza
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
_MAN = re.compile(r"\+?[A-Za-z]['!]?")


class _Game(NamedTuple):
    """A game that XBoard knows by name, with the rules that it tests moves by."""

    size: str
    table: str  # XBoard's letters for its types
    array: str  # in these letters
    men: Mapping[str, str]  # the moves of each


_CHESS = MappingProxyType({"R": "R", "N": "N", "B": "B", "Q": "Q", "P": "fmWfceFifmnD"})
_OLD = MappingProxyType({"K": "K", "R": "R", "N": "N", "P": "fmWfcF"})
_GAMES: Mapping[str, _Game] = MappingProxyType(
    {
        "shatranj": _Game(
            "8x8+0",
            "PN.R.QB...Kpn.r.qb...k",
            "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR",
            {**_OLD, "Q": "F", "B": "A"},
        ),
        "makruk": _Game(
            "8x8+0",
            "PN.R.M....SKpn.r.m....sk",
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR",
            {**_OLD, "M": "F", "S": "FfW"},
        ),
        "courier": _Game(
            "12x8+0",
            "PNBR.FE..WMKpnbr.fe..wmk",
            "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR",
            {**_OLD, "B": "B", "E": "A", "F": "F", "W": "W", "M": "K"},
        ),
        "knightmate": _Game(
            "8x8+0",
            "P.BRQ.....M.........K.p.brq.....m.........k.",
            "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR",
            {**{kind: _CHESS[kind] for kind in "RBQP"}, "M": "K", "K": "NisO2"},
        ),
        "capablanca": _Game(
            "10x8+0",
            "PNBRQ..ACKpnbrq..ack",
            "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR",
            {**_CHESS, "A": "BN", "C": "RN", "K": "KisO3"},
        ),
        "elven": _Game(
            "10x10+0",
            "PNBRQ.....M..EG......LKpnbrq.....m..eg......lk",
            "r3k4r/mnbgqlebnm/pppppppppp/10/10/10/10/PPPPPPPPPP/MNBELQGBNM/R4K3R",
            {**_CHESS, "K": "KisO3", "L": "KNADcaKmabK", "E": "BW", "G": "RF", "M": "K"},
        ),
    }
)


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
    table, size = _as_known(variant) or (
        _letter_table(variant),
        f"{variant.files}x{variant.ranks}+0_{_parent(variant)}",
    )
    yield f"setup ({table}) {size} {variant.start_fen}"
    for piece in variant.pieces.values():
        betza = betza_of(piece)
        if betza:
            yield f"piece {piece.id}& {betza}"


def _as_known(variant: Variant) -> tuple[str, str] | None:
    """XBoard's table with our letters, and size and name, of the game that it knows so named.

    None where it knows none, or another. That name has to stay the parent's: XBoard tells it to a
    second program, which would not know which game another stands for.
    """
    game = _GAMES.get(variant.name)
    letters = game and _letters(game, variant)
    if game is None or letters is None:
        return None
    table = _MAN.sub(lambda match: _translated(match[0], letters), game.table)
    return table, f"{game.size}_{variant.name}"


def _letters(game: _Game, variant: Variant) -> Mapping[str, str] | None:
    """Our ids by XBoard's letters, if just the same men stand on the same squares."""
    theirs, ours = _MAN.findall(game.array), _MAN.findall(variant.array)
    letters = {a.upper(): b.upper() for a, b in zip(theirs, ours, strict=False)}
    is_same = _MAN.sub(lambda match: _translated(match[0], letters), game.array) == variant.array
    if not is_same or sorted(letters.values()) != sorted(variant.pieces):
        return None
    moves = (
        _movement(game.men[theirs]) == _movement(variant.pieces[ours].betza)
        for theirs, ours in letters.items()
    )
    return letters if all(moves) else None


def _translated(letter: str, letters: Mapping[str, str]) -> str:
    """Our id of a man of XBoard's, of the same side."""
    ours = letters.get(letter.upper(), letter)
    return ours if letter.isupper() else ours.lower()


def _movement(betza: str) -> Movement:
    """What a man can do, with its legs in one order."""
    movement = parse_betza(betza)
    return replace(movement, legs=tuple(sorted(movement.legs, key=astuple)))


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
