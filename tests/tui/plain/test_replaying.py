"""Line mode: a recorded game is told move by move."""

from __future__ import annotations

import pytest
from cli_calls import bad, good
from makachess.core import MakachessError
from makachess.tui.plain.replaying import Replaying

TWO = """\
[Event "Friendly"]
[White "Anna"]
[Black "Zoë"]
[Result "0-1"]
[Termination "checkmate"]

{Both were tired.} 1. f3 e5 2. g4? {[%clk 0:01:00] This loses.} (2. e4) (2. d4 d5) Qh4# 0-1

[White "Berta"]

1. e4 Zz9 *
"""


class Lines:
    """A person who types; `ask` gives what is said to a line."""

    def __init__(self, path, number=1, ply=0):
        self.said = []
        self.talk = Replaying(self.said.append, path, number, ply)
        self.talk.begin()

    def ask(self, line):
        self.said.clear()
        self.talk.take(line)
        return "\n".join(self.said)


@pytest.fixture
def path(tmp_path):
    (tmp_path / "two.pgn").write_text(TWO)
    return tmp_path / "two.pgn"


def test_a_game_is_told_from_the_start_to_the_end(path):
    lines = Lines(path)
    assert lines.said == [
        "Chess: Anna - Zoë, Friendly\n"
        "4 moves, Checkmate: Black wins. Press Enter for the next move, or type help.",
        "Comment: Both were tired.",
    ]
    assert lines.ask("previous") == "This is the start"
    assert lines.ask("") == "1. f3"
    assert lines.ask("next") == "1... e5"
    said = "2. g4, Mistake\nComment: This loses.\n2 other moves here"
    assert lines.ask("").lower() == said.lower()
    assert lines.ask("say").lower() == said.lower()
    assert lines.ask("") == "2... Qh4#\nCheckmate: Black wins"
    assert lines.ask("") == "This is the end: Checkmate: Black wins"
    assert lines.ask("PREVIOUS").startswith("2. g4")
    lines.ask("quit")
    assert lines.talk.left


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2...", "2... Qh4#"),
        ("1", "1. f3"),
        ("7", "There is no move 7"),
        ("start", "The start"),
        ("moves", "1. f3 e5 2. g4 Qh4#"),
        ("board", "1  R N B Q K B N R"),
        ("pieces", "White: King e1"),
        ("what e2", "White's Pawn on e2"),
        ("what x", "'x' is not a square"),
        ("attacks h4", "h4"),
        ("fen", "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq e6 0 2"),
        ("help", "attacks SQUARE"),
        ("dance", "'dance' is not a command. Type help."),
        ("game 3", "there is no game 3, only 2"),
        ("game two", "'two' is not the number of a game"),
        ("x" * 2000, "That has 2,000 characters"),
    ],
)
def test_a_line_is_answered(path, line, words):
    assert words in Lines(path, ply=2).ask(line)


def test_the_file_has_other_games_of_which_one_is_damaged(path):
    said = Lines(path).ask("game 2")
    assert said.startswith("Chess: Berta - ?\n1 move, unfinished.")
    assert "The file is damaged: " in said
    assert Lines(path, 2, 1).said[-2:] == ["1. e4", "unfinished"]


def test_what_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(MakachessError, match="No such file"):
        Lines(tmp_path / "none.pgn")
    assert "--engine has nothing to do" in bad("replay", __file__, "--plain", "--engine", "x")


def test_the_command_tells_the_game_and_the_ply_it_is_asked_for(path):
    first = good("replay", str(path), "--plain", "--ply", "2")
    second = good("replay", str(path), "--plain", "--game", "2", "--ply", "1")
    assert [said.split("\n")[0] for said in (first, second)] == [
        "Chess: Anna - Zoë, Friendly",
        "Chess: Berta - ?",
    ]
    assert first.endswith("\n1... e5\n")
    assert second.endswith("\n1. e4\nunfinished\n")
