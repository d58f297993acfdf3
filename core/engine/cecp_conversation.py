"""The state of a conversation in XBoard's protocol."""

from __future__ import annotations

from dataclasses import dataclass, field

from makachess.core.engine.cecp_pointing import Hand
from makachess.core.engine.cecp_view import disguised_move, is_disguised
from makachess.core.engine.report import Info
from makachess.core.engine.seat import Seat
from makachess.core.engine.timing import EngineClock
from makachess.core.errors import MakachessError
from makachess.core.move import Move
from makachess.core.notation.xboard import format_xboard
from makachess.core.position import Position
from makachess.core.spec import Variant


class RefusedError(MakachessError):
    """A command that cannot be carried out; the message goes in parentheses after Error."""


@dataclass(slots=True)
class Conversation(Seat):
    """The state of the conversation: the game, who plays, the time and how to think."""

    rules: dict[str, str] = field(default_factory=dict)
    side: str | None = None  # the colour the engine plays
    analyzing: bool = False
    hinting: bool = False
    settled: bool = False  # nothing to do in this position, or already done
    posting: bool = False
    control: EngineClock = field(default_factory=EngineClock)
    depth: int | None = None
    last: Info | None = None  # the best line of the current search, else of the last one
    opinion: Info | None = None  # what the engine thought of its last move
    offered: int = 0  # the move of the last draw offer
    lines: int = 1  # that analysis looks for
    pondering: bool = False  # in the opponent's time
    expected: Move | None = None  # the reply to the engine's last move
    excluded: set[Move] = field(default_factory=set)  # moves not to be looked at
    has_board: bool = False  # the interface shows men and moves as XBoard does
    tests_legality: bool = True  # and decides by itself what is legal
    against_program: bool = False
    hand: Hand = field(default_factory=Hand)  # of the person there

    def begin(self, variant: Variant, fen: str | None = None) -> None:
        """Start a new game; raises InvalidFenError, and then there is no position to play."""
        self.variant, self.position = variant, None
        self.offered, self.last, self.opinion, self.settled = 0, None, None, False
        self.turn_over()
        Seat.begin(self, variant, fen)

    def turn_over(self) -> None:
        """Forget what was for the position before, as moves have been made or taken back."""
        self.expected = None
        self.excluded.clear()
        self.hand = Hand()

    @property
    def disguised(self) -> bool:
        """Whether the game is shown in the one way that an XBoard which tests legality can take."""
        return self.has_board and self.tests_legality and is_disguised(self.variant)

    @property
    def must_not_claim(self) -> bool:
        """Whether a claim to have won, or of a draw, would be taken for a false one.

        XBoard checks them in games of programs; what the loser says it believes, and what both say.
        """
        return self.disguised and self.against_program

    def spell(self, position: Position, move: Move) -> str:
        """The text of a move about to be made, all its legs in one."""
        if self.disguised:
            return disguised_move(position, move)
        return format_xboard(self.variant, move)

    def kept_moves(self) -> tuple[Move, ...]:
        """The moves that are to be looked at, if any has been excluded."""
        if self.position is None or not self.excluded:
            return ()
        legal = self.position.legal_moves()
        return tuple(move for move in legal if move not in self.excluded)

    @property
    def moves_made(self) -> int:
        """How many moves the engine's colour has made in this game."""
        if self.position is None:
            return 0
        return (self.position.ply + (self.side != self.position.turn)) // 2
