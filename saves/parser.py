"""From tokens to calls of a visitor: tags, moves, comments, variations, game by game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Generic, TypeVar

from makachess.saves.tags import RESULT_SPELLINGS, UNFINISHED, WINNERS
from makachess.saves.tokens import Token, TokenKind

T = TypeVar("T")

SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_NUMBER = re.compile(r"([0-9]{1,9})(?:[.…]+|$)|[.…]+")
_EN_PASSANT = re.compile(r"e\.?p\.?[+#]?")  # some programs write it apart from the move
_NO_RESULT = "the game has no result at its end ('1-0', '0-1', '1/2-1/2', or '*' if unfinished)"


class Visitor(Generic[T]):
    """Visits the parts of a file in order; a subclass overrides what it needs.

    What `end_game` returns is what `visit_games` yields for that game.
    """

    def begin_game(self) -> None:
        """A game begins."""

    def tag(self, token: Token) -> None:
        """A tag: `token.name` and its value `token.text`."""

    def begin_moves(self) -> None:
        """The tags, if any, are complete; what follows is about moves."""

    def number(self, token: Token, number: int) -> None:
        """A move number."""

    def move(self, token: Token) -> None:
        """A move in any spelling, perhaps with a suffix such as `!?`."""

    def nag(self, token: Token, nag: int) -> None:
        """A numeric annotation of the move before."""

    def comment(self, token: Token) -> None:
        """A comment on the move before, or on the game where there is none."""

    def begin_variation(self, token: Token) -> None:
        """A variation on the move before begins."""

    def end_variation(self, token: Token) -> None:
        """The variation ends; what follows continues the line it left."""

    def result(self, token: Token) -> None:
        """The result that closes the moves."""

    def problem(self, token: Token, message: str, *, harmless: bool = False) -> None:
        """Something is wrong with the text at a token; the visit goes on."""

    def end_game(self) -> T:
        """The game is complete."""
        raise NotImplementedError


def visit_games(tokens: Iterable[Token], visitor: Visitor[T]) -> Iterator[T]:
    """Visit every game in turn; yields what the visitor makes of each."""
    parser = _Parser(visitor)
    for token in tokens:
        if parser.is_over_at(token):
            yield visitor.end_game()
        parser.feed(token)
        if parser.closed:
            parser.reset()
            yield visitor.end_game()


class _Parser(Generic[T]):
    """The state of the parser: before a game, in its tags, in its moves, in variations."""

    def __init__(self, visitor: Visitor[T]) -> None:
        self.visitor = visitor
        self.reset()

    def reset(self) -> None:
        """Before the next game."""
        self.begun = self.in_moves = self.closed = False
        self.is_game = False  # comments alone are not a game
        self.names: set[str] = set()
        self.variations: list[Token] = []

    def is_over_at(self, token: Token) -> bool:
        """Whether a game ends here without a result: at the next game, or with the text."""
        next_game = token.kind is TokenKind.TAG and (
            self.in_moves or (token.name == "Event" and "Event" in self.names)
        )
        if not next_game and token.kind is not TokenKind.END:
            return False
        is_game = self.is_game
        if is_game:
            self._close(token)
        self.reset()
        return is_game

    def _close(self, token: Token) -> None:
        """End a game that has no result."""
        for opened in self.variations:
            self.visitor.problem(opened, "the variation that begins here has no ')'")
        if not self.variations:
            self.visitor.problem(token, _NO_RESULT, harmless=True)

    def feed(self, token: Token) -> None:
        """Pass one token to the visitor."""
        if token.kind is TokenKind.END:
            return
        if not self.begun:
            self.begun = True
            self.visitor.begin_game()
        self.is_game = self.is_game or token.kind is not TokenKind.COMMENT
        if token.kind is TokenKind.TAG:
            self._tag(token)
        elif token.kind is TokenKind.ERROR:
            self.visitor.problem(token, token.text)
        elif token.kind is TokenKind.COMMENT and not self.names and not self.in_moves:
            self.visitor.comment(token)  # tags may still follow
        else:
            self._movetext(token)

    def _tag(self, token: Token) -> None:
        if token.name in self.names:
            self.visitor.problem(token, f"the tag {token.name!r} is given twice", harmless=True)
        self.names.add(token.name)
        self.visitor.tag(token)

    def _movetext(self, token: Token) -> None:
        if not self.in_moves:
            self.in_moves = True
            self.visitor.begin_moves()
        if token.kind is TokenKind.WORD:
            self._word(token)
        elif token.kind is TokenKind.NAG:
            self.visitor.nag(token, int(token.text))
        elif token.kind is TokenKind.COMMENT:
            self.visitor.comment(token)
        elif token.kind is TokenKind.OPEN:
            self.variations.append(token)
            self.visitor.begin_variation(token)
        elif self.variations:
            self.variations.pop()
            self.visitor.end_variation(token)
        else:
            self.visitor.problem(token, "')' closes no variation")

    def _word(self, token: Token) -> None:
        """A result, an annotation, or a move, perhaps with its number before it (`12...Nf6`)."""
        while match := _NUMBER.match(token.text):
            if match[1]:
                self.visitor.number(token, int(match[1]))
            rest = token.text[match.end() :]
            token = replace(token, text=rest, column=token.column + match.end())
        result = RESULT_SPELLINGS.get(token.text, token.text)
        if result in WINNERS or result == UNFINISHED:
            self._result(replace(token, text=result))
        elif token.text in SUFFIXES:
            self.visitor.nag(token, SUFFIXES[token.text])
        elif token.text and not _EN_PASSANT.fullmatch(token.text):
            self.visitor.move(token)

    def _result(self, token: Token) -> None:
        """A result closes the game; in a variation it only says how that one ends."""
        if not self.variations:
            self.visitor.result(token)
            self.closed = True
