"""Moves and positions in signs that look like others, as web pages have them."""

import pytest
from makachess.core import Position
from makachess.core.text import plain_signs
from makachess.play.entry import MoveEntry
from makachess.play.questions import Answer, Question
from makachess.variants import load

CASTLING = "r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("0–0–0", "O-O-O"),
        ("O‑O", "O-O"),
        ("０−０", "O-O"),
        ("\xa0e4\u200b", "e4"),
        ("ｅ２ｅ４", "e4"),
        ("ｅ２—ｅ４", "e4"),
        ("e\u20602\u200de4！", "e4"),
        ("R\u200bg1\ufeff", "Rg1"),
        ("♖g1", "Rg1"),
        ("R×h8", "Rxh8+"),
        ("♖×h8", "Rxh8+"),
        ("♚\ufe0ef1", "Kf1"),
    ],
)
def test_a_move_is_read_as_it_is_meant(text: str, meant: str) -> None:
    position = Position(load("chess"), CASTLING)
    assert position.san(position.parse(text)) == meant
    assert position.san(position.parse_san(text)) == meant or "２" in text or "2" in text
    assert position.san(MoveEntry(position).type(text)) == meant


def test_a_fen_is_read_as_it_is_meant() -> None:
    typed = CASTLING.replace(" - ", "\u2003–\xa0").replace("KQkq", "ＫＱkq\u200b")
    assert Position(load("chess"), typed).fen() == CASTLING


def test_an_answer_is_read_as_it_is_meant() -> None:
    question = Question("?", [Answer("n", "no"), Answer("y", "yes")])
    assert [question.fitting(text) for text in ("ｎ", "２", "ｙ", "ｚ")] == [0, 1, 1, None]


@pytest.mark.parametrize("text", ["e4", "±", "∓ ⩲ ♘f3 → ½-½", "Łódź…", "ï¼", "8×8"])
def test_all_other_signs_stay_what_they_are(text: str) -> None:
    assert plain_signs(text) == text
