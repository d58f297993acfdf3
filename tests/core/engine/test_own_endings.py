"""Ends of games that only variants of one's own have, as the search sees them."""

from makachess.core import Outcome, Position
from makachess.core.engine import Engine, Limits
from makachess.variants import load_file

RENOUNCING = """
extends = "macadamia"
title = "Renouncing"
summary = "A King that takes a Pawn becomes a Gold General, who is not royal."

[promotion.becomes]
K = { P = "G" }
"""

IMPERIAL = """
extends = "chess"
title = "Imperial"
summary = "A Pawn may become an Emperor, who checks from anywhere."

[pieces.U]
name = "Emperor"
betza = "U"

[promotion.arrival]
P = ["U", "Q"]
"""


def test_a_last_royal_that_becomes_a_common_piece_is_lost(tmp_path):
    path = tmp_path / "renouncing.toml"
    path.write_text(RENOUNCING, encoding="utf-8")
    position = Position(load_file(path), "12k/13/13/13/13/13/13/13/13/13/13/1p11/K11R w - - 0 1")
    over = position.copy()
    over.push(position.parse("a1b2=G"))
    assert over.outcome() == Outcome("black", "last royal captured")
    engine = Engine(position.variant, hash_mb=1)
    kept = (position.parse("a1b2=G"), position.parse("a1a2"))
    for depth in (1, 2, 3):
        found = engine.search(position, Limits(depth=depth, multipv=2, root_moves=kept))
        lost = found.lines[1]
        assert (str(found.move), str(lost.pv[0]), lost.score.mate) == ("a1a2", "a1b2=G", -1)


def test_an_emperor_mates_where_mate_decides(tmp_path):
    path = tmp_path / "imperial.toml"
    path.write_text(IMPERIAL, encoding="utf-8")
    position = Position(load_file(path), "7k/P7/8/8/8/8/8/K7 w - - 0 1")
    over = position.copy()
    over.push(position.parse("a8=U"))
    assert over.outcome() == Outcome("white", "checkmate")
    found = Engine(position.variant, hash_mb=1).search(position, Limits(depth=3))
    assert found.info is not None
    assert (str(found.move), found.info.score.mate) == ("a7a8=U", 1)
