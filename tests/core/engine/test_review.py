"""Reviews of small games in which it is plain what was good and what was not."""

from __future__ import annotations

import pytest
from makachess.core import Position
from makachess.core.engine import Engine, Score, StopToken
from makachess.core.engine.review import (
    Judgement,
    Review,
    Verdict,
)
from makachess.variants import load

NODES = 1500


def make_review(name: str, fen: str | None, *sans: str, stop: StopToken | None = None) -> Review:
    position = Position(load(name), fen)
    for san in sans:
        position.push(position.parse(san))
    engine = Engine(position.variant, hash_mb=1, model=None)
    return Review(engine, position.moves, position.start_fen, NODES, stop)


def judge(name: str, fen: str | None, *sans: str) -> list[Judgement]:
    """The judgements in the order of the moves."""
    return list(make_review(name, fen, *sans).generate_judgements())[::-1]


def verdicts(judged: list[Judgement]) -> list[Verdict]:
    return [judgement.verdict for judgement in judged]


def test_a_queen_that_is_given_away_is_a_blunder() -> None:
    judged = judge("chess", None, "e4", "e5", "Qg4", "Nf6", "Qxg7", "Bxg7")
    assert verdicts(judged)[4:] == [Verdict.BLUNDER, Verdict.BEST]
    assert Verdict.BLUNDER not in verdicts(judged)[:4]
    blunder = judged[4]
    assert (blunder.ply, blunder.color, str(blunder.move)) == (5, "white", "g4g7")
    assert blunder.reply.sans[0] == "Bxg7"
    assert blunder.note.startswith("Blunder (")
    assert f"now Bxg7 wins the Queen. {blunder.best.sans[0]} was better" in blunder.note
    assert not any(j.note for j in judged if not j.verdict.is_mistake)
    assert blunder.best.sans[0].startswith("Q")
    assert blunder.loss > 0.3
    assert (blunder.after.centipawns or 0) < -500


@pytest.mark.parametrize(
    ("queen", "why"), [(900, "it wins the Queen for the Knight"), (10, "it gives the Knight")]
)
def test_a_note_counts_pieces_as_its_engine_does(queen: int, why: str) -> None:
    position = Position(load("chess"), "4k3/8/2p5/3q4/8/4N3/8/4K3 w - - 0 1")
    position.push_san("Nc2")
    engine = Engine(position.variant, hash_mb=1, model=None)
    engine._knowledge.values = {"P": 100, "N": 300, "Q": queen, "K": 0}
    (judged,) = Review(engine, position.moves, position.start_fen, NODES).generate_judgements()
    assert f"Nxd5 was better: {why}" in judged.note


def test_a_null_move_is_no_mistake_nor_forced() -> None:
    judged = judge("chess", None, "e4", "d5", "--", "dxe4", "--", "Qxd2", "Qxd2")
    assert [judged[at].verdict for at in (2, 4)] == [Verdict.GOOD, Verdict.GOOD]
    assert [(judged[at].loss, judged[at].note) for at in (2, 4)] == [(0.0, "")] * 2
    assert judged[5].verdict is Verdict.BLUNDER
    [only, null] = judge("chess", "7k/8/8/8/8/8/r7/7K b - - 0 1", "Rb2", "--")
    assert null.best.sans[0] == "Kg1"
    assert only.verdict < Verdict.INACCURACY


def test_a_mate_allowed_and_a_mate_missed_are_blunders() -> None:
    judged = judge("chess", None, "e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "d3", "Nxh5")
    assert verdicts(judged)[5:] == [Verdict.BLUNDER, Verdict.BLUNDER, Verdict.BEST]
    assert judged[5].reply.sans == ("Qxf7#",)
    assert judged[5].after == judged[6].before == Score(None, 1)
    assert judged[6].best.sans == ("Qxf7#",)


def test_a_mate_missed_in_a_won_game_is_an_inaccuracy() -> None:
    [judgement] = judge("chess", "6k1/5ppp/8/8/8/8/3Q4/R3K3 w - - 0 1", "Qd3")
    assert judgement.verdict is Verdict.INACCURACY
    assert judgement.loss < 0.05


def test_the_only_move_is_never_a_fault() -> None:
    judged = judge("chess", "7k/5K2/8/8/8/8/8/6R1 b - - 0 1", "Kh7", "Rh1#")
    assert verdicts(judged) == [Verdict.BEST, Verdict.BEST]
    assert judged[0].best.sans == ("Kh7", "Rh1#")
    assert judged[0].before == Score(None, 1)


def test_stalemate_gives_the_win_away() -> None:
    judged = judge("chess", "7k/8/4K1Q1/8/8/8/8/8 w - - 0 1", "Kf7")
    assert verdicts(judged) == [Verdict.BLUNDER]
    assert judged[0].after == Score(0)


def test_a_repetition_that_loses_is_the_fault_of_who_repeats() -> None:
    # White is far ahead, but has checked with each move, and does so once more.
    fen = "13/11pk/13/12Q/13/13/13/13/13/13/13/RR11/12K b - - 0 1"
    circle = ("m12l13", "m10j13", "l13m12", "j13m10")
    last = judge("macadamia", fen, *circle * 3)[-1]
    assert (last.color, last.verdict, last.loss) == ("white", Verdict.BLUNDER, 1)
    assert last.after == Score(None, -1)
    assert last.note.startswith("Blunder (#2 to #-1). ")


def test_stopped_it_judges_no_more() -> None:
    stop = StopToken()
    review = make_review("chess", None, "e4", "e5", "Qh5", "Nc6", stop=stop)
    judgements = review.generate_judgements()
    assert next(judgements).ply == 4
    stop.stop()
    assert list(judgements) == []
