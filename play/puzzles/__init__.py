"""The puzzles: positions with one right move, mined from games and proved, one TOML file a game.

The head of each file says what its keys mean. After the key the game goes on to the end or the
gain, against the best defence. A player's own are added to them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache
from math import log10
from pathlib import Path
from types import MappingProxyType
from typing import Any

from makachess.core import MakachessError
from makachess.core.engine.levels import LEVELS
from makachess.core.text import visible
from makachess.play.exercises import WIN, Exercise, Goal, Step, games_in, short_digest, text_in
from makachess.play.kept_lines import positions_in, text_of
from makachess.play.pursuit import Aim
from makachess.variants.sources import builtin_names, config_folder, is_there

KIND = "puzzles"  # their name in the progress
STRIDE = 37  # from the puzzle of a day to that of the next: no neighbour
GAIN, ROYAL = "gain", "royal"  # kinds of puzzles; the other one is a mate
MATE, LAST = "mate", "last royal"  # themes that the task tells
CAPTURES_LAST = "wins by last royal captured"
# What a move can show: the kinds of claims that are themes, the most telling first.
THEMES = {
    "forks": "fork",
    "pins": "pin",
    "contagion": "contagion",
    "must_become": "forced promotion",
    "igui": "capture without moving",
    "checks_and_wins": "check that wins",
    "becomes": "promotion",
    "gives": "sacrifice",
    "exchange_costs": "sacrifice",
    "wins by checkmate": MATE,
    CAPTURES_LAST: LAST,
    "wins_for": "exchange",
    "exchange_wins": "exchange",
    "wins": "capture",
}


def daily_puzzle(day: date, met: Collection[str]) -> Exercise:
    """The puzzle of a day, not a hard one: of another game each day, among those met by a player.

    It is the same for all who have met its game. Who has met none begins with the first.
    """
    games = [game for game in games_with_puzzles() if game in builtin_names()]
    games = [game for game in games if game in met] or games[:1]
    number = day.toordinal()
    found = builtin_puzzles(games[number % len(games)])
    return found[number * STRIDE % (len(found) * 2 // 3)]


@lru_cache(maxsize=16)
def builtin_puzzles(game: str) -> tuple[Exercise, ...]:
    """The puzzles that come with a game, the easy ones first."""
    text = text_in(__name__, game)
    head, *_ = text.partition("[[position]]\n")
    values = MappingProxyType(tomllib.loads(head)["values"])
    return tuple(_puzzle(game, values, row) for row in sorted(_built_in_rows(text), key=_nodes))


def load_puzzles(
    game: str, complain: Callable[[str], object] = lambda fault: None
) -> tuple[Exercise, ...]:
    """The puzzles of a built-in game and the player's own, of whose faults `complain` hears."""
    here, path = builtin_puzzles(game), own_puzzles(game)
    if not is_there(path):
        return here
    try:
        own, faults = _read_own(game, f"{path.parent.name}/{path.name}", text_of(path))
    except MakachessError as error:
        own, faults = (), (str(error),)
    for fault in faults:
        complain(fault)
    known = {puzzle.id for puzzle in here}
    added = [puzzle for puzzle in own if puzzle.id not in known]
    return tuple(sorted((*here, *added), key=lambda puzzle: puzzle.level))


def own_puzzles(game: str) -> Path:
    """Where a player's own puzzles of a game are, as `train puzzles` writes them."""
    return config_folder() / "puzzles" / f"{game}.toml"


def games_with_puzzles() -> tuple[str, ...]:
    """The games that have puzzles, as they are offered."""
    return games_in(__name__)


def level_of(nodes: int) -> int:
    """The lowest level that searches so much."""
    return next((number for number, level in LEVELS.items() if level.nodes >= nodes), max(LEVELS))


def _built_in_rows(text: str) -> Iterator[dict[str, Any]]:
    """The rows of a file as `train puzzles` writes it, each value in a line and valid JSON.

    tomllib reads the same, in twenty times the time: too long for a list of all games.
    """
    for block in text.split("[[position]]\n")[1:]:
        pairs = (line.partition(" = ") for line in block.splitlines() if line)
        yield {key: json.loads(value) for key, _, value in pairs}


def _nodes(row: Mapping[str, Any]) -> int:
    return int(row.get("nodes", 0))


