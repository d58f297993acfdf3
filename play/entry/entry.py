"""From squares, typed text and choices to a move: the one way a person enters moves.

Cursor, mouse and keyboard all end here. A move is a sequence of squares, the
origin first; each step shows what can follow, and one step can be taken back. What the squares
leave open (the promotion, a pass) is a choice asked last; a delayed promotion is one asked first.
The Pawn steps of a compound first move may come in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from makachess.core.errors import InvalidMoveError, MakachessError
from makachess.core.move import Move, MoveKind
from makachess.core.squares import Square
from makachess.play.entry.choices import (
    Choice,
    Prefix,
    prefix_choices,
    promotion_choices,
    question_of,
)
from makachess.play.entry.refusals import man_on, why_not_from, why_not_to
from makachess.play.entry.steps import EntryState, Target, Way, move_squares, move_ways, target_of
from makachess.play.entry.typed import typed_moves

if TYPE_CHECKING:
    from makachess.core import Position


CHOOSE_FIRST = "Choose first, or press Esc to go back"
WAITS = "has to wait: choose first, or press Esc to go back"
NO_STEP = "Move one Pawn one square and another two, or three Pawns one square each"


class MoveEntry:
    """The move being entered in one position; `position` must not change meanwhile."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._path: tuple[Square, ...] = ()
        self._prefix: Prefix = ()
        self._meant: tuple[Move, ...] = ()  # all that is left, if only promotions are open
        self._error = ""

    @cached_property
    def _by_prefix(self) -> dict[Prefix, list[tuple[Way, Move]]]:
        """The legal moves by their squares, for each delayed promotion; made when first needed."""
        found: dict[Prefix, list[tuple[Way, Move]]] = {}
        for move in self._position.legal_moves():
            found.setdefault(move.prefix, []).extend((way, move) for way in move_ways(move))
        return found

    @property
    def _moves(self) -> list[tuple[Way, Move]]:
        return self._by_prefix.get(self._prefix, [])

    @property
    def _open(self) -> tuple[Choice, ...]:
        """The choices to make before anything else: delayed promotions, or how the move ends."""
        prefixes = {move.prefix for move in self._meant}
        if len(prefixes) == 1:
            return promotion_choices(self._position, self._meant)
        if prefixes:
            return prefix_choices(self._position, prefixes)
        if self._prefix or not self._position.variant.promotion.reserve:
            return ()
        return prefix_choices(self._position, self._by_prefix)

    @property
    def state(self) -> EntryState:
        """Everything a widget needs to show."""
        choices = self._open
        going_on = bool(self._path) and not choices
        return EntryState(
            path=self._path,
            targets=self._targets() if going_on else {},
            taken=self._taken(),
            may_end=going_on and bool(self._complete()),
            choices=choices,
            question=question_of(choices),
            error=self._error,
            prefix=self._prefix,
            steps=self._steps(),
        )

    def pieces(self) -> dict[Square, str]:
        """The men on the board after what has been entered: promoted Pawns, single Pawn steps."""
        men = self._position.pieces()
        for square, kind in self._prefix:
            men[square] = kind if self._position.turn == "white" else kind.lower()
        for origin, goal in self._steps():
            men[goal] = men.pop(origin)
        return men

    def pick(self, square: Square) -> Move | None:
        """Take a square as the next step; the move once it is complete, else None."""
        self._error = ""
        if self._open:
            self._error = CHOOSE_FIRST
            return None
        if not self._path:
            return self._start(square)
        if square in self._followers():
            self._path += (square,)
            return self._settle()
        return self._stray(square)

    def choose(self, choice: Choice) -> Move | None:
        """Answer the open question; returns the move, or None if more is open."""
        left = [move for move in self._meant if move.prefix == choice.prefix]
        self._clear()
        if choice.move is None:
            self._prefix = choice.prefix
            return self._leave(left) if left else None
        return choice.move

    def back(self) -> bool:
        """Take one step back; False when there was none to take back."""
        self._error = ""
        had, self._meant = bool(self._meant), ()
        if not self._path:
            had, self._prefix = had or bool(self._prefix), ()
            return had
        self._path = self._path[:-1]
        return True

    def type(self, text: str) -> Move | None:
        """Take typed text, a move in any notation or a square; otherwise `error` is set.

        A move that does not say what its man becomes opens the same question as one made by
        squares. While a question about a move is open, only a text that answers it is taken.
        """
        try:
            moves = self._read(text)
        except MakachessError as error:
            return self._type_square(text, error)
        if self._meant and (len(moves) > 1 or moves[0] not in self._meant):
            self._error = f"{text!r} {WAITS}"
            return None
        self._clear()
        return self._leave(moves)

    def _read(self, text: str) -> list[Move]:
        """The moves that a text leaves to choose from, with or without the prefix chosen."""
        chosen = "".join(f"{square}={kind}," for square, kind in self._prefix)
        try:
            return typed_moves(self._position, chosen + text)
        except MakachessError as error:
            if not chosen:
                raise
            with suppress(MakachessError):
                return typed_moves(self._position, text)
            raise error

    def _type_square(self, text: str, error: MakachessError) -> Move | None:
        """Pick the man on the square typed; if it is no square, say why the text is not a move.

        Where a square alone can be a Pawn's move, it is that if no man there can be picked.
        """
        if self._meant:
            self._error = f"{text!r} {WAITS}"
            return None
        self._clear()
        square = self._square(text)
        if square is not None and (self._is_origin(square) or isinstance(error, InvalidMoveError)):
            return self.pick(square)
        self._error = str(error)
        return None

    def _leave(self, moves: Sequence[Move]) -> Move | None:
        """Finish with the moves left by a text or choice, or ask which of them is meant."""
        if len(moves) == 1:
            self._clear()
            return moves[0]
        if len({move.prefix for move in moves}) == 1:
            self._prefix = moves[0].prefix
            self._path = move_squares(moves[0])
        self._meant = tuple(moves)
        return None

    def preview(self, square: Square) -> Target | None:
        """What picking a square would do, where it can come next."""
        return self._targets().get(square) if self._path and not self._open else None

    # --- steps ----------------------------------------------------------------------------------

    def _start(self, square: Square) -> Move | None:
        if self._is_origin(square):
            self._path = (square,)
        else:
            self._error = why_not_from(self._position, self.pieces(), square)
        return None

    def _stray(self, square: Square) -> Move | None:
        """A square that cannot follow: the end of the move here, another man, or a mistake."""
        if square == self._path[-1]:
            if complete := self._complete():
                return self._finish(complete)
            self.back()
        elif len(self._path) == 1 and self._is_origin(square):
            self._path = (square,)
        elif self._is_next_pawn(square):
            self._path = (*self._path[:-1], square)
        else:
            self._error = NO_STEP if self._steps() else self._why_not(square)
        return None

    def _is_next_pawn(self, square: Square) -> bool:
        """Whether a square is that of a Pawn that can step in place of the last one picked."""
        picked = self._steps() and len(self._path) % 2
        return bool(picked) and square in self._followers(self._path[:-1])

    def _settle(self) -> Move | None:
        """End the move if nothing can follow."""
        if self._followers():
            return None
        return self._finish(self._complete())

    def _finish(self, complete: Sequence[Move]) -> Move | None:
        if len(complete) == 1 and complete[0].kind is not MoveKind.PASS:
            self._clear()
            return complete[0]
        self._meant = tuple(complete)
        return None

    def _clear(self) -> None:
        self._path = ()
        self._meant = ()
        self._error = ""

    # --- what can follow ------------------------------------------------------------------------

    def _candidates(self, path: Way) -> list[tuple[Way, Move]]:
        length = len(path)
        return [(way, move) for way, move in self._moves if way[:length] == path]

    def _steps(self) -> tuple[tuple[Square, Square], ...]:
        """The Pawn steps made so far, while others can come or have come with them."""
        if len(self._path) < 2:
            return ()
        if not any(move.kind is MoveKind.COMPOUND for _, move in self._candidates(self._path)):
            return ()
        return tuple(zip(self._path[::2], self._path[1::2], strict=False))

    def _complete(self) -> list[Move]:
        if len(self._path) < 2:
            return []
        return [move for squares, move in self._moves if squares == self._path]

    def _followers(self, path: Way | None = None) -> dict[Square, list[tuple[Way, Move]]]:
        """The squares that can come after the path so far, or another; with the moves through."""
        path = self._path if path is None else path
        length = len(path)
        following: dict[Square, list[tuple[Way, Move]]] = {}
        for squares, move in self._candidates(path):
            if len(squares) > length:
                following.setdefault(squares[length], []).append((squares, move))
        return following

    def _targets(self) -> dict[Square, Target]:
        length = len(self._path) + 1
        return {
            square: target_of(square, [m for s, m in moves if len(s) == length] or [moves[0][1]])
            for square, moves in self._followers().items()
        }

    def _taken(self) -> tuple[Square, ...]:
        moves = [move for _, move in self._candidates(self._path)] if len(self._path) > 1 else []
        return tuple(s for s in self._path[1:] if moves and all(s in m.victims for m in moves))

    def _square(self, text: str) -> Square | None:
        try:
            square = Square.parse(text)
        except MakachessError:
            return None
        variant = self._position.variant
        return square if square.file < variant.files and square.rank < variant.ranks else None

    def _is_origin(self, square: Square) -> bool:
        """Whether a move can begin on a square."""
        return any(squares[0] == square for squares, _ in self._moves)

    def _why_not(self, square: Square) -> str:
        """Why the move entered so far cannot go on to a square, or end there."""
        if not self._prefix:
            return why_not_to(self._position, self._path, square)
        origin = self._path[0]
        man = man_on(self._position.variant, origin, self.pieces()[origin])
        return f"The {man} cannot go to {square}"
