"""The sums of the net: kept up to date whatever is made and unmade, and what comes of them."""

import random

import pytest
from learned import random_model
from makachess.core import Position
from makachess.core.engine.evaluation import build_worth
from makachess.core.engine.model import (
    read_numbers,
    seen_by_black,
    zone_count,
    zones_of,
)
from makachess.core.engine.search_board import searchable_board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.legality import legal_moves
from makachess.core.legal_moves import LegalMoves
from makachess.core.pieces import array_pieces
from makachess.core.squares import square_of
from makachess.variants import load, names
from strewn import waiting_position

UNITS = 8


def model_of(variant):
    """A model whose net knows zones, where it may."""
    return random_model(variant, units=UNITS, zones=zone_count(variant))


def counted(variant, board):
    """What the net adds for White and for Black to move, from the pieces on the board alone."""
    net = model_of(variant).net
    weights, kinds = read_numbers(net.first), len(variant.pieces)
    sums = [list(net.bias), list(net.bias)]
    squares, zones = variant.files * variant.ranks, zones_of(variant, net.zones)

    def seen_at(cell, view):
        square = square_of(cell) if view == 0 else seen_by_black(variant, square_of(cell))
        return square.rank * variant.files + square.file

    royals = [next(filter(board.is_royal, board.pieces_of(color)), None) for color in (0, 1)]
    zone = [0 if cell is None else zones[seen_at(cell, view)] for view, cell in enumerate(royals)]
    for color in (0, 1):
        for cell in board.pieces_of(color):
            kind = (board.code_at(cell) - 2) // 2
            assert kind < kinds
            for view in (0, 1):
                of_zone = 2 * (zone[view] * kinds + kind) + (color ^ view)
                at = of_zone * squares + seen_at(cell, view)
                for unit in range(UNITS):
                    sums[view][unit] += weights[UNITS * at + unit]
    assert max(abs(total) for view in sums for total in view) < 1 << 15
    counting = [[min(max(total, 0), net.ceiling) ** 2 for total in view] for view in sums]
    pieces = len(board.pieces_of(0)) + len(board.pieces_of(1))
    number = max(0, pieces - 1) * 8 // len(array_pieces(variant))
    last = net.last[2 * UNITS * number : 2 * UNITS * (number + 1)]
    totals = (
        sum(w * n for w, n in zip(last, counting[side] + counting[1 - side], strict=True))
        for side in (0, 1)
    )
    return [(total >> 16) + net.offset[number] for total in totals]


def board_of(position):
    variant = position.variant
    return searchable_board(position, build_worth(variant, model_of(variant)))


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", range(2))
def test_the_sums_follow_all_that_is_made_and_unmade(name, seed):
    """Moves are made and taken back at random; now and then the net is asked."""
    dice, variant = random.Random(f"{name}/{seed}"), load(name)
    board = board_of(Position(variant))
    for _ in range(120 if variant.files < 12 else 40):
        moves = legal_moves(board) if dice.random() < 0.65 else []
        if moves:
            push(board, dice.choice(moves))
        elif board.ply:
            board.pop()
        if dice.random() < 0.5:
            assert [board.net_score(0), board.net_score(1)] == counted(variant, board)
    while board.ply:
        board.pop()
    assert [board.net_score(0), board.net_score(1)] == counted(variant, board)


def test_delayed_promotions_are_followed():
    """Those that happen by themselves, and those that may be chosen."""
    variant, met = load("devingt"), 0
    for seed in range(20):
        dice = random.Random(seed)
        board = board_of(waiting_position(variant, dice))
        for _ in range(20):
            moves = legal_moves(board) if dice.random() < 0.7 else []
            met += board.choices > 1
            if moves:
                push(board, dice.choice(moves))
            elif board.ply:
                board.pop()
            assert [board.net_score(0), board.net_score(1)] == counted(variant, board)
    assert met > 10


def test_a_line_of_play_is_longer_than_any_search():
    variant = load("chess")
    position = Position(variant)
    board = board_of(position)
    position._working = legal = LegalMoves(position.variant, board)
    legal.follow(position._link)
    for text in ("g1f3", "g8f6", "f3g1", "f6g8") * 150:
        position.push(position.parse(text))
    assert [board.net_score(0), board.net_score(1)] == counted(variant, board)
    for ply in range(600):
        board.pop()
        if ply % 97 == 0:
            assert [board.net_score(0), board.net_score(1)] == counted(variant, board)
