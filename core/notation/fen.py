"""FEN: `placement side castling ep halfmove fullmove` of any variant, read strictly."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from makachess.core.betza import is_stride, parse_betza
from makachess.core.castling import RIGHTS, castlings, rights
from makachess.core.errors import InvalidFenError
from makachess.core.kernel.board import Board, read_placement, unpacked_pieces, write_placement
from makachess.core.pieces import (
    Piece,
    array_pieces,
    codes_of,
    format_placement,
    kings_at_start,
    parse_placement,
)
from makachess.core.promotion import changes_of
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import SQUARE, SQUARE_NAMES, Square, cell_of, square_of
from makachess.core.text import how_many, plain_signs

_MISSING = ("", "w", "-", "-", "0", "1")
_NUMBER = re.compile(r"[0-9]{1,9}")


class Setup(NamedTuple):
    """What a FEN says, in the kernel's numbers.

    `pieces` are packed, in any order; `castling` has a bit for each right; `passed` are
    the one or two cells that a pawn has just passed, 0 for none, and the one it stands on, or else
    the piece that has just taken a Lion.
    """

    pieces: bytes
    side: int
    castling: int
    passed: tuple[int, int, int]
    halfmove: int
    fullmove: int


@dataclass(frozen=True, slots=True)
class FenState:
    """What a FEN says: pieces by square, side to move, castling rights in their order, counters.

    `ep` holds the squares that the last multi-step pawn move passed, in the order passed; or, where
    Lions must not be traded, that of the piece that has just taken one and is none.
    """

    pieces: Mapping[Square, Piece]
    turn: str = "white"
    castling: str = ""
    ep: tuple[Square, ...] = ()
    halfmove: int = 0
    fullmove: int = 1


def parse_fen(variant: Variant, text: str) -> FenState:
    """The state a FEN describes; raises InvalidFenError with the reason.

    Position checks that the side not to move is not in check, which needs the rules.
    """
    return state_of(variant, read_fen(variant, text))


def state_of(variant: Variant, setup: Setup) -> FenState:
    """The same state with squares and texts instead of numbers."""
    pieces = codes_of(variant).pieces
    return FenState(
        pieces={square_of(cell): pieces[code] for cell, code in unpacked_pieces(setup.pieces)},
        turn=COLORS[setup.side],
        castling=_format_rights(variant, setup.castling),
        ep=tuple(map(square_of, _noted(setup.passed))),
        halfmove=setup.halfmove,
        fullmove=setup.fullmove,
    )


def _noted(passed: tuple[int, int, int]) -> tuple[int, ...]:
    """The cells in the e.p. field."""
    return tuple(filter(None, passed[:2])) or tuple(filter(None, passed[2:]))


def read_fen(variant: Variant, text: str) -> Setup:
    """What a FEN says, for the kernel; raises as `parse_fen` does."""
    try:
        return _read(variant, plain_signs(text).split())
    except InvalidFenError as error:
        raise InvalidFenError(f"FEN {text!r}: {error}") from None


@lru_cache(maxsize=32)
def start_of(variant: Variant) -> Setup:
    """What the FEN of a variant's start position says."""
    return read_fen(variant, variant.start_fen)


def _read(variant: Variant, fields: list[str]) -> Setup:
    if not fields:
        raise InvalidFenError("it is empty")
    if len(fields) > len(_MISSING):
        raise InvalidFenError(f"{len(fields)} fields, but a FEN has at most {len(_MISSING)}")
    placement, side, castling, ep, halfmove, fullmove = (*fields, *_MISSING[len(fields) :])
    pieces, royals = _read_pieces(variant, placement)
    for fault in _royal_faults(variant, royals):
        raise InvalidFenError(fault)
    turn = _read_side(side)
    return Setup(
        pieces,
        turn,
        0 if castling == "-" else _read_castling(variant, dict(unpacked_pieces(pieces)), castling),
        (0, 0, 0)
        if ep == "-"
        else read_passed(variant, dict(unpacked_pieces(pieces)), 1 - turn, ep),
        _read_counter(halfmove),
        max(1, _read_counter(fullmove)),  # some programs count from 0
    )


_PLACEMENT = re.compile(r"(?:[\w+'!]+/){4,}[\w+'!]+(?!\S)")
_QUOTES = "\"'`“”„«»"
_LABEL = re.compile(
    rf"(?:[^\W\d][\w ]{{0,30}}[:=]|(?:position\s+)?fen\s)?\s*[{_QUOTES}]?(?=[\w+'!]+/)",
    re.IGNORECASE,
)
_SET_UP = r'(?:\[\s*SetUp\s+"[^"]*"\s*\]\s*)?'
_TAG = re.compile(rf'{_SET_UP}\[\s*FEN\s+"([^"]*)"\s*\]\s*{_SET_UP}\*?')


