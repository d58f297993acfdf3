"""Random games of every variant: at each step what is kept up to date equals what is counted anew.

Games start from the array and from rich positions: men of all types, promoted ones and Emperors
included, strewn over the board.
"""

import random
from collections import Counter

import pytest
from makachess.core import COMPILED, Position
from makachess.core.engine.evaluation import build_worth
from makachess.variants import load, names
from strewn import rich_position

OPTIONS = [
    ("maka", {"rules": "modern"}),
    ("maka", {"rules": "tsa"}),
    ("maka", {"repetition": "forbidden", "emperor": "royal-only"}),
    ("macadamia", {"wolf": "page-betza", "berserker": "liondog"}),
    ("macadamia", {"wolf": "applet", "rules": "modern"}),
]
GAMES = [(name, {}) for name in names()] + OPTIONS
SHORT = 24 if COMPILED else 8  # plies
LONG = 500 if COMPILED else 100


def game_id(game):
    name, options = game
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])


@pytest.mark.parametrize("game", GAMES, ids=game_id)
@pytest.mark.parametrize("rich", [False, True], ids=["array", "rich"])
def test_walk(game, rich):
    walk(game, rich, seed=1, plies=SHORT, sample=3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES, ids=game_id)
@pytest.mark.parametrize("rich", [False, True], ids=["array", "rich"])
def test_long_walk(game, rich, seed):
    walk(game, rich, seed, plies=LONG, sample=20)


def walk(game, rich, seed, plies, sample):
    """Play moves at random, of those a sample is tried out; captures come more often than not."""
    name, options = game
    rng = random.Random(f"{name}-{seed}")
    variant = load(name, **options)
    position = rich_position(variant, rng) if rich else Position(variant)
    board = position._board = position.searchable_board(build_worth(variant))  # one that scores
    for _ in range(plies):
        moves = position.legal_moves()
        if position.outcome() is not None and not moves:
            break
        check_position(position, board, moves)
        check_texts(position, moves, rng.sample(moves, min(sample, len(moves))))
        for move in rng.sample(moves, min(sample, len(moves))):
            check_unmake(position, board, move)
        captures = [move for move in moves if move.is_capture]
        position.push(rng.choice(captures if captures and rng.random() < 0.5 else moves))


# --- checks -------------------------------------------------------------------------------------


def check_position(position, board, moves):
    """FEN and back, and key, score and lists of men against a board laid out anew."""
    fen = position.fen()
    again = Position(position.variant, fen)
    assert again.fen() == fen
    anew = again.searchable_board(build_worth(position.variant))
    assert contents(board) == contents(anew), fen
    if position.variant.ending.repetition != "forbidden":  # which looks at the history as well
        assert Counter(again.legal_moves()) == Counter(moves), fen


def check_texts(position, moves, sample):
    """No move is found twice, each has its own coordinates, and both notations are read back."""
    assert position.perft(1) == len(moves)
    texts = [str(move) for move in moves]
    assert len(set(texts)) == len(texts), duplicates(texts)
    for move in sample:
        assert position.parse(str(move)) == move
        assert position.parse(position.san(move)) == move


def check_unmake(position, board, move):
    """A move and its taking back leave everything as it was, the order of the men included."""
    before, fen = (contents(board), order(board)), position.fen()
    position.push(move)
    position.pop()
    assert (contents(board), order(board)) == before, f"{move} in {fen}"
    assert position.fen() == fen


def contents(board):
    """All that a board says of a position."""
    men = [(board.code_at(cell), cell) for color in (0, 1) for cell in board.men_of(color)]
    counts = [board.count_of(code) for code in range(2, 2 * board.tables.types + 2)]
    passed = (board.passed, board.passed_more, board.passed_man if board.passed else 0)
    counters = (board.halfmove, board.fullmove, board.side, board.castling, passed)
    royals = (board.royals_of(0), board.royals_of(1))
    return sorted(men), counts, royals, counters, board.key, board.passant_key, board.score


def order(board):
    return [board.men_of(color) for color in (0, 1)], board.ply


def duplicates(texts):
    return [text for text, count in Counter(texts).items() if count > 1]


# --- SAN of all moves ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=game_id)
def test_all_moves_of_a_rich_position_have_a_san_of_their_own(game):
    name, options = game
    position = rich_position(load(name, **options), random.Random(f"{name}-san"))
    moves = position.legal_moves()
    texts = [position.san(move) for move in moves]
    assert len(set(texts)) == len(texts), duplicates(texts)
    for move, text in list(zip(moves, texts, strict=True))[:: 1 if COMPILED else 5]:
        assert position.parse(text) == move, text
