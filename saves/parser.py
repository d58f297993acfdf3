"""From text to tokens, and from tokens to the calls of a visitor, game by game."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from enum import IntEnum, auto
from functools import partial
from html import unescape
from itertools import product
from typing import Generic, NamedTuple, TypeVar

from makachess.core.notation.fen import looks_like_fen
from makachess.core.notation.reading import DESCRIPTIVE, NULL_SPELLING
from makachess.core.squares import SQUARE
from makachess.core.text import plain_move
from makachess.saves.signs import ANY_SIGN, IDLE, SIGNS
from makachess.saves.tags import RESULT_SPELLINGS, ROSTER, RULES, UNFINISHED, WINNERS
from makachess.saves.text import FileLines, count_ends, decode, split_again

T = TypeVar("T")

MOST_WORDS = 100_000
"""Moves, numbers, brackets, annotations and comments that are read of one game."""

MOST_TEXT = 10_000_000
"""Characters that are read of one game: its tags, moves and comments."""

MOST_REPEATED = 1000
"""Tags of one game that were given before; later ones are passed over."""

LONGEST_COMMENT = 4_000_000
"""Characters that are read of a comment in braces."""


class TokenKind(IntEnum):
    """What a token is; END comes once, where the text ends, and ERROR carries its message.

    NO_TAG is a text in brackets that begin a line. FILLER is a word that says nothing; its text is
    empty where that is usual: of dots apart from their number, and of `e.p.` after a move.
    """

    TAG = auto()
    NUMBER = auto()
    MOVE = auto()
    NAG = auto()
    COMMENT = auto()
    OPEN = auto()
    CLOSE = auto()
    RESULT = auto()
    FILLER = auto()
    NO_TAG = auto()
    ERROR = auto()
    END = auto()


class Token(NamedTuple):
    """A piece of the text; line and column count from 1, and `name` is that of a tag.

    The text of a number or a NAG is its digits, that of a comment is what its braces hold.
    """

    kind: TokenKind
    text: str
    line: int
    column: int
    name: str = ""


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

    def left_out(self, token: Token, text: str) -> None:
        """A text at a token says nothing of the game: a stray bracket, `ch` after a check."""
        self.problem(token, f"{quote(text)} is not expected here, and is left out", harmless=True)

    def cut(self, token: Token, message: str) -> None:
        """The game is longer than any: from a token on it is passed over to its result."""
        self.problem(token, message)

    def end_game(self) -> T:
        """The game is complete."""
        raise NotImplementedError


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


names_square = re.compile("[A-Za-z][0-9]").search  # in a word that is meant as a move
_WRITING = re.compile(r"[^\W\d_]{2}")
# Whether a word, legal or not, may be the first move of a game, or the position before it.
_FIRST_MOVE = re.compile(
    rf"\W*(?:[0-9]+\W+)?(?:\+?[^\W\d_]{{0,2}}['!]?[-x:]?(?:[a-s]?[0-9]{{0,2}}?[-x:]?){SQUARE}(?![0-9])"
    rf"|[A-S][1-9][0-9]?-?[A-S][1-9]|{DESCRIPTIVE})"
)

_NO_RESULT = "the game has no result at its end ('1-0', '0-1', '1/2-1/2', or '*' if unfinished)"
_TOO_LONG = (
    f"the game is longer than {MOST_WORDS:,} words or {MOST_TEXT:,} characters: "
    "the rest of it is not read"
)


class _Parser(Generic[T]):
    """The state of the parser: before a game, in its tags, in its moves, in variations."""

    def __init__(self, tokens: Tokenizer, visitor: Visitor[T]) -> None:
        self.tokens = tokens
        self.visitor = visitor
        self.names: set[str] = set()  # of the tags
        self.waiting: list[Token] = []  # words that may precede tags, a FEN or moves
        self.is_prose = False  # one of them is of a sentence or a name, and no tag has been given
        self.variations: list[Token] = []  # that are open
        self.in_moves: dict[TokenKind, Callable[[Token], object]] = {
            TokenKind.NUMBER: visitor.number,
            TokenKind.MOVE: visitor.move,
            TokenKind.NAG: visitor.nag,
            TokenKind.COMMENT: visitor.comment,
            TokenKind.OPEN: self._open,
            TokenKind.CLOSE: self._close,
            TokenKind.FILLER: self._pass_over,
            TokenKind.NO_TAG: visitor.comment,
            TokenKind.ERROR: self._error,
        }
        self.reset()

    def reset(self) -> None:
        self.begun = False
        self.is_game = False  # comments and words without moves are not a game
        self.repeated = 0  # tags
        self.moves_begun = False
        self.declined = False  # the moves are not wanted
        if self.names:
            self.names.clear()
        if self.variations:
            self.variations.clear()
        if self.waiting:
            self._forget_waiting()

    def run(self) -> Iterator[T]:
        visits, visitor = self.in_moves, self.visitor
        names, tag, waiting = self.names, visitor.tag, self.waiting
        words = length = 0  # of the game so far
        for token in self.tokens:
            kind, text, _, _, name = token
            if kind is _TAG and name in names and name != "Event" and not self.moves_begun:
                self.repeated += 1
                if self.repeated > MOST_REPEATED:
                    continue
            words += 1
            length += len(text)
            if (words > MOST_WORDS or length > MOST_TEXT) and self._cut(token):
                continue
            if self.moves_begun:
                if (visit := visits.get(kind)) is not None:
                    visit(token)
                    continue
            elif kind is _TAG and names and name not in names and not waiting:
                names.add(name)
                tag(token)
                continue
            elif self._waits(token):
                continue
            if kind is _RESULT and not self.variations:
                if not self.begun:
                    visitor.begin_game(token)
                if not self.moves_begun:
                    visitor.begin_moves()
                visitor.result(token)
            elif not self._is_over_at(token):
                self._feed(token)
                continue
            self.reset()
            words = length = 0
            yield visitor.end_game()
            if kind is not _RESULT:
                self._feed(token)

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
        self._forget_waiting()
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
        if not self.is_game:
            self.reset()
            return False
        if not self.declined:
            for opened in self.variations:
                self.visitor.problem(opened, "the variation that begins here has no ')'")
            if not self.variations:
                self.visitor.problem(token, _NO_RESULT, harmless=True)
        return True

    def _feed(self, token: Token) -> None:
        """Visit a token that is not just a part of the moves, and does not close them."""
        kind = token.kind
        if kind is _END:
            return
        if not self.begun:
            self.begun = True
            self.visitor.begin_game(token)
        self.is_game = self.is_game or kind not in (_COMMENT, _FILLER, _NO_TAG)
        if kind is _TAG:
            self._tag(token)
        elif kind is _NO_TAG:
            self._no_tag(token)
        elif kind in (_ERROR, _FILLER):
            self.in_moves[kind](token)
        elif kind is _COMMENT and not self.names:
            self.visitor.comment(token)  # tags may still follow
        elif not self.moves_begun:
            self._begin_moves(token)

    def _waits(self, token: Token) -> bool:
        """Whether a token has been used up before the moves, or with their beginning.

        Words in which no move begins may be part of one, but also what somebody wrote above a game,
        or below the last.
        """
        kind, waiting = token.kind, self.waiting
        if self._may_stand_above(token):
            if not self.begun:
                self.begun = True
                self.visitor.begin_game(token)
            waiting.append(token)
            if kind is _MOVE and not self.names and _WRITING.search(token.text):
                self.is_prose |= not NULL_SPELLING.match(token.text)
            return True
        if not waiting or kind in (_ERROR, _NO_TAG, _FILLER):
            return False
        if kind is _END and not self.is_game and self._is_no_game():
            self._forget_waiting()
            return False
        self.is_game = True
        if kind is _TAG and (token.name != "Event" or "Event" not in self.names):
            self._keep(waiting)
        elif kind in (_TAG, _RESULT, _END):
            self._begin_moves(*waiting, closed=True)
        else:
            self._begin_moves(*waiting, token)
        self._forget_waiting()
        return kind not in (_TAG, _RESULT, _END)

    def _may_stand_above(self, token: Token) -> bool:
        """Whether a token may be part of what somebody wrote above moves."""
        kind = token.kind
        if kind is _MOVE:
            is_null = len(self.waiting) == 1 and NULL_SPELLING.match(token.text)
            if is_null and self.waiting[0].kind is _NUMBER:
                return False
            return not (_FIRST_MOVE.match(token.text) or looks_like_fen(token.text))
        if self.names or kind in (_TAG, _ERROR, _FILLER, _END):
            return False  # below tags a number is a move's
        if kind in (_NUMBER, _CLOSE) or self.is_prose:
            return True
        return self.waiting[0].kind is _OPEN if self.waiting else kind is _OPEN

    def _is_no_game(self) -> bool:
        """Whether nothing that waits can be a move."""
        words = (token.text for token in self.waiting if token.kind is _MOVE)
        return self.is_prose or not any(map(NULL_SPELLING.match, words))

    def _forget_waiting(self) -> None:
        self.waiting.clear()
        self.is_prose = False

    def _keep(self, tokens: Sequence[Token]) -> None:
        """Keep what stands above moves, or above or between tags, as a comment."""
        first, words = tokens[0], " ".join(token.text for token in tokens)
        if any(map(str.isalnum, words)):
            self.visitor.problem(first, kept(words), harmless=True)
            self.visitor.comment(first._replace(kind=_COMMENT, text=words))
        else:
            self.visitor.left_out(first, words)

    def _begin_moves(self, *tokens: Token, closed: bool = False) -> None:
        """Begin the moves with these tokens; in prose there are brackets as well."""
        self.moves_begun = True
        self.declined = not self.visitor.begin_moves()
        depth = _depth(tokens)
        if self.declined:
            if not closed:
                self.tokens.skip(depth)
            return
        at = self._end_of_prose() if self.is_prose and not depth else 0
        if at:
            self._keep(tokens[:at])
        for token in tokens[at:]:
            self.in_moves.get(token.kind, self._pass_over)(token)

    def _end_of_prose(self) -> int:
        """How many of the tokens that wait are prose; a number or a torn move may follow."""
        kinds = [token.kind for token in self.waiting]
        at = len(kinds)
        while at and kinds[at - 1] is _MOVE and len(self.waiting[at - 1].text) < 3:
            at -= 1
        return at - 1 if at and kinds[at - 1] is _NUMBER else at

    def _tag(self, token: Token) -> None:
        if token.name in self.names:
            self.visitor.problem(token, f"the tag {token.name!r} is given twice", harmless=True)
        self.names.add(token.name)
        self.visitor.tag(token)

    def _no_tag(self, token: Token) -> None:
        """Take brackets above moves for a comment, but not among tags, nor with moves in them."""
        if self.names or any(map(_FIRST_MOVE.match, token.text.split())):
            self.is_game = True
            self.visitor.problem(token, _no_tag(f"[{token.text}]"))
        else:
            self.visitor.comment(token)

    def _error(self, token: Token) -> None:
        self.visitor.problem(token, token.text)

    def _pass_over(self, token: Token) -> None:
        if token.text:
            self.visitor.left_out(token, token.text)

    def _open(self, token: Token) -> None:
        self.variations.append(token)
        self.visitor.begin_variation(token)

    def _close(self, token: Token) -> None:
        if self.variations:
            self.variations.pop()
            self.visitor.end_variation(token)
        else:
            self.visitor.problem(token, "')' closes no variation", harmless=True)


def _depth(tokens: Iterable[Token]) -> int:
    """How many variations are open after these tokens."""
    depth = 0
    for token in tokens:
        depth = max(depth + (token.kind is _OPEN) - (token.kind is _CLOSE), 0)
    return depth


_token = partial(tuple.__new__, Token)  # in half the time

_WORD = r"[^\s\ufeff\x1a{}()\[\];$<&]"
# Signs or a promotion in parentheses, the number of a move, or what a clock showed: no variation.
_NOTED = r"[-+]?[0-9]{1,9}(?:[:./][0-9]+)*s?"
_ASIDE = rf"[(]\s*(?:=?\s*\+?[A-Za-z]['!]?|{_NOTED}|[+.]|(?:{ANY_SIGN})+)\s*[)]"
# What is most frequent comes first, and one look tells a blank from all the rest. No more than the
# first alternative begins with a letter.
_TOKEN = re.compile(
    rf"(?P<MOVE>[^\s\ufeff\x1a{{}}()\[\];$<&0-9.…]{_WORD}*|0000(?!{_WORD}))"
    rf"|(?P<NUMBER>[0-9]{{1,9}})(?:[.…]+|(?!{_WORD}))|\{{(?P<COMMENT>[^}}]*)\}}|(?=[^\s\ufeff\x1a])(?:"
    rf"(?P<ASIDE>{_ASIDE})|(?P<OPEN>\()|(?P<CLOSE>\))|\$(?P<NAG>[0-9]{{1,9}})|(?P<FILLER>[.…]+)"
    rf"|(?P<WORD>{_WORD}+)|(?P<BOX>\[\])|(?P<TAG>\[)|\{{(?P<OPENED>[^}}]*)|;(?P<REMARK>.*)"
    r"|(?P<ENTITY>&#?\w{1,31};)|(?P<ANGLE></?[A-Za-z][^<>]*>|<[^<>\s]*>|<=)"
    r"|(?P<STRAY>.))"
)
# Looked up for every token: names of this module take half the time of an enumeration's members.
_TAG, _NUMBER, _MOVE = TokenKind.TAG, TokenKind.NUMBER, TokenKind.MOVE
_COMMENT, _RESULT = TokenKind.COMMENT, TokenKind.RESULT
_ERROR, _END, _FILLER = TokenKind.ERROR, TokenKind.END, TokenKind.FILLER
_NO_TAG, _OPEN, _CLOSE = TokenKind.NO_TAG, TokenKind.OPEN, TokenKind.CLOSE
_MOVE_GROUP, _NUMBER_GROUP, _COMMENT_GROUP = map(
    _TOKEN.groupindex.__getitem__, ("MOVE", "NUMBER", "COMMENT")
)
_PLAIN_GROUPS = {
    group: TokenKind[name]
    for name, group in _TOKEN.groupindex.items()
    if name in ("OPEN", "CLOSE", "NAG")
}
_RESULTS = {result: result for result in (*WINNERS, UNFINISHED)} | RESULT_SPELLINGS
# Words that are no moves, nor parts of one: `=`, `N` and `D` may say what a piece becomes.
_WORDS = {
    **{text: (TokenKind.RESULT, result) for text, result in _RESULTS.items()},
    **{
        text: (TokenKind.NAG, str(nag))
        for text, nag in SIGNS.items()
        if text not in ("=", "N", "D")
    },
    **{text: (_FILLER, text) for text in IDLE},
    "<null>": (TokenKind.MOVE, "<null>"),
    **{
        "".join(parts): (_FILLER, "")
        for parts in product("e", ("", "."), "p", ("", "."), ("", "+", "#"))
    },
}


def _results(letter: str) -> str:
    """A pattern of all results that begin with a letter."""
    rests = "|".join(re.escape(result[1:]) for result in _RESULTS if result[0] == letter)
    return rf"{re.escape(letter)}(?:{rests})(?!{_WORD})"


# All that decides where a game ends. Every branch begins with a letter: such a search is fast.
_FIRSTS = dict.fromkeys(result[0] for result in _RESULTS)
_STRUCTURE = re.compile(
    r"\{[^}]*\}?|&#?\w{1,31};|;.*|\(+|\)+|\[|" + "|".join(map(_results, _FIRSTS))
)
# What may stand before a result without a space.
_NUMBERS = re.compile(r"(?:(?:[0-9]{1,9})?[.…]+)*")
_NAG = re.compile(r"[0-9]{0,9}")
_IS_IN_WORD = re.compile(_WORD).match
_IS_NOTED = re.compile(_NOTED).fullmatch
# What may stand before a result that ends a line without a space, as in `h6*` and `Qh5#1-0`.
_BEFORE_RESULT = re.compile(rf".*(?:[a-s][1-9]|[a-s]1[0-9]|(?![0-9.…*]){_WORD})$")
_ENDS = tuple(_RESULTS)
_AFTER_RESULT = re.compile(
    r"\s*(?:\{([^}]*)\}|;(.*))$"
).match  # said of the game, not of the next one
_SPACED = "|".join(result.replace("-", " +- +") for result in _RESULTS if "-" in result)
_SPACED_RESULT = re.compile(rf"(?<!\S)(?:{_SPACED})(?!\S)")
_BRACKETS = frozenset("[]{}")
_SEPARATED = re.compile(r"(?<![^\s;])(?P<number>[0-9]{1,3})\.|&#?\w{1,31};|;")
_NEXT_NUMBER = re.compile(
    r"(?<=\S);\s*([0-9]{1,3})\.\s*[^\s,;]+(?:[\s,]+[^\s,;]+)?[\s,.]*(?:[01½/2]+[-–:][01½/2]+\s*)?(?=;|$)"
)
_NEXT_GAME = '[Event "'
_USUAL_TAG = re.compile(r'\[([A-Za-z0-9]\w*) "([^"\\]*)"\]')  # nearly all have a line of their own
# Most lines of one token occur many times, in a file and in others: kind, text and name of each.
_KNOWN: dict[str | bytes, tuple[TokenKind, str, str]] = {}
_MOST_KNOWN, _LONGEST_KNOWN = 1024, 200  # lines that are remembered, and their length
_TAG_OPENING = re.compile(r'\[\s*([A-Za-z0-9][\w+#=:.-]*)\s*"')
_WHOLE_TAG = re.compile(_TAG_OPENING.pattern + r'([^"\\]*(?:\\.[^"\\]*)*)"\s*\]')
_NO_MOVES = re.compile(r'(\{[^}]*\}?|;.*|\[[^\]"]*"(?:[^"\\]|\\.)*"\s*\]|\[.*)')
_ESCAPED = re.compile(r'\\(["\\])')
_TAG_CLOSING = re.compile(r'"\s{0,9}\]$')
_QUOTE = "[\"'`´‘’‚‛“”„‟«»]|&quot;"
# What such programs, or people, have on a line of its own.
_PRINTED_TAG = re.compile(
    rf"\[\s*([A-Za-z0-9][\w+#=:.-]*)\s+(?:{_QUOTE})([^\[\]]*)(?:{_QUOTE})\s{{0,9}}\]$"
)
_MEANT_AS_TAG = re.compile(rf"{_TAG_OPENING.pattern}|^\[\s*(?:{'|'.join((*ROSTER, *RULES))})\b")
_FORUM_MARK = re.compile(r"^\[(?:[a-z]+|[A-Z]+)\]|\[/[a-zA-Z]+\]")  # `[pgn]`, `[/pgn]`


class Tokenizer:
    """Splits a text, given line by line, into tokens.

    `line` and `column` say where the text begins, if not at the beginning of its file. With
    `mending` a comment also ends where the tags of the next game begin.
    """

    def __init__(
        self,
        lines: Iterable[str | bytes],
        line: int = 1,
        column: int = 1,
        *,
        mending: bool = False,
    ) -> None:
        self._lines = lines if isinstance(lines, FileLines) else split_again(lines)
        self._mending = mending
        self._number = line - 1  # of the current line
        self._first = column - 1  # index in it
        self._comment: list[str] = []  # what was read of an open comment
        self._room = 0  # how many more of its characters are kept
        self._opened: tuple[int, int] | None = None  # where that one began
        self._depth = -1  # while moves are skipped: how many variations are open

    def skip(self, depth: int) -> None:
        """Pass over the moves of a game, from inside a number of variations.

        The next token is the result that closes it, or the tag or the end that comes instead.
        """
        self._depth = depth

    def __iter__(self) -> Iterator[Token]:
        last: str | bytes = ""
        number = self._number
        last_number = number + 1
        first, mending = self._first, self._mending
        matches, tag_of = _TOKEN.finditer, _USUAL_TAG.fullmatch
        known = _KNOWN
        for raw in self._lines:
            number += 1
            if not first and self._opened is None and (found := known.get(raw)) is not None:
                kind, text, name = found
                if kind is _TAG or self._depth <= 0:
                    last, last_number = raw, number
                    self._depth = -1
                    yield _token((kind, text, number, 1, name))
                    continue
            if isinstance(raw, str):
                line = raw.rstrip()
            else:
                try:  # as `decode` does, without the call
                    line = raw.decode().rstrip()
                except UnicodeDecodeError:
                    line = decode(raw).rstrip()
            if number == 1:
                line = line.removeprefix("\ufeff")
            if not line:
                number += count_ends(raw) - 1
                first = 0
                continue
            last, last_number = line, number
            if self._opened is None and not first:
                found = None
                if line[0] == "[" and (tag := tag_of(line)) is not None:
                    found = _TAG, tag[2], tag[1]
                elif line in _RESULTS and self._depth <= 0:
                    found = _RESULT, _RESULTS[line], ""
                if found is not None:
                    if len(known) == _MOST_KNOWN:
                        known.clear()
                    if len(raw) <= _LONGEST_KNOWN and number > 1:
                        known[raw] = found
                    self._depth = -1
                    yield _token((found[0], found[1], number, 1, found[2]))
                    continue
                if line[0] == "%" or (line[0] == ";" and self._depth >= 0):
                    continue
            self._number = number
            if mending or self._opened is not None:
                if self._opened is not None and self._is_unread(line):
                    continue
                first = yield from self._resume(line, first)
            if (not line.isascii() or " - " in line) and first < len(line):
                line = line[:first] + _with_plain_moves(line[first:])
            if ";" in line and not _BRACKETS.intersection(line):
                line = _with_commas(line)
            end = self._end_of_moves(line) if line.endswith(_ENDS) else len(line)
            while first < len(line):
                if self._depth >= 0:
                    first = yield from self._skip(line, first, end)
                    continue
                for match in matches(line, first, end if first < end else len(line)):
                    group = match.lastindex
                    column = match.start() + 1
                    if group == _MOVE_GROUP:
                        kind, text = _MOVE, match[0]
                        if text in _WORDS:
                            kind, text = _WORDS[text]
                    elif group == _NUMBER_GROUP:
                        kind, text = _NUMBER, match[group]
                    elif group == _COMMENT_GROUP:
                        kind, text = _COMMENT, " ".join(match[group].split())
                    elif group in _PLAIN_GROUPS:
                        kind, text = _PLAIN_GROUPS[group], match[group]
                    elif (rarer := self._rarer(match)) is not None:
                        kind, text = rarer
                    elif line[column - 1] == "[":
                        token, first = self._tag(line, column - 1)
                        yield token
                        break
                    else:
                        self._opened, self._comment = (number, column), [match["OPENED"]]
                        self._room = LONGEST_COMMENT - len(match["OPENED"])
                        first = len(line)
                        break
                    after = _AFTER_RESULT(line, match.end()) if kind is _RESULT else None
                    if after is not None:
                        said = after[after.lastindex or 0]
                        place = after.start(after.lastindex or 0)
                        yield _token((_COMMENT, " ".join(said.split()), number, place, ""))
                        self._depth = -1  # if moves begin with it, the result ends them
                    yield _token((kind, text, number, column, ""))
                    if self._depth >= 0 or after is not None:
                        first = match.end() if after is None else len(line)
                        break
                else:
                    first = end if first < end else len(line)
            first = 0
        yield from self._unclosed()
        text = last if isinstance(last, str) else decode(last)
        yield Token(TokenKind.END, "", last_number, len(text.rstrip()) + 1)

    def _end_of_moves(self, line: str) -> int:
        """Where a result begins that ends a line and is glued to its last word; else the end."""
        result = max((result for result in _RESULTS if line.endswith(result)), key=len)
        end = len(line) - len(result)
        if ";" in line or _BEFORE_RESULT.match(line[max(end - 3, 0) : end]) is None:
            return len(line)
        opened, closed = line.rfind("{"), line.rfind("}")
        in_comment = opened > closed or (opened == closed and self._opened is not None)
        return len(line) if in_comment else end

    def _is_unread(self, line: str) -> bool:
        """Whether a line in an open comment is a part of it that is not read."""
        if "}" in line or (self._mending and line.startswith(_NEXT_GAME)):
            return False
        return self._room <= 0 or self._depth >= 0

    def _resume(self, line: str, at: int) -> Generator[Token, None, int]:
        """Read on in a comment that may be open; returns the index after it."""
        if self._mending and line.startswith(_NEXT_GAME):
            yield from self._unclosed()
        if self._opened is None:
            return at
        end = line.find("}", at)
        if self._depth < 0 and self._room > 0:
            piece = line if end < 0 else line[:end]
            self._comment.append(piece[: self._room])
            self._room -= len(piece) + 1
            if self._room < 0:
                message = (
                    f"the comment that begins here is longer than {LONGEST_COMMENT:,} characters"
                )
                yield Token(TokenKind.ERROR, f"{message}: its end is not read", *self._opened)
        if end < 0:
            return len(line)
        if self._depth < 0:
            yield Token(_COMMENT, _one_line(self._comment), *self._opened)
        self._opened, self._comment = None, []
        return end + 1

    def _unclosed(self) -> Iterator[Token]:
        """What there is to say of a comment that is still open; while mending, the comment, too."""
        if self._opened is not None and self._depth < 0:
            if self._mending:
                yield Token(TokenKind.COMMENT, _one_line(self._comment), *self._opened)
            message = "the comment that begins here has no '}'"
            yield Token(TokenKind.ERROR, message, *self._opened)
        self._opened, self._comment = None, []

    @staticmethod
    def _rarer(match: re.Match[str]) -> tuple[TokenKind, str] | None:
        """Kind and text of other tokens; None for the beginning of a tag or a longer comment."""
        group = match.lastgroup or ""
        text = match[group]
        if group in ("TAG", "OPENED"):
            return None
        if group == "ASIDE":
            inside = text[1:-1].strip()
            if inside.isdecimal():
                return _NUMBER, inside
            if _IS_NOTED(inside):
                return _COMMENT, inside
            return _WORDS.get(text) or _WORDS.get(inside) or (_MOVE, text)
        if group == "ENTITY":
            text = unescape(text)
            return _WORDS.get(text, (_MOVE, text)) if text.strip() else (_FILLER, "")
        if group == "WORD":
            return _WORDS.get(text, (_MOVE, text))
        if group == "REMARK":
            return _COMMENT, " ".join(text.split())
        return _WORDS.get(text, (_FILLER, "" if group == "FILLER" else text))

    def _tag(self, line: str, at: int) -> tuple[Token, int]:
        """The tag that begins at an index of the line, and the index after it."""
        match = _WHOLE_TAG.match(line, at)
        if match is not None:
            name, value, end = match[1], match[2], match.end()
            return Token(TokenKind.TAG, _unescape(value), self._number, at + 1, name), end
        # Programs that do not escape quotes write one tag a line: it ends at the last quote.
        if opening := _TAG_OPENING.match(line, at):
            closing = _TAG_CLOSING.search(line, max(opening.end(), len(line) - 12))
            if closing is not None:
                value, end = line[opening.end() : closing.start()], len(line)
                return Token(TokenKind.TAG, _unescape(value), self._number, at + 1, opening[1]), end
        match = None if line[:at].strip() else _PRINTED_TAG.match(line, at)
        if match is not None:
            return Token(_TAG, unescape(match[2]), self._number, at + 1, match[1]), match.end()
        if match := _FORUM_MARK.match(line, at):
            return Token(_FILLER, match[0], self._number, at + 1), match.end()
        end = line.find("]", at) + 1 or len(line)
        if line[end - 1] == "]" and not _MEANT_AS_TAG.match(line, at, end):
            kind = _NO_TAG if line[at + 1].isalpha() and not at else _COMMENT
            text = line[at:end] if line[at + 1] == "%" else line[at + 1 : end - 1]
            return Token(kind, " ".join(text.split()), self._number, at + 1), end
        return Token(_ERROR, _no_tag(line[at:end]), self._number, at + 1), end

    def _skip(self, line: str, at: int, end: int) -> Generator[Token, None, int]:
        """The same while moves are skipped; a result glued to a word may begin at `end`."""
        for match in _STRUCTURE.finditer(line, at):
            start, sign = match.start(), line[match.start()]
            if sign == "{":
                if line[match.end() - 1] != "}":
                    self._opened = self._number, start + 1
            elif sign == "(":
                self._depth += len(match[0])
            elif sign == ")":
                self._depth = max(self._depth - len(match[0]), 0)
            elif sign == "[":
                token, after = self._tag(line, start)
                if token.kind is TokenKind.TAG:
                    self._depth = -1
                    yield token
                return after
            elif sign in "&;" or self._depth:
                continue
            elif start == end or _begins_word(line, start):
                self._depth = -1
                yield _token((_RESULT, _RESULTS[match[0]], self._number, start + 1, ""))
                return len(line) if _AFTER_RESULT(line, match.end()) else match.end()
        return len(line)


def _with_plain_moves(line: str) -> str:
    """A line whose moves and results are in plain signs; comments and tags stay as they are."""
    parts = _NO_MOVES.split(line)  # every other one is of these
    parts[::2] = (_SPACED_RESULT.sub(_joined, plain_move(part)) for part in parts[::2])
    return "".join(parts)


def _with_commas(line: str) -> str:
    """A line whose semicolons between moves in a row (`1. e4 e5; 2. Nf3`) begin no comment."""
    number = None
    for found in _SEPARATED.finditer(line):
        at, text = found.start(), found[0]
        if found["number"]:
            number = int(found["number"])
        elif text == ";":
            follows = _NEXT_NUMBER.match(line, at)
            if number is None or follows is None or int(follows[1]) != number + 1:
                break
            line = f"{line[:at]},{line[at + 1 :]}"
    return line


def _joined(result: re.Match[str]) -> str:
    """A result without the blanks in it, and these behind it."""
    return result[0].replace(" ", "").ljust(len(result[0]))


def _no_tag(text: str) -> str:
    return f'{quote(text)} is not a tag, such as [Event "Club evening"]'


def _unescape(value: str) -> str:
    """A tag's value without the backslashes that protect quotes and backslashes."""
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


def _one_line(texts: Iterable[str]) -> str:
    return " ".join(" ".join(texts).split())


def _begins_word(line: str, at: int) -> bool:
    """Whether a word begins at an index, also after a number and dots."""
    if not at or line[at - 1] == " ":
        return True
    start = at
    while start and _IS_IN_WORD(line, start - 1):
        start -= 1
    if start and line[start - 1] == "$" and (nag := _NAG.match(line, start)):
        start = nag.end()
    return start <= at and _NUMBERS.fullmatch(line, start, at) is not None


def kept(words: str) -> str:
    """What is said of words that are no moves."""
    return f"{quote(words)} is not a move, and is kept as a comment"


def quote(text: str) -> str:
    """Offending text for a message, cut where it is long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")
