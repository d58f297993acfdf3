"""The read-only face of a position that notation and adjudication see.

They lie below Position, which calls them, and know it only through this protocol.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

from makachess.core.move import Move
from makachess.core.notation.coordinates import Reading
from makachess.core.outcome import Outcome
from makachess.core.pieces import Piece
from makachess.core.repetition import Ruling
from makachess.core.spec import Variant
from makachess.core.squares import Square

MoveContext: TypeAlias = tuple[str, Sequence[Square], int]
"""A mover's type, where others of it stand that can move alike, and 1 for check, 2 for mate."""


class PositionView(Protocol):
    """A position to look at; Position says what each of these means."""

    @property
    def variant(self) -> Variant:
        """The game."""

    @property
    def turn(self) -> str:
        """The side to move."""

    @property
    def halfmove(self) -> int:
        """The plies on the counter of the move limit."""

    @property
    def is_won(self) -> bool:
        """Whether a delayed promotion has just mated."""

    def has_lost_bare(self, color: str) -> bool:
        """Whether a colour has lost with a bare royal, where that loses."""

    @property
    def castling_rights(self) -> str:
        """The rights left, of KQkq."""

    def piece_map(self) -> Mapping[Square, Piece]:
        """All pieces by square."""

    def piece_at(self, square: Square) -> str | None:
        """The piece on a square as FEN writes it."""

    def has_any(self, kinds: Iterable[str]) -> bool:
        """Whether a piece of one of these types is on the board."""

    def royal_count(self, color: str) -> int:
        """How many royals a colour has left."""

    def attackers(self, color: str, square: Square) -> list[Square]:
        """Who could capture on a square."""

    def protectors(self, origin: Square, square: Square) -> list[Square]:
        """Who could retake."""

    def legal_moves(self) -> list[Move]:
        """All legal moves."""

    def has_legal_move(self) -> bool:
        """Whether there is a legal move."""

    def repeating_moves(self) -> list[Move]:
        """The moves that only the rule against repetition forbids."""

    def trading_moves(self) -> list[Move]:
        """The moves that are illegal because Lions must not be traded."""

    def exposing_moves(self) -> Mapping[Move, Sequence[Square]]:
        """The moves that are illegal only because they leave the King to these enemies."""

    def is_check(self) -> bool:
        """Whether the side to move is in check."""

    def fitting(self, reading: Reading) -> list[Move]:
        """The legal moves that a reading of a text can mean."""

    def context(self, move: Move) -> MoveContext:
        """What SAN must say of a legal move besides its squares."""

    def repetitions(self) -> int:
        """How many times the position has occurred."""

    def judge_repetition(self) -> Ruling:
        """Who loses by the repetition."""

    def outcome(self) -> Outcome | None:
        """How the game has ended."""
