"""From tokens to the tree of a game, with every fault by line and column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from makachess.core import InvalidMoveError, MakachessError, Move, Position
from makachess.core.notation.coordinates import ENDING, STANDARD, kind_at
from makachess.core.notation.fen import looks_like_fen, mend_fen
from makachess.core.notation.parsing import parse_move, says_nothing
from makachess.core.notation.reading import LONGEST_MOVE
from makachess.core.spec import Variant
from makachess.core.squares import SQUARE, Square
from makachess.saves.errors import GameFileError
from makachess.saves.game import Game, Node
from makachess.saves.parser import Token, TokenKind, Visitor, kept, names_square, quote
from makachess.saves.remarks import split_notes
from makachess.saves.rules import OURS, as_played, other_game, variant_of
from makachess.saves.signs import SUFFIXES, read_word
from makachess.saves.tags import RESULTS, UNFINISHED, WINNERS, Tags, parse_outcome, result_of

MOST_PROBLEMS = 50
"""Faults of a game that are told one by one; the others are only counted."""

MOST_EXPLAINED = 10_000
"""Illegal moves of a file: to say why one is illegal takes longer than all else."""

MOST_RULES = 30
"""Different rules that the games of a file may name: it takes long to set rules up."""

MOST_OTHERS = 1_000
"""Names of variants that are not ours, for which a file remembers that they are not."""

LOST = "\ufffd"  # for a byte that is nothing in its encoding

MOST_PIECES = 5
"""Words that a move may be torn into: `O - O - O`, `e8 = Q`."""

# A move, whatever letters stand for the pieces: `Sf3`, `e8D`, `Кxd5`, `Крg1`; also half of `exd5`.
_meant_as_move = re.compile(
    rf"(?:[^\W\d_][^\W\d_a-z]?)?[a-s]?[0-9]{{0,2}}?[-x:]?{SQUARE}(?:[=/(]?[ФЛТСК])?{ENDING}\W*|[a-s]x[a-s]\W*"
).fullmatch
_FILES = "abcdefgh:x"
_HALF_CAPTURE = re.compile(r"([a-h])[x:]?([a-h])(?:=?[QRBN])?[+#!?]*").fullmatch
# King, Queen, Rook, Bishop and Knight in German (and in Scandinavia), French, Spanish and Italian,
# Portuguese, Hungarian, Polish, Czech, Russian and Ukrainian; in these two the King is `Кр`. Not in
# Dutch, whose `Pf3` is a Pawn's move as well, nor where R is a Knight: that may be a King's move.
_LANGUAGES = ("KDTLS", "RDTFC", "RDTAC", "RDTBC", "KVBFH", "KHWGS", "KDVSJ", "KФЛСК", "KФТСК")
_TABLES = {letters: str.maketrans(letters, "KQRBN") for letters in _LANGUAGES}
_ENGLISH = frozenset("QRNP")  # none of them begins with these, but for a King's move
# How a word begins that may say what the piece of the move before becomes.
_PROMOTION = re.compile(rf"{ENDING}(?!\w)")
_HALF = frozenset("=/")  # what stands between a move and its promotion
# Names of tags on which the moves depend, as they are misspelt.
_PROPER = {"Fen": "FEN", "fen": "FEN", "variant": "Variant", "VARIANT": "Variant"}
_NOWHERE = Node()  # a variation that cannot be read begins here
_NO_TAG = Token(TokenKind.TAG, "", 1, 1)


class Lost(NamedTuple):
    """The moves and comments of a line from its fault on, as they are written.

    `node` is the last move before, and the fault is told at `line` and `column`.
    """

    node: Node
    text: str
    line: int
    column: int


class Reading(NamedTuple):
    """What could be read of one game, and its faults, in the order of the text.

    A game with a fault in its main line ends before the fault; it is None if its rules or start
    position are unavailable. `problems` are the first 50 faults, and the first 50 harmless ones;
    `unlisted` says how many more there are. `other` is the name of a game that is none of ours;
    then its moves were passed over, which is a harmless problem. `lost` is what could not be read
    of variations and of the main line, each from its fault on; `cut` says where the game is too
    long to be read to its end.
    """

    game: Game | None
    problems: tuple[GameFileError, ...] = ()
    unlisted: int = 0
    lost: tuple[Lost, ...] = ()
    cut: str = ""
    other: str = ""

    @property
    def fault(self) -> str:
        """The first fault that is not harmless, without the file's name; empty if there is none."""
        return self.damage.here if self.damage else ""

    @property
    def damage(self) -> GameFileError | None:
        """The same as an error, None if there is none."""
        return next((problem for problem in self.problems if not problem.harmless), None)


