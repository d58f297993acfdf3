"""Practice positions: to be played out against a level, each with a goal; one TOML file a game.

The head of each file says what its keys mean. A game that begins with one says so in a tag, so that
its goal is known wherever the game is played on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from makachess.core import MakachessError, Move, Outcome, Position
from makachess.core.promotion import with_article
from makachess.core.text import how_many
from makachess.play.exercises import Exercise, Progress, games_in, short_digest, text_in
from makachess.play.session.opponents import usual_opponent
from makachess.play.session.setup import Setup, usual_setup
from makachess.play.settings import NO_CLOCK, Settings
from makachess.saves import Game

KIND = "practice"  # their name in the progress
WIN, HOLD, BECOME = "win", "hold", "become"
TAG = "Practice"  # of a game: the key of the position with which it begins


@dataclass(frozen=True, slots=True)
class Practice(Exercise):
    """A position to be played out by the side to move, against the engine at `level`.

    Its goal is to `win`; to `hold`: not to have lost after so many moves of its own; or within so
    many to promote to what it `becomes`, which must not be taken at once.
    """

    goal: str = WIN
    moves: int = 0
    becomes: str = ""

    @property
    def side(self) -> str:
        return "white" if self.fen.split()[1] == "w" else "black"

    def at_level(self, level: int) -> str:
        """What names it in the progress once its goal is reached against a level."""
        return f"{self.key}-{level}"

    @property
    def task(self) -> str:
        """What is to be done, in a sentence."""
        does, moves = "win", how_many(self.moves, "move")
        if self.goal == HOLD:
            does = f"do not lose for {moves}"
        elif self.goal == BECOME:
            name = with_article(self.variant.pieces[self.becomes].name)
            does = f"get {name} ({self.becomes}) within {moves}"
        return f"You play {self.side.capitalize()}: {does}."

    def standing(self, position: Position, outcome: Outcome | None) -> str:
        """How it stands in a game that began here, in a few words."""
        reached = self.is_reached(position, outcome)
        if reached is not None:
            return "Goal reached" if reached else "Goal missed"
        left = self.moves - len(position.moves) // 2
        return (
            "Goal: "
            + {WIN: WIN, HOLD: f"hold {left}", BECOME: f"{self.becomes} in {left}"}[self.goal]
        )

    def is_reached(self, position: Position, outcome: Outcome | None) -> bool | None:
        """Whether a game that began here has reached the goal; None as long as that is open."""
        moves = position.moves
        made, is_over = len(moves) // 2, outcome is not None
        if self.goal == BECOME:
            if self._has_become(moves, is_over):
                return True
            return False if is_over or made >= self.moves else None
        if self.goal == HOLD and made >= self.moves:
            return True
        if outcome is None:
            return None
        return outcome.winner == self.side or (self.goal == HOLD and outcome.winner == "draw")

    def _has_become(self, moves: tuple[Move, ...], is_over: bool) -> bool:
        for at in range(0, min(len(moves), 2 * self.moves), 2):
            move, reply = moves[at], moves[at + 1 : at + 2]
            became = [(move.destination, move.promotion), *move.prefix]
            stands = [kind for square, kind in became if not (reply and square in reply[0].victims)]
            if self.becomes in stands and (reply or is_over):
                return True
        return False


@lru_cache(maxsize=16)
def load_practice(game: str) -> tuple[Practice, ...]:
    """The practice positions of a game, in the order in which they are offered."""
    rows = tomllib.loads(text_in(__name__, game))["position"]
    return tuple(practice_of_row(game, row) for row in rows)


def practice_of_row(game: str, row: Mapping[str, Any]) -> Practice:
    """A position as a file has it."""
    own = {key: row[key] for key in ("title", "text", "fen", "level", "goal")}
    number = short_digest(f"{row['goal']} {row['fen']}")
    moves, becomes = row.get("moves", 0), row.get("becomes", "")
    return Practice(number, game=game, steps=(), moves=moves, becomes=becomes, **own)


def games_with_practice() -> tuple[str, ...]:
    """The games that have practice positions, as they are offered."""
    return games_in(__name__)


def practice_at(game: str, number: int) -> Practice:
    """A position of a game by its number, counted from 1; raises MakachessError."""
    found = load_practice(game) if game in games_with_practice() else ()
    if not 1 <= number <= len(found):
        raise MakachessError(f"{game} has no practice position {number} (it has {len(found)})")
    return found[number - 1]


def practice_setup(practice: Practice, usual: Settings, level: int | None = None) -> Setup:
    """The game that begins with a position, without a clock; raises MakachessError."""
    opponent = usual_opponent(usual, level=level or practice.level)
    side, fen = practice.side, practice.fen
    setup = usual_setup(usual, practice.variant, opponent, side=side, fen=fen, clock=NO_CLOCK)
    setup.game.tags |= {"Event": practice.title, TAG: practice.key}
    return setup


def keep_reached(practice: Practice, level: int) -> str:
    """Note that a goal was reached against a level, and put it on disk; why that failed, if so."""
    progress = Progress()
    keys = practice.key, practice.at_level(level)
    return [progress.solve(KIND, key) for key in keys][-1]


def practice_of(game: Game) -> Practice | None:
    """The position with which a game says that it began, if it did."""
    name, _, number = game.tags.get(TAG, "").partition("/")
    found = load_practice(name) if name in games_with_practice() else ()
    start = game.position.start_fen
    return next((one for one in found if one.id == number and one.fen == start), None)
