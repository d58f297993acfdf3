"""What is asked of a position beside its moves, against plain definitions, in all games."""

import random
import re
from dataclasses import replace
from itertools import islice

import pytest
from makachess.core import COMPILED, InvalidFenError, Position, Square
from makachess.core.spec import COLORS, opponent
from makachess.variants import load, names, relative_names
from naive import Mover
from sampling import mostly_slow
from strewn import game

GAMES = [*names(), *relative_names()]
# With rules each of its own; the largest boards and other relatives take long.
QUICK = [name for name in (*names(), "hopping") if name != "maka"]
WITH_KINGS = [name for name in GAMES if load(name).ending.checkmate]


def hopping(**betza):
    """Chess with pieces that move otherwise."""
    chess = load("chess")
    changed = {kind: replace(chess.pieces[kind], betza=text) for kind, text in betza.items()}
    return replace(chess, pieces={**chess.pieces, **changed})


HOPPING = hopping(N="gQ", B="mRcpR")  # a Grasshopper and a Cannon
SAMPLE = 6  # squares of a position


def positions(name, plies=36 if COMPILED else 10, apart=6):
    """Positions of a random game that prefers to capture."""
    variant = HOPPING if name == "hopping" else load(name)
    rng = random.Random(name)
    for position in islice(game(Position(variant), rng, plies), 1, None, apart):
        yield rng, position


def squares_of(variant):
    return [Square(file, rank) for file in range(variant.files) for rank in range(variant.ranks)]


