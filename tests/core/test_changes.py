"""What moves make of their pieces by taking nothing, by how they go, and in zones as of Shogi."""

import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from makachess.core import IllegalMoveError, Position
from makachess.core.engine.evaluation import piece_values
from makachess.core.promotion import QUIET, effect, forms_of, pawn_resets
from makachess.core.spec import Rule
from makachess.variants import load, load_file
from naive import compare
from strewn import game, rich_position

INVENTORS = Path(__file__).parents[1] / "data" / "inventors"
METAMORPH = """
extends = "chess"
title = "Changes of all kinds"

[pieces.M]
name = "Marshall"
betza = "RN"
description = "A Rook and a Knight."

[pieces.A]
name = "Paladin"
betza = "BN"
description = "A Bishop and a Knight."

[promotion.becomes]
Q = {"as cB" = "B", "as cR" = "R"}
M = {"as cR" = "R", "as cN" = "N"}
A = {"as cB" = "B", "as cN" = "N"}
R = {quiet = "M?", P = "=", N = ["M", "A", "="]}
B = {quiet = ["=", "A", "M"], capture = "A?"}
N = {quiet = "Q?", "as ffN" = "A", "as N" = "="}
P = {"as fmW" = "=", "as cF" = ["N", "B"], any = "N?"}
"""


