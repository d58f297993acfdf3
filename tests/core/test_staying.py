"""A capture after which the man may promote: said nothing, it stays; `=` and `=N` say that it does.

Programs and files rely on the first; who asks a person what is meant finds out here what was left
open.
"""

import pytest
from makachess.core import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Position
from makachess.core.engine.cecp import Protocol
from makachess.core.notation.reading import parse_choices
from makachess.core.notation.xboard import parse_xboard
from makachess.variants import load, names

FREE = "7k/8/8/8/4p3/2N5/K7/8 w - - 0 1"  # the Knight on c3 takes a Pawn and may promote
FORCED = "7k/8/8/8/4v3/2N5/K7/8 w - - 0 1"  # takes a Veteran and must
ARRIVAL = "9k/1P8/10/10/10/10/10/10/10/RK1RN1BBSS w - - 0 30"  # as the Queen or a Knight
WAITING = "9k/1P8/10/10/10/10/10/10/10/RKQRNNBBSS w - - 0 30"  # nothing to become on b10


def veteran(fen=FREE):
    return Position(load("veteran"), fen)


# --- what has always been so ----------------------------------------------------------------------


@pytest.mark.parametrize("text", ["c3e4", "c3xe4", "Nxe4", "Ncxe4", "Ne4", "N3xe4", "Nc3xe4"])
def test_nothing_said_means_that_it_stays(text):
    assert str(veteran().parse(text)) == "c3e4"


def test_a_pawn_of_devingt_chess_waits_where_nothing_is_in_reserve():
    for text in ("b9b10", "b10", "b9b10=", "b10=P"):
        assert str(Position(load("devingt"), WAITING).parse(text)) == "b9b10"


def test_the_protocol_of_xboard_reads_it_so():
    assert str(parse_xboard(veteran(), "c3e4")) == "c3e4"
    protocol = Protocol(load, names(), lambda: 0.0, "test")
    for line in ("variant veteran", "force", f"setboard {FREE}", "usermove c3e4"):
        assert not [action for action in protocol.receive(line) if "Illegal" in str(action)]
    [job] = protocol.receive("go")
    assert job.position.fen() == "7k/8/8/8/4N3/8/K7/8 b - - 0 1"


@pytest.mark.parametrize("text", ["c3e4", "Nxe4", "Ne4"])
def test_where_it_must_promote_nothing_said_is_refused(text):
    with pytest.raises(IllegalMoveError, match=r"must become a Mounted Veteran .*; write Nxe4=M"):
        veteran(FORCED).parse(text)


# --- said outright --------------------------------------------------------------------------------

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


@pytest.mark.parametrize("text", ["c4d5=", "c4d5=S", "Sxd5=", "Sxd5=S", "Sc4xd5="])
def test_in_the_shogi_games_too(text):
    rows = ["18k", *["19"] * 13, "3p15", "2S16", *["19"] * 2, "K18"]
    position = Position(load("maka"), f"{'/'.join(rows)} w - - 0 1")
    assert str(position.parse(text)) == "c4d5"


def test_what_cannot_promote_may_be_said_to_stay():
    position = Position(load("chess"))
    for text in ("g1f3=", "Nf3=", "g1f3=N"):
        assert str(position.parse(text)) == "g1f3"


# --- what is left open ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "text", "choices"),
    [
        (FREE, "c3e4", "c3e4 c3e4=M"),
        (FREE, "Nxe4", "c3e4 c3e4=M"),
        (FREE, "Nxe4=", "c3e4"),
        (FREE, "c3e4=N", "c3e4"),
        (FREE, "c3e4=M", "c3e4=M"),
        (FREE, "Nd5", "c3d5"),
        (FORCED, "c3e4", "c3e4=M"),
        (FORCED, "Nxe4=M", "c3e4=M"),
    ],
)
def test_the_choices_that_a_text_leaves(fen, text, choices):
    assert {str(move) for move in parse_choices(veteran(fen), text)} == set(choices.split())


def test_an_arriving_pawn_leaves_all_its_promotions():
    for name, fen, text, choices in (
        ("devingt", ARRIVAL, "b10", "QN"),
        ("devingt", WAITING, "b10", [""]),
        ("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8", "QRBN"),
    ):
        moves = parse_choices(Position(load(name), fen), text)
        assert [move.promotion for move in moves] == list(choices)


@pytest.mark.parametrize(
    ("fen", "text", "error"),
    [
        (FREE, "Nxd5x", InvalidMoveError),
        (FREE, "Nb6", IllegalMoveError),
        (FREE, "Nxe4=V", IllegalMoveError),
        (FORCED, "Nxe4=", IllegalMoveError),
        ("7k/8/8/8/4p3/2N3N1/K7/8 w - - 0 1", "Nxe4", AmbiguousMoveError),
    ],
)
def test_other_texts_are_refused_as_ever(fen, text, error):
    with pytest.raises(error) as refused:
        parse_choices(veteran(fen), text)
    with pytest.raises(error) as ever:
        veteran(fen).parse(text)
    assert str(refused.value) == str(ever.value)
