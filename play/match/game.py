"""One game between two contestants, with our rules as the referee."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, fields, replace

from makachess.core import Position
from makachess.core.engine.evaluation import average_man
from makachess.core.spec import COLORS, Variant, opponent
from makachess.play.engines.external.patience import USUAL, Patience
from makachess.play.match.players import Contestant, Known, PlayerStats, make_contestant
from makachess.play.selfplay.adjudication import Lead

LEAD_PLIES = 10  # for which both sides must say that one is ahead, to end a game
FAULTS = ("illegal move", "crash", "hang")  # reasons for losing, with the colour behind them


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played; `fen` and `opening` (coordinate moves) are where the players begin."""

    number: int
    variant: Variant
    white: str
    black: str
    fen: str | None = None
    opening: tuple[str, ...] = ()
    seconds: float | None = None  # a move
    seed: int | None = None
    stand_in: str | None = None
    max_plies: int = 0  # 0: as long as it takes
    lead: float = 0.0  # average men, with which a side has won if both say so; 0: played out
    patience: Patience = USUAL  # with programs


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has been played; one without a winner, of an older file, does not count."""

    number: int
    winner: str | None
    reason: str
    moves: tuple[str, ...]
    white: PlayerStats
    black: PlayerStats


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all games of a match share: a pairing to be completed, and what engines know."""

    pairing: Pairing
    known: Known


@dataclass(frozen=True, slots=True)
class Slot:
    """What a game of a match has of its own."""

    number: int
    white: str
    black: str
    fen: str | None
    opening: tuple[str, ...]
    seed: int | None

    @classmethod
    def of(cls, pairing: Pairing) -> Slot:
        """What a pairing has of its own."""
        return cls(*(getattr(pairing, item.name) for item in fields(cls)))


def play_slot(conditions: Conditions, slot: Slot) -> PlayedGame:
    """Play a game of a match, wherever this runs."""
    own = {item.name: getattr(slot, item.name) for item in fields(slot)}
    return asyncio.run(play_game(replace(conditions.pairing, **own), conditions.known))


async def play_game(pairing: Pairing, known: Known | None = None) -> PlayedGame:
    """Play a game to its end; raises MakachessError if it cannot even begin."""
    position = Position(pairing.variant, pairing.fen)
    for text in pairing.opening:
        position.push(position.parse(text))
    players: dict[str, Contestant] = {}
    async with AsyncExitStack() as stack:
        for color in COLORS:
            players[color] = await make_contestant(
                getattr(pairing, color),
                pairing.variant,
                pairing.seed,
                pairing.stand_in,
                pairing.patience,
                known,
            )
            stack.push_async_callback(players[color].close)
        winner, reason = await _play(position, players, pairing)
    return PlayedGame(
        pairing.number,
        winner,
        reason,
        tuple(map(str, position.moves)),
        players["white"].stats,
        players["black"].stats,
    )


async def _play(
    position: Position, players: Mapping[str, Contestant], pairing: Pairing
) -> tuple[str, str]:
    """Let the players move until the game is over; the winner and the reason."""
    clear = round(pairing.lead * average_man(pairing.variant))
    lead = Lead(clear, LEAD_PLIES) if clear else None
    while (outcome := position.outcome()) is None:
        if pairing.max_plies and position.ply >= pairing.max_plies:
            return "draw", "length"
        player = players[position.turn]
        move = await player.move(position, pairing.seconds)
        if move is None:
            return _give_up(position.turn, player.stats)
        score = (player.score or 0) * (1 if position.turn == "white" else -1)
        position.push(move)
        if lead and (winner := lead.winner(score)) and position.outcome() is None:
            return winner, "adjudication"
    return outcome.winner, outcome.reason


def _give_up(color: str, stats: PlayerStats) -> tuple[str, str]:
    """The end of a game in which a side does not move: whyever, it has lost."""
    if stats.resigned:
        return opponent(color), "resignation"
    counts = dict(zip(FAULTS, (stats.illegal, stats.crashes, stats.hangs), strict=True))
    return opponent(color), f"{max(FAULTS, key=lambda fault: counts[fault])} of {color}"