@pytest.fixture(scope="module")
def metamorph(tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "metamorph.toml"
    path.write_text(METAMORPH, encoding="utf-8")
    return load_file(path)


def inventors(name):
    return load_file(INVENTORS / f"{name}.toml")


def at(variant, fen):
    return Position(variant, fen)


def of(position, square):
    return sorted(map(str, position.legal_moves(square)))


@pytest.mark.parametrize("seeds", [1, pytest.param(40, marks=pytest.mark.long)])
def test_both_generators_agree_on_changes_of_all_kinds(metamorph, seeds):
    for seed in range(seeds):
        rng = random.Random(seed)
        for position in islice(game(Position(metamorph), rng, 41), 0, None, 8):
            compare(Position(metamorph, position.fen()), 1)
        compare(rich_position(metamorph, rng), 1)


@pytest.mark.long
@pytest.mark.parametrize("name", ["kyoto", "morph", "revolving", "sho"])
def test_both_generators_agree_along_games_of_inventors(name):
    variant, rng = inventors(name), random.Random(name)
    for _ in range(30):
        for position in islice(game(Position(variant), rng, 80, greed=0.3), 0, None, 5):
            compare(Position(variant, position.fen()), 1)


def test_a_piece_becomes_what_it_moves_as(metamorph):
    position = at(metamorph, "k7/8/8/3p1p2/8/3Q4/8/K7 w - - 0 1")
    assert {move for move in of(position, "d3") if "=" in move} == {"d3d5=R", "d3f5=B"}
    black = at(metamorph, "k7/8/3q4/8/3P1P2/8/8/K7 b - - 0 1")
    assert {move for move in of(black, "d6") if "=" in move} == {"d6d4=R", "d6f4=B"}


def test_the_first_way_that_fits_decides_and_a_victim_goes_before(metamorph):
    position = at(metamorph, "k7/8/3p4/8/4N3/8/8/K7 w - - 0 1")
    assert of(position, "e4") == [
        *("e4c3", "e4c5", "e4d2", "e4d6=A", "e4f2", "e4f6=A", "e4g3", "e4g5")
    ]
    rook = at(metamorph, "k7/8/8/8/8/2p5/8/K1Rn4 w - - 0 1")
    assert {move for move in of(rook, "c1") if move[2:4] in ("c3", "d1")} == {
        *("c1c3", "c1d1", "c1d1=A", "c1d1=M")
    }


def test_san_reads_and_writes_them(metamorph):
    position = at(metamorph, "k7/8/3p4/8/8/3B4/8/K7 w - - 0 1")
    for move in position.legal_moves():
        assert position.parse(position.san(move)) == move
        assert position.parse(str(move)) == move
    assert position.san(position.parse("d3e4=M")) == "Be4=M"


def test_making_and_taking_back_leaves_the_position(metamorph):
    position = Position(metamorph)
    for _ in game(position, random.Random(5), 60):
        fen, key = position.fen(), hash(position)
        for move in position.legal_moves():
            position.push(move)
            position.pop()
        assert (position.fen(), hash(position)) == (fen, key)


def test_in_castling_the_rook_changes_as_by_its_own_move():
    position = at(inventors("revolving"), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    position.push(position.parse("O-O"))
    assert position.fen().split()[0] == "r3k2r/8/8/8/8/8/8/R4QK1"
    position.push(position.parse("O-O-O"))
    assert position.fen().split()[0] == "2kq3r/8/8/8/8/8/8/R4QK1"
    again = Position(position.variant, position.fen())
    assert again == position
    position.pop()
    position.pop()
    assert position.fen() == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_a_rook_with_a_choice_stays_in_castling(metamorph):
    position = at(metamorph, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    position.push(position.parse("O-O"))
    assert position.fen().split()[0] == "4k3/8/8/8/8/8/8/5RK1"


def test_a_queen_that_would_become_a_pawn_on_the_last_rank_stays_one():
    position = at(inventors("morph"), "k7/3Q4/8/8/8/8/8/K7 w - - 0 1")
    assert {"d7d8", "d7h7=P"} <= {*of(position, "d7")}
    assert "d7d8=P" not in of(position, "d7")


def test_pawn_moves_are_no_progress_where_pawns_come_back():
    morph, sho = inventors("morph"), inventors("revolving")
    assert not pawn_resets(morph)
    assert pawn_resets(sho)
    position = at(morph, "k7/8/8/8/8/8/3P4/K7 w - - 7 1")
    position.push(position.parse("d3=N"))
    assert position.fen().split()[4] == "8"


def test_a_position_repeats_though_pieces_have_turned():
    position = at(inventors("kyoto"), "k4/5/5/5/2P1K w - - 0 1")
    for text in ["c1c2=R", "a5b5", "c2c1=P", "b5a5"] * 2:
        assert position.outcome() is None
        position.push(position.parse(text))
    assert position.outcome().reason == "repetition"


def test_what_turns_into_something_strong_does_not_draw():
    revolving = inventors("revolving")
    assert forms_of(revolving, "N") == ("N", "B", "R", "Q")
    assert at(revolving, "k7/8/8/8/8/8/8/KN6 w - - 0 1").outcome() is None
    assert at(load("chess"), "k7/8/8/8/8/8/8/KN6 w - - 0 1").outcome().reason == "dead position"


def test_what_turns_is_worth_some_of_what_it_will_be():
    kyoto = inventors("kyoto")
    values = piece_values(kyoto)
    never = piece_values(replace(kyoto, promotion=replace(kyoto.promotion, becomes={})))
    assert never["P"] < values["P"] < values["R"] < never["R"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("P-c2=P", "the Pawn on c1 must change by this move (a Pawn changes by every move)"),
        ("c1c2", "the Pawn on c1 must change by this move (a Pawn changes by every move)"),
        ("c1c2=G", "cannot become that by this move"),
    ],
)
def test_why_not(text, reason):
    position = at(inventors("kyoto"), "k4/5/5/5/2P1K w - - 0 1")
    with pytest.raises(IllegalMoveError) as told:
        position.parse(text)
    assert reason in str(told.value)
    assert "=R" in str(told.value)


def test_the_zone_of_shogi():
    sho = inventors("sho")
    silver = at(sho, "4k4/8g/9/S8/9/9/9/8G/4K4 w - - 0 1")
    assert {"a6a7", "a6a7=+S"} <= {*of(silver, "a6")}
    assert "a6b5=+S" not in of(silver, "a6")
    leaves = at(sho, "4k4/8g/S8/9/9/9/9/8G/4K4 w - - 0 1")
    assert {"a7b6", "a7b6=+S", "a7a8", "a7a8=+S"} <= {*of(leaves, "a7")}


@pytest.mark.parametrize(
    ("rank", "home", "goal", "versions"),
    [
        ("P8/9", "a8", "a9", {"=+P"}),
        ("9/P8", "a7", "a8", {"", "=+P"}),
        ("9/L8", "a7", "a9", {"=+L"}),
        ("9/L8", "a7", "a8", {"", "=+L"}),
        ("9/N8", "a7", "b9", {"=+N"}),
    ],
)
def test_it_is_forced_only_where_the_piece_could_never_move_again(rank, home, goal, versions):
    position = at(inventors("sho"), f"4k4/{rank}/9/9/9/8g/8G/4K4 w - - 0 1")
    goals = {move[2:] for move in of(position, home)}
    assert {move[2:] for move in goals if move[:2] == goal} == versions


def test_a_knight_is_forced_on_two_ranks():
    position = at(inventors("sho"), "4k4/9/9/N8/9/8g/8G/9/4K4 w - - 0 1")
    assert of(position, "a6") == ["a6b8=+N"]
    black = at(inventors("sho"), "4k4/9/9/9/8g/8G/n8/9/4K4 b - - 0 1")
    assert of(black, "a3") == ["a3b1=+N"]


def test_what_a_zone_and_a_victim_offer_alike_is_one_move():
    cannibal = load("cannibal")
    rules = replace(cannibal.promotion, arrival={"Q": ("R",)}, zone=3)
    position = at(replace(cannibal, promotion=rules), "k7/7r/8/5Q2/8/8/8/K7 w - - 0 1")
    assert [move for move in of(position, "f5") if move.startswith("f5h7")] == ["f5h7=R"]


def test_passing_changes_nothing():
    chu = load("chu")
    rules = replace(chu.promotion, becomes={"N": {"any": "Q"}}, arrival={"N": ("K",)}, zone=12)
    variant = replace(chu, promotion=replace(rules, zone_rule="begin-or-end"))
    position = at(variant, "k10g/12/12/12/12/12/12/12/12/3N8/12/K11 w - - 0 1")
    assert "d3d3" in of(position, "d3")
    assert not [move for move in of(position, "d3") if move.startswith("d3d3=")]


def test_an_effect_has_a_cell_in_the_words_of_the_sheets(metamorph):
    assert effect(metamorph, "B", QUIET).cell("B") == "?A/M"
    assert effect(metamorph, "Q", "P", (3, 3)).cell("Q") == "!B"
    assert effect(metamorph, "Q", "P", (1, 2)).rule is Rule.STAY
