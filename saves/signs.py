"""The signs that people write to moves, and words in which moves and signs stand together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from makachess.core import MakachessError, Move, Position
from makachess.core.notation.coordinates import ENDING
from makachess.core.notation.parsing import parse_move, says_nothing
from makachess.core.notation.reading import LONGEST_MOVE
from makachess.core.pieces import PIECE
from makachess.core.squares import SQUARE

SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

# Beyond 139 the numbers are those of ChessPad, which other programs have taken over. Signs that do
# not say which side they speak of have the number for White, as ChessBase and Scid write it.
SIGNS: Mapping[str, int] = MappingProxyType(
    SUFFIXES
    | {"‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "□": 7, "[]": 7}
    | {"=": 10, "∞": 13, "inf": 13, "~": 13, "+=": 14, "+/=": 14, "⩲": 14, "²": 14}
    | {"=+": 15, "=/+": 15, "⩱": 15, "³": 15, "+/-": 16, "±": 16, "-/+": 17, "∓": 17, "µ": 17}
    | {"+-": 18, "-+": 19, "+--": 20, "--+": 21, "-++": 21}
    | {"⨀": 22, "⊙": 22, "(.)": 22, "○": 26, "⟳": 32, "↻": 32, "↑": 36, "→": 40, "->": 40}
    | {"=/∞": 44, "∞/=": 44, "=∞": 44, "∞=": 44, "≅": 44, "⯹": 44}
    | {"⇆": 132, "⇄": 132, "<=>": 132, "⨁": 138, "⊕": 138, "(+)": 138}
    | {"∆": 140, "△": 140, "Δ": 140, "∇": 141, "⌓": 142, "≤": 143, "<=": 143, "==": 144}
    | {"RR": 145, "N": 146, "TN": 146, "D": 220, "⇔": 239, "⇗": 240, "⊞": 241, "⟫": 242}
    | {"⟪": 243, "⊥": 245}
)
"""The numbers of annotations by the signs for them, in print and on keyboards."""

# Check, capture and en passant, which the move says itself, and offers of a draw.
_IDLE = (
    *("x", "×", ":", "†", "‡", "ch", "ch.", "dis", "dis.", "disch", "dbl", "dbl.", "dblch"),
    *("check", "mate", "checkmate", "(=)", "ep", "e.p.", "e.p", "ep."),
)
IDLE = frozenset((*_IDLE, "+", "++", "#", "##"))
"""Words that add nothing to the move before them."""

ANY_SIGN = "|".join(
    re.escape(sign) + (r"(?![^\W_])" if sign.isalpha() and sign.isascii() else "")
    for sign in sorted((*SIGNS, *_IDLE), key=len, reverse=True)
)
"""What each of them looks like; `N` and `D` are none where a letter or a digit follows."""

_SIGN = re.compile(ANY_SIGN)
_SILENT = re.compile(r"[+#.,…]+|[0-9]{1,4}[.,:]+")
_STRAY = re.compile(r"[^\W_]+(?![^\W_])")  # what may stand before a move in its word
_MOVE = re.compile(
    rf"(?:{PIECE})?(?:[a-s]?[0-9]{{0,2}}?[-x:,]{{0,2}}!?{SQUARE}){{1,4}}(?:--|{ENDING})"
    r"|[O0o]-[O0o](?:-[O0o])?[+#]*|@@@@"
)


class Word(NamedTuple):
    """A word as far as it makes sense: its moves, numbers of annotations, and what means nothing.

    `rest` is what is left from the first letter on that does not.
    """

    parts: tuple[Move | int | str, ...]
    rest: str


def read_word(position: Position, text: str) -> Word:
    """What a word means that is not one legal move: moves and signs glued together, such as `e4±`.

    A spelling that makes a legal move wins over a sign. There are no parts if there is no move, and
    not all of it are signs.
    """
    parts: list[Move | int | str] = []
    at = made = known = 0
    while at < len(text) <= LONGEST_MOVE:
        if found := _find_move(position, text, at):
            move, end = found
            position.push(move)
            made += 1
            parts.append(move)
        elif match := _SIGN.match(text, at):
            end = match.end()
            known += match[0] in SIGNS
            parts.append(SIGNS.get(match[0], match[0]))
        elif match := _SILENT.match(text, at):
            end = match.end()
        elif _MOVE.match(text, at):
            break
        elif text[at].isalnum():
            match = _STRAY.match(text, at)
            if match is None or not _MOVE.search(text, match.end()):
                break
            end = match.end()
            parts.append(match[0])
        else:
            end = at + 1
            parts.append(text[at])
        at = end
    for _ in range(made):
        position.pop()
    if made or (known and at == len(text)):
        return Word(tuple(parts), text[at:])
    return Word((), text)


def _find_move(position: Position, text: str, at: int) -> tuple[Move, int] | None:
    """The longest legal move that a text has at an index, and where it ends."""
    match = _MOVE.match(text, at)
    if match is None:
        return None
    ends = range(match.end(), at + 1, -1)
    for end in sorted(ends, key=lambda end: text[end - 1] == "!"):  # which may be an annotation
        said = text[at:end]
        if said.endswith("++") and text[end : end + 1] in tuple("-/="):
            continue  # of a sign, such as `+-`
        if said[0] in "O0o" and text[end : end + 1] == "-":
            continue  # of castling to the other side
        try:
            move = parse_move(position, said, explain=False)
        except MakachessError:
            continue
        if not _is_vain(position, said, move):
            return move, end
    return None


def _is_vain(position: Position, said: str, move: Move) -> bool:
    """Whether the end of a text says what is not so, and may belong to a sign: `+` of `+-`."""
    if said[-1] in "+#" and not move.promotion and position.san(move)[-1] not in "+#":
        return True
    return says_nothing(position, said, move)


class Glyph(NamedTuple):
    """An annotation: its number in PGN's standard, its sign, and what it means.

    `group` is `move` or `position`; a move has at most one of each.
    """

    nag: int
    sign: str
    text: str
    group: str


GLYPHS = (
    Glyph(1, "!", "good move", "move"),
    Glyph(2, "?", "mistake", "move"),
    Glyph(3, "!!", "brilliant move", "move"),
    Glyph(4, "??", "blunder", "move"),
    Glyph(5, "!?", "interesting move", "move"),
    Glyph(6, "?!", "inaccuracy", "move"),
    Glyph(10, "=", "equal", "position"),
    Glyph(13, "~", "unclear", "position"),
    Glyph(14, "+=", "White is slightly better", "position"),
    Glyph(15, "=+", "Black is slightly better", "position"),
    Glyph(16, "+/-", "White is better", "position"),
    Glyph(17, "-/+", "Black is better", "position"),
    Glyph(18, "+-", "White is winning", "position"),
    Glyph(19, "-+", "Black is winning", "position"),
)
"""Those that have a sign."""

BY_NAG: Mapping[int, Glyph] = MappingProxyType({glyph.nag: glyph for glyph in GLYPHS})
MOST = 255  # the largest number the standard allows


def are_alike(nag: int, other: int) -> bool:
    """Whether two annotations exclude each other: both of the move, or both of the position."""
    known = nag in BY_NAG and other in BY_NAG
    return nag == other or (known and BY_NAG[nag].group == BY_NAG[other].group)


def parse_glyph(text: str) -> int | None:
    """The number of an annotation written as its sign or as `$14`; None for anything else."""
    if text in SIGNS:
        return SIGNS[text]
    digits = text.removeprefix("$")
    if digits == text or re.fullmatch("[0-9]{1,3}", digits) is None:
        return None
    return int(digits) if 0 < int(digits) <= MOST else None


def format_glyph(nag: int) -> str:
    """The sign of an annotation, or its number after `$`."""
    return BY_NAG[nag].sign if nag in BY_NAG else f"${nag}"
