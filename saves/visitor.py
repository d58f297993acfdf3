"""What reads a game file piece by piece: a visitor that is called for each part of every game."""

from __future__ import annotations

from typing import Generic, TypeVar

from makachess.saves.tokens import Token

T = TypeVar("T")


class Visitor(Generic[T]):
    """Visits the parts of a text in order; a subclass overrides what it needs.

    What `end_game` returns is what `visit_games` yields for that game. Tokens have a text, and the
    line and column where it begins.

    >>> from makachess.saves import visit_games
    >>> class Captures(Visitor[int]):
    ...     def begin_game(self, token):
    ...         self.count = 0
    ...     def move(self, token):
    ...         self.count += "x" in token.text
    ...     def end_game(self):
    ...         return self.count
    >>> list(visit_games(["1. e4 d5 2. exd5 Qxd5 *", "1. d4 *"], Captures()))
    [2, 0]
    """

    def begin_game(self, token: Token) -> None:
        """A game begins, with this token."""

    def tag(self, token: Token) -> None:
        """A tag: `token.name` and its value `token.text`."""

    def begin_moves(self) -> bool:
        """The tags, if any, are complete. Unless this returns True the moves are passed over.

        Moves that are passed over are not examined: 20 times as fast, but without any faults.
        """
        return True

    def number(self, token: Token) -> None:
        """A move number: its digits."""

    def move(self, token: Token) -> None:
        """A move in any spelling, perhaps with a suffix such as `!?`."""

    def nag(self, token: Token) -> None:
        """A numeric annotation of the move before: its digits."""

    def comment(self, token: Token) -> None:
        """A comment on the move before, or on the game where there is none."""

    def begin_variation(self, token: Token) -> None:
        """A variation on the move before begins."""

    def end_variation(self, token: Token) -> None:
        """The variation ends; what follows continues the line it left."""

    def result(self, token: Token) -> None:
        """The result that closes the moves: `1-0`, `0-1`, `1/2-1/2` or `*`."""

    def problem(self, token: Token, message: str, *, harmless: bool = False) -> None:
        """Something is wrong with the text at a token; the visit goes on."""

    def cut(self, token: Token, message: str) -> None:
        """The game is longer than any: from a token on it is passed over to its result."""
        self.problem(token, message)

    def end_game(self) -> T:
        """The game is complete."""
        raise NotImplementedError
