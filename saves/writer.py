"""Writing games: as `reader` reads them back, in other forms, and what is left of damaged ones."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from tempfile import SpooledTemporaryFile
from types import MappingProxyType
from typing import Any

from makachess.core import Position
from makachess.core.pictures import format_board
from makachess.core.spec import Variant
from makachess.saves.errors import SaveError
from makachess.saves.game import Game, Node
from makachess.saves.parser import SUFFIXES, visit_games
from makachess.saves.reader import GameBuilder, Reading, read_games
from makachess.saves.remarks import node_score, parse_time_left, spoken
from makachess.saves.storage import FileLines, reserve, write_atomically
from makachess.saves.tags import format_tags, in_order

COLUMNS = 80
# Commands such as `[%clk 0:10:00]` stay in one piece: few programs find them on two lines.
_COMMENT_WORD = re.compile(r"\[%[^\]]*\]\S*|\S+")


def format_game(game: Game) -> str:
    """A game as the text of its file; moves that were taken back are left out."""
    tags = format_tags(in_order(game.tags))
    if game.end is game.root and not (game.root.comments or game.root.nags):
        return f"{tags}\n{game.result}\n"
    return f"{tags}\n{wrap([*Movetext(game).words, game.result])}"


def wrap(words: Iterable[str]) -> str:
    """Words wrapped into lines; one that begins with `;` is a comment to the end of its line."""
    pieces: list[str] = []
    column = 0
    for word in words:
        if column and column + 1 + len(word) > COLUMNS:
            pieces.append("\n")
            column = 0
        elif column:
            pieces.append(" ")
            column += 1
        pieces.append(word)
        column += len(word)
        if word.startswith(";"):
            pieces.append("\n")
            column = 0
    return "".join(pieces).rstrip("\n") + "\n"


class Movetext:
    """The words of a game's moves, comments and variations, in the order of the file."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words: list[str] = []
        self.opening = ""  # the parenthesis that is to stand before the next word
        self.interrupted = True  # so that Black's next move needs its number
        self._remarks(game.root)
        # A stack of pending calls: variations may be nested deeper than Python can recurse.
        self.stack: list[tuple[Callable[[Node], None], Node]] = [(self._line, game.root)]
        while self.stack:
            write, node = self.stack.pop()
            write(node)

    def _line(self, node: Node) -> None:
        """What follows a node: the main move, the variations on it, then what follows that move."""
        if node is self.game.end or not node.children:
            return
        main, *others = node.children
        self.stack.append((self._line, main))
        for other in reversed(others):
            self.stack += [(self._close, other), (self._line, other), (self._open, other)]
        self.stack.append((self._move, main))

    def _open(self, node: Node) -> None:
        """The beginning of a variation, with its first move."""
        self.opening = "("
        self.interrupted = True
        self._move(node)

    def _close(self, _: Node) -> None:
        """The end of a variation."""
        self.interrupted = True
        if self.words[-1].startswith(";"):
            self.words.append(")")
        else:
            self.words[-1] += ")"

    def _move(self, node: Node) -> None:
        """A move with what stands before it, as a variation's first move has, and its remarks."""
        self._comments(node.opening_comments)
        number, side = self.game.number(node.ply)
        if side == "white":
            self._add(f"{number}.")
        elif self.interrupted:
            self._add(f"{number}...")
        self._add(node.san)
        self.interrupted = False
        self._remarks(node)

    def _remarks(self, node: Node) -> None:
        """Annotations and comments."""
        self.words += [f"${nag}" for nag in node.nags]
        self._comments(node.comments)

    def _comments(self, comments: Iterable[str]) -> None:
        """Comments word by word: in braces, or after `;` where braces are part of them."""
        for comment in comments:
            words = _COMMENT_WORD.findall(" ".join(comment.split()))
            if words and "}" in comment:
                self.words += [self.opening] if self.opening else []
                self.words.append(" ".join((";", *words)))
                self.opening = ""
            elif words:
                self._add("{" + words[0])
                self.words += words[1:]
                self.words[-1] += "}"
            self.interrupted = True

    def _add(self, word: str) -> None:
        """Add a word, behind the parenthesis that waits for it."""
        self.words.append(self.opening + word)
        self.opening = ""


