"""Opening books: what a position is called in them, and which of their moves are played."""

from collections import Counter

import pytest
from makachess.core import Position
from makachess.core.engine.book import NO_BOOK, BookMove, OpeningBook, position_key
from makachess.variants import load
from opening_books import book_of, first_moves

CHESS, DEVINGT = load("chess"), load("devingt")


def after(*sans, variant=CHESS):
    position = Position(variant)
    for san in sans:
        position.push(position.parse(san))
    return position


# A book keeps these for good: none may change with the version.
KEYS = {
    "chess": "05bd4852088c",
    "decimaka": "00bd8bfbbf78",
    "decimaka-revised": "00bd8bfbbf78",
    "devingt": "4eca77f751b7",
    "macadamia": "3c60801e6dda",
    "maka": "3262b25d5ca6",
    "veteran": "7a42863a7d0b",
}


@pytest.mark.parametrize("name", KEYS)
def test_the_key_of_an_array_never_changes(name):
    assert position_key(Position(load(name))) == KEYS[name]


def test_a_position_has_one_key_whatever_led_to_it():
    assert position_key(after("e4", "e5", "Nf3")) == position_key(after("Nf3", "e5", "e4"))
    there_and_back = after("Nf3", "Nf6", "Ng1", "Ng8")
    assert position_key(there_and_back) == position_key(Position(CHESS))


def test_the_side_the_rights_and_a_pawn_that_can_be_taken_in_passing_make_a_difference():
    fens = [
        "4k3/8/8/8/4pP2/8/8/4K2R b K f3 0 1",
        "4k3/8/8/8/4pP2/8/8/4K2R b K - 0 1",
        "4k3/8/8/8/4pP2/8/8/4K2R b - - 0 1",
        "4k3/8/8/8/4pP2/8/8/4K2R w - - 0 1",
    ]
    assert len({position_key(Position(CHESS, fen)) for fen in fens}) == 4


def test_moves_are_drawn_by_weight_and_a_seed_repeats_them():
    book = book_of(CHESS, "e4", "d4", "Nf3", weights=(70, 30))
    drawn = [str(book.choose(Position(CHESS), seed=seed).move) for seed in range(1000)]
    assert drawn == [str(book.choose(Position(CHESS), seed=seed).move) for seed in range(1000)]
    counted = Counter(drawn)
    assert 640 < counted["e2e4"] < 740
    assert 0 < counted["g1f3"] < 30
    assert {str(book.choose(Position(CHESS)).move) for _ in range(60)} >= {"e2e4", "d2d4"}


def test_a_position_unknown_has_no_move():
    assert first_moves("chess").choose(after("e4", "e5")) is None
    assert NO_BOOK.choose(Position(CHESS)) is None


def test_what_is_not_legal_is_not_played():
    array = position_key(Position(CHESS))
    moves = tuple(BookMove(text, 1) for text in ("e2e5", "e7e5", "rubbish", "e2e4=Q", "a1a1"))
    assert OpeningBook({array: moves}).choose(Position(CHESS)) is None
    book = OpeningBook({array: (*moves, BookMove("e2e4", 1))})
    assert str(book.choose(Position(CHESS)).move) == "e2e4"


def test_no_move_leads_back_to_an_earlier_position():
    book = book_of(CHESS, "Nf3 Nf6 Ng1 Ng8 e4")
    assert [str(move) for move, _ in book.moves(after("Nf3", "Nf6", "Ng1"))] == []
    assert [str(move) for move, _ in book.moves(after("Nf3", "Nf6"))] == ["f3g1"]
    assert book.choose(after("Nf3", "Nf6", "Ng1")) is None


def test_a_level_knows_as_many_moves_as_its_number():
    line = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2"
    book, sans = book_of(CHESS, line), line.split()
    for level in (1, 2, 5, 9):
        known = [book.choose(after(*sans[:ply]), level) is not None for ply in range(len(sans))]
        assert known == [ply < 2 * level for ply in range(len(sans))]
    assert all(book.choose(after(*sans[:ply]), 10) for ply in range(len(sans)))


def test_a_pawn_that_cannot_be_taken_in_passing_does_not():
    plain, passed = ("4k3/8/8/8/5P2/8/8/4K3 b - " + ep for ep in ("- 0 1", "f3 7 9"))
    assert position_key(Position(CHESS, plain)) == position_key(Position(CHESS, passed))
