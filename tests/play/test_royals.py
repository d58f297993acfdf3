"""What the screen says of royals, where no rule of check warns of losing them."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.core import Position
from makachess.play.attacks import checked_squares, dangers, royals_of, several_royals
from makachess.variants import load, load_file
from stubs import square

TWO_KINGS = """\
extends = "chess"
start = "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
[pieces.K]
betza = "K"
"""
ATTACKED = "2r3k6/13/13/5+e7/13/13/13/13/13/2K10/13/13/5R7 w"


def test_royals_in_danger_are_told_those_of_the_side_to_move_first():
    royals = royals_of(Position(load("macadamia"), ATTACKED))
    assert dangers(royals, "white") == ["White's King is in danger", "Black's Prince can be taken"]
    assert dangers(royals, "black") == ["Black's Prince is in danger", "White's King can be taken"]


def test_sides_with_several_royals_are_told():
    royals = royals_of(Position(load("macadamia"), ATTACKED))
    assert several_royals(royals) == ["Black has two royals: Prince, King"]


def test_royals_in_danger_are_marked_on_the_board():
    position = Position(load("macadamia"), ATTACKED)
    marked = checked_squares(position, royals_of(position))
    assert marked == (square("c4"), square("f10"))


def test_games_that_end_with_mate_mark_the_king_in_check():
    position = Position(load("veteran"), "4k3/8/8/8/8/8/P3q3/4K3 w - - 0 1")
    assert royals_of(position) == ()
    assert checked_squares(position, ()) == (square("e1"),)


def test_of_several_kings_under_mate_one_that_is_attacked_is_in_danger_and_all_are_in_check():
    path = Path(__file__).parents[1] / "data" / "fairy-stockfish" / "spartan.toml"
    spartan = load_file(path)
    one = Position(spartan, "1s3s2/8/8/8/8/8/8/1R3K2 b - - 0 1")
    assert dangers(royals_of(one), "black") == ["Black's Spartan King is in danger"]
    assert checked_squares(one, royals_of(one)) == (square("b8"),)
    both = Position(spartan, "1s3s2/8/8/8/8/8/8/1R2KR2 b - - 0 1")
    assert checked_squares(both, royals_of(both)) == (square("b8"), square("f8"))
    lone = Position(spartan, "1s6/8/8/8/8/8/8/1R3K2 b - - 0 1")
    assert royals_of(lone) == ()


@pytest.mark.parametrize(
    ("turn", "told"), [("w", "Black's King can be taken"), ("b", "Black's King is in danger")]
)
def test_where_mate_decides_a_pinned_piece_takes_no_king(tmp_path, turn, told):
    path = tmp_path / "kings.toml"
    path.write_text(TWO_KINGS, encoding="utf-8")
    kings = load_file(path)
    pinned = Position(kings, f"k3r3/8/8/8/8/8/4R1k1/4K3 {turn}")
    assert dangers(royals_of(pinned), pinned.turn) == []
    free = Position(kings, f"k7/8/8/8/8/8/4R1k1/4K3 {turn}")
    assert dangers(royals_of(free), free.turn) == [told]