def save_game(game: Game, path: str | os.PathLike[str], *, overwrite: bool = True) -> None:
    """Write a game to a file of its own; when this returns it is on disk.

    Raises SaveError, leaving any older file intact; without `overwrite`, also if the file exists.
    """
    path = Path(path)
    if not overwrite and not reserve(path):
        raise SaveError(f"{str(path)!r} exists already")
    try:
        write_atomically(path, format_game(game))
    except SaveError:
        if not overwrite:
            path.unlink(missing_ok=True)
        raise


# --- other forms ----------------------------------------------------------------------------------
#
# As positions, as text with boards for people, and as JSON.

SCHEMA = 1
"""The version of the JSON form; docs/format.md describes it."""

_MOST_KEPT = 1 << 20  # characters of a document in memory; the others wait in a temporary file
_SIGNS = {nag: sign for sign, nag in SUFFIXES.items()}


def convert(path: str | os.PathLike[str], form: str) -> Iterator[str]:
    """All games of a file in another form (one of FORMS), piece by piece.

    Raises GameFileError at the first fault that costs moves, and where there is no game.
    """
    return FORMS[form](read_games(FileLines(path)))


def _pgn(games: Iterable[Game]) -> Iterator[str]:
    """Each game as we write it, with a blank line before the next."""
    for number, game in enumerate(games):
        yield ("\n" if number else "") + format_game(game)


def _fens(games: Iterable[Game]) -> Iterator[str]:
    """The final position of each game, one a line."""
    for game in games:
        yield f"{game.fen}\n"


def _texts(games: Iterable[Game]) -> Iterator[str]:
    """Each game with its players, its moves, and the boards at its beginning and end."""
    for number, game in enumerate(games):
        yield ("\n\n" if number else "") + format_text(game)


def format_text(game: Game) -> str:
    """A game for people to read: the start position, the moves, and the final position."""
    names = " - ".join(game.tags.get(side, "?") for side in ("White", "Black"))
    reason = f" ({game.outcome.reason})" if game.outcome else ""
    about = ", ".join(
        value
        for value in map(game.tags.get, ("Event", "Site", "Date"))
        if value and not value.startswith("?")
    )
    heading = filter(None, (names, about, game.variant.title + _options(game)))
    parts = [
        "\n".join(heading) + "\n",
        _start_board(game.variant, game.start_fen),
        wrap([*_Prose(game).words, game.result + reason]),
        format_board(game.position) if game.node is not game.root else "",
    ]
    return "\n".join(filter(None, parts))


@lru_cache(maxsize=16)
def _start_board(variant: Variant, fen: str) -> str:
    return format_board(Position(variant, fen))


def _options(game: Game) -> str:
    return f" ({game.variant.rules_options})" if game.variant.rules_options else ""


class _Prose(Movetext):
    """The moves as books print them: signs behind moves, and comments without their commands."""

    def _remarks(self, node: Node) -> None:
        for nag in node.nags:
            if nag in _SIGNS and node.move is not None:
                self.words[-1] += _SIGNS[nag]
            else:
                self.words.append(f"${nag}")
        self._comments(node.comments)

    def _comments(self, comments: Iterable[str]) -> None:
        super()._comments(filter(None, (spoken([text]) for text in comments)))


def _json(games: Iterable[Game]) -> Iterator[str]:
    """One JSON document with all games, one a line; nothing of it before all have been read."""
    with SpooledTemporaryFile(_MOST_KEPT, "w+", encoding="utf-8", newline="\n") as document:
        document.write(f'{{"schema": {SCHEMA}, "games": [')
        for number, game in enumerate(games):
            document.write(",\n" if number else "\n")
            document.writelines(_encode(game))
        document.write("\n]}\n")
        document.seek(0)
        yield from iter(partial(document.read, _MOST_KEPT), "")


