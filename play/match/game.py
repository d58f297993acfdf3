"""One game between two players, with our rules as the referee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from makachess.core import Position
from makachess.core.spec import COLORS
from makachess.play.match.players import Conduct, Player, make_player
from makachess.variants import load

OTHER = dict(zip(COLORS, reversed(COLORS), strict=True))


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played; `fen` and `opening` (coordinate moves) are where the players begin."""

    number: int
    variant: str
    white: str
    black: str
    options: Mapping[str, str] = field(default_factory=dict)
    fen: str | None = None
    opening: tuple[str, ...] = ()
    seconds: float | None = None  # a move
    seed: int | None = None
    stand_in: str | None = None
    max_plies: int = 0  # 0: as long as it takes


@dataclass(frozen=True, slots=True)
class Record:
    """A game that has been played; without a winner it does not count, for the reason given."""

    number: int
    winner: str | None
    reason: str
    moves: tuple[str, ...]
    white: Conduct
    black: Conduct


async def play_game(task: Task) -> Record:
    """Play a game to its end; raises MakachessError if it cannot even begin."""
    position = Position(load(task.variant, **task.options), task.fen)
    for text in task.opening:
        position.push(position.parse(text))
    players: dict[str, Player] = {}
    try:
        for color in COLORS:
            players[color] = await make_player(
                getattr(task, color), position.variant, task.seed, task.stand_in
            )
        winner, reason = await _play(position, players, task)
    finally:
        for player in players.values():
            await player.close()
    return Record(
        task.number,
        winner,
        reason,
        tuple(map(str, position.moves)),
        players["white"].conduct,
        players["black"].conduct,
    )


async def _play(
    position: Position, players: Mapping[str, Player], task: Task
) -> tuple[str | None, str]:
    """Let the players move until the game is over; the winner and the reason."""
    while (outcome := position.outcome()) is None:
        if task.max_plies and position.ply >= task.max_plies:
            return "draw", "length"
        player = players[position.turn]
        move = await player.move(position, task.seconds)
        if move is None:
            return _give_up(position.turn, player.conduct)
        position.push(move)
    return outcome.winner, outcome.reason


def _give_up(color: str, conduct: Conduct) -> tuple[str | None, str]:
    """The end of a game in which a side does not move."""
    if conduct.resigned:
        return OTHER[color], "resignation"
    kinds = {"illegal move": conduct.illegal, "crash": conduct.crashes, "hang": conduct.hangs}
    kind = max(kinds, key=lambda kind: kinds[kind])
    return None, f"{kind} of {color}"


def record_to_json(record: Record) -> dict[str, Any]:
    """A record as plain values."""
    return asdict(record)


def record_from_json(values: Mapping[str, Any]) -> Record:
    """The record that `record_to_json` gave."""
    conducts = {color: Conduct(**values[color]) for color in COLORS}
    return Record(**{**values, "moves": tuple(values["moves"]), **conducts})
