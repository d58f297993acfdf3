"""Endings that level 10 wins: a royal and one strong piece against a royal alone (goal: 98 %).

python benchmarks/endings.py [--games 50] [--seconds 0.1] [VARIANT ...]

The strong piece is a Rook, a Queen, or one of the three strongest that others become, of those
worth more than a Rook; not a Nightrider, with which no mate can be forced. The pieces stand on
squares drawn by lot, none of the strong side's beside the royal that is alone, and the strong side
moves first. Level 10 plays both sides, by the rules of the game and its limit of moves. What it did
not win is printed.
"""

import argparse
import random

from makachess.core import Position, Square
from makachess.core.engine import Engine, Limits
from makachess.core.errors import MakachessError
from makachess.core.notation.fen import FenState, format_fen
from makachess.core.spec import Variant
from makachess.variants import load

GAMES = ("chess", "veteran", "decimaka", "decimaka-revised", "devingt", "macadamia", "maka")
STRONGEST = 3  # promoted pieces that are tried
GOAL = 0.98


def strong_pieces(engine: Engine) -> list[str]:
    """Ids of the pieces with which the royal is to win."""
    pieces = [piece for piece in engine.variant.pieces.values() if not piece.royal]
    named = {piece.name: piece.id for piece in pieces}
    known = [named[name] for name in ("Queen", "Rook") if name in named]
    promoted = [piece.id for piece in pieces if piece.promoted and piece.name != "Nightrider"]
    promoted = [piece for piece in promoted if engine.values[piece] > engine.values[named["Rook"]]]
    promoted.sort(key=lambda piece: -engine.values[piece])
    return list(dict.fromkeys(known + promoted[:STRONGEST]))


def random_ending(variant: Variant, strong: str, rng: random.Random) -> Position:
    """Both royals and the strong piece somewhere, with White to move."""
    squares = [Square(file, rank) for file in range(variant.files) for rank in range(variant.ranks)]
    royal = next(
        piece.id for piece in variant.pieces.values() if piece.royal and not piece.promoted
    )
    while True:
        alone, king, helper = rng.sample(squares, 3)
        if any(
            max(abs(file - alone.file), abs(rank - alone.rank)) < 2 for file, rank in (king, helper)
        ):
            continue
        pieces = {
            alone: (royal, "black"),
            king: (royal, "white"),
            helper: (strong, "white"),
        }
        try:
            position = Position(variant, format_fen(variant, FenState(pieces)))
        except MakachessError:  # Black is in check
            continue
        if position.outcome() is None:
            return position


def is_won(engine: Engine, position: Position, seconds: float) -> bool:
    """Whether White wins, both sides thinking so long about a move."""
    engine.new_game()
    while (outcome := position.outcome()) is None:
        position.push(engine.search(position, Limits(seconds=seconds)).move)
    return outcome.winner == "white"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="all of them")
    parser.add_argument("--games", type=int, default=50, help="endings a piece (default 50)")
    parser.add_argument("--seconds", type=float, default=0.1, help="a move (default 0.1)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    won = played = 0
    for name in asked.variants or GAMES:
        engine = Engine(load(name))
        for strong in strong_pieces(engine):
            rng = random.Random(f"{asked.seed}/{name}/{strong}")
            endings = [random_ending(engine.variant, strong, rng) for _ in range(asked.games)]
            missed = [
                position.fen()
                for position in endings
                if not is_won(engine, position.copy(), asked.seconds)
            ]
            count = len(endings) - len(missed)
            print(
                f"{name:17}{engine.variant.pieces[strong].name:16}{count:3} of {len(endings)} won"
            )
            print("".join(f"    {fen}\n" for fen in missed), end="", flush=True)
            won, played = won + count, played + len(endings)
    print(f"{'all':17}{won} of {played} won, {won / played:.1%} (>= {GOAL:.0%})")


if __name__ == "__main__":
    main()
