"""The parts of a move being entered: steps, targets and choices, for widgets to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, permutations

from makachess.core.move import Move, MoveKind
from makachess.core.spec import Rule
from makachess.core.squares import Square
from makachess.play.entry.choices import Choice, Prefix

Way = tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """A square that can come next: whether something is taken there, and what the mover becomes.

    `rule` is STAY, MAY or MUST; `becomes` are the ids it can turn into, in upper case.
    """

    capture: bool
    rule: Rule
    becomes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryState:
    """A move being entered, as widgets show it."""

    path: tuple[Square, ...] = ()
    targets: Mapping[Square, Target] = field(default_factory=dict)
    taken: tuple[Square, ...] = ()  # victims so far, while the move goes on
    may_end: bool = False  # the move may end on the last square of the path
    choices: tuple[Choice, ...] = ()
    question: str = ""  # what the choices answer
    error: str = ""
    prefix: Prefix = ()  # delayed promotions chosen for this move
    steps: tuple[tuple[Square, Square], ...] = ()  # Pawn steps made of a compound first move

    @property
    def may_pass(self) -> bool:
        """Whether picking the man again passes the turn."""
        return len(self.path) == 1 and self.path[0] in self.targets


def move_squares(move: Move) -> tuple[Square, ...]:
    """The squares a person names to enter a move, in order."""
    return move.waypoints + tuple(square for part in move.parts for square in part)


def move_ways(move: Move) -> list[Way]:
    """The orders in which the squares of a move can be named: one, but for a compound move."""
    if move.kind is not MoveKind.COMPOUND:
        return [move_squares(move)]
    steps = ((move.origin, move.destination), *move.parts)
    return [tuple(chain(*order)) for order in permutations(steps)]


def target_of(square: Square, moves: Sequence[Move]) -> Target:
    """What the moves that go on or end on a square do there."""
    becomes = tuple(sorted({move.promotion for move in moves} - {""}))
    stays = any(not move.promotion for move in moves)
    rule = Rule.STAY if not becomes else Rule.MAY if stays else Rule.MUST
    capture = any(square in m.victims or m.kind is MoveKind.EN_PASSANT for m in moves)
    return Target(capture, rule, becomes)
