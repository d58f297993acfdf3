"""What only the moves of a game tell: how long it is, and how it stands at the end."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.errors import MakachessError
from makachess.core.pictures import format_board
from makachess.play.library.entries import Entry
from makachess.saves import GameIndex, Visitor, read_game, visit_games
from makachess.saves.parser import Token
from makachess.saves.storage import FileLines


@dataclass(frozen=True, slots=True)
class Preview:
    """The final position of a game as a grid of letters, its length, and what is wrong with it."""

    board: str
    plies: int
    fault: str = ""


def load_preview(entry: Entry) -> Preview:
    """Read a game; one that cannot be read has no board."""
    try:
        game, fault = read_game(FileLines(entry.path), str(entry.path), entry.number)
    except MakachessError as error:
        return Preview("", 0, str(error))
    return Preview(format_board(game.position), len(game.line), fault)


def count_plies(entry: Entry) -> int:
    """How many moves are written in the main line of a game, possible or not; 0 if it is gone."""
    try:
        if entry.number == 1:
            return next(visit_games(FileLines(entry.path), _Plies()), 0)
        return GameIndex(entry.path).visit(entry.number, _Plies())
    except MakachessError:
        return 0


class _Plies(Visitor[int]):
    """Counts the moves outside of variations."""

    def begin_game(self, token: Token) -> None:
        self.count = self.depth = 0

    def move(self, token: Token) -> None:
        self.count += not self.depth

    def begin_variation(self, token: Token) -> None:
        self.depth += 1

    def end_variation(self, token: Token) -> None:
        self.depth -= 1

    def end_game(self) -> int:
        return self.count