class GameBuilder(Visitor[Reading]):
    """A visitor that builds one game after the other, or only the one of a number (from 1).

    After `explained` illegal moves it is no longer said why one is illegal, and after `told`
    faults all others are only counted.
    """

    def __init__(
        self,
        name: str = "",
        only: int | None = None,
        explained: int = MOST_EXPLAINED,
        told: int | None = None,
    ) -> None:
        self.name = name
        self.only = only
        self.most_explained = explained
        self.most_told = told
        self.count = self.told = 0
        self.explained = 0  # illegal moves
        self.damaged = 0  # games
        self.rules: dict[tuple[str | None, ...], Variant | tuple[str, str]] = {}
        self.others: dict[tuple[str | None, ...], str] = {}  # games of variants that are not ours
        self.tags: dict[str, Token] = {}
        self.problems: tuple[list[GameFileError], list[GameFileError]] = [], []  # harmless: second
        self.left: list[Node] = []  # the nodes to return to when the open variations end
        self.pending: list[str] = []  # comments that precede their move
        self.early: list[int] = []  # annotations that precede it
        self.held: list[Token] = []  # words since the last move that make no sense so far
        self.rest: list[str] = []  # what follows the fault that ended a line
        self.lost: list[Lost] = []
        self.died = _NO_TAG  # where that is told

    def begin_game(self, token: Token) -> None:
        self.count += 1
        self.wanted = self.only in (None, self.count)
        self.game: Game | None = None
        self.other = ""  # a game that is none of ours
        self.unreadable = not self.wanted  # no rules or no position, so no moves can be made
        self.unlisted = 0
        self.is_damaged = False
        self.closing: Token | None = None
        self.misnumbered = False
        self.numbered = 0  # the last number that was right
        self.missing = 0  # how many moves seem to be missing before the first
        self.dead: int | None = None  # how many variations were open at a move that failed
        self.fresh = False  # in a variation before its first move
        self.cut_at = ""  # where the game is longer than what is read of one
        self.said = ""  # the last move, as it is written
        self.torn = False  # what is held begins with a move of which a part is missing
        self.foreign: bool | None = None  # the pieces have letters of another language
        self.languages: tuple[str, ...] = _LANGUAGES  # those that it may be
        lists = (self.left, self.pending, self.early, self.held, self.rest, self.lost)
        for old in (self.tags, *self.problems, *lists):
            if old:
                old.clear()

    def problem(self, token: Token, message: str, *, harmless: bool = False) -> None:
        if self.dead == 0 or self.unreadable:
            return  # one fault in the main line is enough: all later ones would be noise
        if not harmless and not self.is_damaged:
            self.is_damaged = True
            self.damaged += 1
        problems = self.problems[harmless]
        if len(problems) < MOST_PROBLEMS and self.told != self.most_told:
            place = self.name, token.line, token.column
            problems.append(GameFileError(message, *place, harmless=harmless))
            self.told += 1
        else:
            self.unlisted += 1

    def cut(self, token: Token, message: str) -> None:
        self.problem(token, message)
        self.cut_at = str(GameFileError(message, self.name, token.line, token.column))

    def tag(self, token: Token) -> None:
        self.tags[_PROPER.get(token.name, token.name)] = token
        self._look_for_lost(token)

    def begin_moves(self) -> bool:
        if not self.wanted:
            return False
        tags = {name: token.text for name, token in self.tags.items()}
        variant = self._variant(tags)
        if isinstance(variant, tuple):
            blamed, reason = variant
            if blamed == "Variant" and (other := self._other(tags)):
                self.other, self.unreadable = other, True
                return False
            return self._refuse(blamed, reason)
        if "FEN" in tags and not tags["FEN"].strip("?- "):
            message = f"the tag FEN is {tags.pop('FEN')!r}, which is no position: it is dropped"
            self.problem(self.tags["FEN"], message, harmless=True)
        try:
            if "FEN" in tags:
                tags["FEN"], note = mend_fen(variant, tags["FEN"])
                if note:
                    self.problem(self.tags["FEN"], note, harmless=True)
            game = Game(variant, tags.get("FEN"))
        except MakachessError as error:
            return self._refuse("FEN", str(error))
        if tags:
            if tags.get("SetUp", "0") == "1" and "FEN" not in tags:
                self.problem(self.tags["SetUp"], "SetUp is '1', but there is no tag FEN")
            if "RulesDigest" in tags and variant.rules_options:  # the digest may have told of more
                tags["RulesOptions"] = variant.rules_options
        game.tags = Tags(tags)
        number, side = game.number(1)
        self.half_moves = 2 * number + (side == "black")
        self.outcome_before = game.outcome
        if self.pending:
            game.root.comments += self.pending
            self.pending.clear()
        self.game = game
        return True

    def _other(self, tags: Mapping[str, str]) -> str:
        """The game that tags name if it is none of ours, looked for once a file."""
        key = tuple(map(tags.get, ("Variant", *OURS)))
        if len(self.others) > MOST_OTHERS:
            self.others.clear()
        if key not in self.others:
            self.others[key] = other_game(tags)
        return self.others[key]

    def _refuse(self, tag: str, message: str) -> bool:
        """Pass over the moves of a game without rules or position, of which a tag is to blame."""
        self.problem(self.tags.get(tag, _NO_TAG), message)
        self.unreadable = True
        return True

    def _variant(self, tags: Mapping[str, str]) -> Variant | tuple[str, str]:
        """The rules that tags name, found once a file; else the tag to blame, and why."""
        key = tuple(map(tags.get, ("Variant", "RulesOptions", "RulesDigest")))
        if key not in self.rules:
            if len(self.rules) == MOST_RULES:
                message = f"the rules of this game are not read: more than {MOST_RULES} different"
                return "Variant", f"{message} ones are named in the file"
            self.rules[key] = _rules_of(tags)
        return self.rules[key]

    @property
    def live(self) -> Game | None:
        """The game, unless what is being read cannot be part of it."""
        return self.game if self.dead is None else None

    def number(self, token: Token) -> None:
        game = self.game
        if game is None or self.dead is not None:
            return
        if self.held and self.held[-1].kind is TokenKind.NUMBER:
            self.held.pop()  # of an evaluation, such as `1.25`
        number, due = int(token.text), (self.half_moves + game.node.ply) // 2
        if number == due:
            self.numbered = due
        else:
            self._note_number(game, token, number, due)

    def _note_number(self, game: Game, token: Token, number: int, due: int) -> None:
        """Tell of the first wrong number; hold one with which another game may begin."""
        message = f"move number {number} stands where {due} is due"
        if number - due == self.missing and game.root.children:
            self.missing = 0
            self.problem(token, f"{message}: the first moves of the game are missing")
            return
        if not self.misnumbered:
            self.misnumbered = True
            self.problem(token, message, harmless=True)
            if not game.root.children and "FEN" not in game.tags:
                self.missing = max(number - due, 0)
        if number == 1 < self.numbered and not self.left:
            self.held.append(token)

    def _begins_anew(self, game: Game, token: Token) -> bool:
        """Give the line up where a move behind number 1 can be the first of another game."""
        number, node = self.held.pop(), game.node
        game.goto(game.root)
        is_first = bool(self._whole(game.position, self._read(token.text)))
        game.goto(node)
        if is_first:
            message = "another game begins at move number 1, but this one has no result"
            self.problem(number, message)
            self._die(number)
            for one in (*self.held, number, token):
                self._leave(one)
            self.held.clear()
        return is_first

    def move(self, token: Token) -> None:
        game = self.game
        if game is None or self.dead is not None:
            self._leave(token)
            return
        text = token[1]
        if self.foreign:
            text = self._read(text)
        if self.held or (node := game.attach_text(text)) is None:
            self._look_closer(game, token)
            return
        if self.foreign is None and text[0] in _ENGLISH:
            self.foreign = False
        self.said = text
        if self.fresh or self.pending:
            self._open_with(node)

    def _open_with(self, node: Node) -> None:
        """Give a move what stood before it at the beginning of its line."""
        if self.pending:
            node.opening_comments += self.pending
            self.pending.clear()
        if self.early:
            node.nags += self.early
            self.early.clear()
        self.fresh = False

    def _look_closer(self, game: Game, token: Token) -> None:
        """Take a word that is not plain: annotated, several in one, a part of a move, or none."""
        if self.held and self.held[-1].kind is TokenKind.NUMBER and self._begins_anew(game, token):
            return
        position = game.position
        self._note_language(position, token)
        text = self._read(token.text)
        if self.held:
            if len(self.held) < MOST_PIECES and self._joins(game, text):
                self.held.clear()
                return
            if self.torn:
                if text in _HALF:
                    self.held.append(token)
                else:
                    self._fail(game, token)
                return
        elif self._completes(game, text):
            return
        else:
            text = _with_square(position, text)
        parts: Sequence[Move | int | str] = self._parse(position, text)
        rest = ""
        if not parts:
            parts, rest = read_word(position, text.strip("( )"))
        if any(isinstance(part, Move) for part in parts):
            self._release()
        if self.dead is not None:
            self._leave(token)
            return
        if parts:
            self._take(game, text, parts, token)
        if rest or not parts:
            if parts:
                written = token.text.strip("( )")[-len(rest) :]
                token = token._replace(text=written, column=token.column + len(text) - len(rest))
            self._hold(game, token)

    def _read(self, text: str) -> str:
        """A word with the letters that pieces have in English."""
        return _in_english(text, self.languages[0]) if self.foreign else text

    def _note_language(self, position: Position, token: Token) -> None:
        """Note whether a move is legal only in the letters of another language, if that is open."""
        text = token.text
        if self.foreign is False or position.variant.name != STANDARD:
            return
        if self.foreign is None and (text[0] in _ENGLISH or self._whole(position, text)):
            return
        readings = dict.fromkeys(_in_english(text, letters) for letters in self.languages)
        english = next((reading for reading in readings if self._whole(position, reading)), "")
        if not english:
            return
        self.languages = tuple(
            letters for letters in self.languages if _in_english(text, letters) == english
        )
        if self.foreign is None:
            self.foreign = True
            message = f"{quote(text)} is read as {quote(english)}: its letters are not English"
            self.problem(token, message, harmless=True)

    def _joins(self, game: Game, text: str) -> bool:
        """Take a word together with those held, if they are a move or complete one."""
        torn = "".join(self._read(held.text) for held in self.held) + text
        if len(torn) > LONGEST_MOVE:
            return False
        if self._completes(game, torn):
            return True
        parts = self._whole(game.position, torn)
        if parts:
            self._take(game, torn, parts)
        return bool(parts)

    def _parse(self, position: Position, text: str) -> tuple[Move | int, ...]:
        """A word as one move with its annotation, if any: a `!` at the end may be part of a move.

        Empty if it is no legal move, or if its end may be an annotation.
        """
        core = text.rstrip("!?")
        core += text[len(core) : len(text) - 2]  # an annotation has at most two signs
        for said in dict.fromkeys((core, text)):
            with suppress(MakachessError):
                move = parse_move(position, said, explain=False)
                if not says_nothing(position, said, move):
                    return (move, *([SUFFIXES[text[len(core) :]]] if said != text else []))
        return ()

    def _whole(self, position: Position, text: str) -> tuple[Move | int | str, ...]:
        """The same with any signs; empty if there is anything else in it."""
        if move := self._parse(position, text):
            return move
        parts, rest = read_word(position, text)
        first, *others = parts or (0,)
        if rest or not isinstance(first, Move):
            return ()
        return parts if all(isinstance(part, int) for part in others) else ()

    def _take(
        self, game: Game, text: str, parts: Sequence[Move | int | str], token: Token = _NO_TAG
    ) -> None:
        """Add moves, their annotations, and a note on what means nothing."""
        dropped = ""
        moves = sum(isinstance(part, Move) for part in parts)
        self.fresh = self.fresh or moves > 0  # what stands before a move in its word is said of it
        for part in parts:
            if isinstance(part, Move):
                self._open_with(game.attach(part))
            elif isinstance(part, int):
                self._annotate(game, part)
            else:
                dropped += part
        if moves == 1:
            self.said = text
        if dropped:
            self.left_out(token, dropped)

    def _completes(self, game: Game, text: str) -> bool:
        """Take a word as what the piece of the move just made becomes, if that is possible."""
        node = game.node
        before = node.parent
        begins = _PROMOTION.match(text)
        if not self.said or before is None or begins is None or not begins[0]:
            return False
        if node.comments or node.nags:
            return False
        said = f"{self.said} {text}"
        game.goto(before)
        move, *nags = self._whole(game.position, said) or (None,)
        if isinstance(move, Move):
            node.move = move
            self.said = said
        game.goto(node)
        if move is not None:
            self._take(game, said, nags)
        return move is not None

    def _hold(self, game: Game, token: Token) -> None:
        """Keep a word that makes no sense: the next one may complete it, or be a move without it.

        One that is a move but not legal, or does not say what the piece becomes, is only completed.
        """
        error = self._error(game, token, explain=False)
        is_move = not isinstance(error, InvalidMoveError) or bool(_meant_as_move(token.text))
        is_move = is_move or bool(not self.held and _half_captures(game.position, token.text))
        if self.held and is_move:
            self._fail(game, token)
            return
        self.held.append(token)
        self.torn = is_move

    def _error(self, game: Game, token: Token, *, explain: bool) -> MakachessError:
        read = self._read(token.text)
        try:
            parse_move(game.position, read, explain=explain)
        except MakachessError as error:
            return type(error)(str(error).replace(repr(read), repr(token.text)))
        return InvalidMoveError("")

    def _release(self, *, ends: bool = False) -> None:
        """Keep the words that made no sense as a comment, or give the line up where it `ends`.

        It is given up where one of them may be meant as a move, if no move has been made at all, or
        if it would begin at another position.
        """
        game, held = self.game, self.held
        if not held or game is None:
            return
        first, words = held[0], " ".join(token.text for token in held)
        begins = not game.root.children
        here = game.position.fen().split()[0]
        begins_elsewhere = begins and any(
            looks_like_fen(token.text) and token.text != here for token in held
        )
        if self.torn or begins_elsewhere or (ends and (begins or names_square(words))):
            self._fail(game)
            return
        held.clear()
        if not any(map(str.isalnum, words)):
            self.left_out(first, words)
            return
        self.problem(first, kept(words), harmless=True)
        self.comment(first._replace(kind=TokenKind.COMMENT, text=words))

    def _fail(self, game: Game, *tokens: Token) -> None:
        """Give up the line at words held and given; the first that is no prose is to blame."""
        tokens = (*self.held, *tokens)
        self.held.clear()
        first = min(tokens, key=lambda word: (not looks_like_fen(word.text), _is_prose(word.text)))
        # Where nobody reads it, or very many have been explained, that is not worth while.
        explains = len(self.problems[0]) < MOST_PROBLEMS and self.explained < self.most_explained
        error: object = self._error(game, first, explain=explains)
        if looks_like_fen(first.text):
            error = f'{quote(first.text)} is a position, not a move: it belongs in a tag, [FEN "…"]'
        harmless = self.problems[1]  # what comes later would be noise
        harmless[:] = [fault for fault in harmless if _place(fault) < (first.line, first.column)]
        self.problem(first, str(error) + self._version_note(game))
        self.explained += 1
        self._die(first)
        for token in tokens:
            self._leave(token)

    def _die(self, token: Token) -> None:
        self.dead = len(self.left)
        self.died = token

    def _bury(self, node: Node) -> None:
        """Note what is lost of the line that has ended, which was on a move's variation."""
        if self.rest and self.game is not None:
            at = node if self.fresh else self.game.node
            text = " ".join(self.rest)
            self.lost.append(Lost(at, text, self.died.line, self.died.column))
            self.rest.clear()
        self.dead = None

    def _version_note(self, game: Game) -> str:
        """What to add to a refused move if the game was played under other rules."""
        version = game.tags.get("RulesVersion", game.variant.rules_version)
        if version == game.variant.rules_version:
            return ""
        return f" (RulesVersion is {version!r}, read with version {game.variant.rules_version!r})"

    def _leave(self, token: Token) -> None:
        if self.dead is not None and token.text:
            self.rest.append(token.text)

    def _look_for_lost(self, token: Token) -> None:
        if LOST in token.text:
            message = f"{quote(token.text)} has a character that is lost, for which {LOST!r} stands"
            self.problem(token, message, harmless=True)

    def nag(self, token: Token) -> None:
        """Annotate the last move, or the next one where there is none yet."""
        if self.torn and self.held:
            self._release()
        if self.live is not None:
            self._annotate(self.live, int(token.text))

    def _annotate(self, game: Game, nag: int) -> None:
        (self.early if self.fresh else game.node.nags).append(nag)

    def comment(self, token: Token) -> None:
        """Comment on the last move, or on the next where there is none yet."""
        self._look_for_lost(token)
        if self.torn and self.held:
            self._release()
        if not token.text or self.dead is not None:
            self._leave(token)
            return
        if self.game is None or self.fresh:
            self.pending.append(token.text)
        else:
            self.game.node.comments += split_notes(token.text)

    def begin_variation(self, token: Token) -> None:
        self._release(ends=True)
        self.said = ""
        game = self.live
        if game is None:
            self._leave(token)
            self.left.append(_NOWHERE)
            return
        self.left.append(game.node)
        if self.fresh or game.node.parent is None:
            self.problem(token, "a variation stands before any move")
            self._die(token)
        else:
            game.goto(game.node.parent)
            self.fresh = True

    def end_variation(self, token: Token) -> None:
        self._release(ends=True)
        self.said = ""
        node = self.left.pop()
        if self.dead is not None and len(self.left) < self.dead:
            self._bury(node)
        self._leave(token)
        if self.live is not None:
            self.fresh = False
            self.live.goto(node)
            node.comments += self.pending  # of a variation without moves
            self.pending.clear()

    def result(self, token: Token) -> None:
        self._release(ends=True)
        self.closing = token

    def end_game(self) -> Reading:
        """The game, and what is wrong with it; nothing of a game that was not asked for."""
        self._release(ends=True)
        if self.game is None and not self.unreadable:
            self.begin_moves()
        game = self.game
        problems: tuple[GameFileError, ...] = ()
        if self.other:
            return self._passed_over()
        if game is not None:
            if self.dead is not None:
                dead = self.dead
                self._bury(self.left[dead - 1] if dead else game.node)
                self.dead = dead
            if game.node is not game.end:
                game.goto(game.end)
            self._conclude(game, self._result())
        serious, harmless = self.problems
        if serious or harmless:
            problems = tuple(sorted(serious + harmless, key=_place))
        return Reading(game, problems, self.unlisted, tuple(self.lost), self.cut_at)

    def _passed_over(self) -> Reading:
        """What is told of a game that is none of ours."""
        token = self.tags["Variant"]
        message = f"this is a game of {self.other}, which is not played here"
        problem = GameFileError(message, self.name, token.line, token.column, harmless=True)
        return Reading(None, (problem,), other=self.other)

    def _result(self) -> str:
        """The game's result: what the tag says, else what closes the moves."""
        tag, closing = self.tags.get("Result"), self.closing
        if tag is not None:
            tag = tag._replace(text=result_of({"Result": tag.text}))
        if tag is not None and tag.text not in WINNERS and tag.text != UNFINISHED:
            self.problem(tag, f"{quote(tag.text)} is not a result", harmless=True)
            tag = None
        elif tag is not None and closing is not None and tag.text != closing.text:
            message = f"{closing.text!r} stands where the tag Result says {tag.text!r}"
            self.problem(closing, message, harmless=True)
        for token in (tag, closing):
            if token is not None and token.text in WINNERS:
                return token.text
        return UNFINISHED

    def _conclude(self, game: Game, result: str) -> None:
        """Compare the result with the board, which decides where the file leaves it open."""
        if "Result" in game.tags:
            game.tags["Result"] = result
        if result != UNFINISHED:
            game.record(parse_outcome(result, game.tags.get("Termination", "")))
        elif self.outcome_before is not None:
            game.record(None)
        if self.dead is not None:
            return
        has_moves = game.end is not game.root
        board = game.position.outcome() if has_moves else self.outcome_before
        if board is None:
            return
        if result == UNFINISHED:
            game.conclude()
        elif result == RESULTS[board.winner]:
            game.record(board)
        elif not game.position.has_legal_move():
            message = f"the result {result!r} contradicts the board: {board.reason}"
            place = self.closing or self.tags["Result"]
            self.problem(place, f"{message}, {RESULTS[board.winner]!r}", harmless=True)


