"""How many plies deep the tactics are that the lower levels miss.

python benchmarks/levels.py [--level 3] [--games 8] [VARIANT ...]

The level plays itself, repeatably and without a clock. A move is a blunder if it loses at least
half an average piece against the best one, while the game is not decided; a short search
suspects it and a long one confirms it. Then both moves are searched to 2, 3, ... plies, until the
loss is seen. Goal at level 3: nine in ten lie at least three plies deep. `strength.py` plays the
levels against each other.

`--careless 0.3` lets the level play a beginner instead: one who knows a mate in one, what can be
taken and what that costs, but plays anything in three of ten moves, and wherever that is the same.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from makachess.core import COMPILED, Move, Position
from makachess.core.engine import LEVELS, Engine, Limits, choose
from makachess.core.engine.evaluation import average_piece, piece_values
from makachess.core.spec import COLORS, Variant
from makachess.play.puzzles.prover import Prover
from makachess.training.openings import random_openings
from makachess.variants import load, names
from makachess.variants.models import find_model

BLUNDER = 0.5  # average pieces
DECIDED = 4  # average pieces ahead or behind, where it no longer matters
GOAL_DEPTH, GOAL = 3, 0.9
DEEPEST = 9  # plies to which a blunder is looked for
SUSPECT, CONFIRM = LEVELS[6].nodes, LEVELS[10].nodes
PLIES = 4  # random ones at the beginning
LONGEST = 160  # plies of a game


@dataclass
class Tally:
    """Moves played, and blunders by the depth at which they are first seen."""

    moves: int = 0
    by_depth: Counter[int] = field(default_factory=Counter)

    def __str__(self) -> str:
        blunders = self.by_depth.total()
        deep = sum(count for depth, count in self.by_depth.items() if depth >= GOAL_DEPTH)
        depths = ", ".join(f"{depth}: {self.by_depth[depth]}" for depth in sorted(self.by_depth))
        share = f"{deep / blunders:.0%} at least {GOAL_DEPTH} plies deep" if blunders else "-"
        return f"{blunders:3} blunders in {self.moves} moves, {share} (by plies: {depths or '-'})"


class Judge:
    """Searches that overlook nothing; the positions after two moves are searched alike."""

    def __init__(self, name: str) -> None:
        self.variant = load(name)
        self.engine = Engine(self.variant, model=find_model(self.variant))
        self.piece = average_piece(self.variant)

    def better_move(self, position: Position, move: Move) -> Move | None:
        """The best move, if the other is a blunder beside it; else None."""
        if self._better_move(position, move, SUSPECT) is None:
            return None
        return self._better_move(position, move, CONFIRM)

    def _better_move(self, position: Position, move: Move, nodes: int) -> Move | None:
        limits = Limits(nodes=nodes)
        best = self.engine.search(position, limits)
        if best.move in (None, move) or abs(best.lines[0].score.value) > DECIDED * self.piece:
            return None
        loss = self._after(position, best.move, limits) - self._after(position, move, limits)
        return best.move if loss >= BLUNDER * self.piece else None

    def _after(self, position: Position, move: Move, limits: Limits) -> int:
        """What a move is worth to who plays it."""
        position.push(move)
        outcome = position.outcome()
        best = self.engine.search(position, limits) if outcome is None else None
        position.pop()
        if best is not None:
            return -best.lines[0].score.value
        assert outcome is not None
        return 0 if outcome.winner == "draw" else self.piece * 100

    def depth_of(self, position: Position, move: Move, better: Move) -> int:
        """The least depth, from 2 plies on, at which a search sees what a blunder loses.

        Either beside the best move, or beside the one that looks best at that depth.
        """
        for depth in range(2, DEEPEST):
            self.engine.new_game()
            seeming = self.engine.search(position, Limits(depth=depth)).move or better
            limits = Limits(depth=depth - 1)
            best = max(self._after(position, other, limits) for other in {better, seeming})
            if best - self._after(position, move, limits) >= BLUNDER * self.piece:
                return depth
        return DEEPEST


def generate_moves(judge: Judge, level: int, games: int) -> Iterator[tuple[Position, Move]]:
    """The moves of games that a level plays against itself, each before it is made."""
    opening = random_openings(judge.variant, PLIES, 0)
    for game in range(games):
        engine = Engine(judge.variant, hash_mb=2, model=find_model(judge.variant))
        position = Position(judge.variant)
        for text in opening(game).moves:
            position.push_text(text)
        while position.ply < LONGEST and position.outcome() is None:
            move = choose(engine, position, level, seed=game).move
            assert move is not None
            yield position, move
            position.push(move)


def run(name: str, level: int, games: int, *, shown: bool) -> Tally:
    judge, tally = Judge(name), Tally()
    for position, move in generate_moves(judge, level, games):
        tally.moves += 1
        better = judge.better_move(position, move)
        if better is not None:
            depth = judge.depth_of(position, move, better)
            tally.by_depth[depth] += 1
            if shown:
                print(f"    {depth} plies: {position.san(move)} in {position.fen()}", flush=True)
    return tally


# --- against a beginner ---------------------------------------------------------------------------

AHEAD, PLIES_AHEAD = 5, 20  # average pieces by which a game is decided, and for how long


class Beginner:
    """Plays for what can be taken in two plies; at a rate, and where that is the same, anything."""

    def __init__(self, variant: Variant, careless: float, seed: int) -> None:
        self.values = {kind: round(value) for kind, value in piece_values(variant).items()}
        self.careless = careless
        self.dice = random.Random(seed)

    def choose(self, position: Position) -> Move:
        prover, legal = Prover(position, self.values), position.legal_moves()
        if mates := prover.winning_moves(1):
            return mates[0]
        if self.dice.random() < self.careless:
            return self.dice.choice(legal)
        return max(legal, key=lambda move: (prover.score(move, 1), self.dice.random()))


def against_beginner(name: str, level: int, games: int, careless: float) -> str:
    """Wins, draws and losses of a level against a beginner."""
    variant, results = load(name), Counter[int]()
    clear = AHEAD * average_piece(variant)
    for game in range(games):
        position, beginner = Position(variant), Beginner(variant, careless, game)
        engine = Engine(variant, hash_mb=2)
        color, leader, since = COLORS[game % 2], 0, 0
        while (outcome := position.outcome()) is None and position.ply < 2 * LONGEST:
            if position.turn == color:
                move = choose(engine, position, level, seed=game).move
                assert move is not None
            else:
                move = beginner.choose(position)
            balance = Prover(position, beginner.values).balance()
            balance = balance if position.turn == color else -balance
            side = (balance > clear) - (balance < -clear)
            if side != leader:
                leader, since = side, position.ply
            if leader and position.ply - since >= PLIES_AHEAD:
                results[leader] += 1
                break
            position.push(move)
        else:
            winner = outcome.winner if outcome else "draw"
            results[0 if winner == "draw" else 1 if winner == color else -1] += 1
    return f"{results[1]} won, {results[0]} drawn, {results[-1]} lost"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="chess, veteran, decimaka")
    parser.add_argument("--level", type=int, default=3, choices=LEVELS)
    parser.add_argument("--games", type=int, default=1, help="of each game (default: a quick one)")
    parser.add_argument("--show", action="store_true", help="print each blunder")
    parser.add_argument("--careless", type=float, help="play a beginner, who is so at this rate")
    asked = parser.parse_args()
    if unknown := set(asked.variants) - set(names()):
        parser.error(f"unknown variant: {', '.join(sorted(unknown))}")
    if not COMPILED:
        print("the kernel is not compiled: this takes very long", file=sys.stderr)
    total = Tally()
    for name in asked.variants or ("chess", "veteran", "decimaka"):
        if asked.careless is not None:
            told = against_beginner(name, asked.level, asked.games, asked.careless)
            print(f"level {asked.level}, {name:17}{told}", flush=True)
            continue
        tally = run(name, asked.level, asked.games, shown=asked.show)
        print(f"level {asked.level}, {name:17}{tally}", flush=True)
        total.moves += tally.moves
        total.by_depth += tally.by_depth
    blunders = total.by_depth.total()
    deep = sum(count for depth, count in total.by_depth.items() if depth >= GOAL_DEPTH)
    if asked.level == 3 and blunders:
        met = "reached" if deep >= GOAL * blunders else "missed"
        print(f"goal: {GOAL:.0%} at least {GOAL_DEPTH} plies deep; {deep / blunders:.0%}: {met}")


if __name__ == "__main__":
    main()