def sample(rng, position):
    """Some squares, most of them with pieces."""
    squares, pieces = squares_of(position.variant), sorted(position.piece_map())
    return {*rng.sample(pieces, min(SAMPLE, len(pieces))), *rng.sample(squares, SAMPLE // 3)}


def could_take(variant, pieces, origin, square):
    """Whether the piece on a square could take an enemy on another one, by the naive rules."""
    victim = next(iter(variant.pieces)), opponent(pieces[origin][1])
    return Mover(variant, {**pieces, square: victim}, origin).reaches(square)


@pytest.mark.parametrize("name", mostly_slow([*GAMES, "hopping"], QUICK))
def test_a_piece_attacks_where_it_could_take_an_enemy(name):
    for rng, position in positions(name):
        pieces = dict(position.piece_map())
        for square in sample(rng, position):
            wanted = [
                at
                for at in squares_of(position.variant)
                if square in pieces
                and at != square
                and could_take(position.variant, pieces, square, at)
            ]
            assert position.attacks(square) == wanted, (position.fen(), str(square))


@pytest.mark.parametrize("name", [*GAMES, "hopping"])
def test_attackers_of_a_square_are_the_pieces_that_attack_it(name):
    for rng, position in positions(name):
        attacks = {at: set(position.attacks(at)) for at in position.piece_map()}
        for square in sample(rng, position):
            for color in COLORS:
                wanted = [
                    at
                    for at, (_, owner) in sorted(position.piece_map().items())
                    if owner == color and square in attacks[at]
                ]
                assert position.attackers(color, str(square)) == wanted, position.fen()


def naive_pin(position, color, square):
    """Where a piece must stay, found by taking it away and putting it elsewhere."""
    variant, pieces = position.variant, dict(position.piece_map())
    if pieces.get(square, ("", ""))[1] != color or pieces[square][0] in variant.royals:
        return None
    [king] = [
        at for at, piece in pieces.items() if piece[0] in variant.royals and piece[1] == color
    ]

    def takers(board):
        enemies = [at for at, piece in board.items() if piece[1] != color]
        return {at for at in enemies if Mover(variant, board, at).reaches(king)}

    without = {at: piece for at, piece in pieces.items() if at != square}
    pinning = takers(without) - takers(pieces)
    if not pinning:
        return None
    free = [at for at in squares_of(variant) if without.get(at, ("", ""))[1] != color]
    return [at for at in free if not pinning & takers({**without, at: pieces[square]})]


@pytest.mark.parametrize("name", mostly_slow([*WITH_KINGS, "hopping"], QUICK))
def test_a_piece_is_pinned_where_its_absence_would_open_an_attack_on_the_king(name):
    for _, position in positions(name, plies=120 if COMPILED else 60, apart=7):
        for square in position.piece_map():
            for color in COLORS:
                wanted = naive_pin(position, color, square)
                assert position.pin(color, square) == wanted, (position.fen(), str(square))
                assert position.is_pinned(color, square) == (wanted is not None)


def test_a_hurdle_is_not_pinned_but_what_spoils_it_as_one_is():
    """A Grasshopper lands right behind the first piece on its line."""
    hurdle = Position(hopping(N="gQ"), "4n2k/8/8/8/8/8/4P3/4K3 w")
    assert hurdle.is_check()
    assert hurdle.pin("white", "e2") is None
    spoilt = Position(hopping(N="gQ"), "4n2k/8/8/8/4P3/8/4P3/4K3 w")
    assert not spoilt.is_check()
    assert list(map(str, spoilt.pin("white", "e4"))) == ["e3", "e4", "e5", "e6", "e7", "e8"]
    assert spoilt.pin("white", "e2") is None


@pytest.mark.parametrize("name", GAMES)
def test_royals_and_the_only_one(name):
    for _, position in positions(name, plies=200 if COMPILED else 20):
        for color in COLORS:
            wanted = [
                at
                for at, (kind, owner) in sorted(position.piece_map().items())
                if owner == color and kind in position.variant.royals
            ]
            assert position.royals(color) == wanted
            assert position.royal_count(color) == len(wanted)
            assert position.king(color) == (wanted[0] if len(wanted) == 1 else None)


@pytest.mark.parametrize("name", GAMES)
def test_moves_to_a_square_are_those_of_all_that_end_there(name):
    for rng, position in positions(name):
        legal = position.legal_moves()
        for square in sample(rng, position):
            to = [move for move in legal if move.destination == square]
            assert position.legal_moves(to_square=square) == to
            for move in to[:3]:
                both = position.legal_moves(move.origin, square)
                assert set(both) == {other for other in to if other.origin == move.origin}


@pytest.mark.parametrize("name", [*GAMES, "hopping"])
def test_a_mirror_image_has_the_mirrored_moves_for_the_other_side(name):
    variant = HOPPING if name == "hopping" else load(name)
    array = Position(variant).mirror()
    assert array.pieces() == Position(variant).pieces()
    assert array.turn == "black"
    turned = not is_symmetric(variant)
    for _, position in positions(name):
        image = position.mirror()
        assert image.turn == position.turn.opponent
        assert {mirrored(variant, str(move), turned) for move in position.legal_moves()} == set(
            map(str, image.legal_moves())
        )
        assert image.mirror() == position
        assert image.mirror().fen() == position.fen()


def is_symmetric(variant):
    """Whether the array stays the same if the ranks are turned and the colours exchanged."""
    rows = variant.array.split("/")
    return [row.swapcase() for row in reversed(rows)] == rows


def mirrored(variant, text, turned):
    def opposite(match):
        square = Square.parse(match[0])
        file = variant.files - 1 - square.file if turned else square.file
        return str(Square(file, variant.ranks - 1 - square.rank))

    return re.sub("[a-s][1-9][0-9]?", opposite, text)


@pytest.mark.parametrize(
    ("fen", "faults"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []),
        ("", ["it is empty"]),
        ("8/8 w - - 0 1 2 3", ["8 fields, but"]),
        ("8/8 x - - y", ["2 ranks instead of 8", "'x' is not a side", "'y' is not a counter"]),
        ("k7/8/8/8/8/8/8/KK6 w", ["white has 2 kings"]),
        ("8/8/8/8/8/8/8/8 w", ["neither side has a royal"]),
        (
            "4k3/8/8/8/8/8/8/KR1K4 w KQ e6 0 1",
            ["white has 2 kings", "right 'K'", "right 'Q'", "squares 'e6'"],
        ),
        (
            "4k3/4R3/8/8/8/8/8/4K3 w K - 0 -",
            ["right 'K'", "'-' is not a counter", "black is in check"],
        ),
        ("4k3/8/8/8/8/8/8/4K3 w Kx - 0 1", ["'Kx' is not a set of castling rights"]),
    ],
)
def test_all_faults_of_a_fen_are_told(fen, faults):
    variant = load("chess")
    found = Position.faults(variant, fen)
    assert len(found) == len(faults)
    for fault, wanted in zip(found, faults, strict=True):
        assert wanted in fault
    if found:
        with pytest.raises(InvalidFenError) as error:
            Position(variant, fen)
        assert str(error.value).endswith(found[0])


def test_a_game_whose_sides_differ_has_images_without_castling():
    chess = load("chess")
    odd = replace(chess, start_fen=chess.start_fen.replace("RNBQKBNR", "RNQBKBNR"))
    position = Position(odd)
    position.push_san("e4")
    image = position.mirror()
    assert image.fen() == "rnqbkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
