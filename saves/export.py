"""Games in other forms: as positions, as text with boards for people, and as JSON."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from tempfile import SpooledTemporaryFile
from types import MappingProxyType
from typing import Any

from makachess.core import Position
from makachess.core.pictures import format_board
from makachess.core.spec import Variant
from makachess.core.text import visible
from makachess.saves.clocks import parse_time_left
from makachess.saves.game import Game, Node
from makachess.saves.reader import Damage, read_games
from makachess.saves.remarks import node_score, spoken
from makachess.saves.signs import SUFFIXES
from makachess.saves.tags import date_of, event_of, name_of_game, said
from makachess.saves.text import FileLines
from makachess.saves.writer import Movetext, format_game, wrap

SCHEMA = 1
"""The version of the JSON form; docs/format.md describes it."""

_MOST_KEPT = 1 << 20  # characters of a document in memory; the others wait in a temporary file
_SIGNS = {nag: sign for sign, nag in SUFFIXES.items()}


def convert(
    path: str | os.PathLike[str],
    form: str,
    others: Counter[str] | None = None,
    damage: Damage | None = None,
) -> Iterator[str]:
    """All games of a file in another form (one of FORMS), piece by piece.

    Games of variants that are not played here are passed over, and counted in `others`; so are
    damaged games if there is a `damage` to count them.

    Raises GameFileError at the first fault that costs moves, and where there is no game.
    """
    return FORMS[form](read_games(FileLines(path), others=others, damage=damage))


def _pgn(games: Iterable[Game]) -> Iterator[str]:
    """Each game as we write it, with a blank line before the next."""
    for number, game in enumerate(games):
        yield ("\n" if number else "") + format_game(game, for_others=True)


def _fens(games: Iterable[Game]) -> Iterator[str]:
    """The final position of each game, one a line."""
    for game in games:
        yield f"{game.fen}\n"


def _texts(games: Iterable[Game]) -> Iterator[str]:
    """Each game with its players, its moves, and the boards at its beginning and end."""
    for number, game in enumerate(games):
        yield ("\n\n" if number else "") + format_text(game)


def format_text(game: Game) -> str:
    """A game for people to read: the start position, the moves, and the final position.

    There is nothing in it that a terminal obeys.
    """
    names = name_of_game(game.tags)
    reason = f" ({game.outcome.reason})" if game.outcome else ""
    about = ", ".join(
        value
        for value in (event_of(game.tags), said(game.tags, "Site"), date_of(game.tags))
        if value and value != names
    )
    heading = filter(None, (names, about, game.variant.title + _options(game)))
    parts = [
        "\n".join(heading) + "\n",
        _start_board(game.variant, game.start_fen),
        wrap([*_Prose(game).words, game.result + reason]),
        format_board(game.position) if game.node is not game.root else "",
    ]
    return "\n".join(map(visible, "\n".join(filter(None, parts)).split("\n")))


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
            document.write(_encode(game))
        document.write("\n]}\n")
        document.seek(0)
        yield from iter(partial(document.read, _MOST_KEPT), "")


def _encode(game: Game) -> str:
    """A game as JSON; in ASCII if there is anything in it that a terminal would obey or hide."""
    described = describe_game(game)
    text = json.dumps(described, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(described)


def describe_game(game: Game) -> dict[str, Any]:
    """A game with all variations and remarks as plain values, as docs/format.md lists them."""
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
        "moves": list(_describe_moves(game)),
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
