"""What the screen says of royals, where no rule of check warns of losing them."""

from __future__ import annotations

from pathlib import Path

from makachess.core import Position, Square
from makachess.play.attacks import checked_squares, dangers, royals_of, several_royals
from makachess.variants import load, load_file

ATTACKED = "2r3k6/13/13/5+e7/13/13/13/13/13/2K10/13/13/5R7 w"


def test_royals_in_danger_are_told_those_of_the_side_to_move_first():
    royals = royals_of(Position(load("macadamia"), ATTACKED))
    assert dangers(royals, "white") == ["White's King is in danger", "Black's Prince can be taken"]
    assert dangers(royals, "black") == ["Black's Prince is in danger", "White's King can be taken"]


def test_sides_with_several_royals_are_told():
    royals = royals_of(Position(load("macadamia"), ATTACKED))
    assert several_royals(royals) == ["Black has two royals: Prince, King"]


def test_games_that_end_with_mate_mark_the_king_in_check():
    position = Position(load("veteran"), "4k3/8/8/8/8/8/P3q3/4K3 w - - 0 1")
    assert royals_of(position) == ()
    assert checked_squares(position, ()) == (Square.parse("e1"),)


def test_of_several_kings_under_mate_one_that_is_attacked_is_in_danger_and_all_are_in_check():
    path = Path(__file__).parents[1] / "data" / "fairy-stockfish" / "spartan.toml"
    spartan = load_file(path)
    one = Position(spartan, "1s3s2/8/8/8/8/8/8/1R3K2 b - - 0 1")
    assert dangers(royals_of(one), "black") == ["Black's Spartan King is in danger"]
    assert checked_squares(one, royals_of(one)) == (Square.parse("b8"),)
    both = Position(spartan, "1s3s2/8/8/8/8/8/8/1R2KR2 b - - 0 1")
    assert checked_squares(both, royals_of(both)) == (Square.parse("b8"), Square.parse("f8"))
    lone = Position(spartan, "1s6/8/8/8/8/8/8/1R3K2 b - - 0 1")
    assert royals_of(lone) == ()
