"""A walk through a game, checked at each step: what is kept up to date equals what is counted."""

from collections import Counter

from learned import random_model
from makachess.core import Position
from makachess.core.engine.evaluation import build_worth
from makachess.core.engine.search_board import searchable_board
from makachess.core.kernel.attacks import is_endangered, is_still_endangered
from makachess.core.kernel.legality import captures, legal_moves
from makachess.core.kernel.move_values import victims
from makachess.core.kernel.moves import is_pseudo_legal
from makachess.core.kernel.packed import CASTLE, COMPOUND, kind_of
from makachess.core.legal_moves import LegalMoves


def walk(position, rng, plies, sample, greed=0.5):
    """Play moves at random and yield after each; of the moves a sample is tried out first.

    A capture is made with probability `greed`, at least, where there is one.
    """
    # One board that scores as well, by numbers no two of which are alike.
    board = searchable_board(position, learned_worth(position.variant))
    position._working = legal = LegalMoves(position.variant, board)
    legal.follow(position._link)
    earlier = [set(), set()]  # the moves, packed, of either side when it last had the turn

    def some(items):
        return rng.sample(items, min(sample, len(items)))

    for _ in range(plies):
        moves = position.legal_moves()
        check_position(position, board, moves)
        check_captures(position, board)
        check_captures_of(position, moves)
        check_known(position, board, earlier, some)
        check_texts(position, moves, some(moves))
        for move in some(moves):
            check_unmake(position, board, move)
        if not moves:
            return
        taking = [move for move in moves if move.is_capture]
        before = [is_endangered(board, color) for color in (0, 1)]
        position.push(rng.choice(taking if taking and rng.random() < greed else moves))
        check_danger(board, before, position.fen())
        yield position


def learned_worth(variant):
    return build_worth(variant, random_model(variant, units=8))


def check_position(position, board, moves):
    """FEN and back, and key, score and lists of pieces against a board laid out anew."""
    fen = position.fen()
    again = Position(position.variant, fen)
    assert again.fen() == fen
    anew = searchable_board(again, learned_worth(position.variant))
    assert contents(board) == contents(anew), fen
    if position.variant.ending.repetition != "forbidden":  # which looks at the history as well
        assert Counter(again.legal_moves()) == Counter(moves), fen


def check_captures(position, board):
    """The captures that are generated alone are those among all moves."""
    if not board.choices:
        legal = legal_moves(board)
        alone = {word for word in captures(board, board.side) if word in legal}
        assert alone == {word for word in legal if victims(board, word)}, position.fen()


def check_captures_of(position, moves):
    """Who takes a piece is found among all moves."""
    for square in {square for move in moves[:20] for square in move.victims}:
        taking = [move for move in moves if square in move.victims]
        assert Counter(position.captures_of(square)) == Counter(taking), position.fen()


def check_known(position, board, earlier, some):
    """A move from elsewhere is known again if, and only if, it is one of a piece here.

    Tried are some of the moves of now, and some that the side had at its last turn and has no
    longer; not those where check or a repetition may forbid what the kernel rightly knows.
    """
    packed_moves = legal_moves(board)
    single = [w for w in packed_moves if kind_of(w) not in (CASTLE, COMPOUND) and not board.choices]
    assert all(is_pseudo_legal(board, word, 0) for word in some(single)), position.fen()
    ending = position.variant.ending
    if not ending.checkmate and ending.repetition != "forbidden":
        stale = sorted(earlier[board.side] - set(packed_moves))
        assert not any(is_pseudo_legal(board, word, 0) for word in some(stale)), position.fen()
    earlier[board.side] = set(packed_moves)


def check_danger(board, before, fen):
    """What the last move has changed tells as much as looking everywhere."""
    for color in (0, 1):
        found = is_endangered(board, color)
        assert is_still_endangered(board, color, True) == found, fen
        if not before[color]:
            assert is_still_endangered(board, color, False) == found, fen


def check_texts(position, moves, sample):
    """No move is found twice, each has its own coordinates, and both notations are read back."""
    assert position.perft(1) == len(moves)
    texts = [str(move) for move in moves]
    assert len(set(texts)) == len(texts), duplicates(texts)
    for move in sample:
        assert position.parse(str(move)) == move
        assert position.parse(position.san(move)) == move


def check_unmake(position, board, move):
    """A move and its taking back leave everything as it was, the order of the pieces included."""
    before, fen = (contents(board), order(board)), position.fen()
    position.push(move)
    position.pop()
    assert position._board is board  # which goes back when it is looked at
    assert (contents(board), order(board)) == before, f"{move} in {fen}"
    assert position.fen() == fen


def contents(board):
    """All that a board says of a position."""
    pieces = [(board.code_at(cell), cell) for color in (0, 1) for cell in board.pieces_of(color)]
    counts = [board.count_of(code) for code in range(2, 2 * board.tables.types + 2)]
    last = board.passed_piece if board.passed or board.struck() else 0
    passed = (board.passed, board.passed_more, last)
    counters = (board.halfmove, board.fullmove, board.side, board.castling, passed)
    royals = (board.royals_of(0), board.royals_of(1))
    scores = (board.score, board.net_score(0), board.net_score(1))
    return sorted(pieces), counts, royals, counters, board.key, board.passant_key, scores


def order(board):
    return [board.pieces_of(color) for color in (0, 1)], board.ply


def duplicates(texts):
    return [text for text, count in Counter(texts).items() if count > 1]
