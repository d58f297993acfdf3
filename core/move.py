"""Squares and moves as values: independent of any position, comparable, printable."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple

from makachess.core.errors import InvalidMoveError

_SQUARE = re.compile(r"([a-s])([1-9][0-9]?)")


class Square(NamedTuple):
    """A square by file and rank, both counted from 0 at White's left corner (a1 = 0, 0).

    >>> str(Square(4, 3)), Square.parse("s19")
    ('e4', Square(file=18, rank=18))
    """

    file: int
    rank: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.file)}{self.rank + 1}"

    @classmethod
    def parse(cls, text: str) -> Square:
        """The square a name such as `e4` stands for; raises InvalidMoveError."""
        match = _SQUARE.fullmatch(text)
        if match is None:
            raise InvalidMoveError(
                f"{text!r} is not a square (a file letter and a rank, such as 'e4')"
            )
        return cls(ord(match[1]) - ord("a"), int(match[2]) - 1)


class MoveKind(Enum):
    """What kind of move it is, where the squares alone do not show it."""

    NORMAL = auto()
    EN_PASSANT = auto()
    CASTLING = auto()
    PASS = auto()
    COMPOUND = auto()


@dataclass(frozen=True, slots=True)
class Move:
    """One legal move: origin, destination, victims in capture order, and the new type, if any.

    `victims` holds every square emptied of an enemy, the destination included when it was taken.
    `parts` are the further pawn steps of a compound first move; `prefix` names the delayed
    promotions chosen before the move proper, each as (square, piece id).
    """

    origin: Square
    destination: Square
    victims: tuple[Square, ...] = ()
    promotion: str = ""
    kind: MoveKind = MoveKind.NORMAL
    parts: tuple[tuple[Square, Square], ...] = ()
    prefix: tuple[tuple[Square, str], ...] = ()

    @property
    def is_capture(self) -> bool:
        """Whether the move takes anything."""
        return bool(self.victims)

    @property
    def waypoints(self) -> tuple[Square, ...]:
        """The squares a moving hand would touch: origin, victims in order, destination."""
        if self.kind is MoveKind.EN_PASSANT or not self.victims:
            return (self.origin, self.destination)
        last = () if self.victims[-1] == self.destination else (self.destination,)
        return (self.origin, *self.victims, *last)

    def __str__(self) -> str:
        """The coordinate form, e.g. `e2e4`, `d4e5=+N`, `d4e5,e5f6`, `b10=N,e1d3`."""
        stops = self.waypoints
        legs = [f"{a}{b}" for a, b in pairwise(stops)]
        legs += [f"{a}{b}" for a, b in self.parts]
        legs[:0] = [f"{square}={kind}" for square, kind in self.prefix]
        return ",".join(legs) + (f"={self.promotion}" if self.promotion else "")
