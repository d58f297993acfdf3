"""Line mode: what is answered to each line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial

import pytest
from cli_calls import PROGRAM
from makachess.play.analysis import Hints, Study
from makachess.play.engines import make_engine
from makachess.play.session.setup import new_setup
from makachess.saves import Library, load_game
from makachess.tui.plain.conversation import Conversation
from makachess.variants import load
from sampling import sampled


class Talk:
    """A conversation of two people here; `ask` gives what is said to a line."""

    def __init__(self, name: str = "chess", fen: str | None = None) -> None:
        self.said: list[str] = []
        self.variant = load(name)
        setup = new_setup(self.variant, "both", fen=fen)
        self.conversation = Conversation(setup, self.hints, self.said.append)
        self.conversation.begin()

    def hints(self, conversation: Conversation) -> Hints:
        study = Study(partial(make_engine, self.variant), lambda found: None)
        return Hints(study, conversation.show_hint)

    def ask(self, line: str) -> str:
        self.said.clear()
        self.conversation.take(line)
        return "\n".join(self.said)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("e4", "White: e4"),
        ("  E2E4 ", "White: e4"),
        ("", ""),
        ("moves", "No moves yet"),
        ("last", "No moves yet"),
        ("clock", "There is no clock"),
        ("fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("BOARD", "8  r n b q k b n r"),
        ("pieces", "White: King e1, Queen d1, Rook a1 h1"),
        ("what b1", "Moves: Na3, Nc3"),
        ("what e4", "e4 is empty"),
        ("what", "'' is not a square"),
        ("what is it", "'is it' is not a square"),
        ("attacks f3", "White attacks f3 with the Pawn on e2, the Knight on g1 and the Pawn on g2"),
        ("b1", "The Knight on b1 can go to a3, c3: type the whole move"),
        ("Nd2", "White's own Pawn stands on d2"),
        ("Bb5", "the Bishop on f1 cannot go to b5: blocked on e2"),
        ("undo", "There is nothing to take back"),
        ("x" * 2000, "That has 2,000 characters, and at most 1,000 can be taken here"),
        ("\x1b[2J\ufffd", "is not a move"),
    ],
)
async def test_a_line_is_answered(line, words):
    assert words in Talk().ask(line)


async def test_a_game_to_its_end():
    talk = Talk()
    for line in ("f3", "e5", "g4"):
        talk.ask(line)
    assert talk.ask("Qh4#") == "Black: Qh4#\nCheckmate: Black wins"
    assert talk.ask("moves") == "1. f3 e5 2. g4 Qh4#"
    assert talk.ask("e4") == "The game is over: Checkmate: Black wins. Type undo or quit."
    assert talk.ask("undo") == "Taken back"
    assert talk.ask("last") == "White: g4"
    talk.ask("quit")
    assert talk.conversation.left
    await talk.conversation.close()
    (entry,) = Library().entries()
    assert load_game(entry.path)[0].sans == ("f3", "e5", "g4")


async def test_a_promotion_is_asked_for_and_can_be_dropped():
    talk = Talk(fen="8/4P1k1/8/8/8/8/P7/4K3 w - - 0 1")
    answers = ("Q: becomes Queen", "R: becomes Rook", "B: becomes Bishop", "N: becomes Knight")
    assert talk.ask("e8").split("\n  ") == ["Promote to:", *answers]
    assert talk.ask("Ke2") == "The question is dropped.\nWhite: Ke2"
    talk.ask("Kg6")
    talk.ask("e8")
    assert talk.ask("n") == "White: e8=N"


async def test_resigning_is_confirmed():
    talk = Talk()
    assert talk.ask("resign") == "Resign?\n  no: play on\n  yes: resign"
    assert talk.ask("no") == ""
    talk.ask("resign")
    assert talk.ask("yes") == "White resigned: Black wins"


async def test_a_draw_is_offered_and_accepted():
    talk = Talk()
    assert talk.ask("draw") == "White offers a draw.\n  no: play on\n  yes: a draw"
    assert talk.ask("y") == "Draw by agreement"


def test_line_mode_does_without_textual():
    probe = "import sys, makachess.tui.plain.run; print({'textual', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr


async def test_a_game_that_cannot_be_saved_says_so_once(home):
    home.parent.mkdir(exist_ok=True)
    home.write_text("a file where the folder should be")
    talk = Talk()
    assert "NOT SAVED: " in talk.ask("e4")
    assert talk.ask("e5") == "Black: e5"


def start(home, *args):
    return subprocess.Popen(
        [*PROGRAM, "play", "chess", "--plain", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "MAKACHESS_HOME": str(home), "TERM": "dumb"},
    )


@pytest.mark.slow
def test_it_plays_over_pipes_against_the_engine(home):
    home.mkdir()
    (home / "settings.toml").write_text('side = "both"\n')  # as the last game on the screen was
    with start(home, "--level", "1", "--seed", "1") as game:
        assert "You play White" in game.stdout.readline()
        game.stdin.write("e4\n")
        game.stdin.flush()
        assert game.stdout.readline() == "White: e4\n"
        assert game.stdout.readline().startswith("Black: ")
        game.stdin.write("\xff\x1b[2J\n")
        game.stdin.flush()
        assert "\x1b" not in game.stdout.readline()
        game.stdin.close()
        assert game.wait(60) == 0
    (entry,) = Library().entries()
    assert len(load_game(entry.path)[0].sans) == 2


@pytest.mark.parametrize(
    "number", sampled([signal.SIGTERM, signal.SIGHUP, signal.SIGINT], [signal.SIGTERM])
)
def test_a_signal_ends_it_with_the_game_on_disk(home, number):
    with start(home, "--side", "both") as game:
        game.stdout.readline()
        game.stdin.write("e4\n")
        game.stdin.flush()
        assert game.stdout.readline() == "White: e4\n"
        game.send_signal(number)
        assert game.wait(60) == 128 + number
    (entry,) = Library().entries()
    assert load_game(entry.path)[0].sans == ("e4",)


async def test_why_a_piece_had_to_change_is_said():
    talk = Talk("veteran", "4k3/8/8/3n1v2/4P3/8/8/R3K3 w Q - 0 1")
    assert talk.ask("exf5=V").startswith("White: exf5=V\nPawn had to become Veteran: ")
