"""A move entered while the opponent is to move: it is read when its turn has come."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from makachess.core.betza import Power, parse_betza
from makachess.core.errors import MakachessError
from makachess.core.notation.reading import read_move
from makachess.core.spec import opponent
from makachess.core.squares import Square
from makachess.play.entry import Path, spellings
from makachess.saves import Game, Node

MOST = 5  # squares of a move: a Lion Dog takes three pieces, and steps back
STEPPING = frozenset({Power.AREA, Power.PASS, Power.LINE_TWO, Power.LINE_THREE})


@dataclass(frozen=True, slots=True)
class Premove:
    """The squares picked so far, or a text and the squares that it names; false if there is none.

    Nobody knows the position in which it will be made, so nothing is refused but what is no move in
    any. `words` name it.
    """

    after: Node | None = None  # the move after which it was entered
    squares: Path = ()
    text: str = ""
    words: str = ""

    def __bool__(self) -> bool:
        return bool(self.squares or self.text)

    @property
    def is_whole(self) -> bool:
        """Whether more has been entered than which piece is to move."""
        return bool(self.text) or len(self.squares) > 1

    def stands(self, game: Game) -> bool:
        """Whether nothing has happened since it was entered."""
        return game.node is self.after and game.outcome is None

    def is_due(self, game: Game) -> bool:
        """Whether the move has been made for which it had to wait."""
        return game.node.parent is self.after and game.outcome is None

    def pick(self, game: Game, square: Square) -> Premove:
        """The premove with one more square, or begun anew there; none where no piece can go on.

        A square of one's own piece comes next only if the piece picked up guards it: what takes
        there can be taken.
        """
        position, mine = game.position, opponent(game.position.turn)
        _, color = position.piece_map().get(square, ("", ""))
        origin = None if self.text or self._is_full(game) else next(iter(self.squares), None)
        if origin is not None and square == origin and not _goes_on(game, origin):
            return Premove()
        if origin is not None and color == mine and square != origin:
            origin = origin if origin in position.attackers(mine, square) else None
        if origin is None and color != mine:
            return Premove()
        squares = (square,) if origin is None else (*self.squares, square)
        piece = game.variant.pieces[(position.piece_at(squares[0]) or "").upper()]
        return Premove(game.node, squares, words=f"{piece.name} {'-'.join(map(str, squares))}")

    def _is_full(self, game: Game) -> bool:
        """Whether no square can follow, so that the next one begins another premove."""
        count = len(self.squares)
        return count == MOST or (count > 1 and not _goes_on(game, self.squares[0]))

    def type(self, game: Game, text: str) -> Premove:
        """The premove that a text stands for, a move in any notation or the square of a piece.

        Raises InvalidMoveError if it is neither.
        """
        with suppress(MakachessError):
            if picked := Premove().pick(game, Square.parse(text)):
                return picked
        reading = read_move(game.variant, spellings(game.variant, text)[0])[0]
        steps = [square for step in reading.steps for square in step]
        squares = filter(None, (reading.origin, *reading.stops, *steps))
        return Premove(game.node, tuple(squares), text, text)


def _goes_on(game: Game, origin: Square) -> bool:
    """Whether the piece on a square can move over several, as a Lion does, or pass."""
    piece = game.position.piece_at(origin) or ""
    movement = parse_betza(game.variant.pieces[piece.upper()].betza)
    return bool(movement.powers & STEPPING or movement.paths)
