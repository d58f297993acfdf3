"""Every lesson teaches what the rules say: its solutions are legal, and nothing else solves it."""

import re

import pytest
from makachess.core import Move, Position
from makachess.play.exercises import Attempt, Exercise, Goal
from makachess.play.lessons import load_courses, read_course
from makachess.variants import load, names, relative_names

LESSONS = [lesson for course in load_courses() for lesson in course.lessons]
GAMES = (*names(), *relative_names())


def lessons():
    return pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)


def walk(lesson):
    """Each step of a lesson with the attempt that has come to it, solved one by one."""
    attempt = Attempt(lesson)
    for step in lesson.steps:
        yield attempt, step
        assert attempt.make(solutions(attempt)[0]).right
    assert attempt.solved


def solutions(attempt: Attempt) -> list[Move]:
    legal = attempt.position.legal_moves()
    return [move for move in legal if attempt.step.goal.is_met(attempt.position, move)]


def test_every_game_has_a_course_but_those_whose_ideas_others_teach():
    taught = {lesson.game for lesson in LESSONS}
    assert set(GAMES) - taught == {"dai-shogi", "dai-dai-shogi"}
    assert taught <= set(GAMES)
    assert len({lesson.key for lesson in LESSONS}) == len(LESSONS)


@lessons()
def test_the_solutions_are_legal_and_judged_right(lesson: Exercise):
    for attempt, step in walk(lesson):
        right = {str(move) for move in solutions(attempt)}
        assert right
        if step.goal.moves:
            assert right == set(step.goal.moves)  # all of those named, and nothing by accident
        last = step is lesson.steps[-1]
        for move in solutions(attempt):
            verdict = attempt.judge(move)
            assert (verdict.right, verdict.solved) == (True, last)
            assert verdict.says
            if step.reply:
                after = attempt.position.copy()
                after.push(move)
                assert step.reply in map(str, after.legal_moves())
        # A task that names no move is solved by few, or else asks only for the game to go on.
        assert len(solutions(attempt)) <= 2 or step.goal.ends == "no"


@lessons()
def test_the_answers_are_to_wrong_moves_that_can_be_made(lesson: Exercise):
    for attempt, step in walk(lesson):
        legal = attempt.position.legal_moves()
        verdicts = map(attempt.judge, legal)
        heard = {verdict.says for verdict in verdicts if not verdict.right}
        assert {step.otherwise, *(answer.says for answer in step.answers)} <= heard
        for answer in step.answers:
            assert set(answer.to.moves) <= set(map(str, legal))
            assert not set(answer.to.moves) & set(step.goal.moves)


@lessons()
def test_a_wrong_move_changes_nothing(lesson: Exercise):
    attempt = Attempt(lesson)
    before = attempt.position.fen()
    wrong = next(move for move in attempt.position.legal_moves() if not attempt.judge(move).right)
    verdict = attempt.make(wrong)
    assert (verdict.right, attempt.position.fen()) == (False, before)
    assert verdict.says


@pytest.mark.parametrize(
    "written",
    [
        "[[lesson.step]]\ntask = 'Castle.'\n[[lesson.wrong]]\nto = ['g1']\nsays = ''",  # of no step
        "task = 'Castle.'\ncastles = true",
        "task = 'Castle.'\n[[lesson.wrong]]\nto = ['g1']\nsaid = 'No.'",
    ],
)
def test_a_key_that_nothing_reads_is_a_fault(written):
    begin = "title = 'Chess'\n[[lesson]]\nid = 'castling'\ntitle = 'Castling'\nfen = ''\n"
    assert read_course("chess", f"{begin}task = 'Castle.'\nkind = 'castling'").lessons
    with pytest.raises(TypeError):
        read_course("chess", begin + written)


PAWN = "4k3/P7/8/3p4/8/4N3/8/4K2R w K - 0 1"
MATE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
STALEMATE = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "goal", "met", "missed"),
    [
        (PAWN, Goal(moves=("e3d5", "a7a8=Q")), "a7a8=Q", "a7a8=R"),
        (PAWN, Goal(by="h1"), "h1h8", "e3d5"),
        (PAWN, Goal(takes=("d5",)), "e3d5", "e3c4"),
        (PAWN, Goal(takes=()), "e3c4", "e3d5"),
        (PAWN, Goal(captures=True), "e3d5", "e3c4"),
        (PAWN, Goal(to=("c4", "f5")), "e3f5", "e3g4"),
        (PAWN, Goal(becomes="Q"), "a7a8=Q", "a7a8=N"),
        (PAWN, Goal(becomes=""), "e3g4", "a7a8=N"),
        (PAWN, Goal(kind="castling"), "e1g1", "e1f1"),
        (PAWN, Goal(check=True), "h1h8", "h1h7"),
        (PAWN, Goal(safe=True), "e3g4", "e3c4"),
        (PAWN, Goal(attacks=("d5",)), "h1h5", "h1h4"),
        (PAWN, Goal(by="e3", captures=True), "e3d5", "e3f5"),
        (MATE, Goal(ends="win"), "d1d8", "d1d7"),
        (STALEMATE, Goal(ends="draw"), "c1c7", "c1c5"),
        (STALEMATE, Goal(ends="no"), "c1c5", "c1c7"),
    ],
)
def test_a_goal_is_met_by_what_it_says(fen, goal, met, missed):
    position = Position(load("chess"), fen)
    assert goal.is_met(position, position.parse(met))
    assert not goal.is_met(position, position.parse(missed))
    assert position.fen() == fen


@lessons()
def test_a_move_that_wins_is_right_and_one_that_loses_at_once_is_neither_right_nor_praised(lesson):
    """How the game ends at once is judged, and no more than that: no loss of pieces."""
    praise = re.compile(r"(?i)\b(?:fine|safe|fair|(?<!as )well|good)\b")
    for attempt, step in walk(lesson):
        assert not praise.search(step.otherwise)  # which any move may hear
        position = attempt.position.copy()
        side = position.turn
        for move in position.legal_moves():
            verdict = attempt.judge(move)
            position.push(move)
            assert verdict.right or winner(position) != side, move
            if verdict.right or praise.search(verdict.says):
                assert winner(position) != position.turn, move
                for reply in position.legal_moves():
                    position.push(reply)
                    assert winner(position) in (None, "draw", side), move
                    position.pop()
            position.pop()


def winner(position: Position) -> str | None:
    outcome = position.outcome()
    return outcome and outcome.winner
