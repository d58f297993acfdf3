"""Random games of Devingt Chess from positions with waiting Pawns, checked at every step.

The steps are those of all walks; here the delayed promotions on the way are counted, so that each
kind is known to be among them, and the rules are compared with a second, naive reading of them.
"""

import random
from collections import Counter

import pytest
from makachess.core import COMPILED, Position
from makachess.variants import load
from naive import Comparison
from strewn import waiting_position
from walking import walk

# The Pawn on i6 takes the Rook in half of the games from here, and the Pawn on b10 mates as one.
MATING = "1P7k/8pp/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS b - - 0 10"
GAMES = 75


def test_walks_meet_every_kind_of_delayed_promotion():
    variant, met = load("devingt"), Counter()
    for seed in range(GAMES):
        rng = random.Random(seed)
        start = Position(variant, MATING) if seed < 4 else waiting_position(variant, rng)
        for position in walk(start, rng, plies=12, sample=1, greed=0.9):
            met.update(kinds(position))
    assert met["promotions"] >= 100
    assert met["postponed"] >= 25
    assert met["won"] >= 1
    assert met["choices"] >= 10


def kinds(position):
    """What the last move and the delayed promotions after it belong to."""
    if position.is_won:
        return {"won": 1}
    choice = any(move.prefix for move in position.legal_moves())
    done = len(position.moves[-1].prefix) + len(position.settled)
    waits = position.reserve(position.turn) and not choice and waiting(position)
    return {"promotions": done, "choices": int(choice), "postponed": int(bool(waits))}


def waiting(position):
    rank = position.variant.ranks - 1 if position.turn == "white" else 0
    pawn = "P" if position.turn == "white" else "p"
    return [s for s, piece in position.pieces().items() if piece == pawn and s.rank == rank]


OPTIONS = [{}, {"promotion_only_to_absent_type": "true"}]


@pytest.mark.parametrize("options", OPTIONS, ids=["captured", "absent"])
@pytest.mark.parametrize("seed", range(4 if COMPILED else 2))
def test_games_agree_with_the_naive_rules(options, seed):
    compare_game(options, seed, plies=20)


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS, ids=["captured", "absent"])
@pytest.mark.parametrize("block", range(1, 5))
def test_many_games_agree_with_the_naive_rules(options, block):
    for seed in range(block * 100, block * 100 + (100 if COMPILED else 10)):
        compare_game(options, seed, plies=40)


def compare_game(options, seed, plies):
    """Moves, and the positions that they leave, at every step of a random game."""
    rng = random.Random(seed)
    position = waiting_position(load("devingt", **options), rng)
    for _ in range(plies):
        assert Comparison(Position(position.variant, position.fen())).run(1) is None, position.fen()
        moves = position.legal_moves()
        if not moves:
            return
        captures = [move for move in moves if move.is_capture]
        position.push(rng.choice(captures if captures and rng.random() < 0.5 else moves))


def test_the_first_moves_agree_with_the_naive_rules():
    position = Position(load("devingt"))
    for move in position.legal_moves()[::20]:
        position.push(move)
        assert Comparison(Position(position.variant, position.fen())).run(1) is None
        position.pop()
