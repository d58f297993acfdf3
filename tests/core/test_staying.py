"""A capture after which the piece may promote: said nothing, it stays; `=` and `=N` say so.

Programs and files rely on the first; who asks a person what is meant finds out here what was left
open.
"""

import pytest
from makachess.core import AmbiguousMoveError, IllegalMoveError, Position
from makachess.variants import load

FREE = "7k/8/8/8/4p3/2N5/K7/8 w - - 0 1"  # the Knight on c3 takes a Pawn and may promote
FORCED = "7k/8/8/8/4v3/2N5/K7/8 w - - 0 1"  # takes a Veteran and must
ARRIVAL = "9k/1P8/10/10/10/10/10/10/10/RK1RN1BBSS w - - 0 30"  # as the Queen or a Knight


def veteran(fen=FREE):
    return Position(load("veteran"), fen)


@pytest.mark.parametrize("text", ["c3e4", "c3xe4", "Nxe4", "Ncxe4", "Ne4", "N3xe4", "Nc3xe4"])
def test_nothing_said_means_that_it_stays(text):
    assert str(veteran().parse(text)) == "c3e4"


@pytest.mark.parametrize("text", ["c3e4", "Nxe4", "Ne4"])
def test_where_it_must_promote_nothing_said_is_refused(text):
    with pytest.raises(IllegalMoveError, match=r"must become a Mounted Veteran .*; write Nxe4=M"):
        veteran(FORCED).parse(text)


STAYS = ["c3e4=", "c3e4=N", "c3xe4=", "c3xe4=N", "Nxe4=", "Nxe4=N", "Ncxe4=", "Nc3xe4=N", "Nxe4(N)"]


@pytest.mark.parametrize("text", STAYS)
def test_staying_can_be_said(text):
    assert str(veteran().parse(text)) == "c3e4"


@pytest.mark.parametrize("text", STAYS)
def test_staying_is_refused_where_it_must_promote(text):
    with pytest.raises(IllegalMoveError, match=r"must become a Mounted Veteran .*; write Nxe4=M"):
        veteran(FORCED).parse(text)


@pytest.mark.parametrize(
    ("name", "fen", "texts", "write"),
    [
        ("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8= a7a8=P a8= a8=P", "a8=B or a8=N or"),
        ("devingt", ARRIVAL, "b9b10= b9b10=P b10= b10=P", "b10=N or b10=Q"),
    ],
)
def test_a_pawn_that_must_promote_by_arriving_cannot_stay_one(name, fen, texts, write):
    position = Position(load(name), fen)
    for text in texts.split():
        with pytest.raises(IllegalMoveError, match=f"must promote there; write {write}"):
            position.parse(text)
    with pytest.raises(AmbiguousMoveError, match="does not say what it promotes to"):
        position.parse(texts.split()[0].rstrip("="))
