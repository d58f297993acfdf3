"""What is said of the opening book: its moves in a position, and where a game left it."""

import pytest
from makachess.play.opening import Opening
from makachess.saves import Game
from makachess.variants import load
from makachess.variants.books import books_folder, format_book
from opening_books import book_of

CHESS = load("chess")
LINES = "e4 e5 Nf3", "e4 c5", "d4 d5"


@pytest.fixture(autouse=True)
def book(home):
    """A small book of one's own."""
    books_folder().mkdir(parents=True)
    data = format_book(CHESS, book_of(CHESS, *LINES, weights=(6, 2, 2)), {})
    (books_folder() / "chess.book").write_bytes(data)


def told(moves, fen=None):
    game = Game(CHESS, fen)
    for san in moves.split():
        game.play(game.position.parse(san))
    return Opening(pytest.fail).told(game)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("", ("e4 80 %", "d4 20 %")),
        ("e4", ("e5 75 %", "c5 25 %")),
        ("e4 e6", ("to move 1: then 1...e6 is new",)),
        ("e4 e6 d4 d5", ("to move 1: then 1...e6 is new",)),
        ("e4 e5 Nc3 Nf6", ("to move 1: then 2.Nc3 is new",)),
        ("e4 e5 Nf3", ("to move 2",)),
        ("e4 c5 Nf3", ("to move 1",)),
        ("c4", ("1.c4 is new",)),
        ("Nf3 d5 d4", ("1.Nf3 is new",)),
    ],
)
def test_the_moves_known_or_where_the_book_was_left(moves, said):
    assert told(moves) == said


def test_nothing_is_said_of_a_game_that_began_elsewhere():
    assert told("Ra2", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1") == ()
