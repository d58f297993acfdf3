"""Each move once, also where a piece's legs and powers lead to the same squares in several ways."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from makachess.core import COMPILED, Position, VariantError
from makachess.core.betza import parse_betza
from makachess.core.kernel.packed import OVERLAPS
from makachess.core.rule_tables import build_rule_tables
from makachess.variants import load, names
from makachess.variants.consistency import movement_faults
from naive import naive_moves
from strewn import rich_position

LEGS = (
    "W F D A N C Z H G K R B Q W3 F2 R2 fR bB lrW vD sfF mR cB mQ cK mD cA mnD mnA mnH"
    " DD AA NN HH GG CC D3 A2 mDD cAA mHH"
)
# Those that take in passing are with what takes the same pieces without: attacks are looked up so.
POWERS = "U kU RmasR BmasB mabK KcaKNAD KcavKAD pafKAD pafKQ KmcpafmcpavKAD"
NAMED = [
    "RmasRB",
    "KU",
    "RDD",
    "DDR",
    "HHDD",
    "HHRDD",
    "BmasBR",
    "pafKAD",
    "KmcpafmcpavKHGAD",
    "UmabK",
]


def mixture(rng):
    """Move text of up to four terms that a variant file may have."""
    while True:
        terms = rng.sample(LEGS.split(), rng.randrange(1, 4)) + rng.sample(
            POWERS.split(), rng.randrange(3)
        )
        rng.shuffle(terms)
        with suppress(VariantError):  # side by side some terms mean something else
            if not list(movement_faults(parse_betza("".join(terms)))):
                return "".join(terms)


def with_movements(name, texts):
    """A variant whose pieces, royals left out, move by these texts in turn."""
    variant = load(name)
    pieces = [piece for piece in variant.pieces.values() if not piece.royal]
    changed = {
        piece.id: replace(piece, betza=texts[i % len(texts)]) for i, piece in enumerate(pieces)
    }
    return replace(variant, pieces={**variant.pieces, **changed})


def check(variant, rng, share):
    """The moves are those of the plain generator, and perft counts each of them once."""
    position = rich_position(variant, rng, share)
    pieces = {tuple(square): piece for square, piece in position.piece_map().items()}
    moves = position.legal_moves()
    texts = (position.fen(), {kind: each.betza for kind, each in variant.pieces.items()})
    assert position.perft(1) == len(set(moves)), texts
    found = {described(position, move) for move in moves}
    expected = naive_moves(variant, pieces, position.turn)
    assert found == expected, (found - expected, expected - found, texts)
    return position


def described(position, move):
    kind = move.promotion or position.piece_at(move.origin).upper()
    return tuple(move.origin), tuple(map(tuple, move.victims)), tuple(move.destination), kind


@pytest.mark.parametrize("text", NAMED)
def test_named_mixtures(text):
    rng = random.Random(text)
    for share in (0.03, 0.15, 0.5):
        check(with_movements("macadamia", [text]), rng, share)


@pytest.mark.parametrize("seed", range(12 if COMPILED else 3))
def test_random_mixtures(seed):
    rng = random.Random(seed)
    variant = with_movements("macadamia", [mixture(rng) for _ in range(6)])
    for share in (0.05, 0.15, 0.4):
        check(variant, rng, share)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12, 120 if COMPILED else 60))
def test_many_random_mixtures(seed):
    test_random_mixtures(seed)


def test_perft_counts_sequences_of_moves():
    """Two plies deep, and captures alone are counted once each as well."""
    position = check(with_movements("macadamia", ["RmasRB", "KU", "RDD"]), random.Random(1), 0.1)
    count = 0
    for move in position.legal_moves():
        position.push(move)
        count += len(set(position.legal_moves()))
        position.pop()
    assert position.perft(2) == count


def test_captures_come_once():
    from makachess.core.kernel.legality import captures

    rng = random.Random(7)
    for _ in range(5):
        position = rich_position(with_movements("macadamia", NAMED), rng, 0.2)
        for color in (0, 1):
            found = captures(position._board, color)
            assert len(found) == len(set(found))


def test_castling_written_twice_is_one_move():
    variant = load("chess")
    pieces = {**variant.pieces, "K": replace(variant.pieces["K"], betza="KisO2isO2")}
    position = Position(replace(variant, pieces=pieces), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert position.perft(1) == len(set(position.legal_moves())) == 26


def test_arrival_written_twice_is_one_move():
    variant = load("chess")
    rules = replace(variant.promotion, arrival={"P": ("Q", "N", "Q")})
    position = Position(replace(variant, promotion=rules), "7k/P7/8/8/8/8/8/7K w - - 0 1")
    assert position.perft(1) == len(set(position.legal_moves())) == 5


@pytest.mark.parametrize(
    "pawn", ["mfWifmnDfcFfceF", "mfWifmnDfceFfceF", "mfWifmnDfceFfcB", "mfWifmnDfcBfceB"]
)
def test_en_passant_written_twice_is_one_move(pawn):
    variant = load("chess")
    pieces = {**variant.pieces, "P": replace(variant.pieces["P"], betza=pawn)}
    position = Position(replace(variant, pieces=pieces), "6k1/8/8/3pP3/8/8/8/2K5 w - d6 0 1")
    assert "e5d6" in map(str, position.legal_moves())
    assert position.perft(1) == len(set(position.legal_moves())) == 7


@pytest.mark.parametrize("name", names())
def test_no_piece_of_a_built_in_variant_overlaps(name):
    """So what these games pay for it is one look at a bit they have to read anyway."""
    variant = load(name)
    settings = [{}, *({o.name: value} for o in variant.options for value in o.values)]
    games = (load(name, **setting) for setting in settings)
    for game in {tuple(piece.betza for piece in g.pieces.values()): g for g in games}.values():
        powers = build_rule_tables(game).movements.powers
        assert not any(power & OVERLAPS for power in powers), game.chosen


def test_a_piece_that_takes_in_passing_is_promoted_where_it_arrives():
    variant = with_movements("chess", ["KNADcaKmabK"])
    position = Position(variant, "4k3/1r6/P7/8/8/8/8/4K3 w - - 0 1")
    into = [move for move in position.legal_moves() if str(move).startswith("a6b7,b7a8")]
    assert sorted(move.promotion for move in into) == ["B", "N", "Q", "R"]
