"""Reading games: from text to `Game` objects, with every fault by line and column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from makachess.core import MakachessError, Move
from makachess.saves.errors import GameFileError
from makachess.saves.game import Game, Node
from makachess.saves.parser import SUFFIXES, Visitor, visit_games
from makachess.saves.rules import check_digest, variant_of
from makachess.saves.tags import RESULTS, UNFINISHED, WINNERS, parse_outcome
from makachess.saves.tokens import Token, TokenKind, generate_tokens, quote

_SUFFIX = re.compile(r"[!?]{1,2}$")
_LONGEST_MOVE = 200  # characters; longer than any move or useful error message


@dataclass(frozen=True, slots=True)
class Reading:
    """What could be read of one game, and all its faults, in the order of the text.

    A game with a fault in its main line ends before the fault; it is None if its rules or start
    position are unavailable.
    """

    game: Game | None
    problems: tuple[GameFileError, ...]

    @property
    def fault(self) -> str:
        """The first fault that is not harmless, empty if there is none."""
        return next((str(problem) for problem in self.problems if not problem.harmless), "")


def generate_readings(lines: Iterable[str | bytes], name: str = "") -> Iterator[Reading]:
    """Read a text game by game; never raises, faults are part of the reading."""
    return visit_games(generate_tokens(lines), _GameBuilder(name))


def read_games(lines: Iterable[str | bytes], name: str = "") -> Iterator[Game]:
    """Read a text, such as an open file, game by game; raises GameFileError at the first fault.

    Harmless faults (wrong move numbers, no result at the end) are ignored.

    >>> [game] = read_games(['[White "Anna"]', "1. e4 {best by test} e5 2. Nf3 1-0"])
    >>> game.tags["White"], game.sans, game.result
    ('Anna', ('e4', 'e5', 'Nf3'), '1-0')
    >>> list(read_games(["1. e4 (1. d4 e5 *"], "mine.pgn"))
    Traceback (most recent call last):
    ...
    makachess.saves.errors.GameFileError: mine.pgn:1:7: the variation that begins here has no ')'
    """
    for reading in generate_readings(lines, name):
        for problem in reading.problems:
            if not problem.harmless:
                raise problem
        if reading.game is not None:
            yield reading.game


class _GameBuilder(Visitor[Reading]):
    """A visitor that builds one game after the other."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.begin_game()

    def begin_game(self) -> None:
        self.game: Game | None = None
        self.unreadable = False  # no rules or no position, so no moves can be made
        self.tags: dict[str, Token] = {}
        self.problems: list[GameFileError] = []
        self.closing: Token | None = None
        self.misnumbered = False
        self.left: list[Node] = []  # the nodes to return to when the open variations end
        self.dead: int | None = None  # how many variations were open at a move that failed
        self.fresh = False  # in a variation before its first move
        self.pending: list[str] = []  # comments that precede their move

    def problem(self, token: Token, message: str, *, harmless: bool = False) -> None:
        if self.dead == 0 or self.unreadable:
            return  # one fault in the main line is enough: all later ones would be noise
        self.problems.append(
            GameFileError(message, self.name, token.line, token.column, harmless=harmless)
        )

    def tag(self, token: Token) -> None:
        self.tags[token.name] = token

    def begin_moves(self) -> None:
        tags = {name: token.text for name, token in self.tags.items()}
        here = Token(TokenKind.TAG, "", 1, 1)
        blamed = self.tags.get("Variant", here)
        try:
            variant_of({**tags, "RulesOptions": ""})
            blamed = self.tags.get("RulesOptions", blamed)
            variant = variant_of(tags)
            blamed = self.tags.get("RulesDigest", blamed)
            check_digest(tags, variant)
            blamed = self.tags.get("FEN", here)
            game = Game(variant, tags.get("FEN"))
        except MakachessError as error:
            self.problem(blamed, str(error))
            self.unreadable = True
            return
        if tags.get("SetUp", "0") == "1" and "FEN" not in tags:
            self.problem(self.tags["SetUp"], "SetUp is '1', but there is no tag FEN")
        game.tags.update(tags)
        game.root.comments += self.pending
        self.pending = []
        self.game = game

    @property
    def live(self) -> Game | None:
        """The game, unless what is being read cannot be part of it."""
        return self.game if self.dead is None else None

    def number(self, token: Token, number: int) -> None:
        if self.live is None or self.misnumbered:
            return
        due = self.live.position.fullmove
        if number != due:
            self.misnumbered = True
            self.problem(token, f"move number {number} stands where {due} is due", harmless=True)

    def move(self, token: Token) -> None:
        game = self.live
        if game is None:
            return
        try:
            move, nag = self._parse(game, token.text)
            node = game.add(move)
        except MakachessError as error:
            self.problem(token, str(error) + self._version_note(game))
            self.dead = len(self.left)
            return
        node.nags += nag
        node.opening_comments += self.pending
        self.pending = []
        self.fresh = False

    def _parse(self, game: Game, text: str) -> tuple[Move, list[int]]:
        """A move and its annotation, if any: a `!` at the end may also be part of the move."""
        if len(text) > _LONGEST_MOVE:
            raise MakachessError(f"{quote(text)} is not a move")
        if suffix := _SUFFIX.search(text):
            with suppress(MakachessError):
                return game.position.parse(text[: suffix.start()]), [SUFFIXES[suffix[0]]]
        return game.position.parse(text), []

    def _version_note(self, game: Game) -> str:
        """What to add to a refused move if the game was played under other rules."""
        version = game.tags["RulesVersion"]
        if version == game.variant.rules_version:
            return ""
        return f" (RulesVersion is {version!r}, read with version {game.variant.rules_version!r})"

    def nag(self, token: Token, nag: int) -> None:
        if self.live is not None and not self.fresh:
            self.live.node.nags.append(nag)

    def comment(self, token: Token) -> None:
        if not token.text or self.dead is not None:
            return
        if self.game is None or self.fresh:
            self.pending.append(token.text)
        else:
            self.game.node.comments.append(token.text)

    def begin_variation(self, token: Token) -> None:
        game = self.live
        if game is None:
            self.left.append(Node())
            return
        self.left.append(game.node)
        if self.fresh or game.node.parent is None:
            self.problem(token, "a variation stands before any move")
            self.dead = len(self.left)
        else:
            game.goto(game.node.parent)
            self.fresh = True

    def end_variation(self, token: Token) -> None:
        node = self.left.pop()
        if self.dead is not None and len(self.left) < self.dead:
            self.dead = None
        if self.live is not None:
            self.fresh = False
            self.live.goto(node)
            node.comments += self.pending  # of a variation without moves
            self.pending = []

    def result(self, token: Token) -> None:
        self.closing = token

    def end_game(self) -> Reading:
        if self.game is None and not self.unreadable:
            self.begin_moves()
        if self.game is not None:
            self.game.goto(self.game.end)
            self._conclude(self.game, self._result())
        in_order = sorted(self.problems, key=lambda problem: (problem.line, problem.column))
        return Reading(self.game, tuple(in_order))

    def _result(self) -> str:
        """The game's result: what the tag says, else what closes the moves."""
        tag, closing = self.tags.get("Result"), self.closing
        if tag is not None and tag.text not in WINNERS and tag.text != UNFINISHED:
            self.problem(tag, f"{quote(tag.text)} is not a result", harmless=True)
            tag = None
        elif tag is not None and closing is not None and tag.text != closing.text:
            message = f"{closing.text!r} stands where the tag Result says {tag.text!r}"
            self.problem(closing, message, harmless=True)
        found = [token.text for token in (tag, closing) if token and token.text in WINNERS]
        return found[0] if found else UNFINISHED

    def _conclude(self, game: Game, result: str) -> None:
        """Compare the result with the board, which decides where the file leaves it open."""
        game.tags["Result"] = result
        game.record(parse_outcome(result, game.tags.get("Termination", "")))
        board = game.position.outcome() if self.dead is None else None
        if board is None:
            return
        if result == UNFINISHED:
            game.conclude()
        elif result == RESULTS[board.winner]:
            game.record(board)
        elif not game.position.legal_moves():
            message = f"the result {result!r} contradicts the board: {board.reason}"
            place = self.closing or self.tags["Result"]
            self.problem(place, f"{message}, {RESULTS[board.winner]!r}", harmless=True)
