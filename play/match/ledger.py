"""The file of a match's games: every game is added as it ends, and a later run goes on from there.

The games are complete, and say in tags of their own how the players behaved; for the table the tags
are enough, so that a long match is resumed without replaying its moves.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict, fields
from datetime import date
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.spec import Variant
from makachess.play.match.game import Record, Task
from makachess.play.match.players import Conduct
from makachess.play.match.tally import Row, first_is_white, row_of
from makachess.saves import Game, format_game
from makachess.saves.tags import TAG, WINNERS, unescape

EVENT = "makachess match"


class Ledger:
    """The games of two engines at one speed in a file, made when the first one is added."""

    def __init__(
        self, path: Path, names: tuple[str, str], variant: Variant, seconds: float | None
    ) -> None:
        self.path = path
        self._names = names
        self._variant = variant
        self._control = f"{seconds:g}/move" if seconds else "-"

    def rows(self) -> Iterator[Row]:
        """Those of the games in the file that belong to this match; raises MakachessError."""
        for tags in self._tags():
            row = self._row(tags)
            if row is not None:
                yield row

    def _tags(self) -> Iterator[dict[str, str]]:
        """The tags of all games, without looking at their moves."""
        tags: dict[str, str] = {}
        try:
            with open(self.path, encoding="utf-8") as lines:
                for line in lines:
                    match = TAG.match(line)
                    if match is None:
                        continue
                    if match[1] == "Event":
                        yield tags
                        tags = {}
                    tags[match[1]] = unescape(match[2])
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError) as error:
            raise MakachessError(f"{self.path}: {error}") from None
        yield tags

    def _row(self, tags: dict[str, str]) -> Row | None:
        number = tags.get("Round", "")
        rules = [tags.get(name, "") for name in ("Variant", "RulesOptions", "TimeControl")]
        if not number.isdigit() or rules != [
            self._variant.name,
            self._variant.rules_options,
            self._control,
        ]:
            return None
        number_from_0 = int(number) - 1
        if (tags.get("White"), tags.get("Black")) != self._players(number_from_0):
            return None
        conducts = [_read_conduct(tags.get(f"{color}Conduct", "")) for color in ("White", "Black")]
        winner = WINNERS.get(tags.get("Result", ""))
        reason = tags.get("Termination", "")
        return row_of(Record(number_from_0, winner, reason, (), conducts[0], conducts[1]))

    def _players(self, number: int) -> tuple[str, str]:
        """White and Black of a game."""
        first, second = self._names
        return (first, second) if first_is_white(number) else (second, first)

    def add(self, task: Task, record: Record) -> None:
        """Put a game at the end of the file; when this returns it is on disk."""
        text = format_game(self._game(task, record))
        try:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(text + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise MakachessError(f"{self.path}: {error.strerror or error}") from None

    def _game(self, task: Task, record: Record) -> Game:
        white, black = self._players(task.number)
        tags = {
            "Event": EVENT,
            "Date": date.today().strftime("%Y.%m.%d"),
            "Round": str(task.number + 1),
            "White": white,
            "Black": black,
            "TimeControl": self._control,
            "OpeningPlies": str(len(task.opening)),
            "WhiteConduct": _write_conduct(record.white),
            "BlackConduct": _write_conduct(record.black),
        }
        game = Game(self._variant, task.fen, tags)
        for text in record.moves:
            game.play(game.position.parse(text))
        if record.winner is None:
            game.tags["Termination"] = record.reason
        elif game.outcome is None:
            game.finish(record.winner, record.reason)
        return game


def _write_conduct(conduct: Conduct) -> str:
    values = asdict(conduct)
    values["seconds"] = round(values["seconds"], 3)
    return " ".join(f"{name}={float(value):g}" for name, value in values.items() if value)


def _read_conduct(text: str) -> Conduct:
    """What `_write_conduct` wrote; unknown words are passed over."""
    conduct = Conduct()
    types = {item.name: type(getattr(conduct, item.name)) for item in fields(Conduct)}
    for word in text.split():
        name, _, value = word.partition("=")
        if name in types:
            setattr(conduct, name, types[name](float(value)))
    return conduct
