"""From squares, typed text and choices to a move: the one way by which a person enters moves.

Whatever the hand uses - cursor, mouse, keyboard - ends here. A move is a sequence of squares, the
origin first; each step shows what can follow, and one step can be taken back. What the squares
leave open (the promotion, a pass, a delayed promotion) is a choice asked last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from makachess.core.errors import MakachessError
from makachess.core.move import Move, MoveKind, Square
from makachess.core.notation.pattern import MovePattern
from makachess.core.notation.refusal import why_not
from makachess.core.spec import Rule

if TYPE_CHECKING:
    from makachess.core import Position


@dataclass(frozen=True, slots=True)
class Target:
    """A square that can come next: whether something is taken there, and what the mover becomes.

    `rule` is STAY, MAY or MUST; `becomes` are the ids it can turn into, in upper case.
    """

    capture: bool
    rule: Rule
    becomes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to the question that the squares leave open, and the move it makes."""

    move: Move
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class EntryState:
    """What there is to show of a move being entered."""

    path: tuple[Square, ...] = ()
    targets: Mapping[Square, Target] = field(default_factory=dict)
    taken: tuple[Square, ...] = ()  # victims so far, while the move goes on
    may_end: bool = False  # the move may end on the last square of the path
    choices: tuple[Choice, ...] = ()
    error: str = ""

    @property
    def may_pass(self) -> bool:
        """Whether picking the man again passes the turn."""
        return len(self.path) == 1 and self.path[0] in self.targets


def move_squares(move: Move) -> tuple[Square, ...]:
    """The squares a person names to enter a move, in order."""
    return move.waypoints + tuple(square for part in move.parts for square in part)