def bare_fen(text: str) -> str:
    """A FEN without what others write around it: a label, quotes, or the tag of a game.

    >>> bare_fen("Position: 4k3/8/8/8/8/8/8/4K2R w K -"), bare_fen('[FEN "k7/8/8/8/8/8/8/K7 w"]')
    ('4k3/8/8/8/8/8/8/4K2R w K -', 'k7/8/8/8/8/8/8/K7 w')
    """
    text = text.strip()
    tag = _TAG.fullmatch(text)
    label = _LABEL.match(text)
    bare = tag[1] if tag else text[label.end() :] if label else text
    return bare.strip(f"{_QUOTES} ")


def looks_like_fen(text: str) -> bool:
    """Whether a text begins as FENs do, with ranks between slashes; it may be wrong."""
    return _PLACEMENT.match(bare_fen(text)) is not None


def find_faults(variant: Variant, text: str) -> list[str]:
    """All for which `parse_fen` refuses a text, in the order of its fields."""
    fields = plain_signs(text).split()
    if not 0 < len(fields) <= len(_MISSING):
        return _caught(_read, variant, fields)
    placement, side, castling, ep, *counters = (*fields, *_MISSING[len(fields) :])
    faults = _caught(_read_pieces, variant, placement)
    pieces: dict[int, int] = {}
    if not faults:
        packed, royals = _read_pieces(variant, placement)
        pieces = dict(unpacked_pieces(packed))
        faults += _royal_faults(variant, royals)
    wrong_side = _caught(_read_side, side)
    faults += wrong_side
    if castling != "-" and set(castling) - rights(variant).keys():
        faults += _caught(_read_castling, variant, pieces, castling)
    elif pieces and castling != "-":
        faults += [
            fault for each in castling for fault in _caught(_read_castling, variant, pieces, each)
        ]
    if pieces and ep != "-" and not wrong_side:
        faults += _caught(read_passed, variant, pieces, 1 - _read_side(side), ep)
    return faults + [fault for counter in counters for fault in _caught(_read_counter, counter)]


def mend_fen(variant: Variant, text: str) -> tuple[str, str]:
    """A FEN of other programs without what is too much in it, and a note on that.

    A label goes, castling rights without King and Rook at home are dropped, and so are the
    operations of EPD (`bm Nf3;`); rights named by the Rook's file (`HAha`) are those of KQkq. The
    note is empty where only a label is dropped; what else may be wrong is for the reader of the FEN
    to refuse.

    >>> from makachess.variants import load
    >>> mend_fen(load("chess"), "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1")
    ('4k3/8/8/8/8/8/8/4K2R w K - 0 1', "castling right 'Q' without white R on a1: it is dropped")
    """
    text = bare_fen(text)
    fields = text.split()
    notes = []
    if len(fields) > 4 and fields[4].isalpha():
        notes.append(f"{' '.join(fields[4:])!r} is no part of a FEN: it is dropped")
        fields[4:] = []
        text = " ".join(fields)
    if len(fields) < 3 or fields[2] == "-" or _caught(_read_pieces, variant, fields[0]):
        return text, "".join(notes)
    names = _rooks_by_file(variant) | {right: right for right in (*RIGHTS, *rights(variant))}
    if set(fields[2]) - names.keys():
        return text, "".join(notes)
    named = {names[each] for each in fields[2]}
    pieces = dict(unpacked_pieces(_read_pieces(variant, fields[0])[0]))
    faults = {
        right: _caught(_read_castling, variant, pieces, right)
        for right in dict.fromkeys((*RIGHTS, *rights(variant)))
        if right in named
    }
    fields[2] = "".join(right for right, fault in faults.items() if not fault) or "-"
    notes += [f"{fault}: it is dropped" for found in faults.values() for fault in found]
    return " ".join(fields), "; ".join(notes)


def _rooks_by_file(variant: Variant) -> dict[str, str]:
    """The castling rights by the file of the Rook, in upper case for White."""
    files = {castling.right: str(castling.rook_from)[0] for castling in castlings(variant)}
    return {f.upper() if right.isupper() else f: right for right, f in files.items()}


def _caught(read: Callable[..., object], *given: object) -> list[str]:
    try:
        read(*given)
    except InvalidFenError as error:
        return [str(error)]
    return []


def _read_side(text: str) -> int:
    if text not in ("w", "b"):
        raise InvalidFenError(f"{text!r} is not a side to move (w or b)")
    return "wb".index(text)