def _puzzle(game: str, values: Mapping[str, int], row: Mapping[str, Any]) -> Exercise:
    fen = row["fen"]
    names = [*dict.fromkeys(THEMES[kind] for kind in row.get("themes", ()) if kind in THEMES)]
    hint = f"Theme: {names[0]}." if names and names[0] not in (MATE, LAST) else ""
    title = _aim(row).capitalize()
    steps = tuple(_generate_steps(row, hint))
    nodes = _nodes(row)
    level = level_of(nodes) if "nodes" in row else 0
    rating = round(500 + 400 * log10(max(nodes, 1))) if "nodes" in row else 0
    return Exercise(
        *(short_digest(fen), title, game, fen, steps),
        themes=tuple(names),
        level=level,
        rating=rating,
        aim=aim_of(row, values),
    )


def aim_of(row: Mapping[str, Any], values: Mapping[str, int]) -> Aim:
    """What the key of a puzzle wins by force."""
    if row["kind"] == GAIN:
        return Aim(plies=row["depth"], margin=row["margin"], values=values)
    return Aim(moves=row["n"])


def _generate_steps(row: Mapping[str, Any], hint: str) -> Iterator[Step]:
    """The key move, and those that follow it, which the aim judges.

    What the puzzle shows is said at the end, since it may tell what is still to be found.
    """
    side = "White" if row["fen"].split()[1] == "w" else "Black"
    for done in range(2 if row["kind"] == GAIN else row["n"]):
        task, fails = f"{side} to move: {_aim(row, done)}.", _failure(row, done)
        goal = Goal(moves=tuple(row["moves"]))
        yield Step(task, goal, hint=hint, praise=row["shows"], fails=fails)


def _aim(row: Mapping[str, Any], done: int = 0) -> str:
    """What is to be done when some moves of it have been made."""
    if row["kind"] == GAIN:
        return "go on to win material" if done else "win material"
    what = "mate"
    if row["kind"] == ROYAL:  # such games can also be won by leaving a bare royal, or no move
        what = "take the last royal" if CAPTURES_LAST in row.get("themes", ()) else "win"
    return f"{what} in {row['n'] - done}"


def _failure(row: Mapping[str, Any], done: int) -> str:
    """What the proof of a puzzle says of every move but the right ones."""
    if row["kind"] == GAIN:
        return "it lets the gain go" if done else "another move wins more"
    return f"it does not {_aim(row, done)}"


@lru_cache(maxsize=8)  # an unchanged file is not gone through again
def _read_own(game: str, where: str, text: str) -> tuple[tuple[Exercise, ...], tuple[str, ...]]:
    """The puzzles of a player's file that are what it says, and what is wrong with the others.

    Raises MakachessError if none can be read.
    """
    found, faults, suite = [], [], positions_in(text, where)
    values = suite.get("values", {})
    if not (isinstance(values, dict) and all(type(value) is int for value in values.values())):
        raise MakachessError(f"{where}: 'values' must be a table of whole numbers")
    for number, row in enumerate(suite["position"], 1):
        try:
            _check(puzzle := _puzzle(game, values, row), row)
        except MakachessError as error:
            faults.append(f"{where}: position {number}: {visible(str(error))}")
        except KeyError as error:
            faults.append(f"{where}: position {number}: it has no {error}")
        except (AttributeError, IndexError, OverflowError, TypeError, ValueError):
            faults.append(f"{where}: position {number}: its values are not those of a puzzle")
        else:
            found.append(puzzle)
    return tuple(found), tuple(faults)


LONGEST = 9  # moves to a forced end, or plies of a gain


def _check(puzzle: Exercise, row: Mapping[str, Any]) -> None:
    """Raise MakachessError if a puzzle cannot be one.

    That it wins by force is taken at its word: `train puzzles` proves it.
    """
    length = "depth" if row["kind"] == GAIN else "n"
    if not 1 <= row[length] <= LONGEST:
        raise MakachessError(f"{length!r} must be from 1 to {LONGEST}")
    position, goal = puzzle.position(), puzzle.steps[0].goal
    move = next((one for one in position.legal_moves() if goal.is_met(position, one)), None)
    if move is None:
        told = " or ".join(map(repr, goal.moves))
        raise MakachessError(f"{told} is not a legal move there, in coordinates")
    if row.get("n") == 1 and not replace(goal, ends=WIN).is_met(position, move):
        raise MakachessError("its solution does not end the game")
