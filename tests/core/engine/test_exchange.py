"""Exchanges, counted again piece by piece from the movements and the promotion matrix."""

import random
from functools import cache

import pytest
from makachess.core.betza import Leg, Power, parse_betza
from makachess.core.engine.search_board import searchable_board
from makachess.core.kernel.legality import legal_moves
from makachess.core.kernel.memory import Worth
from makachess.core.kernel.packed import CELLS, pack_score
from makachess.core.kernel.search.exchange import exchange, loses
from makachess.core.legal_moves import LegalMoves
from makachess.core.notation.fen import parse_fen
from makachess.core.promotion import matrix
from makachess.core.spec import Rule
from makachess.variants import load, names
from strewn import rich_position, waiting_position

KING_STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
JUMPS = {Power.LINE_HOP: 2, Power.LINE_THREE: 3}  # how far they can end a capture


@pytest.mark.parametrize("name", names())
def test_an_exchange_comes_to_what_taking_in_turn_comes_to(name):
    variant = load(name)
    fights = set()
    for board, word, price, pieces, goal in captures(variant, squares=1000):
        possible = winnings(variant, price, pieces, goal)
        assert -exchange(board, word, 0) in possible, (pieces, goal)
        fights.add(
            len(takers(variant, pieces, goal, "white") + takers(variant, pieces, goal, "black"))
        )
    assert max(fights) > 4


@pytest.mark.parametrize("name", names())
def test_a_capture_that_loses_is_never_taken_for_a_good_one(name):
    rng, wrong, verdicts = random.Random(name), 0, 0
    for board, word, *_ in captures(load(name), squares=2000):
        lost = -exchange(board, word, 0)
        for gain in (lost - 1, lost, rng.randrange(2000)):
            assert gain >= lost or loses(board, word, gain)
            wrong += gain >= lost and loses(board, word, gain)
            verdicts += 1
    # What a third captor becomes may be left out of account; in chess it becomes nothing.
    assert wrong <= (0 if name == "chess" else verdicts // 10)


def captures(variant, squares):
    """Captures that end elsewhere: board, word, prices, the pieces after it, and the square."""
    rng = random.Random(variant.title)
    kinds = list(variant.pieces)
    price = dict(zip(kinds, rng.sample(range(1, 2000), len(kinds)), strict=True))
    each = [pack_score(price[kind], price[kind], 0) for kind in kinds]
    codes = [0, 0, *(worth for worth in each for _ in ("white", "black"))]
    for position in positions(variant, rng, squares):
        board = searchable_board(position, Worth([0] * CELLS * len(codes), codes))
        legal = LegalMoves(variant, board)
        for word in legal_moves(board):
            move = legal.read(word)
            if move.victims and move.destination != move.origin:
                yield board, word, price, pieces_after(position, move), move.destination


def positions(variant, rng, squares):
    for _ in range(squares // (variant.files * variant.ranks)):
        yield rich_position(variant, rng)
        if variant.name == "devingt":
            position = waiting_position(variant, rng)  # for a piece to be taken
            takes = [move for move in position.legal_moves() if move.victims]
            if takes:
                position.push(rng.choice(takes))
                yield position


def pieces_after(position, move):
    """The pieces after a capture, with the promotions that precede it."""
    pieces = dict(parse_fen(position.variant, position.fen()).pieces)
    pieces |= {square: (kind, position.turn) for square, kind in move.prefix}
    kind, _ = pieces.pop(move.origin)
    for victim in move.victims:
        del pieces[victim]
    return pieces | {move.destination: (move.promotion or kind, position.turn)}


def winnings(variant, price, pieces, goal):
    """What the enemy of the piece on a square can win there; several, if equal pieces can take."""
    victim, owner = pieces[goal]
    color = "black" if owner == "white" else "white"
    able = takers(variant, pieces, goal, color)
    least = min((price[pieces[square][0]] for square in able), default=0)
    possible = set() if able else {0}
    for square in able:
        kind = pieces[square][0]
        if price[kind] == least:
            change = matrix(variant)[kind, victim]
            lands = kind if change.rule is Rule.STAY else change.target
            if change.rule is Rule.MAY:
                lands = max(kind, lands, key=price.get)
            after = {at: piece for at, piece in pieces.items() if at != square} | {
                goal: (lands, color)
            }
            net = price[victim] + price[lands] - price[kind]
            possible |= {max(net - more, 0) for more in winnings(variant, price, after, goal)}
    return possible


def takers(variant, pieces, goal, color):
    """The squares of the pieces of a colour that can take on another square without a turn."""
    forward = 1 if color == "white" else -1
    return [
        square
        for square, (kind, owner) in pieces.items()
        if owner == color and square != goal
        if any(
            all(
                (square[0] + forward * x, square[1] + forward * y) not in pieces for x, y in between
            )
            for between in ways(variant.pieces[kind].betza).get(
                (forward * (goal.file - square.file), forward * (goal.rank - square.rank)), ()
            )
        )
    ]


@cache
def ways(betza):
    """By the square where it takes, seen from its own: what must be empty, once for each leg."""
    found = {}
    for leg in lines(parse_betza(betza)):
        steps = [(n * leg.dx, n * leg.dy) for n in range(1, min(leg.last, 20) + 1)]
        for n, goal in enumerate(steps):
            found.setdefault(goal, []).append(steps[:n])
    return found


def lines(movement):
    """The legs of a type that capture, and the jumps of its powers."""
    yield from (leg for leg in movement.legs if leg.captures)
    for power in movement.powers & JUMPS.keys():
        yield from (Leg(JUMPS[power] * x, JUMPS[power] * y) for x, y in KING_STEPS)
