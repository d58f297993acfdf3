"""What is said of pieces that change by moving: on pages, in the panel, and of moves."""

from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.spec import Rule
from makachess.play.game_page import piece_section
from makachess.play.lookup import rules_in_words
from makachess.play.narration import forced_note
from makachess.play.sentences import (
    capture_sentences,
    change_sentences,
    move_changes,
    rules_text,
)
from makachess.tui.panes.piece import capture_lines
from makachess.variants import load, load_file

INVENTORS = Path(__file__).parents[1] / "data" / "inventors"
OWN = """
extends = "chess"
title = "Words"

[promotion.becomes]
Q = {"as cB" = "B", "as cR" = "R"}
R = {quiet = ["=", "N", "B"]}
B = {"as mF" = "N?", capture = "R"}
"""


def inventors(name):
    return load_file(INVENTORS / f"{name}.toml")


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "words.toml"
    path.write_text(OWN, encoding="utf-8")
    return load_file(path)


@pytest.mark.parametrize(
    ("name", "kind", "sentences"),
    [
        (
            *("kyoto", "P"),
            [
                "It must become a Rook whenever it moves.",
                "It is what a Rook becomes by moving.",
            ],
        ),
        (
            *("morph", "Q"),
            [
                "It must become a Pawn whenever it moves.",
                "On the last rank it stays what it is.",
                "It is what a Rook becomes by moving.",
            ],
        ),
        (
            *("sho", "N"),
            [
                "By a move that begins or ends on the last 3 ranks it may become a Promoted "
                "Knight; it must where it could never move again."
            ],
        ),
        (
            *("sho", "S"),
            ["By a move that begins or ends on the last 3 ranks it may become a Promoted Silver."],
        ),
    ],
)
def test_sentences(name, kind, sentences):
    variant = inventors(name)
    said = list(change_sentences(variant, kind))
    assert said[: len(sentences)] == sentences
    page = "".join(piece_section(variant, variant.pieces[kind]))
    assert all(sentence in page for sentence in sentences)


def test_sentences_of_ways(own):
    assert list(capture_sentences(own, "Q")) == [
        "When it takes like a Bishop, it must become a Bishop.",
        "When it takes like a Rook, it must become a Rook.",
    ]
    assert list(capture_sentences(own, "R")) == [
        "It may become a Knight or a Bishop when it takes nothing.",
        "It stays a Rook when it takes any piece.",
    ]
    assert list(capture_sentences(own, "B")) == [
        "When it moves, without capture, as 'mF' says, it may become a Knight.",
        "It must become a Rook when it takes any piece.",
    ]


def test_what_a_page_draws(own):
    assert move_changes(inventors("kyoto"), "P") == [(Rule.MUST, "R", [])]
    assert move_changes(own, "R") == [(Rule.MAY, "N", []), (Rule.MAY, "B", [])]
    assert move_changes(own, "B") == [(Rule.MUST, "R", ["Q", "R", "B", "N", "P"])]
    assert move_changes(load("chess"), "R") == []


@pytest.mark.parametrize(
    ("name", "kind", "lines"),
    [
        ("kyoto", "P", ["by moving must R"]),
        ("sho", "P", ["last 3 ranks +P"]),
        ("morph", "K", ["no promotion"]),
        ("gross", "P", ["last 3 ranks B N V W", "last 2 ranks R C S", "last rank Q M A"]),
    ],
)
def test_the_panel(name, kind, lines):
    told = ["".join(part.text for part in line) for line in capture_lines(inventors(name), kind)]
    assert told == lines


def test_the_panel_of_ways(own):
    told = ["".join(part.text for part in line) for line in capture_lines(own, "Q")]
    assert told == ["as cB must B", "as cR must R"]


def test_a_forced_change_is_noted_with_captures_only():
    position = Position(inventors("morph"), "k7/8/8/3p4/4P3/8/8/K7 w - - 0 1")
    taken = position.parse("exd5=N")
    assert forced_note(position, taken) == (
        "Pawn had to become Knight: a Pawn changes by every move"
    )
    assert forced_note(position, position.parse("e5=N")) == ""


def test_a_piece_that_can_be_chosen_on_few_ranks_says_so():
    gross = inventors("gross")
    said = {kind: list(change_sentences(gross, kind))[-1] for kind in "QCN"}
    assert said == {
        "Q": "A Pawn can become one on the last rank.",
        "C": "A Pawn can become one on the last 2 ranks.",
        "N": "A Pawn can become one on the last 3 ranks.",
    }
    *_, spare, second, last = change_sentences(gross, "P")
    assert (
        spare == "In its reserve are 2 Queens, 4 Rooks, 4 Bishops and 4 Knights from the beginning."
    )
    assert second == "It can become a Rook, a Cannon or a Champion only on the last 2 ranks."
    assert last == "It can become a Queen, a Marshall or an Archbishop only on the last rank."


DRAWN = "The game is drawn when a position occurs for the"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "wildebeest",
            f"Checkmate wins, and so does stalemate.\n\n{DRAWN} third time or after 50 moves by"
            " each side without a capture or a move of a Pawn. So it is when nothing is left but"
            " the Kings, the Kings and a Knight, a Bishop or a Camel or the Kings and Bishops that"
            " all stand on squares of one colour.",
        ),
        (
            "heian-dai",
            "Checkmate wins, and so does stalemate. A side to which nothing is left but a King has"
            " lost, unless it can take the other side's last piece or only royal at once.\n\n"
            f"{DRAWN} fourth time or after 200 moves by each side without a capture.",
        ),
        # Knights may become more, and Pawns come back.
        (
            "morph",
            f"Checkmate wins, stalemate is a draw.\n\n{DRAWN} third time or after 50 moves by each"
            " side without a capture. So it is when nothing is left but the Kings.",
        ),
        (
            "wa",
            f"Checkmate wins, and so does stalemate.\n\n{DRAWN} fourth time or after 200 moves by"
            " each side without a capture.",
        ),
    ],
)
def test_a_game_without_help_tells_how_it_ends(name, text):
    variant = inventors(name)
    assert variant.help == ""
    assert rules_text(variant) == text
    assert list(rules_in_words(variant)) == text.split("\n")


@pytest.mark.parametrize(
    ("name", "options", "parts"),
    [
        ("sho", {}, ["A side that has lost its last King or Prince has lost", "There is no check"]),
        (
            "chu",
            {},
            [
                "or the other side has only a Pawn or a Go-Between.",
                "No move may repeat a position.",
                "A Lion may take a Lion only if no enemy could retake it, the two are ",
                "the reply must not take a Lion",
                "The game is drawn after 200 moves by each side without a capture.",
            ],
        ),
        (
            "maka",
            {"pass_repetition": "first-loses"},
            ["King, Emperor or Prince", "with every move", "the side that passed first has lost."],
        ),
        ("spartan", {}, ["Of several Kings one may be taken"]),
    ],
)
def test_what_ends_a_game_is_told_by_its_keys(name, options, parts):
    folders = INVENTORS, INVENTORS.parent / "fairy-stockfish"
    files = [folder / f"{name}.toml" for folder in folders if (folder / f"{name}.toml").exists()]
    variant = load_file(files[0]) if files else load(name, **options)
    text = rules_text(variant)
    assert all(part in text for part in parts), text
