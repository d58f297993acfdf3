"""What a move text can mean, in coordinates or SAN, whatever the position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from makachess.core.castling import castlings
from makachess.core.errors import InvalidMoveError
from makachess.core.kernel.move_values import Wanted
from makachess.core.notation.coordinates import (
    ANY_CHANGE,
    ENDING,
    STANDARD,
    STAYS,
    MovePattern,
    Reading,
    of_castling,
    parse_coordinates,
    reading_of,
    split_prefix,
    stated_promotion,
)
from makachess.core.pieces import PIECE
from makachess.core.spec import Variant
from makachess.core.squares import SQUARE, Square
from makachess.core.text import plain_move

LONGEST_MOVE = 200
"""Characters of a text that can mean a move: more than any has, compound moves included."""

_MOST_LISTED = 16  # pieces of a game that are named where one is unknown
_LONGEST = 64  # characters of a text that is worth remembering
_REMEMBERED = 8192  # texts: most games of chess are written with fewer

_STOP = re.compile(f"([x:]?!?)-?({SQUARE})")
_SAN = re.compile(
    rf"(?P<kind>{PIECE})?(?P<file>[a-s])?(?P<rank>[1-9][0-9]?)?"
    rf"(?P<path>(?:(?:[x:]!?|-|!)?{SQUARE})+){ENDING}"
)
_PASS = re.compile(rf"(?P<kind>{PIECE})?(?P<square>{SQUARE})?(?:--|!)")
# In files of other programs.
NULL_SPELLING = re.compile(r"--|@@@@|Z0|0000|null|<null>|pass", re.IGNORECASE)
DESCRIPTIVE = (
    r"(?:[KQRBNP]|Kt){1,3}(?:[-/](?:[KQRBN]|Kt){1,2}[1-8]|x(?:[KQRBNP]|Kt){1,3}[1-8]?)(?![^\W_])"
)
"""How old books write moves of chess: `P-K4`, `QBPxP`."""
_CASTLING = re.compile(r"(?:[O0o]-[O0o]|OO)(?P<long>-[O0o]|(?<=OO)O)?[+#]*")
_WITH_ROOK = re.compile(
    rf"(?P<kind>{PIECE})(?P<home>[a-s]|[1-9][0-9]?|{SQUARE})??(?P<goal>{SQUARE}),"
    rf"(?P<rook>{PIECE})?(?P<beside>{SQUARE})[+#]*"
)
_STEPS = re.compile(f"{SQUARE}(?:,{SQUARE})+[+#]*")
_GOAL = re.compile(SQUARE)
_SQUARE = re.compile("[a-z][0-9]{1,2}")  # on any board, or none
_SQUARES = re.compile(f"[A-Z]?(?:[-x:,]?{_SQUARE.pattern})+")
_EN_PASSANT = re.compile(r"(?<=[0-9])\s*e\.?p\.?([+#]*)$")


class FirstReadings(dict[str, "Wanted | None"]):
    """What each text means in a variant at first reading, for the kernel to compare moves with.

    It is None where there is more to it, or nothing. Texts are read when they are first asked for;
    where there are too many, all are forgotten.
    """

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self._variant = variant

    def __missing__(self, text: str) -> Wanted | None:
        if not isinstance(text, str):
            raise _not_text(text)
        try:
            _refuse_long(text)
            pattern, wanted = reading_of(self._variant, read_move(self._variant, text)[0])
        except InvalidMoveError:
            return None
        if pattern.prefix or text[-1] in "!?" or _may_stay(pattern):
            wanted = None
        if len(text) <= _LONGEST:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[text] = wanted
        return wanted


def _may_stay(pattern: MovePattern) -> bool:
    """Whether a text may say that the piece stays what it is, with a sign or its own id."""
    stated = pattern.promotion
    return stated == STAYS or (stated != "" and pattern.kind in ("", stated))


@lru_cache(maxsize=32)
def first_readings(variant: Variant) -> FirstReadings:
    """The first readings of texts in a variant, shared by all its positions."""
    return FirstReadings(variant)


def read_move(variant: Variant, text: str) -> tuple[MovePattern, ...]:
    """What a text can mean in any position, coordinates or SAN, the likeliest reading first.

    Its `promotion` is empty if it does not say what the piece becomes, nor that it stays. Raises
    InvalidMoveError.
    """
    with suppress(InvalidMoveError):
        return (parse_coordinates(variant, text),)
    return read_san(variant, text)


def _read(
    read: Callable[[Variant, str], tuple[MovePattern, ...]], variant: Variant, text: str
) -> tuple[Reading, ...] | str:
    """What a text can mean, or why it means nothing: both are worth remembering."""
    try:
        _refuse_long(text)
        return tuple(reading_of(variant, pattern) for pattern in read(variant, text))
    except InvalidMoveError as error:
        return str(error)


_read_once = lru_cache(_REMEMBERED)(_read)


def readings(
    read: Callable[[Variant, str], tuple[MovePattern, ...]], variant: Variant, text: str
) -> tuple[Reading, ...]:
    """The same, remembered; raises TypeError for what is no text."""
    if not isinstance(text, str):
        raise _not_text(text)
    found = (_read if len(text) > _LONGEST else _read_once)(read, variant, text)
    if isinstance(found, str):
        raise InvalidMoveError(found)
    return found


def _not_text(given: object) -> TypeError:
    return TypeError(f"{given!r} is not text: a move is written 'e2e4' or 'Nf3'")


def _refuse_long(text: str) -> None:
    if len(text) > LONGEST_MOVE:
        raise InvalidMoveError(
            f"{text[:57] + '...'!r} is not a move: none is longer than {LONGEST_MOVE} characters"
        )


def read_san(variant: Variant, text: str) -> tuple[MovePattern, ...]:
    """What a SAN text can mean in a variant, the likeliest reading first.

    Raises InvalidMoveError, with the reason, if it is not SAN.
    """
    prefix, rest = split_prefix(plain_move(text).strip())
    readings = [
        replace(reading, prefix=prefix)
        for body in _without_annotation(rest)
        for reading in _read_body(variant, body)
    ]
    if not readings:
        raise InvalidMoveError(
            f"{text!r} is not a move of {variant.title}: {_reason(variant, rest)}"
        )
    return tuple(readings)


def _without_annotation(text: str) -> Iterator[str]:
    """The text without trailing `!` and `?`, then with one or two: `!` can be part of a move."""
    core = text.rstrip("!?")
    for end in range(len(core), min(len(core) + 2, len(text)) + 1):
        yield _EN_PASSANT.sub(r"\1", text[:end].rstrip())


def _read_body(variant: Variant, text: str) -> Iterator[MovePattern]:
    if match := _CASTLING.fullmatch(text):
        if variant.castling_san:
            yield MovePattern(castling=-1 if match["long"] else 1)
    elif NULL_SPELLING.fullmatch(text):
        yield MovePattern(is_pass=True, is_null=True)
    elif match := _PASS.fullmatch(text):
        yield from _read_pass(variant, match)
    elif _STEPS.fullmatch(text):
        yield MovePattern(steps=tuple((None, Square.parse(goal)) for goal in _GOAL.findall(text)))
    elif match := _SAN.fullmatch(text):
        yield from _read_san(variant, match)
    elif match := _WITH_ROOK.fullmatch(text):
        yield from _read_castling(variant, match)


def _read_castling(variant: Variant, match: re.Match[str]) -> Iterator[MovePattern]:
    """A castling of which both pieces are named."""
    goals = Square.parse(match["goal"]), Square.parse(match["beside"])
    for way in castlings(variant):
        if (way.king_to, way.rook_to) != goals or way.king != match["kind"]:
            continue
        if match["rook"] in (None, way.rook) and (match["home"] or "") in str(way.king_from):
            yield of_castling(way)


def _read_pass(variant: Variant, match: re.Match[str]) -> Iterator[MovePattern]:
    kind = match["kind"] or ""
    if kind and kind not in variant.pieces:
        return
    square = Square.parse(match["square"]) if match["square"] else None
    file, rank = square or (None, None)
    yield MovePattern(kind=kind, file=file, rank=rank, is_pass=True)


def _read_san(variant: Variant, match: re.Match[str]) -> Iterator[MovePattern]:
    kind = match["kind"] or variant.pawn
    promotion = stated_promotion(variant, match)
    stops = _STOP.findall(match["path"])
    if len(stops) > 1 and not stops[0][0]:
        return  # on a way of several squares the first is that of a victim
    if kind not in variant.pieces or promotion not in ("", ANY_CHANGE, STAYS, *variant.pieces):
        return
    yield MovePattern(
        kind=kind,
        file=ord(match["file"]) - ord("a") if match["file"] else None,
        rank=int(match["rank"]) - 1 if match["rank"] else None,
        stops=tuple(Square.parse(square) for _, square in stops),
        taken=tuple(mark != "" for mark, _ in stops),
        promotion=promotion,
        is_igui=any("!" in mark for mark, _ in stops),
    )


def _reason(variant: Variant, text: str) -> str:
    if _CASTLING.fullmatch(text.rstrip("!?+#")):
        return "castling is written as the king's move here"
    if re.match(DESCRIPTIVE, text) and variant.name == STANDARD:
        return "it is in the notation of old books; write squares, such as e4 for White's P-K4"
    in_capitals = _SAN.fullmatch(text[:1].upper() + text[1:].rstrip("!?"))
    match = _SAN.fullmatch(text.rstrip("!?")) or in_capitals
    for kind in (match["kind"], (match["promotion"] or "").upper()) if match else ():
        if kind and kind not in variant.pieces:
            known = (
                f" (but {' '.join(variant.pieces)})" if len(variant.pieces) <= _MOST_LISTED else ""
            )
            return f"there is no piece {kind!r}{known}"
    if match and not match["kind"] and not variant.pawn:
        return "the moving piece must be named, such as P"
    if in_capitals:
        return "piece letters are upper case"
    for square in _SQUARE.findall(text) if _SQUARES.fullmatch(text.rstrip("!?+#")) else ():
        if not is_on_board(variant, square):
            return f"{square!r} is not a square of its {variant.files}x{variant.ranks} board"
    return "write squares, such as e2e4, or SAN, such as Nf3"


def is_on_board(variant: Variant, text: str) -> bool:
    """Whether a letter and a number name a square of a variant's board."""
    file, rank = ord(text[0]) - ord("a"), int(text[1:]) - 1
    return file < variant.files and 0 <= rank < variant.ranks
