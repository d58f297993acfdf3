"""Levels: what level 10 wins and solves, and games of level 1 with a beginner.

    python benchmarks/levels.py [OPTIONS] [endings|puzzles|beginner] [VARIANT ...]

endings: a royal and one strong piece against a royal alone, on squares drawn by lot; the strong
piece is a Rook, a Queen, or one of the strongest three that others become. Level 10 plays both
sides.

puzzles: those of play/puzzles, by level 10 without learned models.

beginner: level 1 against a player who sees every mate in one and what can be taken within two
plies, and otherwise plays anything; `--careless 0.15`: anything at all in so many of the moves.
"""

import argparse
import random
import tomllib
from collections import Counter
from pathlib import Path

from makachess.core import Move, Position, Square
from makachess.core.engine import Engine, Limits, choose
from makachess.core.engine.evaluation import average_piece, piece_values
from makachess.core.errors import MakachessError
from makachess.core.notation.fen import FenState, format_fen
from makachess.core.spec import COLORS, Variant
from makachess.play.prover import Prover
from makachess.training.match import Lead
from makachess.variants import load, names

PUZZLES = Path(__file__).resolve().parents[1] / "play" / "puzzles"
SHOWN = ("chess", "veteran", "decimaka")  # unless variants are named
GOALS = {
    "endings": "98 %",
    "puzzles": "95 % with 5 s each",
    "beginner": "a game for both",
}
LONGEST = 320  # plies of a game with a beginner
AHEAD, PLIES_AHEAD = 5, 20  # average pieces by which it is decided, and for how long


def endings(name: str, asked: argparse.Namespace) -> tuple[int, int]:
    engine, won, played = Engine(load(name)), 0, 0
    for strong in strong_pieces(engine):
        dice = random.Random(f"{name}/{strong}")
        for _ in range(asked.games):
            position = random_ending(engine.variant, strong, dice)
            fen = position.fen()
            engine.new_game()
            while (outcome := position.outcome()) is None:
                position.push(engine.search(position, Limits(seconds=asked.seconds)).move)
            played += 1
            won += outcome.winner == "white"
            if outcome.winner != "white":
                print(f"    not won: {fen}", flush=True)
    return won, played


def strong_pieces(engine: Engine) -> list[str]:
    """Ids of the pieces with which the royal is to win; no mate can be forced by a Nightrider."""
    pieces = [piece for piece in engine.variant.pieces.values() if not piece.royal]
    named = {piece.name: piece.id for piece in pieces}
    promoted = [piece.id for piece in pieces if piece.promoted and piece.name != "Nightrider"]
    promoted = [piece for piece in promoted if engine.values[piece] > engine.values[named["Rook"]]]
    promoted.sort(key=lambda piece: -engine.values[piece])
    known = [named[name] for name in ("Queen", "Rook") if name in named]
    return list(dict.fromkeys(known + promoted[:3]))


def random_ending(variant: Variant, strong: str, dice: random.Random) -> Position:
    """Both royals and the strong piece, none of White's beside the other royal; White to move."""
    squares = [Square(file, rank) for file in range(variant.files) for rank in range(variant.ranks)]
    kinds = variant.pieces.values()
    royal = next(piece.id for piece in kinds if piece.royal and not piece.promoted)
    while True:
        alone, *others = dice.sample(squares, 3)
        if any(max(abs(s.file - alone.file), abs(s.rank - alone.rank)) < 2 for s in others):
            continue
        pieces = {
            alone: (royal, "black"),
            others[0]: (royal, "white"),
            others[1]: (strong, "white"),
        }
        try:
            position = Position(variant, format_fen(variant, FenState(pieces)))
        except MakachessError:  # Black is in check
            continue
        if position.outcome() is None:
            return position


def puzzles(name: str, asked: argparse.Namespace) -> tuple[int, int]:
    variant, solved = load(name), 0
    rows = tomllib.loads((PUZZLES / f"{name}.toml").read_text(encoding="utf-8"))["position"]
    for row in rows:
        engine = Engine(variant, model=None)  # which has learnt nothing from other positions
        found = choose(engine, Position(variant, row["fen"]), 10, seconds=asked.seconds)
        solved += str(found.move) in row["moves"]
        if str(found.move) not in row["moves"]:
            right = " or ".join(row["moves"])
            print(f"    {row['fen']}: {found.move}, and {right} is right ({row['shows']})")
    return solved, len(rows)


def beginner(name: str, asked: argparse.Namespace) -> tuple[float, int]:
    """The points of level 1."""
    results = Counter(
        play_beginner(load(name), game, asked.careless) for game in range(asked.games)
    )
    return results[True] + results[None] / 2, asked.games


def play_beginner(variant: Variant, game: int, careless: float) -> bool | None:
    """Whether level 1 wins a game; None if it is drawn."""
    position, engine = Position(variant), Engine(variant, hash_mb=2)
    values = {kind: round(value) for kind, value in piece_values(variant).items()}
    lead, dice = Lead(AHEAD * average_piece(variant), PLIES_AHEAD), random.Random(game)
    mine = COLORS[game % 2]
    while (outcome := position.outcome()) is None and position.ply < LONGEST:
        prover = Prover(position, values)
        balance = prover.balance()
        if winner := lead.winner(balance if position.turn == "white" else -balance):
            return winner == mine
        if position.turn == mine:
            move = choose(engine, position, 1, seed=game).move
            assert move is not None
        else:
            move = beginners_move(position, prover, careless, dice)
        position.push(move)
    decided = outcome is not None and outcome.winner != "draw"
    return outcome.winner == mine if decided else None


def beginners_move(
    position: Position, prover: Prover, careless: float, dice: random.Random
) -> Move:
    if mates := prover.winning_moves(1):
        return mates[0]
    if dice.random() < careless:
        return dice.choice(position.legal_moves())
    return max(position.legal_moves(), key=lambda move: (prover.score(move, 1), dice.random()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", nargs="?", choices=GOALS, help="(default: all)")
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help=f"(default: {SHOWN})")
    parser.add_argument("--games", type=int, default=4, help="or endings of a piece (default 4)")
    parser.add_argument("--seconds", type=float, default=0.1, help="a move or puzzle (default 0.1)")
    parser.add_argument("--careless", type=float, default=0.0, help="how often a beginner is so")
    asked = parser.parse_args()
    if unknown := set(asked.variants) - set(names()):
        parser.error(f"unknown variant: {', '.join(sorted(unknown))}")
    for what in [asked.what] if asked.what else GOALS:
        measure = {"endings": endings, "puzzles": puzzles, "beginner": beginner}[what]
        print(f"{what} (goal: {GOALS[what]})")
        for name in asked.variants or SHOWN:
            found, total = measure(name, asked)
            print(f"{name:17}{found:g} of {total}, {found / total:.1%}", flush=True)


if __name__ == "__main__":
    main()
