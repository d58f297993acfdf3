"""From tokens to calls of a visitor: tags, moves, comments, variations, game by game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from makachess.saves.tokens import Token, Tokenizer, TokenKind
from makachess.saves.visitor import Visitor

T = TypeVar("T")

# Members of an enumeration take twice as long to look up as names of the module.
_TAG, _COMMENT, _ERROR = TokenKind.TAG, TokenKind.COMMENT, TokenKind.ERROR
_END = TokenKind.END
MOST_WORDS = 100_000
"""Moves, numbers, brackets, annotations and comments that are read of one game."""

MOST_TEXT = 10_000_000
"""Characters that are read of one game: its tags, moves and comments."""

_NO_RESULT = "the game has no result at its end ('1-0', '0-1', '1/2-1/2', or '*' if unfinished)"
_TOO_LONG = (
    f"the game is longer than {MOST_WORDS:,} words or {MOST_TEXT:,} characters: "
    "the rest of it is not read"
)


def visit_games(
    lines: Iterable[str | bytes],
    visitor: Visitor[T],
    line: int = 1,
    column: int = 1,
    *,
    mending: bool = False,
) -> Iterator[T]:
    """Visit every game of a text in turn; yields what the visitor makes of each.

    The text comes line by line, as from an open file, and is read no further than needed; `line`
    and `column` say where it begins if not at the beginning of its file. Whatever is wrong with it
    is the visitor's `problem`: none is raised, but TypeError for a text in one piece. With
    `mending`, for damaged files, a comment also ends where the tags of the next game begin.
    """
    _refuse_text(lines)
    return _Parser(Tokenizer(lines, line, column, mending=mending), visitor).run()


def _refuse_text(lines: object) -> None:
    """Raise TypeError for a text, which would be read letter by letter."""
    if isinstance(lines, str | bytes):
        kind, shown = type(lines).__name__, lines[:30]
        raise TypeError(
            f"{shown!r} is one {kind}, but games are read line by line: hand over an open file, or "
            "text.splitlines()"
        )


class _Parser(Generic[T]):
    """The state of the parser: before a game, in its tags, in its moves, in variations."""

    def __init__(self, tokens: Tokenizer, visitor: Visitor[T]) -> None:
        self.tokens = tokens
        self.visitor = visitor
        self.names: set[str] = set()  # of the tags
        self.variations: list[Token] = []  # that are open
        self.in_moves: dict[TokenKind, Callable[[Token], object]] = {
            TokenKind.NUMBER: visitor.number,
            TokenKind.MOVE: visitor.move,
            TokenKind.NAG: visitor.nag,
            TokenKind.COMMENT: visitor.comment,
            TokenKind.OPEN: self._open,
            TokenKind.CLOSE: self._close,
            TokenKind.FILLER: lambda _: None,
            TokenKind.ERROR: self._error,
        }
        self.reset()

    def reset(self) -> None:
        """Before the next game."""
        self.words = self.text = 0
        self.begun = False
        self.is_game = False  # comments alone are not a game
        self.moves_begun = False
        self.declined = False  # the moves are not wanted
        self.names.clear()
        self.variations.clear()

    def run(self) -> Iterator[T]:
        """Visit all games."""
        visits = self.in_moves
        names, tag = self.names, self.visitor.tag
        for token in self.tokens:
            kind = token.kind
            self.words += 1
            self.text += len(token.text)
            if (self.words > MOST_WORDS or self.text > MOST_TEXT) and self._cut(token):
                continue
            if self.moves_begun:
                if (visit := visits.get(kind)) is not None:
                    visit(token)
                    continue
            elif kind is _TAG and names and (name := token.name) not in names:
                names.add(name)
                tag(token)
                continue
            if self._is_over_at(token):
                yield self.visitor.end_game()
            if self._feed(token):
                self.reset()
                yield self.visitor.end_game()

    def _cut(self, token: Token) -> bool:
        """Pass over the rest of a game that is longer than any, unless it ends at this token."""
        ends = token.kind is TokenKind.RESULT and not self.variations
        if self.declined or ends or token.kind in (_TAG, _END):
            return False
        if not self.begun:
            self.visitor.begin_game(token)
        if not self.moves_begun:
            self.visitor.begin_moves()
        self.begun = self.is_game = self.moves_begun = self.declined = True
        self.visitor.cut(token, _TOO_LONG)
        depth = len(self.variations)
        if token.kind is TokenKind.OPEN:
            depth += 1
        elif token.kind is TokenKind.CLOSE:
            depth = max(depth - 1, 0)
        self.variations.clear()
        self.tokens.skip(depth)
        return True

    def _is_over_at(self, token: Token) -> bool:
        """Whether a game ends here without a result: at the next game, or with the text."""
        kind = token.kind
        if kind is _TAG:
            if not self.moves_begun and (token.name != "Event" or "Event" not in self.names):
                return False
        elif kind is not _END:
            return False
        is_game = self.is_game
        if is_game and not self.declined:
            for opened in self.variations:
                self.visitor.problem(opened, "the variation that begins here has no ')'")
            if not self.variations:
                self.visitor.problem(token, _NO_RESULT, harmless=True)
        self.reset()
        return is_game

    def _feed(self, token: Token) -> bool:
        """Visit a token that is not just a part of the moves; returns whether it ends the game."""
        kind = token.kind
        if kind is _END:
            return False
        if not self.begun:
            self.begun = True
            self.visitor.begin_game(token)
        self.is_game = self.is_game or kind is not _COMMENT
        if kind is _TAG:
            self._tag(token)
        elif kind is _ERROR:
            self._error(token)
        elif kind is _COMMENT and not self.names:
            self.visitor.comment(token)  # tags may still follow
        elif self.moves_begun:
            return self._result(token)
        else:
            return self._begin_moves(token)
        return False

    def _begin_moves(self, token: Token) -> bool:
        """Visit the first token of the moves; returns whether it ends the game."""
        self.moves_begun = True
        self.declined = not self.visitor.begin_moves()
        if token.kind is TokenKind.RESULT:
            return self._result(token)
        if self.declined:
            self.tokens.skip(1 if token.kind is TokenKind.OPEN else 0)
        else:
            self.in_moves[token.kind](token)
        return False

    def _tag(self, token: Token) -> None:
        if token.name in self.names:
            self.visitor.problem(token, f"the tag {token.name!r} is given twice", harmless=True)
        self.names.add(token.name)
        self.visitor.tag(token)

    def _error(self, token: Token) -> None:
        self.visitor.problem(token, token.text)

    def _open(self, token: Token) -> None:
        self.variations.append(token)
        self.visitor.begin_variation(token)

    def _close(self, token: Token) -> None:
        if self.variations:
            self.variations.pop()
            self.visitor.end_variation(token)
        else:
            self.visitor.problem(token, "')' closes no variation")

    def _result(self, token: Token) -> bool:
        """A result closes the game; in a variation it only says how that one ends."""
        if not self.variations:
            self.visitor.result(token)
        return not self.variations
