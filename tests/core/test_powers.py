"""The loops of special powers find what paths alone find: they are there for speed."""

import random
from dataclasses import replace

import pytest
from makachess.core import Square
from makachess.core.betza import Power, power_paths
from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import settle_position
from makachess.core.kernel.legality import attacked, captures, legal_moves
from makachess.core.kernel.memory import RuleMemory
from makachess.core.rule_tables import build_rule_tables
from makachess.core.squares import cell_of
from makachess.variants import load, names
from sampling import with_every_option
from strewn import rich_position

ANYWHERE = {Power.UNIVERSAL, Power.UNIVERSAL_ROYAL}
SHARES = (0.03, 0.1, 0.25, 0.5)


def with_queen(betza):
    chess = load("chess")
    return replace(chess, pieces={**chess.pieces, "Q": replace(chess.pieces["Q"], betza=betza)})


def is_of(code, color):
    return code > 1 and code & 1 == color


def found(board, cells):
    """All moves, all captures of either side, and the cells it attacks, but for its own pieces'."""
    return (
        sorted(legal_moves(board)),
        [sorted(captures(board, color)) for color in (0, 1)],
        [
            [
                cell
                for cell in cells
                if not is_of(board.code_at(cell), color) and attacked(board, cell, color)
            ]
            for color in (0, 1)
        ],
    )


def compare(variant):
    rng = random.Random(variant.name)
    tables = [build_rule_tables(variant, fast_powers=fast) for fast in (True, False)]
    cells = [cell_of(Square(f, r)) for f in range(variant.files) for r in range(variant.ranks)]
    boards = [Board(RuleMemory(table)) for table in tables]
    for share in SHARES:
        position = rich_position(variant, rng, share)
        for board in boards:
            board.set_position(cells, *position.setup)
            settle_position(board)
        fast, slow = (found(board, cells) for board in boards)
        assert fast == slow, (variant.chosen, position.fen())


@pytest.mark.parametrize("name", names())
def test_paths_alone_find_the_same_moves_in_every_game(name):
    games = {tuple(p.betza for p in g.pieces.values()): g for g in with_every_option(name)}
    for game in games.values():
        compare(game)


# Also those that no game of ours has.
@pytest.mark.parametrize("power", [*filter(power_paths, Power)], ids=lambda power: power.name)
def test_paths_alone_find_the_same_moves_of_each_power(power):
    compare(with_queen(power.value))


def test_paths_are_walked_instead_of_the_loops():
    fast, slow = (build_rule_tables(load("maka"), fast_powers=fast) for fast in (True, False))
    assert not fast.movements.paths
    assert slow.movements.paths
    assert {power for power in Power if not power_paths(power)} == ANYWHERE
