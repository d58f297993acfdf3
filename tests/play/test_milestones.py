"""Milestones are said once; the next step is the next lesson, level or game."""

import pytest
from makachess.play.exercises import Progress
from makachess.play.lessons import load_courses
from makachess.play.milestones import KIND, coached_setup, next_step, reach_milestones
from makachess.play.settings import Settings
from makachess.saves import Game
from makachess.variants import load

LEVEL = {"White": "makachess level 2", "Black": "makachess level 2"}
MATED = "Your first win at level 2"
LION = "Your first Lion captured"


@pytest.mark.parametrize(
    ("name", "fen", "moves", "person", "said"),
    [
        ("chess", None, "f3 e5 g4 Qh4#", "black", [MATED]),
        ("chess", None, "f3 e5 g4 Qh4#", "white", []),
        ("chess", None, "f3 e5 g4", "black", []),
        # A position of one's own proves nothing.
        ("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#", "white", []),
        ("maka", None, "", "white", []),
        # The Queen that was taken has made a Queen of what took her.
        (
            *("veteran", "4k3/8/8/3p4/4Q3/8/8/4K3 b - - 0 1", "dxe4=Q+", "white"),
            ["Contagion: their Pawn is a Queen now"],
        ),
        ("veteran", "4k3/8/8/3p4/4Q3/8/8/4K3 b - - 0 1", "dxe4=Q+", "black", []),
    ],
)
def test_each_is_said_once(name, fen, moves, person, said, home):
    game = Game(load(name), fen, LEVEL)
    for san in moves.split():
        game.play(game.position.parse(san))
    assert reach_milestones(game, person) == said
    assert not reach_milestones(game, person)
    assert not Progress().faults


def test_a_lion_is_said_once_in_whatever_game(home):
    for name, said in (("macadamia", [LION]), ("maka", [])):
        variant = load(name)
        lion = next(kind for kind, piece in variant.pieces.items() if piece.name == "Lion")
        game = Game(variant, _beside(variant, lion), LEVEL)
        game.play(next(move for move in game.position.legal_moves() if move.victims))
        assert [text for text in reach_milestones(game, "white") if text == LION] == said


def _beside(variant, kind: str) -> str:
    """A position in which White's Rook can take a piece, besides Kings."""
    files, ranks = variant.files, variant.ranks
    rows = [str(files)] * ranks
    rows[0], rows[-1] = f"{files - 1}k", f"{files - 1}K"
    rows[ranks // 2] = f"R{kind.lower()}{files - 2}"
    return f"{'/'.join(rows)} w - - 0 1"


def test_the_next_step_is_a_lesson_then_a_level_then_another_game(home):
    courses = {course.game: course for course in load_courses()}
    lessons, progress = courses["chess"].lessons, Progress()
    steps = [f"lesson {at + 1}" for at in range(len(lessons))] + ["level 1", "level 2", "level 3"]
    for step in steps:
        found = next_step("chess", progress)
        assert found.game == "chess"
        assert found.titles[0] == f"Begin {step}"
        if found.lessons:
            progress.solve("lessons", found.lessons[found.at].key)
        else:
            progress.solve(KIND, f"chess/won-{found.level}")
    assert next_step("chess", progress).game == "veteran"
    # A win at a higher level needs no lower one.
    other = Progress(home / "other.txt")
    for lesson in lessons:
        other.solve("lessons", lesson.key)
    other.solve(KIND, "chess/won-7")
    assert next_step("chess", other).game == "veteran"


def test_a_next_step_is_played_with_a_coach_and_without_a_clock(home):
    setup = coached_setup(Settings(clock="5+3", coach=False, side="black"), "chess", 2)
    assert setup.people == {"white"}
    assert setup.level == 2
    assert setup.control is None
    assert setup.game.tags["Coach"] == "on"
