"""What the opening book knows of a game: its moves where the game stands, and where it was left."""

from __future__ import annotations

from collections.abc import Callable

from makachess.core import Position
from makachess.core.engine.book import OpeningBook, position_key
from makachess.saves import Game, Node
from makachess.variants.books import find_book


class Opening:
    """The book of a game, read when it is first asked; of one that is damaged `complain` hears."""

    def __init__(self, complain: Callable[[str], object]) -> None:
        self._complain = complain
        self._book: OpeningBook | None = None
        self._last: tuple[Node | None, tuple[str, ...]] = None, ()

    def told(self, game: Game) -> tuple[str, ...]:
        """The moves known here, each with how often it is played, or else where the book ended.

        Empty where the game did not begin in it.
        """
        if self._book is None:
            self._book = find_book(game.variant, self._complain)
        if game.node is not self._last[0]:
            known = self._book.moves(game.position)
            total, san = sum(weight for _, weight in known), game.position.san
            told = tuple(f"{san(move)} {100 * weight / total:.0f} %" for move, weight in known)
            self._last = game.node, told or _end(self._book, game)
        return self._last[1]


def _end(book: OpeningBook, game: Game) -> tuple[str, ...]:
    """The last move that was in the book, and the first that was not, if the book knew others."""
    position, played = Position(game.variant, game.start_fen), ""
    for node in game.line[: game.node.ply]:
        known = book.entries.get(position_key(position), ())
        assert node.move is not None
        if str(node.move) not in [move.text for move in known]:
            new = game.label(node).replace(" ", "")
            then = f": then {new} is new" if played else f"{new} is new"
            return tuple(filter(None, (played + then * bool(known),)))
        position.push(node.move)
        played = f"to move {game.number(node.ply)[0]}"
    return tuple(filter(None, (played,)))
