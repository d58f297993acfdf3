"""One game of the engine against itself, and what an inventor wants to know of it."""

from __future__ import annotations

import random
from dataclasses import dataclass

from makachess.core import Move, Position
from makachess.core.engine import Engine, Limits
from makachess.core.engine.evaluation import average_man
from makachess.core.move import MoveKind
from makachess.core.promotion import EN_PASSANT, combine, matrix
from makachess.core.spec import Rule, Variant
from makachess.play.selfplay.game import Series, engine_of

# Each game begins with some moves chosen at random among those that are nearly as good as the best:
# so games differ, and an advantage that the array gives is not played away.
OPENING = 6  # plies
LINES = 5
NEARLY = 0.3  # of an average man
LONGEST = 600  # plies; then the game counts as drawn
UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Change:
    """A man that became another one, and how: `capture`, `contagion` or `last rank`."""

    kind: str
    into: str
    how: str


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A game as figures; plies count from 1, a `first_capture` of 0 means there was none."""

    number: int
    winner: str
    reason: str
    plies: int
    choices: int  # legal moves, of all positions together
    first_capture: int
    taken: tuple[str, ...]
    changes: tuple[Change, ...]
    left: int  # men on the board at the end
    turned: bool  # the winner had once been more than an average man behind


def play_measured(series: Series, number: int) -> GameFacts:
    """A game of a series, the same wherever it is played."""
    return _Game(series, number).play()


class _Game:
    def __init__(self, series: Series, number: int) -> None:
        self._series = series
        self._variant = series.variant
        self._number = number
        self._dice = random.Random(f"balance/{series.seed}/{number}")
        self._position = Position(series.variant)
        self._choices = self._first_capture = 0
        self._taken: list[str] = []
        self._changes: list[Change] = []
        self._behind = {"white": False, "black": False}

    def play(self) -> GameFacts:
        engine, position = engine_of(self._series), self._position
        engine.new_game()
        while (outcome := position.outcome()) is None and position.ply < LONGEST:
            self._choices += len(position.legal_moves())
            self._make(self._move(engine))
        winner, reason = (outcome.winner, outcome.reason) if outcome else ("draw", UNFINISHED)
        return GameFacts(
            self._number,
            winner,
            reason,
            plies=position.ply,
            choices=self._choices,
            first_capture=self._first_capture,
            taken=tuple(self._taken),
            changes=tuple(self._changes),
            left=len(position.men()),
            turned=self._behind.get(winner, False),
        )

    def _move(self, engine: Engine) -> Move:
        """The engine's move; at the beginning one that is nearly as good."""
        position = self._position
        opening = position.ply < OPENING
        limits = Limits(nodes=self._series.nodes, multipv=LINES if opening else 1)
        found = engine.search(position, limits)
        assert found.move is not None  # since the game has not ended
        if found.info is None:
            return found.move
        best, man = found.info.score.value, average_man(self._variant)
        if best < -man:
            self._behind[position.turn] = True
        if not opening:
            return found.move
        near = [line.pv[0] for line in found.lines if best - line.score.value <= NEARLY * man]
        return self._dice.choice(near)

    def _make(self, move: Move) -> None:
        """Make a move and note what it takes and changes."""
        position, variant = self._position, self._variant
        mover = position.piece_at(move.origin)
        victims = [position.piece_at(square) for square in move.victims]
        assert mover is not None
        taken = [victim.upper() for victim in victims if victim is not None]
        self._taken += taken
        if taken and not self._first_capture:
            self._first_capture = position.ply + 1
        if move.promotion:
            how = how_changed(variant, mover.upper(), taken, move)
            self._changes.append(Change(mover.upper(), move.promotion, how))
        position.push(move)
        waiting = next(iter(variant.promotion.arrival), "")
        self._changes += [
            Change(waiting, into, "last rank") for _, into in (*move.prefix, *position.settled)
        ]


def how_changed(variant: Variant, kind: str, taken: list[str], move: Move) -> str:
    """Why a man changed: by arriving, by what infects it, or by what it chose or had to."""
    rules, cells = variant.promotion, matrix(variant)
    if move.kind is MoveKind.EN_PASSANT:
        taken = [EN_PASSANT]
    infected = combine(kind, [cells[kind, victim] for victim in taken]).rule is Rule.CONTAGION
    rank = move.destination.rank
    arrives = min(rank, variant.ranks - 1 - rank) < rules.zone
    arrives = arrives or rules.zone_rule == "enter-or-capture"
    chosen = move.promotion in rules.arrival.get(kind, ())
    if arrives and chosen and not (infected and rules.contagion_first):
        return "last rank"
    return "contagion" if infected else "capture"
