"""A position, a task, and what solves it, judged by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from makachess.core import Move, MoveKind, Position
from makachess.core.spec import Variant
from makachess.variants import load

WIN, DRAW, NO = "win", "draw", "no"


@dataclass(frozen=True, slots=True)
class Goal:
    """What a move must be or do; all that is said here must hold, and something must be said.

    `moves` are moves in coordinate form, any of which will do, `takes` all squares on which a piece
    is taken, in any order, `to` squares one of which it ends on, `becomes` the type that the mover
    turns into (empty: it stays what it is). `ends` is `win` or `draw` for the side to move, or `no`
    for a move after which the game goes on.
    """

    moves: tuple[str, ...] = ()
    takes: tuple[str, ...] | None = None
    to: tuple[str, ...] = ()
    becomes: str | None = None
    passes: bool = False
    ends: str = ""

    def is_met(self, position: Position, move: Move) -> bool:
        """Whether a legal move of a position does it; the position is left as it was."""
        return (
            (not self.moves or str(move) in self.moves)
            and (self.takes is None or sorted(map(str, move.victims)) == sorted(self.takes))
            and (not self.to or str(move.destination) in self.to)
            and (self.becomes is None or move.promotion == self.becomes)
            and (not self.passes or move.kind is MoveKind.PASS)
            and (not self.ends or self._ends(position, move))
        )

    def _ends(self, position: Position, move: Move) -> bool:
        mover = position.turn
        position.push(move)
        outcome = position.outcome()
        position.pop()
        if outcome is None or self.ends == NO:
            return outcome is None and self.ends == NO
        return outcome.winner == (mover if self.ends == WIN else DRAW)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to a likely mistake."""

    to: Goal
    says: str


@dataclass(frozen=True, slots=True)
class Step:
    """One move to find: its task, what solves it, and the opponent's reply, if there is one."""

    task: str
    goal: Goal
    hint: str = ""
    praise: str = ""
    answers: tuple[Answer, ...] = ()
    otherwise: str = "Not this time. Try again."
    reply: str = ""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A lesson or a puzzle. `before` are moves that have led from `fen` to where it begins."""

    id: str
    title: str
    game: str  # the variant's name
    fen: str
    steps: tuple[Step, ...]
    text: str = ""
    before: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def key(self) -> str:
        """What names it among those of all games."""
        return f"{self.game}/{self.id}"

    @property
    def variant(self) -> Variant:
        """The game it belongs to."""
        return load(self.game, **self.options)

    def position(self) -> Position:
        """The position it begins with, and the moves before it."""
        position = Position(self.variant, self.fen)
        for text in self.before:
            position.push(position.parse(text))
        return position
