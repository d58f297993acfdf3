"""Who alone attacked with every ply: the kernel against threats before and after each."""

import random

import pytest
from makachess.core import MoveKind
from makachess.core.engine.search_board import searchable_board
from makachess.core.kernel.perpetual import sole_attacker
from makachess.core.spec import COLORS
from makachess.variants import load
from strewn import rich_position


def sole_attacker_by_threats(position, plies):
    """What the kernel says, from who threatens whom before and after each ply."""
    always, position = [0, 1], position.copy()
    for _ in range(plies):
        move, color = position.moves[-1], COLORS.index(position.turn) ^ 1
        after = position.threats(COLORS[color])
        position.pop()
        before = {
            (move.destination if piece == move.origin else piece, enemy)
            for piece, enemy in position.threats(COLORS[color])
        }
        if color in always and (after <= before or move.kind is MoveKind.PASS):
            always.remove(color)
    return always[0] if len(always) == 1 else -1


@pytest.mark.parametrize("name", ["veteran", "devingt", "macadamia", "maka", "chu"])
def test_who_alone_attacked_is_who_alone_threatened_anew(name):
    found = set()
    for seed in range(3):
        rng = random.Random(seed)
        position = rich_position(load(name), rng, share=0.1)
        for _ in range(30):
            quiet = [move for move in position.legal_moves() if not move.is_capture]
            if not quiet:
                break
            position.push(rng.choice(quiet))
            found |= {attackers_of_last(position, plies) for plies in range(1, 7)}
    assert found == {-1, 0, 1}


def attackers_of_last(position, plies):
    """Who alone attacked anew with each of the last plies, which leaves the board as it is."""
    plies = min(plies, position.ply)
    board = searchable_board(position)
    key, attacker = board.key, sole_attacker(board, position.ply - plies, 0)
    assert attacker == sole_attacker_by_threats(position, plies), (position.fen(), plies)
    assert board.key == key
    return attacker
