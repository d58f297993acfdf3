"""The file of a match's games: each game is added as it ends, and a later run resumes from there.

Tags of their own hold the players' statistics, so that a long match is resumed without replaying
its moves, and the options that decided how the game went: games of others do not belong to it. A
game half-written when the program or machine died is cut off and played again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from makachess.core import MakachessError
from makachess.core.spec import Variant
from makachess.play.match.game import Pairing, PlayedGame
from makachess.play.match.players import PlayerStats
from makachess.play.match.standings import Row, first_is_white, row_of
from makachess.play.match.strength import parse_strength
from makachess.play.session.opponents import program_name
from makachess.saves import Game, format_game
from makachess.saves.growing import GrowingFile, read_stored
from makachess.saves.rules import rules_tags
from makachess.saves.tags import WINNERS

EVENT = "makachess match"
_BEGINNING = f'[Event "{EVENT}"]'.encode()
_DIGESTS = ("openings", "stand-in")  # options of which a file has a digest
_OPTIONS = ("seed", "random-plies", *_DIGESTS, "max-plies", "lead")
_ROUND = re.compile(r"[1-9][0-9]{0,8}")


class Ledger:
    """The games of two engines at one speed in a file, made when the first one is added.

    `options` are the others that decide how games go, by name; all games must have the same.
    Raises MakachessError if a model or book of the engines cannot be read.
    """

    def __init__(
        self,
        path: Path,
        engines: tuple[str, str],
        variant: Variant,
        seconds: float | None,
        options: Mapping[str, str],
    ) -> None:
        self.path = path
        self._names = different(*map(_label, engines))
        self._older_names = different(*engines)  # when files still told command lines
        self._digest = digest_of("\0".join(map(identity_of, engines)))
        self._older_digest = digest_of("\0".join(engines))  # when it was of the files' paths
        self._options = options
        self._variant = variant
        self._control = f"{seconds:g}/move" if seconds else "-"
        self._file = GrowingFile(path, _BEGINNING)

    def rows(self) -> Iterator[Row]:
        """The games in the file that belong to this match; raises MakachessError."""
        for kept in read_stored(self.path):
            row = self._row(kept.tags)
            if row is not None:
                yield row

    def _row(self, tags: dict[str, str]) -> Row | None:
        number = tags.get("Round", "")
        mine = rules_tags(self._variant) | {"TimeControl": self._control}
        compared = ("Variant", "RulesOptions", "RulesDigest", "TimeControl")
        if not _ROUND.fullmatch(number) or any(
            tags.get(name, "") != mine.get(name, "") for name in compared
        ):
            return None
        number_from_0 = int(number) - 1
        if not self._is_ours(tags, number_from_0):
            return None
        self._check_options(tags)
        white, black = (_read_stats(tags, color) for color in ("White", "Black"))
        winner = WINNERS.get(tags.get("Result", ""))
        reason = tags.get("Termination", "")
        return row_of(PlayedGame(number_from_0, winner, reason, (), white, black))

    def _is_ours(self, tags: dict[str, str], number: int) -> bool:
        """Whether a game is between these engines."""
        digest, players = tags.get("EnginesDigest"), (tags.get("White"), tags.get("Black"))
        if digest in (None, self._older_digest):
            names = self._older_names if digest is None else self._names
            return players == _in_order(names, number)
        return digest == self._digest

    def _check_options(self, tags: dict[str, str]) -> None:
        """Refuse games that went by other options; older files do not tell them."""
        theirs = _read_options(tags.get("MatchOptions", ""))
        if theirs and (told := ", ".join(_differences(theirs, self._options))):
            raise MakachessError(f"{self.path} has games with {told}: choose another file")

    def add(self, pairing: Pairing, played: PlayedGame) -> None:
        """Append a game to the file; when this returns it is on disk."""
        self._file.add(format_game(self._game(pairing, played)))

    def _game(self, pairing: Pairing, played: PlayedGame) -> Game:
        white, black = _in_order(self._names, pairing.number)
        tags = {
            "Event": EVENT,
            "Date": date.today().strftime("%Y.%m.%d"),
            "Round": str(pairing.number + 1),
            "White": white,
            "Black": black,
            "TimeControl": self._control,
            "EnginesDigest": self._digest,
            "MatchOptions": " ".join(f"{name}={value}" for name, value in self._options.items()),
            "OpeningPlies": str(len(pairing.opening)),
            "WhiteStats": _write_stats(played.white),
            "BlackStats": _write_stats(played.black),
        }
        game = Game(self._variant, pairing.fen, tags)
        for text in played.moves:
            game.play(game.position.parse(text))
        if played.winner is None:
            game.tags["Termination"] = played.reason
        elif game.outcome is None:
            game.finish(played.winner, played.reason)
        return game


def digest_of(text: str) -> str:
    """What stands for a text that a file must not tell."""
    return sha256(text.encode()).hexdigest()[:16]


def different(first: str, second: str) -> tuple[str, str]:
    """Two names, made different where they are the same."""
    return (first, second) if first != second else (first, f"{second} (2)")


def identity_of(engine: str) -> str:
    """What tells an engine from others; raises MakachessError if a file of it cannot be read."""
    strength = parse_strength(engine)
    return strength.identity if strength else engine


def _label(engine: str) -> str:
    """What files call an engine: never by its command line."""
    strength = parse_strength(engine)
    return strength.name if strength else program_name(engine)


def _in_order(names: tuple[str, str], number: int) -> tuple[str, str]:
    """White and Black of a game."""
    first, second = names
    return (first, second) if first_is_white(number) else (second, first)


def _read_options(text: str) -> dict[str, str]:
    """The options in a tag, ignoring anything unreadable."""
    parts = (word.partition("=") for word in text.split())
    return {name: value for name, _, value in parts if value and name in _OPTIONS}


def _differences(theirs: Mapping[str, str], mine: Mapping[str, str]) -> Iterator[str]:
    """What a file's games have that ours have not, in words."""
    for name in _OPTIONS:
        their, our = theirs.get(name), mine.get(name)
        if their == our:
            continue
        if their is None or our is None:
            yield f"no --{name}" if their is None else f"an option --{name}"
        else:
            yield f"other --{name}" if name in _DIGESTS else f"--{name} {their}, not {our}"


def _write_stats(stats: PlayerStats) -> str:
    values = asdict(stats)
    values["seconds"] = round(values["seconds"], 3)
    return " ".join(f"{name}={float(value):.12g}" for name, value in values.items() if value)


def _read_stats(tags: dict[str, str], color: str) -> PlayerStats:
    """What `_write_stats` wrote, ignoring anything unreadable.

    Older files have it in another tag.
    """
    text = tags.get(f"{color}Stats", tags.get(f"{color}Conduct", ""))
    known = {item.name for item in fields(PlayerStats)}
    values: dict[str, Any] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        with suppress(ValueError, OverflowError):
            if name in known:
                number = float(value)
                whole = int(number)  # which refuses what is no number, and infinity
                values[name] = number if name == "seconds" else whole
    return PlayerStats(**values)