def _in_english(text: str, letters: str) -> str:
    """A move of chess with these letters for the pieces as it is written in English.

    It is none if it begins with another one of those that are English.
    """
    if not _meant_as_move(text):
        return text
    if text[0] in "KQRBN" and text[0] not in letters:
        return text[0] + text
    return text.replace("Кр", "K").translate(_TABLES[letters])


def _half_captures(position: Position, text: str) -> set[Square]:
    """Where the Pawns of chess can capture if only the files are written, as in `ed` or `e:d`."""
    match = _HALF_CAPTURE(text)
    if match is None or position.variant.name != STANDARD:
        return set()
    files = tuple(ord(file) - ord("a") for file in match.group(1, 2))
    return {
        move.destination
        for move in position.legal_moves()
        if (move.origin.file, move.destination.file) == files
        and move.victims
        and kind_at(position, move.origin) == "P"
    }


def _with_square(position: Position, text: str) -> str:
    """Such a capture with the square, if there is only one."""
    squares = _half_captures(position, text)
    return f"{text[0]}x{squares.pop()}{text.lstrip(_FILES)}" if len(squares) == 1 else text


def _is_prose(text: str) -> bool:
    """Whether a word is one of a sentence, and not meant as a move."""
    is_meant = names_square(text) or _meant_as_move(text)
    return not is_meant and re.search(r"[^\W\d_A-Z]{2}|^.$", text) is not None


def _rules_of(tags: Mapping[str, str]) -> Variant | tuple[str, str]:
    """The rules that tags name; else the tag to blame, and why there are none."""
    blamed = "Variant"
    try:
        if "RulesOptions" in tags:
            variant_of({**tags, "RulesOptions": ""})
            blamed = "RulesOptions"
        variant = variant_of(tags)
        if "RulesDigest" in tags:
            blamed = "RulesDigest"
        return as_played(tags, variant)
    except MakachessError as error:
        return blamed, str(error)


def _place(problem: GameFileError) -> tuple[int, int]:
    return problem.line, problem.column