def _read_pieces(variant: Variant, placement: str) -> tuple[bytes, list[int]]:
    """The pieces, packed, and the colours of the royals among them."""
    codes = codes_of(variant)
    try:
        pieces, royals = read_placement(
            placement, codes.by_text, codes.royal, variant.files, variant.ranks
        )
    except ValueError:
        parse_placement(variant, placement)  # says what is wrong
        raise
    return pieces, [code & 1 for code in royals]


def _royal_faults(variant: Variant, royals: list[int]) -> list[str]:
    if not royals:
        return ["neither side has a royal"]
    if not variant.ending.checkmate:
        return []
    faults = []
    for side, most in enumerate(kings_at_start(variant)):
        count = royals.count(side)
        if not 1 <= count <= max(most, 1):
            wanted = "one" if most <= 1 else f"1 to {most}"
            faults.append(f"{COLORS[side]} has {how_many(count, 'king')} instead of {wanted}")
    return faults


def _read_castling(variant: Variant, pieces: Mapping[int, int], text: str) -> int:
    bits, homes = _granted(variant, text)
    if not _stand(pieces, homes):
        for right in (letter for letter in rights(variant) if letter in text):
            for cell, code in _granted(variant, right)[1]:
                if pieces.get(cell) != code:
                    kind, color = codes_of(variant).pieces[code]
                    raise InvalidFenError(
                        f"castling right {right!r} without {color} {kind} on {SQUARE_NAMES[cell]}"
                    )
    return bits


def _stand(pieces: Mapping[int, int], homes: tuple[tuple[int, int], ...]) -> bool:
    for cell, code in homes:  # noqa: SIM110 - several times as fast as a generator
        if pieces.get(cell) != code:
            return False
    return True


