"""What only Macadamia Shogi and Devingt Chess have, entered by keys at 80x24."""

from __future__ import annotations

import pytest
from tui_harness import playing, two_people

EMPEROR = "6k6/13/13/5g7/6p6/13/13/13/13/2+K10/13/13/13 w"
PRINCE = "2r3k6/13/13/5+e7/13/13/13/13/13/2K10/13/13/13 w"
CASTLING = "2k7/10/10/10/10/10/10/10/10/R3K4R w KQ - 0 10"
FREED_ROOK = "1P8/9k/10/5b4/10/7R2/10/10/10/RKQ1NNBBSS b - - 0 30"
FREED_MATE = "1P7k/8pp/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS b - - 0 30"
ONE_KNIGHT_TWO_PAWNS = "1P1P6/9k/10/5b4/10/7N2/10/10/10/RKQRN1BBSS b - - 0 30"


async def test_an_emperor_is_refused_a_protected_piece_and_told_by_whom():
    async with playing(two_people(EMPEROR, "macadamia")) as hands:
        await hands.pick("c4")
        await hands.sees("Emperor +K")
        await hands.pick("g9")
        await hands.sees("The Pawn on g9 is protected by the Gold on f10")
        await hands.press('"+Kxg9" enter')
        await hands.sees("'+Kxg9' is not possible: the Pawn on g9 is protected by the Gold")


async def test_royals_in_danger_and_two_royals_are_told():
    async with playing(two_people(PRINCE, "macadamia")) as hands:
        await hands.sees("White's King is in danger")
        await hands.sees("Prince, King")
        await hands.pick("c4", "d4")
        await hands.sees("Black has two royals: Prince, King")
        assert "danger" not in hands.rows[0]


async def test_a_first_move_of_three_pawns():
    async with playing(two_people(variant="devingt")) as hands:
        await hands.pick("g2", "g3")
        await hands.sees("Pick g3 again to end the move, or another Pawn to step")
        await hands.pick("b2", "b3")
        await hands.sees("Now pick another Pawn to step")
        await hands.pick("e2", "e3")
        await hands.has_played("b3,e3,g3")


@pytest.mark.parametrize(("goal", "rook", "san"), [("h1", "g1", "Kh1"), ("b1", "c1", "Kb1+")])
async def test_the_longer_castling(goal, rook, san):
    async with playing(two_people(CASTLING, "devingt")) as hands:
        await hands.pick("e1", goal)
        await hands.has_played(san)
        pieces = {str(square): piece for square, piece in hands.screen.board._view.pieces.items()}
        assert (pieces.get(goal), pieces.get(rook)) == ("K", "R")


async def test_a_delayed_promotion_is_chosen_before_the_move():
    async with playing(two_people(ONE_KNIGHT_TWO_PAWNS, "devingt")) as hands:
        await hands.pick("f7", "h5")
        await hands.sees("A waiting Pawn becomes:")
        await hands.sees("b10=N")
        await hands.press('"d" enter')
        await hands.sees("d10=N: now make your move")
        await hands.press("escape")  # and asked again
        await hands.sees("A waiting Pawn becomes:")
        await hands.press("right enter")
        await hands.sees("d10=N: now make your move")
        await hands.pick("e1", "d3")
        await hands.sees("Black to move")
        assert hands.sans[1].startswith("d10=N,N")


@pytest.mark.parametrize(
    ("fen", "bishop", "told"),
    [
        (FREED_ROOK, "f7", "The Pawn on b10 becomes a Rook: a Rook has been captured"),
        (FREED_MATE, "i6", "The Pawn on b10 becomes a Rook, which is mate"),
    ],
)
async def test_a_promotion_that_happens_of_itself_is_told_in_words(fen, bishop, told):
    async with playing(two_people(fen, "devingt")) as hands:
        await hands.pick(bishop, "h5")
        await hands.sees(told)
