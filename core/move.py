"""Moves as values: independent of any position, comparable, printable."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum, auto
from itertools import pairwise
from typing import Any, NoReturn, TypeVar

from makachess.core.errors import InvalidMoveError
from makachess.core.kernel.move_values import LightMove, read_plain
from makachess.core.kernel.packed import (
    destination_of,
    first_of,
    further_steps,
    kind_of,
    origin_of,
    pack,
    pack_further,
    pack_kind,
    pack_taken,
    second_of,
    taken_of,
)
from makachess.core.pieces import PIECE
from makachess.core.squares import SQUARE, SQUARE_NAMES, SQUARES, Square, cell_of

T = TypeVar("T")

Step = tuple[Square, Square]
"""Origin and destination of one piece."""


class MoveKind(Enum):
    """What kind of move it is, where the squares alone do not show it."""

    NORMAL = auto()
    EN_PASSANT = auto()
    CASTLING = auto()
    PASS = auto()
    COMPOUND = auto()
    NULL = auto()


_KINDS = tuple(MoveKind)  # by the kernel's numbers, but for NULL
NULL = "--"
"""A null move in coordinates and in SAN."""

_NULLS = (NULL, "0000")  # the second is UCI's
_TAKING = (MoveKind.NORMAL, MoveKind.EN_PASSANT)
_LEG = re.compile(f"({SQUARE})({SQUARE})")
_CHOICE = re.compile(f"({SQUARE})=({PIECE})")
_WRITTEN = re.compile(
    f"(?P<prefix>(?:{_CHOICE.pattern},)*)(?P<legs>{_LEG.pattern}(?:,{_LEG.pattern})*)"
    f"(?:=(?P<becomes>{PIECE})|(?P<uci>[a-z]))?"
)
_FIELDS = ("origin", "destination", "victims", "promotion", "kind", "parts", "prefix")


class Move(LightMove):
    """One legal move: origin, destination, victims in capture order, and the new type, if any.

    `victims` holds every square emptied of an enemy, the destination included when it was taken.
    `parts` are the steps of other pieces: further pawns of a compound first move, and the Rook in a
    castling that the King's squares alone do not tell; `prefix` names the delayed
    promotions chosen before the move proper, each as (square, piece id).

    A value that never changes, pickled and copied like a number. It belongs to no position: moves
    are equal, and have equal hashes, if `str` writes them alike. So one that was read by `parse`
    equals the legal move it means, though it does not tell all that is taken. What it is made of
    is one number and two texts, so that thousands cost little; squares are worked out when asked
    for. Raises ValueError for what cannot be a move: squares beyond a 19x19 board, more than two
    victims in passing, steps that no compound move has. A null move (`null`) has no squares: its
    origin and destination are beyond every board.

    >>> move = Move(Square(4, 1), Square(4, 3))
    >>> str(move), move.is_capture
    ('e2e4', False)
    >>> str(move.replace(promotion="Q"))
    'e2e4=Q'
    """

    __slots__ = ()

    word: int
    promotion: str
    prefix: tuple[tuple[Square, str], ...]

    def __init__(
        self,
        origin: Square,
        destination: Square,
        victims: tuple[Square, ...] = (),
        promotion: str = "",
        kind: MoveKind = MoveKind.NORMAL,
        parts: tuple[Step, ...] = (),
        prefix: tuple[tuple[Square, str], ...] = (),
    ) -> None:
        if kind is MoveKind.NULL:
            raise ValueError("a null move is Move.null(), and there is nothing more to it")
        super().__init__(_pack(origin, destination, victims, kind, parts), promotion, prefix)
        if not self.word or (self.origin, self.destination) != (origin, destination):
            raise ValueError(f"{origin} and {destination} are not on a board")
        if (self.victims, self.parts) != (victims, parts):
            raise ValueError(f"no move takes {victims} or goes along {parts}")

    @classmethod
    def null(cls) -> Move:
        """The null move: the turn passes, and nothing moves.

        Records of games can hold it, but it is never legal: see `Position.allows_null`.

        >>> str(Move.null()), Move.null().is_null
        ('--', True)
        """
        move = cls.__new__(cls)
        LightMove.__init__(move, 0, "", ())
        return move

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move that a text in coordinates means, as `str` writes it or as UCI does (`e7e8q`).

        Whether it takes something where it ends, which is no matter of squares, is not told by
        such a text, nor are castling and e.p.: `Position.parse` tells. Raises InvalidMoveError.

        >>> Move.parse("d4e5=+N") == Move(Square(3, 3), Square(4, 4), promotion="+N")
        True
        >>> Move.parse("d4e5,e5f6").victims
        (Square(file=4, rank=4),)
        """
        plain = read_plain(text, cls)
        if plain is not None:
            return plain
        if text in _NULLS:
            return cls.null()
        match = _WRITTEN.fullmatch(text)
        if match is None:
            raise _not_coordinates(text)
        legs = [(Square.parse(a), Square.parse(b)) for a, b in _LEG.findall(match["legs"])]
        prefix = tuple((Square.parse(at), kind) for at, kind in _CHOICE.findall(match["prefix"]))
        (origin, destination), *further = legs
        victims: tuple[Square, ...] = ()
        parts: tuple[Step, ...] = ()
        becomes = match["becomes"] or (match["uci"] or "").upper()
        kind = MoveKind.PASS if origin == destination else MoveKind.NORMAL
        if all(goal == start for (_, goal), (start, _) in pairwise(legs)):
            destination = legs[-1][1]
            victims = tuple(start for start, _ in further)
        else:
            kind, parts = MoveKind.COMPOUND, tuple(further)
        for meant in (kind, MoveKind.CASTLING) if len(parts) == 1 else (kind,):
            with suppress(ValueError):
                return cls(origin, destination, victims, becomes, meant, parts, prefix)
        raise _not_coordinates(text)

    @property
    def origin(self) -> Square:
        """The square the piece starts from; of several pawns that of the first by file."""
        return SQUARES[origin_of(self.word)]

    @property
    def destination(self) -> Square:
        """The square it ends on."""
        return SQUARES[destination_of(self.word)]

    @property
    def victims(self) -> tuple[Square, ...]:
        """The squares of the pieces it takes, in the order of capture."""
        return tuple([SQUARES[cell] for cell in self._victims()])

    @property
    def kind(self) -> MoveKind:
        """What kind of move it is."""
        return _KINDS[kind_of(self.word)] if self.word else MoveKind.NULL

    @property
    def parts(self) -> tuple[Step, ...]:
        """The steps of other pieces that the text names: of further pawns, or of a Rook."""
        return tuple((SQUARES[a], SQUARES[b]) for a, b in further_steps(self.word))

    @property
    def is_null(self) -> bool:
        """Whether it is the null move."""
        return not self.word

    @property
    def is_capture(self) -> bool:
        """Whether the move takes anything."""
        return bool(self._victims())

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to the move but its two squares."""
        return not (self.word >> 20 or self.promotion or self.prefix)

    @property
    def waypoints(self) -> tuple[Square, ...]:
        """The squares a moving hand would touch: origin, victims in order, destination.

        None of a null move.
        """
        return tuple([SQUARES[cell] for cell in self._waypoints()])

    def _victims(self) -> list[int]:
        word = self.word
        if not word >> 20 or self.kind not in _TAKING:
            return []
        cells = [cell for cell in (first_of(word), second_of(word)) if cell]
        if place := taken_of(word):
            cells.insert(place - 1, destination_of(word))
        return cells

    def _waypoints(self) -> list[int]:
        word = self.word
        if not word:
            return []
        victims = self._victims()
        if not victims or self.kind is MoveKind.EN_PASSANT:
            return [origin_of(word), destination_of(word)]
        goal = destination_of(word)
        last = [] if victims[-1] == goal else [goal]
        return [origin_of(word), *victims, *last]

    def replace(self, **changes: Any) -> Move:
        """The move with some of its fields changed, as `dataclasses.replace` does it."""
        return Move(**{name: getattr(self, name) for name in _FIELDS} | changes)

    def in_full(self) -> str:
        """The coordinate form, `str(move)`: `e2e4`, `d4e5=+N`, `d4e5,e5f6`, `b10=N,e1d3`."""
        legs = [SQUARE_NAMES[a] + SQUARE_NAMES[b] for a, b in pairwise(self._waypoints())]
        legs += [SQUARE_NAMES[a] + SQUARE_NAMES[b] for a, b in further_steps(self.word)]
        legs[:0] = [f"{square}={kind}" for square, kind in self.prefix]
        return ",".join(legs) + (f"={self.promotion}" if self.promotion else "")

    def __repr__(self) -> str:
        if self.is_null:
            return "Move.null()"
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in _FIELDS)
        return f"Move({fields})"

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Move:
        return self

    def __reduce__(self) -> tuple[Callable[..., Move], tuple[object, ...]]:
        if self.is_null:
            return Move.null, ()
        return Move, tuple(getattr(self, name) for name in _FIELDS)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a move never changes: use replace({name}=...)")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a move never changes")


def _not_coordinates(text: str) -> InvalidMoveError:
    return InvalidMoveError(f"{text!r} is not a move in coordinates (such as e2e4, d4e5=Q)")


def _pack(
    origin: Square,
    destination: Square,
    victims: tuple[Square, ...],
    kind: MoveKind,
    parts: tuple[Step, ...],
) -> int:
    """The word of a move; of what cannot be one, the word of another."""
    word = pack(cell_of(origin) & 1023, cell_of(destination) & 1023)
    word |= pack_kind(_KINDS.index(kind))
    passing = [cell_of(square) & 1023 for square in victims if square != destination]
    if destination in victims and len(passing) < 3:
        word |= pack_taken(1 + victims.index(destination))
    further = [cell_of(home) & 1023 for home, _ in parts] if parts else passing
    if kind is MoveKind.CASTLING:
        further += [cell_of(goal) & 1023 for _, goal in parts]
    first, second = (*further[:2], 0, 0)[:2]
    return word | pack_further(first, second)


def count_shared(one: Sequence[T], other: Sequence[T]) -> int:
    """With how many equal moves, or texts of moves, two lines begin.

    >>> count_shared(["e4", "e5", "Nf3"], ["e4", "e5", "f4"])
    2
    """
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