@lru_cache(maxsize=1024)
def _granted(variant: Variant, text: str) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The bits of a set of rights, and the pieces that they need, as (cell, code)."""
    known = rights(variant)
    letters = dict.fromkeys((*RIGHTS, *known))
    if set(text) - letters.keys() or len(set(text)) < len(text):
        raise InvalidFenError(
            f"{text!r} is not a set of castling rights (letters of {''.join(letters)}, or -)"
        )
    if strange := [right for right in letters if right in text and right not in known]:
        such = "no such" if known else "no"
        raise InvalidFenError(
            f"castling right {strange[0]!r}, but {variant.name} has {such} castling"
        )
    codes = codes_of(variant).by_piece
    granted = [right for letter, right in known.items() if letter in text]
    return sum(right.bit for right in granted), tuple(
        (cell_of(square), codes[piece])
        for right in granted
        for square, piece in right.homes.items()
    )


@lru_cache(maxsize=1024)
def _format_rights(variant: Variant, bits: int) -> str:
    return "".join(letter for letter, right in rights(variant).items() if bits & right.bit)


def find_rights(variant: Variant, pieces: Mapping[Square, Piece]) -> str:
    """The castling rights for which all that they need stands at home among these pieces."""
    return "".join(
        letter for letter, right in rights(variant).items() if right.homes.items() <= pieces.items()
    )


def _read_counter(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise InvalidFenError(f"{text!r} is not a counter (a number of at most nine digits)")
    return int(text)


def format_fen(variant: Variant, state: FenState) -> str:
    """The FEN of a state, with all six fields, as `parse_fen` reads it back."""
    placement = format_placement(variant.files, variant.ranks, state.pieces)
    ep = "".join(map(str, state.ep)) or "-"
    return (
        f"{placement} {state.turn[0]} {state.castling or '-'} {ep} "
        f"{state.halfmove} {state.fullmove}"
    )


def write_fen(variant: Variant, board: Board) -> str:
    texts = codes_of(variant).texts
    placement = write_placement(board, texts, variant.files, variant.ranks)
    castling = _format_rights(variant, board.castling) if board.castling else "-"
    ep = "-"
    if board.passed:
        ep = SQUARE_NAMES[board.passed]
        ep += SQUARE_NAMES[board.passed_more] if board.passed_more else ""
    elif board.passant_key:
        ep = SQUARE_NAMES[board.struck()]
    side = "wb"[board.side]
    return f"{placement} {side} {castling} {ep} {board.halfmove} {board.fullmove}"


_EP_SQUARES = re.compile(f"(?:{SQUARE})+")


def read_passed(
    variant: Variant, pieces: Mapping[int, int], mover: int, text: str
) -> tuple[int, int, int]:
    """What a FEN says of the last move, which `mover` has made: the cells of `Setup.passed`.

    `pieces` are the codes by cell. Raises InvalidFenError.
    """
    for code, goal, crossed in _multi_steps(variant).get((mover, text), ()):
        if _has_just_gone(pieces, code, goal, crossed):
            passed = crossed[1:]
            return passed[0], passed[1] if len(passed) > 1 else 0, goal
    if variant.trading.lions and re.fullmatch(SQUARE, text):
        return 0, 0, _read_struck(variant, pieces, mover, text)
    if not _EP_SQUARES.fullmatch(text):
        raise InvalidFenError(f"{text!r} is not a list of e.p. squares (such as e3, e3e4, or -)")
    raise InvalidFenError(f"no {COLORS[mover]} pawn can just have passed the e.p. squares {text!r}")


def _read_struck(variant: Variant, pieces: Mapping[int, int], mover: int, text: str) -> int:
    cell = cell_of(Square.parse(text))
    code = pieces.get(cell, -1)
    if code not in _strikers(variant) or code & 1 != mover:
        raise InvalidFenError(
            f"no {COLORS[mover]} piece on {text!r} can just have taken a Lion, nor a pawn passed it"
        )
    return cell


@lru_cache(maxsize=32)
def _strikers(variant: Variant) -> frozenset[int]:
    """The codes of all pieces but Lions that nothing becomes: they always were what they are."""
    arrivals = {kind for kinds in variant.promotion.arrival.values() for kind in kinds}
    made = {to for kind, _, change in changes_of(variant) for to in change.targets if to != kind}
    always = set(variant.trading.lions) - arrivals - made
    return frozenset(
        code for (kind, _), code in codes_of(variant).by_piece.items() if kind not in always
    )


@lru_cache(maxsize=32)
def _multi_steps(variant: Variant) -> dict[tuple[int, str], list[tuple[int, int, tuple[int, ...]]]]:
    """Side and squares passed, as FEN has them -> code, goal, home and cells passed of each move.

    None in games without a piece that could take it there.
    """
    movements = [parse_betza(piece.betza) for piece in variant.pieces.values()]
    if not any(movement.takes_in_passing for movement in movements):
        return {}
    codes = codes_of(variant).by_piece
    steps: dict[tuple[int, str], list[tuple[int, int, tuple[int, ...]]]] = {}
    for piece in product(variant.pieces, COLORS):
        for way in _strides(variant, piece):
            passed = COLORS.index(piece[1]), "".join(map(str, way[1:-1]))
            crossed = tuple(map(cell_of, way[:-1]))
            steps.setdefault(passed, []).append((codes[piece], cell_of(way[-1]), crossed))
    return steps


def find_passed(variant: Variant, pieces: Mapping[Square, Piece], turn: str) -> list[str]:
    """What the e.p. squares of a FEN can be with these pieces and this side to move, if any."""
    codes, mover = codes_of(variant).by_piece, 1 - COLORS.index(turn)
    by_cell = {cell_of(square): codes[piece] for square, piece in pieces.items()}
    return sorted(
        passed
        for (side, passed), steps in _multi_steps(variant).items()
        if side == mover and any(_has_just_gone(by_cell, *step) for step in steps)
    )


def is_noted(variant: Variant, pieces: Mapping[Square, Piece], turn: str, ep: str) -> bool:
    """Whether a FEN with these pieces and this side to move can have an e.p. field."""
    codes = codes_of(variant).by_piece
    by_cell = {cell_of(square): codes[piece] for square, piece in pieces.items()}
    try:
        read_passed(variant, by_cell, 1 - COLORS.index(turn), ep)
    except InvalidFenError:
        return False
    return True


def _has_just_gone(
    pieces: Mapping[int, int], code: int, goal: int, crossed: tuple[int, ...]
) -> bool:
    """Whether a piece can just have gone to a cell, across others."""
    return pieces.get(goal) == code and not any(cell in pieces for cell in crossed)


def _strides(variant: Variant, piece: Piece) -> Iterator[tuple[Square, ...]]:
    """The squares of every way of a piece that can be answered en passant, both ends included."""
    kind, color = piece
    forward = 1 if color == "white" else -1
    homes = [square for square, each in array_pieces(variant).items() if each == piece]
    anywhere = [Square(*at) for at in product(range(variant.files), range(variant.ranks))]
    passed = variant.pieces[kind].passed
    for leg in parse_betza(variant.pieces[kind].betza).legs:
        if not is_stride(leg, passed):
            continue
        limit = variant.pieces[kind].initial_to if leg.initial else 0
        for home in homes if leg.initial and not limit else anywhere:
            for length in range(max(2, leg.first), leg.last + 1):
                way = [
                    Square(home.file + i * leg.dx * forward, home.rank + i * leg.dy * forward)
                    for i in range(length + 1)
                ]
                reached = way[-1].rank if color == "white" else variant.ranks - 1 - way[-1].rank
                if reached in range(limit or variant.ranks):
                    yield tuple(way)