class MoveEntry:
    """The move being entered in one position; `position` must not change meanwhile."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._path: tuple[Square, ...] = ()
        self._choices: tuple[Choice, ...] = ()
        self._error = ""

    @cached_property
    def _moves(self) -> list[tuple[tuple[Square, ...], Move]]:
        """The legal moves by their squares, made when first needed."""
        return [(move_squares(move), move) for move in self._position.legal_moves()]

    @property
    def state(self) -> EntryState:
        """Everything a widget needs to show."""
        going_on = bool(self._path) and not self._choices
        return EntryState(
            path=self._path,
            targets=self._targets() if going_on else {},
            taken=self._taken(),
            may_end=going_on and bool(self._complete()),
            choices=self._choices,
            error=self._error,
        )

    def pick(self, square: Square) -> Move | None:
        """Take a square as the next step; the move once it is complete, else None."""
        self._error = ""
        if self._choices:
            self._error = "Choose first, or take the step back with Esc"
            return None
        if not self._path:
            return self._start(square)
        if square in self._followers():
            self._path += (square,)
            return self._settle()
        return self._stray(square)

    def choose(self, choice: Choice) -> Move:
        """Answer the open question."""
        self._clear()
        return choice.move

    def back(self) -> bool:
        """Take one step back; False when there was none to take back."""
        self._error = ""
        if not self._path:
            return False
        self._path = self._path[:-1]
        self._choices = ()
        return True

    def type(self, text: str) -> Move | None:
        """Take typed text, a move in any notation or a square; otherwise `error` is set."""
        self._clear()
        try:
            return self._position.parse(text)
        except MakachessError as error:
            if (square := self._own_square(text)) is not None:
                return self.pick(square)
            self._error = str(error)
        return None

    def preview(self, square: Square) -> Target | None:
        """What picking a square would do, where it can come next."""
        return self._targets().get(square) if self._path and not self._choices else None

    # --- steps ----------------------------------------------------------------------------------

    def _start(self, square: Square) -> Move | None:
        if any(squares[0] == square for squares, _ in self._moves):
            self._path = (square,)
        else:
            self._error = self._why_not_start(square)
        return None

    def _stray(self, square: Square) -> Move | None:
        """A square that cannot follow: the end of the move here, another man, or a mistake."""
        if square == self._path[-1]:
            if complete := self._complete():
                return self._finish(complete)
            self.back()
        elif len(self._path) == 1 and any(squares[0] == square for squares, _ in self._moves):
            self._path = (square,)
        else:
            self._error = self._why_not(square)
        return None

    def _settle(self) -> Move | None:
        """End the move if nothing can follow."""
        if self._followers():
            return None
        return self._finish(self._complete())

    def _finish(self, complete: Sequence[Move]) -> Move | None:
        if len(complete) == 1 and complete[0].kind is not MoveKind.PASS:
            self._clear()
            return complete[0]
        ordered = sorted(complete, key=lambda move: (move.prefix, move.promotion != "", str(move)))
        self._choices = tuple(self._choice(move) for move in ordered)
        return None

    def _clear(self) -> None:
        self._path = ()
        self._choices = ()
        self._error = ""

    # --- what can follow ------------------------------------------------------------------------

    def _candidates(self) -> list[tuple[tuple[Square, ...], Move]]:
        length = len(self._path)
        return [(s, move) for s, move in self._moves if s[:length] == self._path]

    def _complete(self) -> list[Move]:
        if len(self._path) < 2:
            return []
        return [move for squares, move in self._moves if squares == self._path]

    def _followers(self) -> dict[Square, list[tuple[tuple[Square, ...], Move]]]:
        """The squares that can come next, each with the moves through it."""
        length = len(self._path)
        following: dict[Square, list[tuple[tuple[Square, ...], Move]]] = {}
        for squares, move in self._candidates():
            if len(squares) > length:
                following.setdefault(squares[length], []).append((squares, move))
        return following

    def _targets(self) -> dict[Square, Target]:
        length = len(self._path) + 1
        return {
            square: _target(square, [m for s, m in moves if len(s) == length] or [moves[0][1]])
            for square, moves in self._followers().items()
        }

    def _taken(self) -> tuple[Square, ...]:
        moves = [move for _, move in self._candidates()] if len(self._path) > 1 else []
        return tuple(s for s in self._path[1:] if moves and all(s in m.victims for m in moves))

    # --- words ----------------------------------------------------------------------------------

    def _name(self, square: Square) -> str:
        man = self._position.piece_at(square) or ""
        return f"{self._position.variant.pieces[man.upper()].name} on {square}"

    def _own_square(self, text: str) -> Square | None:
        try:
            square = Square.parse(text)
        except MakachessError:
            return None
        return square if any(squares[0] == square for squares, _ in self._moves) else None

    def _why_not_start(self, square: Square) -> str:
        man = self._position.piece_at(square)
        side = self._position.turn.capitalize()
        if man is None:
            return f"{square} is empty"
        if man.isupper() != (self._position.turn == "white"):
            return f"{side} is to move: the {self._name(square)} is not {side}'s"
        check = ": the King is in check" if self._position.is_check() else ""
        return f"The {self._name(square)} has no legal move{check}"

    def _why_not(self, square: Square) -> str:
        """Why the move that has come so far cannot go on to a square, or end there."""
        origin, *stops = self._path
        stops.append(square)
        taken = (False,) * len(stops)
        pattern = MovePattern(file=origin.file, rank=origin.rank, stops=(*stops,), taken=taken)
        reason = why_not(self._position, pattern)
        return reason[0].upper() + reason[1:]

    def _choice(self, move: Move) -> Choice:
        man = (self._position.piece_at(move.origin) or "").upper()
        pieces = self._position.variant.pieces
        if move.kind is MoveKind.PASS:
            return Choice(move, "--", "pass")
        delayed = [f"{square}={kind}" for square, kind in move.prefix]
        if move.promotion:
            text = f"becomes {pieces[move.promotion].name}"
        else:
            text = f"stays {pieces[man].name}"
        return Choice(move, move.promotion or man, ", ".join([*delayed, text]))


def _target(square: Square, moves: Sequence[Move]) -> Target:
    becomes = tuple(sorted({move.promotion for move in moves} - {""}))
    stays = any(not move.promotion for move in moves)
    rule = Rule.STAY if not becomes else Rule.MAY if stays else Rule.MUST
    capture = any(square in m.victims or m.kind is MoveKind.EN_PASSANT for m in moves)
    return Target(capture, rule, becomes)
