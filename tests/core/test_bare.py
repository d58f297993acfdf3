"""Who has one royal and nothing else, where that loses."""

import naive
import pytest
from makachess.core import Outcome, Position
from makachess.core.engine import Engine, Limits, Score
from makachess.variants import load, load_file

REST = "/".join(["12"] * 10)
WON = Outcome("white", "bare royal")

SHATRANJ_LIKE = """
extends = "chess"
title = "Bare"
summary = "Chess in which a bare King has lost."

[ending]
bare = "loses"
"""


def position(top, bottom, rest="w - - 0 1", **options):
    return Position(load("chu", **options), f"{top}/{REST}/{bottom} {rest}")


@pytest.mark.parametrize("turn", "wb")
@pytest.mark.parametrize(
    ("top", "bottom", "outcome"),
    [
        ("k11", "K10R", WON),
        ("+e11", "K10R", WON),
        ("k11", "K9RP", WON),
        ("k+e10", "K10R", None),
        ("k10p", "K10R", None),
        ("k11", "K10P", None),
        ("k11", "K9PI", None),
        ("k11", "K11", None),
        ("kS10", "K11", None),
        ("kS10", "K10I", None),
        ("kS10", "K10S", WON),
        ("kK10", "11S", None),
        ("kK10", "10+ES", WON),
        ("12", "K10R", Outcome("white", "last royal captured")),
    ],
)
def test_a_bare_royal_loses_to_whom_it_cannot_take_at_once(top, bottom, outcome, turn):
    found = position(top, bottom, f"{turn} - - 0 1")
    assert found.outcome() == outcome
    moves = naive.legal_moves(naive.set_up(found.variant, found.fen()))
    assert set(moves) == {str(move) for move in found.legal_moves()}
    assert bool(moves) is (outcome is None)


@pytest.mark.parametrize(("chosen", "mate"), [("loses", 1), ("plays-on", None)])
def test_the_search_sees_that_the_last_piece_decides(chosen, mate):
    found = position("k10p", "K10R", bare_king=chosen)
    best = Engine(found.variant, hash_mb=1).search(found, Limits(depth=2))
    assert str(best.move) == "l1l12=+R"
    assert (best.info.score == Score(None, mate)) is (mate is not None)


def test_it_can_lose_beside_checkmate_too(tmp_path):
    path = tmp_path / "bare.toml"
    path.write_text(SHATRANJ_LIKE)
    found = Position(load_file(path), "7k/8/8/8/8/8/r7/1K4R1 w - - 0 1")
    assert found.outcome() is None
    found.push_san("Kxa2")
    assert found.outcome() == WON
    assert found.legal_moves() == []
    assert found.outcome().explanation == "Black has only a royal left: White wins"