def _encode(game: Game) -> Iterator[str]:
    """A game as JSON, move by move, since it may have very many."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    yield encode(_describe_facts(game)).removesuffix("}") + ', "moves": ['
    for number, move in enumerate(_describe_moves(game)):
        yield (", " if number else "") + encode(move)
    yield "]}"


def describe_game(game: Game) -> dict[str, Any]:
    """A game with all variations and remarks as plain values, as docs/format.md lists them."""
    return {**_describe_facts(game), "moves": list(_describe_moves(game))}


def _describe_facts(game: Game) -> dict[str, Any]:
    """All but the moves."""
    outcome = game.outcome
    return {
        "variant": game.variant.name,
        "options": dict(game.variant.named_options),
        "rules_version": game.variant.rules_version,
        "tags": dict(game.tags),
        "start": game.start_fen,
        "end": game.fen,
        "result": game.result,
        "reason": outcome.reason if outcome else None,
        "comments": list(game.root.comments),
    }


def _describe_moves(game: Game) -> Iterator[dict[str, Any]]:
    """All moves, each before those that follow it, and what is main before its variations."""
    numbers = {game.root: 0}
    stack = list(reversed(game.root.children)) if game.end is not game.root else []
    while stack:
        node = stack.pop()
        numbers[node] = len(numbers)
        assert node.parent is not None
        yield {"parent": numbers[node.parent], **_describe_move(node)}
        if node is not game.end:  # beyond it are moves that were taken back
            stack += reversed(node.children)


def _describe_move(node: Node) -> dict[str, Any]:
    """A move with what is said about it; what there is nothing of is left out."""
    left = next(filter(None, map(parse_time_left, node.comments)), None)
    score = node_score(node)
    said = {
        "nags": node.nags,
        "before": node.opening_comments,
        "comments": node.comments,
        "clock": left and left.seconds,
        "periods": (left and left.periods) or None,
        "centipawns": score and score.centipawns,
        "mate": score and score.mate,
    }
    found = {name: value for name, value in said.items() if value not in (None, [])}
    return {"ply": node.ply, "move": str(node.move), "san": node.san, **found}


FORMS: Mapping[str, Callable[[Iterable[Game]], Iterator[str]]] = MappingProxyType(
    {"pgn": _pgn, "fen": _fens, "text": _texts, "json": _json}
)
"""The forms that games can be converted to."""


# --- what is left of damaged files ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Recovered:
    """One game of a damaged file: its text as we write it, and what was lost of it.

    The text is empty where nothing could be saved. `losses` are sentences with file, line and
    column; `unlisted` says how many more there are.
    """

    text: str
    losses: tuple[str, ...]
    unlisted: int = 0


def recover(path: str | os.PathLike[str]) -> Iterator[Recovered]:
    """What can be saved of every game of a file, which itself is left alone.

    Moves of the main line that cannot be read are kept as a comment at the end, in the words of the
    file; a comment without an end does not swallow the next game. Raises GameFileError if the file
    cannot be opened.
    """
    name = os.fspath(path)
    for reading in visit_games(FileLines(name), GameBuilder(name), mending=True):
        yield _recovered(reading)


def _recovered(reading: Reading) -> Recovered:
    damage = [str(problem) for problem in reading.problems if not problem.harmless]
    game = reading.game
    if game is None:
        return Recovered("", (f"{damage[0]}; the game is left out",))
    if reading.rest:
        game.end.comments.append(f"Not read: {reading.rest}")
        damage[-1] += "; the moves from here on are kept as a comment"
        damage += [reading.cut] if reading.cut else []
    return Recovered(format_game(game), tuple(damage), reading.unlisted)
