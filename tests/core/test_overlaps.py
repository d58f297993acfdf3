"""Each move once, also where a piece's legs and powers lead to the same squares in several ways."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from makachess.core import COMPILED, Position, VariantError
from makachess.core.betza import parse_betza
from makachess.core.rule_tables import has_overlaps
from makachess.variants import load, names
from makachess.variants.consistency import movement_faults
from naive import compare
from sampling import mostly_slow, sampled, with_every_option
from strewn import rich_position

LEGS = (
    "W F D A N C Z H G K R B Q W3 F2 R2 fR bB lrW vD sfF mR cB mQ cK mD cA mnD mnA mnH"
    " DD AA NN HH GG CC D3 A2 mDD cAA mHH"
)
# Those that take in passing are with what takes the same pieces without: attacks are looked up so.
POWERS = "U kU RmasR BmasB mabK KcaKNAD KcavKAD pafKAD pafKQ KmcpafmcpavKAD"
PATHS = (
    "gQ mRcpR FyafsF WyafsW afsW mpafsK fcafmFfmF KcafK (1,4) (3,4) (2,5)0 mRpafscR KcabKcafK"
    " RyafsR mafsmafsW cafcasK mcpafmcpafK gBcpR mBcpB pQ cpafmF KpasK mafK DmafD"
)
NAMED = "RmasRB KU RDD DDR HHDD HHRDD BmasBR pafKAD KmcpafmcpavKHGAD UmabK"
QUICK = "RmasRB RDD DDR HHDD pafKAD"


def mixture(rng):
    """Move text of up to four terms that a variant file may have."""
    while True:
        terms = rng.sample(LEGS.split(), rng.randrange(1, 4))
        terms += rng.sample(f"{POWERS} {PATHS}".split(), rng.randrange(3))
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
    """The moves are those of the naive rules, and perft counts each of them once."""
    position = rich_position(variant, rng, share)
    texts = (position.fen(), {kind: each.betza for kind, each in variant.pieces.items()})
    assert position.perft(1) == len(set(position.legal_moves())), texts
    compare(position, 1)


@pytest.mark.parametrize("text", mostly_slow(NAMED.split(), QUICK.split()))
def test_named_mixtures(text):
    rng = random.Random(text)
    for share in (0.03, 0.3):
        check(with_movements("macadamia", [text]), rng, share)


@pytest.mark.parametrize("seed", sampled(range(12), range(3), slow=range(6 if COMPILED else 0)))
def test_random_mixtures(seed):
    rng = random.Random(seed)
    variant = with_movements("macadamia", [mixture(rng) for _ in range(6)])
    for share in (0.05, 0.15, 0.4):
        check(variant, rng, share)


PAWN_ON_D6 = "6k1/8/8/3pP3/8/8/8/2K5 w - d6 0 1"
TWICE = [  # in chess with one piece that moves like this, or promotes to these types
    ("K", "KisO2isO2", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 26),
    ("P", ("Q", "N", "Q"), "7k/P7/8/8/8/8/8/7K w - - 0 1", 5),
    ("P", "mfWifmnDfcFfceF", PAWN_ON_D6, 7),
    ("P", "mfWifmnDfceFfceF", PAWN_ON_D6, 7),
    ("P", "mfWifmnDfceFfcB", PAWN_ON_D6, 7),
    ("P", "mfWifmnDfcBfceB", PAWN_ON_D6, 7),
]


@pytest.mark.parametrize(("kind", "how", "fen", "count"), TWICE)
def test_what_is_written_twice_is_one_move(kind, how, fen, count):
    chess = load("chess")
    if isinstance(how, str):
        pieces = {**chess.pieces, kind: replace(chess.pieces[kind], betza=how)}
        variant = replace(chess, pieces=pieces)
    else:
        variant = replace(chess, promotion=replace(chess.promotion, arrival={kind: how}))
    position = Position(variant, fen)
    assert position.perft(1) == len(set(position.legal_moves())) == count


@pytest.mark.parametrize("name", names())
def test_no_piece_of_a_built_in_variant_overlaps(name):
    """So what these games pay for it is one look at a bit they have to read anyway."""
    texts = {piece.betza for game in with_every_option(name) for piece in game.pieces.values()}
    assert not [text for text in texts if has_overlaps(parse_betza(text))]
